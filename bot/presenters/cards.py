"""What the sentences of every game are made of: names, cards, averages, chances, answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any, TypeAlias

from bot.texts import by_ear
from engine.analysis.scale import Grade
from engine.cards import faces_in, mask_of_faces
from engine.game import View
from engine.melds import Meld
from engine.players.reasons import Reason
from engine.seats import Seat, round_from
from render.api import MINUS, All, Apart, Person, Words, You, capital, change, decimal, number
from render.charts import grade_word
from render.context import Context
from render.speech import gained_said, lying_said, own_first, suits_said
from render.theme import COURTS

GRADES = "\N{DOWN-POINTING RED TRIANGLE}\N{LARGE YELLOW CIRCLE}\N{LARGE GREEN SQUARE}"
"""The marks of grades in texts: each has a shape of its own, not only a colour."""


def graded(grade: Grade, say: Words) -> str:
    """Return the mark and the word for how good a move was; the word alone in words."""
    word = capital(grade_word(grade, say))
    return word if by_ear(say) else f"{GRADES[grade]} {word}"


# How the sentences of every game name people and what each of them has.

Names = Sequence[str]
"""The name of each seat, ready to stand in Discord's markdown."""


def name_of(names: Names, seat: Seat) -> str:
    """Return the name of a seat."""
    return names[seat - 1]


def with_you(names: Names, reader: Seat | None, say: Words, you: str = "alt.you") -> Names:
    """Return the names as a seat hears them: it is you itself, by the text of a key."""
    itself = You(say(you))
    return [itself if seat == reader else name for seat, name in enumerate(names, start=1)]


def with_order(begun: str, first: Seat, names: Names, reader: Seat, say: Words) -> str:
    """Add to the words that begin a game in which order everybody plays, from this seat on."""
    you = with_you(names, reader, say)
    told = [name_of(you, seat) for seat in round_from(first, len(names))]
    return f"{begun} {say('ear.order', names=told)}"


def each_has(points: Sequence[int | str], names: Names, say: Words) -> list[str]:
    """Write of each seat how many points it has, or whatever is counted."""
    return [
        say("list.points", name=name, points=score)
        for name, score in zip(names, points, strict=True)
    ]


def listed(points: Sequence[int | str], names: Names, say: Words) -> str:
    """Write who has how many points, in seat order."""
    return apart(each_has(points, names, say), say)


def gained(
    points: Sequence[int],
    totals: Sequence[int],
    names: Names,
    say: Words,
    reader: Seat | None = None,
) -> str:
    """Write what everybody got, and what that came to, in seat order, or one's own first."""
    you, seats = with_you(names, reader, say), range(1, len(names) + 1)
    order = seats if reader is None else own_first(reader, totals)
    told = (
        say("list.gained", name=you[at], points=change(points[at]), total=number(totals[at]))
        for at in (seat - 1 for seat in order)
    )
    return apart(told, say)


def placed(
    points: Sequence[int],
    totals: Sequence[int],
    names: Names,
    say: Words,
    reader: Seat | None = None,
) -> str:
    """Write what everybody got, and what that came to.

    In words it is told of who hears it first, then by place, and nothing twice.
    """
    if not by_ear(say):
        return gained(points, totals, names, say)
    places = [seat - 1 for seat in own_first(reader, totals)]
    told = [gained_said(names[at], points[at], totals[at], say) for at in places]
    return say("list.all", items=Apart(told))


def rounds_said(
    deals: Sequence[Sequence[int]],
    totals: Sequence[int],
    names: Names,
    say: Words,
    reader: Seat | None,
) -> str:
    """Tell a finished game in words: everybody's total and what came of each deal, as `placed`."""
    you = with_you(names, reader, say)
    told = [
        (you[at], totals[at], [number(deal[at]) for deal in deals])
        for at in (seat - 1 for seat in own_first(reader, totals))
    ]
    return " ".join(
        say("ear.rounds", name=capital(name), total=number(total), points=points)
        for name, total, points in told
    )


def apart(items: Iterable[str], say: Words) -> str:
    """Write what several seats have one after the other."""
    return say("list.all", items=Apart(items)) if by_ear(say) else " · ".join(items)


def with_total(made: str, total: str, *, is_over: bool, say: Words) -> str:
    """Add to what somebody made what it came to; not when the result tells that beside it."""
    return made if is_over else f"{made} {say('hand.total', total=total)}"


def won(winners: Sequence[Seat], names: Names, say: Words) -> str:
    """Say who has won, or who share the win."""
    who = All(name_of(names, seat) for seat in winners)
    return say("result.won", n=len(winners), names=who)


# Playing cards in words and labels.

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
JOKER = "JK"


def card_label(card: str, say: Words) -> str:
    """Label a card briefly: K♥, 10♦, Joker; in words for who hears it."""
    if by_ear(say):
        return card_name(card, say)
    if card == JOKER:
        return say("card.joker_label")
    return say(f"card.short.{card[0]}") + SUITS[card[1]]


def card_emoji(card: str, say: Words) -> str:
    """Return the key of a card's emoji, with the letter that the language writes on it."""
    is_court = card != JOKER and card[0] in COURTS
    return say(f"card.short.{card[0]}") + card[1] if is_court else card


def play_label(card: str, say: Words) -> str:
    """Label the playing of a card: by the card alone where it is in sight."""
    label = card_label(card, say)
    return capital(say("ear.play", card=label)) if by_ear(say) else label


def card_said(card: str, say: Words) -> str:
    """Name a card briefly in a sentence: K♥, 10♦, a joker."""
    return say("card.joker_said") if card == JOKER else card_label(card, say)


def card_name(card: str, say: Words) -> str:
    """Name a card in words, as for a screen reader or for typing: king of hearts."""
    if card == JOKER:
        return say("card.joker")
    rank, suit = say(f"card.rank.{card[0]}"), say(f"card.suit.{card[1]}")
    return say("card.name", rank=rank, suit=suit)


def by_suit(cards: Iterable[str], say: Words) -> str:
    """Label several cards without jokers, each suit once: ♠ K 9 · ♦ 10; or in words."""
    if by_ear(say):
        return suits_said(faces_in(mask_of_faces(cards)), say)
    suits = groupby(faces_in(mask_of_faces(cards)), key=lambda card: card[1])
    return " · ".join(
        " ".join([SUITS[suit], *(say(f"card.short.{card[0]}") for card in held)])
        for suit, held in suits
    )


def drawn_said(cards: Iterable[str], say: Words) -> str:
    """Say cards in the order drawn: K♥ 10♦ 9♦; in words king of hearts, 10 and 9 of diamonds."""
    if by_ear(say):
        return lying_said(cards, say)
    return " ".join(card_label(card, say) for card in cards)


# What sentences of reasons and results are made of: averages, chances, nines, values in words.

TENTHS, FEW_TENTHS = 2, 0
"""A number with a fraction takes the plural form of two; one below two that of none: French says
`1,5 point`, English `1.5 points`."""

WHOLE = 10
"""From here on a number is told without its tenths."""


def amount(average: float, say: Words) -> str:
    """Write an average: with its tenths where they matter."""
    is_small = round(average, 1) and abs(average) < WHOLE
    return decimal(average, say) if is_small else number(round(average))


def counted(average: float, say: Words) -> tuple[int, str]:
    """Return the number by which the unit of an average is put in the plural, and `amount`."""
    written, tenths = amount(average, say), TENTHS if abs(average) >= TENTHS else FEW_TENTHS
    is_whole = written.lstrip(MINUS).isdecimal()
    return (abs(round(average)) if is_whole else tenths), written


def percent(share: float) -> int:
    """Return a chance in whole per cents; neither never nor always unless it is so.

    An estimate may be less than 0 or more than 1.
    """
    return round(100 * share) if share in (0, 1) else max(1, min(99, round(100 * share)))


def made(meld: Meld, say: Words) -> str:
    """Spell what a nine makes: its factors, and its jokers apart."""
    suit, run, sets, jokers, score = meld
    if jokers:
        key = "reason.made_with_jokers"
        return say(key, suit=suit, run=run, sets=sets, score=score, n=jokers)
    return say("reason.made", suit=suit, run=run, sets=sets, score=score)


def worded(reason: Reason, say: Words, names: Names) -> dict[str, object]:
    """Return the values of a reason in words: cards, names of seats, and what cards make."""
    values = dict(reason.values)
    found: dict[str, object] = {**values}
    if "card" in values:
        found["card"] = card_said(str(values["card"]), say)
    if "beside" in values:
        found["beside"] = card_said(str(values["beside"]), say)
    if "seat" in values:
        found["name"] = name_of(names, Seat(int(values["seat"])))
    if "often" in values:
        found["often"] = say(f"reason.often.{values['often']}")
    if "fit" in values:
        fit = values["fit"] if values["fit"] != "suit" else f"suit_{values['suit']}"
        found["fit"] = say(f"reason.fit.{fit}", n=values.get("n", 0), beside=found.get("beside"))
    return found


# What answers to questions are made of: words for everybody, without symbols or emoji.


class TextContext(Context[Any]):
    """The context of what is said in messages: names stand there as they are."""

    __slots__ = ()

    def name(self, seat: int) -> str:
        return self.people[seat - 1].name


def text_context(view: View, say: Words, names: Names = (), you: str = "alt.you") -> TextContext:
    """Return the context in which a view is told to its seat, which is "you", or another text."""
    return TextContext(view, [Person(name) for name in with_you(names, view.seat, say, you)], say)


Answers: TypeAlias = Mapping[str, Callable[[Any], str]]
"""What may be asked of a view, in the order in which it is offered, each with its answer by the
game's `Speech`."""

NO_ANSWERS: Answers = MappingProxyType({})

OWN = frozenset({"aims", "cloud", "draws", "hand", "odds", "takes"})
"""What only a seat can ask: a spectator has none of it."""


def named(cards: Iterable[str], say: Words) -> list[str]:
    """Name cards in words."""
    return [card_name(card, say) for card in cards]


def renamed(words: Iterable[str], pairs: str) -> list[str]:
    """Put words that mean the same in place of others: `pairs` are each two words.

    >>> renamed(["pay", "joker"], "joker wild, throw roll")
    ['pay', 'wild']
    """
    same = dict(pair.split() for pair in pairs.split(","))
    return [same.get(word, word) for word in words]

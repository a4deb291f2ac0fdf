"""Speech: a game's state in sentences, each fact once; and alt texts made of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import accumulate, chain, groupby
from operator import add
from typing import Any, ClassVar, Generic

from engine.melds import Meld, Nine
from engine.seats import Seat
from render.api import MAX_ALT, All, Person, Words, You, capital, number, spoken
from render.context import C, Context, V_co
from render.lettering import clusters, drawable
from render.sprites import JOKER

# Alt text: everything a picture says, in words, within Discord's 1024 UTF-16 code units.
#
# Only screen readers read it: what has changed comes first, what stays the same last, and all of
# it can be spoken, cards too. If a text is too long, names are shortened first, then a game leaves
# out what is least needed (`Context.spared`). Discord counts as JavaScript does: a letter beyond
# the basic plane, such as an emoji, is two units.

NAME_LENGTHS = (32, 24, 16, 12, 8)
"""How long names are, in UTF-16 code units, where there is less and less room."""

_LAST_LENGTHS = (5, 3, 1)
"""How long names may still be where all that can be has been left out."""

MOST_SPARED = 7
"""In how many steps a game may leave out what is least needed."""

CLOSE = 20
"""A margin is close that so many times over is no more than what the winner has."""


def said(context: C, sentences: Callable[[C], Iterable[str]]) -> str:
    """Join the sentences of a context, with names as long as there is room for."""
    return said_together([context], sentences)


def said_together(contexts: Sequence[C], sentences: Callable[[C], Iterable[str]]) -> str:
    """Join the sentences of several contexts of the same people, as `said` does."""

    def told(spared: int, length: int) -> str:
        shorter = [
            replace(context, people=named(context.people, length, context.words), spared=spared)
            for context in contexts
        ]
        each = chain.from_iterable(map(sentences, shorter))
        text = " ".join(_begun(sentence, shorter[0]) for sentence in each if sentence)
        return f"{text} {_house(shorter[0], text)}".rstrip()

    return fitted(*(partial(told, spared) for spared in range(MOST_SPARED + 1)))


def _house(context: Context[Any], text: str) -> str:
    """Say who of those that a text names is a house player; "" if nobody is."""
    own = context.view.seat if context.you else None
    house = [seat for seat in context.seats if context.is_house(seat) and seat != own]
    names = [name for name in context.names(house) if name in text]
    return context.words("alt.house", names=All(names), n=len(names)) if names else ""


def _begun(sentence: str, context: Context[Any]) -> str:
    """Begin a sentence with a capital if its first word is "you"."""
    you = context.words("alt.you")
    is_you = context.you or any(isinstance(one.name, You) for one in context.people)
    is_first = sentence.startswith(you) and not sentence[len(you) : len(you) + 1].isalpha()
    return capital(sentence) if is_you and is_first else sentence


def units(text: str) -> int:
    """Count the UTF-16 code units of a text, as Discord does.

    >>> units("Annie"), units("\N{BALLOON}")
    (5, 2)
    """
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def cut(text: str, most: int) -> str:
    """Return the beginning of a text that has at most this many units, whole characters only."""
    if units(text) <= most:
        return text
    kept, left = "", most
    for part in clusters(text):
        left -= units(part.text)
        if left < 0:
            break
        kept += part.text
    return kept


def fitted(*composed: Callable[[int], str]) -> str:
    """Return a text composed with the longest names (in units) that keep it in bounds.

    The first composer is taken whose text has room for short names: each says less than the last.
    """

    def fits(text: str) -> bool:
        return units(text) <= MAX_ALT

    *lengths, short = NAME_LENGTHS
    text = composed[0](lengths[0])
    if fits(text):
        return text
    at = bisect_left(composed, True, key=lambda compose: fits(compose(short)))
    compose = composed[min(at, len(composed) - 1)]
    for length in (*lengths, short, *_LAST_LENGTHS):
        text = compose(length)
        if fits(text):
            return text
    return f"{cut(text, MAX_ALT - 1)}…"


def shortened(name: str, length: int) -> str:
    """Cut a name to a number of units, never inside an accented letter or an emoji.

    >>> shortened("Annie", 8), shortened("Annie Oakley", 8)
    ('Annie', 'Annie Oa…')
    """
    kept = cut(name, length)
    return name if kept == name else f"{kept.strip()}…"


def named(people: Sequence[Person], length: int, words: Words) -> list[Person]:
    """Return the people as an alt text names them: shortened, and who reads it as "you"."""

    def short(name: str) -> str:
        is_you = isinstance(name, You)
        return You(words("alt.you")) if is_you else shortened(drawable(name), length)

    return [replace(one, name=short(one.name)) for one in people]


# A game's state in sentences, each fact said once: what alt texts and the bot's words choose from.
#
# Alt texts, answers to questions, hands in words and results take the same sentences, in an order
# of their own; what is asked by ear has texts that are spoken otherwise (`bot.texts`).


class Speech(ABC, Generic[V_co]):
    """A view of a game in sentences; "" is left out.

    A game says how far it has come, what a seat has and what may be done; `table`, `hand` and
    `deal` are the alt texts of its pictures.

    >>> from render.context import Context, example_people
    >>> from render.scenes.nimbly.speech import NimblySpeech
    >>> from render.scenes.nimbly.scene import TABLE
    >>> words = lambda key, **values: f"{key} {values.get('name', '')}"
    >>> NimblySpeech(Context(TABLE, example_people(words), words)).waiting()
    'nimbly.waiting picture.example.1'
    """

    game: ClassVar[str]
    """The key of the game."""

    def __init__(self, context: Context[V_co]) -> None:
        self.context = context
        self.view = context.view
        self.words = context.words
        self.name = context.name

    @property
    def asked(self) -> str:
        """The key of what the seats to act have to do."""
        return "waiting.play"

    @abstractmethod
    def headline(self) -> str:
        """Say how far the game has come, such as the deal and the trick, within a sentence."""

    @abstractmethod
    def seat(self, seat: int) -> str:
        """Say what everybody may know of a seat."""

    def progress(self) -> str:
        """Say which game it is and how far it has come."""
        game = self.words(f"game.{self.game}")
        return self.words("alt.progress", game=game, headline=self.headline())

    def title(self) -> str:
        """Say which game it is."""
        return self.sentence(self.words(f"game.{self.game}"))

    def changed(self) -> Iterable[str]:
        """Say what has changed since the picture before; nothing of the first one of a game."""
        return [self.won()]

    def now(self) -> Iterable[str]:
        """Say what lies in the middle of the table."""
        return ()

    def public(self) -> Iterable[str]:
        """Return the sentences of what all look at."""
        return [*self.changed(), self.turn(), *self.now()]

    def table(self) -> Iterable[str]:
        """Return the sentences of the public table."""
        return [*self.public(), *self.seats(), self.progress()]

    @abstractmethod
    def hand(self) -> Iterable[str]:
        """Return the sentences of a seat's own hand. Raises ValueError for a spectator's view."""

    def deal(self) -> Iterable[str]:
        """Return the sentences of the last finished deal, in a game of more than one."""
        return ()

    def made(self) -> Sequence[str]:
        """Say what every seat made in the last deal, by place."""
        return ()

    def holding(self) -> str:
        """Say the cards of the own hand, in its order; "" for a spectator."""
        return ""

    def held(self) -> str:
        """Say the cards of the own hand, with what they score where they do.

        "" for a spectator, and in a game without hands.
        """
        return self.holding()

    def open_hand(self) -> str:
        """Say what a seat holds, where everybody's cards are shown."""
        held = self.held() or " ".join(filter(None, self.hand()))
        return self.words("alt.open_hand", name=self.name(self.context.own_seat), cards=held)

    def waiting(self) -> str:
        """Say who has to do what, within a sentence; "" where nobody has to."""
        names = self.context.names(self.view.to_act)
        name = names[0] if len(names) == 1 else names
        return self.words(self.asked, name=name) if names else ""

    def turn(self) -> str:
        """Say who has to do what; "" where nobody has to."""
        waiting = self.waiting()
        return self.sentence(waiting) if waiting else ""

    def won(self) -> str:
        """Say who has won; "" before the end."""
        names = self.context.names(self.view.winners)
        return self.words("alt.over", names=All(names), n=len(names)) if names else ""

    def story(self, unit: str) -> str:
        """Say how a game came to its end; `unit` is what it is dealt in: deals, hands or trips."""
        view, winners = self.view, self.view.winners
        if len(winners) != 1:
            return self.words("result.won", names=All(self.context.names(winners)), n=len(winners))
        (winner,) = winners
        name, others = self.name(winner), [*view.scores]
        margin = others.pop(winner - 1) - max(others)
        if margin <= 0:
            return self.tie_break()
        led = ahead(view.deal_scores)
        since = 1 + max((deal for deal, who in enumerate(led, 1) if who != winner), default=0)
        if (before := led[-2] if len(led) > 1 else None) not in (None, winner):
            return self.words(f"final.turned.{unit}", name=self.name(before))
        is_close = margin == 1 or margin * CLOSE <= view.scores[winner - 1]
        if not is_close and since < len(led):
            if since == 1:
                return self.words("final.led", name=name)
            return self.words(f"final.took.{unit}", name=name, n=since)
        return self.words("final.margin", name=name, margin=self.score(margin))

    def tie_break(self) -> str:
        """Say what decided a game between equal scores; "" where that ends nothing."""
        return ""

    def seats(self) -> list[str]:
        """Return a sentence for every seat."""
        return [self.seat(seat) for seat in self.context.seats]

    def others(self) -> list[str]:
        """Return a sentence for every seat but the own one."""
        return [self.seat(seat) for seat in self.context.seats if seat != self.view.seat]

    def line(self, seat: int, *parts: str) -> str:
        """Say several things of a seat."""
        name, told = self.name(seat), [part for part in parts if part]
        return begun(self.words("list.line", name=name, parts=told), name)

    def score(self, points: int) -> str:
        """Write a score with its unit, such as points or chips."""
        return points_of(points, self.words)

    def scored(self, seat: int) -> str:
        """Say a seat's score."""
        return spoken(self.score(self.view.scores[seat - 1]), self.words)

    def standing(self) -> str:
        """Say how far the game is, and everybody's score."""
        scores = [spoken(self.score(points), self.words) for points in self.view.scores]
        return f"{self.sentence(self.headline())} {self.each_is(scores)}"

    def in_hand(self, count: int) -> str:
        """Say how many cards a seat holds."""
        return self.words("alt.held", n=count)

    def each_has(self, counts: Iterable[object]) -> list[str]:
        """Say of every seat how much it has of something."""
        pairs = zip(self.context.seats, counts, strict=True)
        return [self.words("list.points", name=self.name(s), points=n) for s, n in pairs]

    def each_is(self, counts: Iterable[object]) -> str:
        """Say of every seat how much it has of something, as a sentence."""
        told = self.words("look.sentence", parts=self.each_has(counts))
        return begun(told, self.name(1))

    def sentence(self, *parts: str) -> str:
        """Put parts into one sentence, with commas."""
        return capital(self.words("look.sentence", parts=list(parts)))

    def bare(self, asked: str) -> str:
        """Return what a hand says without Discord's marks."""
        return asked.replace("**", "").removeprefix("-# ")

    def your_turn(self, key: str, **values: object) -> str:
        """Ask the seat for a move by the text of a key."""
        return self.bare(self.words("prompt.your_turn", asked=self.words(key, **values)))

    def marked(self, code: str) -> str:  # noqa: ARG002 - for games that are reviewed
        """Name a move as a picture does that is `Context.told` of it; "" for none."""
        return ""

    def told(self) -> list[str]:
        """Say which of two moves that are compared is marked as the best one, which as chosen."""
        keys = ("alt.told.best", "alt.told.chosen")
        codes = dict.fromkeys(self.context.told or ())
        moves = [(key, self.marked(code)) for key, code in zip(keys, codes, strict=False)]
        return [self.words(key, move=move) for key, move in moves if move]

    def nine(self, nine: Nine, spared: int) -> str:
        """Say cards and what they make, with the factors unless these are `spared`."""
        return nine_said(nine, self.words, is_spared=self.context.spared >= spared)


def ahead(deals: Sequence[Sequence[int]]) -> list[Seat | None]:
    """Return who alone was ahead after each deal; None where nobody was.

    >>> ahead([(3, 5), (4, 2), (1, 0)])
    [2, None, 1]
    """
    totals = accumulate(deals, lambda so_far, made: [*map(add, so_far, made)])
    return [
        Seat([*each].index(max(each)) + 1) if [*each].count(max(each)) == 1 else None
        for each in totals
    ]


def points_of(points: int, words: Words) -> str:
    """Write a number of points with its unit."""
    return words("result.points", n=abs(points), points=number(points))


def own_first(own: int | None, totals: Sequence[int]) -> list[int]:
    """Return all seats, one's own first and the others by what they have.

    >>> own_first(3, (4, 9, 2))
    [3, 2, 1]
    """
    return sorted(range(1, len(totals) + 1), key=lambda seat: (seat != own, -totals[seat - 1]))


def gained_said(name: str, points: int, total: int, words: Words) -> str:
    """Say what somebody got, and what that came to unless it is all they have."""
    if points == total:
        return words("list.points", name=name, points=number(points))
    return words("list.gained", name=name, points=number(points), total=number(total))


def begun(sentence: str, name: str) -> str:
    """Begin a sentence with a capital if it tells of "you", with whose verb it may begin.

    >>> begun("you played king of hearts", You("you")), begun("ada played 2 of clubs", "ada")
    ('You played king of hearts', 'ada played 2 of clubs')
    """
    return capital(sentence) if isinstance(name, You) else sentence


@lru_cache(maxsize=1024)
def card_name(code: str, words: Words) -> str:
    """Name a card in words, such as "king of hearts"."""
    if code == JOKER:
        return words("card.joker")
    return words("card.name", rank=rank_name(code, words), suit=words(f"card.suit.{code[1]}"))


def rank_name(code: str, words: Words) -> str:
    """Name the rank of a card, such as "king"."""
    return words(f"alt.rank.{code[0]}")


@lru_cache(maxsize=1024)
def nine_said(nine: Nine, words: Words, *, is_spared: bool = False) -> str:
    """Say up to nine cards and what they make; most are the same from one picture to the next."""
    cards = suits_said(nine.cards, words)
    if not nine.cards:
        return cards
    made = nine.meld.score if is_spared else factors(nine.meld, words)
    return f"{cards} {words('look.makes', made=made)}"


def suits_said(cards: Iterable[str] | None, words: Words, *, drawn: str | None = None) -> str:
    """Say cards in words, suit by suit in their order: Spades: ace, new 10. Hearts: king. Joker.

    The one just `drawn` is called new.
    "" for those of a spectator, who has none.
    """
    if cards is None:
        return ""
    held = list(cards)
    if not held:
        return words("holding.none")
    suits = dict.fromkeys(card[1] for card in held if card != JOKER)
    told = [
        _suit_said(suit, [card for card in held if card[1] == suit], words, drawn) for suit in suits
    ]
    jokers = held.count(JOKER)
    return " ".join([*told, *([words("holding.jokers", n=jokers)] if jokers else [])])


def _suit_said(suit: str, cards: Iterable[str], words: Words, drawn: str | None) -> str:
    ranks = [(rank_name(card, words), card == drawn) for card in cards]
    told = [words("ear.new", rank=rank) if is_new else rank for rank, is_new in ranks]
    return words("holding.suit", suit=capital(words(f"card.suit.{suit}")), ranks=told)


def only_said(cards: Sequence[str], words: Words) -> str:
    """Say in words the cards that follow suit, or that there is only one."""
    if len(cards) > 1:
        return suits_said(cards, words)
    (card,) = cards
    suit = capital(words(f"card.suit.{card[1]}"))
    return words("holding.only", suit=suit, rank=rank_name(card, words))


def lying_said(cards: Iterable[str], words: Words) -> str:
    """Say cards in words, in the order they lie: king of hearts, 10 and 9 of diamonds."""
    told = list[str]()
    for suit, found in groupby(cards, key=lambda card: card[1]):
        ranks = words("list.all", items=All(rank_name(card, words) for card in found))
        told.append(words("card.name", rank=ranks, suit=words(f"card.suit.{suit}")))
    return words("list.all", items=told)


def factors(meld: Meld, words: Words) -> str:
    """Say a score and what it is made of: the longest suit, the longest run, sets and jokers."""
    said = words("look.made", score=meld.score, suit=meld.flush, run=meld.run, sets=meld.sets)
    jokers = [words("look.jokers", n=meld.jokers)] * bool(meld.jokers)
    return words("list.all", items=[said, *jokers])

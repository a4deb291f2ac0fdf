"""Alt text: everything a picture says, in words, within Discord's 1024 UTF-16 code units.

Only screen readers read it: what has changed comes first, what stays the same last, and all of it
can be spoken, cards too. If a text is too long, names are shortened first, then a game leaves out
what is least needed (`Context.spared`). Discord counts as JavaScript does: a letter beyond the
basic plane, such as an emoji, is two units.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from typing import Any, Generic

from engine.melds import Meld, Nine
from render.api import MAX_ALT, All, Apart, Person, Words, You, capital
from render.context import C, Context, V_co
from render.lettering import clusters, drawable
from render.sprites import JOKER

_NAME_LENGTHS = (32, 24, 16, 12, 8)
_LAST_LENGTHS = (5, 3, 1)
"""How long names may still be where all that can be has been left out."""

MOST_SPARED = 7
"""In how many steps a game may leave out what is least needed."""


class AltText(ABC, Generic[V_co]):
    """The alt text of a game's pictures, sentence by sentence; "" is left out.

    A game says how far it has come, what a seat has and what may be done, and in which order.

    >>> from render.context import Context, example_people
    >>> from render.scenes.nimbly.alt import NimblyAlt
    >>> from render.scenes.nimbly.examples import TABLE
    >>> words = lambda key, **values: f"{key} {values.get('name', '')}"
    >>> NimblyAlt(Context(TABLE, example_people(words), words)).turn()
    'alt.nimbly.turn picture.example.1'
    """

    def __init__(self, context: Context[V_co]) -> None:
        self.context = context
        self.view = context.view
        self.words = context.words

    @abstractmethod
    def progress(self) -> str:
        """Say which game it is and how far it has come."""

    @abstractmethod
    def seat(self, seat: int) -> str:
        """Say what everybody may know of a seat."""

    @property
    @abstractmethod
    def asked(self) -> str:
        """The key of the sentence that says what the seats to act have to do."""

    def changed(self) -> Iterable[str]:
        """Say what has changed since the picture before; nothing of the first one of a game."""
        return [self.won()]

    def now(self) -> Iterable[str]:
        """Say what lies in the middle of the table."""
        return ()

    def table(self) -> Iterable[str]:
        """Return the sentences of the public table."""
        return [*self.changed(), self.turn(), *self.now(), *self.seats(), self.progress()]

    @abstractmethod
    def hand(self) -> Iterable[str]:
        """Return the sentences of a seat's own hand. Raises ValueError for a spectator's view."""

    def deal(self) -> Iterable[str]:
        """Return the sentences of the last finished deal, in a game of more than one."""
        return ()

    def held(self) -> str:
        """Say the cards of a seat's own hand. Raises ValueError for a spectator's view."""
        return " ".join(filter(None, self.hand()))

    def open_hand(self) -> str:
        """Say what a seat holds, where everybody's cards are shown."""
        name = self.context.name(self.context.own_seat)
        return self.words("alt.open_hand", name=name, cards=self.held())

    def turn(self) -> str:
        """Say who has to do what; "" where nobody has to."""
        names = self.context.names(self.view.to_act)
        name = names[0] if len(names) == 1 else names
        return self.words(self.asked, name=name) if names else ""

    def won(self) -> str:
        """Say who has won; "" before the end."""
        names = self.context.names(self.view.winners)
        return self.words("alt.over", names=names, n=len(names)) if names else ""

    def seats(self) -> list[str]:
        """Return a sentence for every seat."""
        return [self.seat(seat) for seat in self.context.seats]

    def others(self) -> list[str]:
        """Return a sentence for every seat but the own one."""
        return [self.seat(seat) for seat in self.context.seats if seat != self.view.seat]

    def made(self, points: Sequence[int]) -> list[str]:
        """Say what everybody made in a deal."""
        return [
            self.words("alt.made", name=self.context.name(seat), points=points[seat - 1])
            for seat in self.context.seats
        ]

    def ended(self, deal: int, points: Sequence[int]) -> str:
        """Say that a deal is over, and what everybody made in it."""
        return self.words("alt.ended", deal=deal, made=self.made(points))

    def marked(self, code: str) -> str:  # noqa: ARG002 - for games that mark some
        """Name a move that is marked where it is `Context.told`; "" if the picture marks it not."""
        return ""

    def told(self) -> list[str]:
        """Say which of two moves that are compared is marked as the best one, which as chosen."""
        keys = ("alt.told.best", "alt.told.chosen")
        codes = dict.fromkeys(self.context.told or ())
        moves = [(key, self.marked(code)) for key, code in zip(keys, codes, strict=False)]
        return [self.words(key, move=move) for key, move in moves if move]

    def counted(self, nine: Nine) -> str:
        """Say nothing but cards and how they are counted."""
        return self.words("alt.counted", cards=self.nine(nine, MOST_SPARED))

    def nine(self, nine: Nine, spared: int) -> str:
        """Name cards and say what they make, with the factors unless these are `spared`."""
        return _nine(nine, self.words, is_spared=self.context.spared >= spared)


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
        each = [*chain.from_iterable(map(sentences, shorter)), _house(shorter[0])]
        return " ".join(_begun(sentence, shorter[0]) for sentence in each if sentence)

    return fitted(*(partial(told, spared) for spared in range(MOST_SPARED + 1)))


def _house(context: Context[Any]) -> str:
    """Say who is a house player; "" if nobody is."""
    own = context.view.seat if context.you else None
    house = [seat for seat in context.seats if context.is_house(seat) and seat != own]
    names = context.names(house)
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

    *lengths, short = _NAME_LENGTHS
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

    return [Person(short(one.name), one.house) for one in people]


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
        return words("alt.card.joker")
    return words("alt.card.name", rank=_rank(code, words), suit=_suit(code, words))


@lru_cache(maxsize=1024)
def _nine(nine: Nine, words: Words, *, is_spared: bool) -> str:
    """Name cards and what they make; most clouds are the same from one picture to the next."""
    cards = by_suit(nine.cards, words)
    if not nine.cards:
        return cards
    if is_spared:
        return words("alt.nine_only", cards=cards, score=nine.meld.score)
    how = factors(nine.meld, words)
    return words("alt.nine", cards=cards, score=nine.meld.score, how=how)


def by_suit(cards: Sequence[str], words: Words) -> str:
    """Name cards in words, suit after suit: "hearts: king, queen, 10; spades: 2; joker"."""
    if not cards:
        return words("alt.cards.none")
    if len(cards) == 1:
        return card_name(cards[0], words)
    suits: dict[str, list[str]] = defaultdict(list)
    for code in cards:
        suits[code if code == JOKER else code[1]].append(code)
    return words("list.all", items=Apart(_of_suit(held, words) for held in suits.values()))


def factors(meld: Meld, words: Words) -> str:
    """Say what cards score by: their longest suit, longest run, sets and jokers."""
    how = words("alt.factors", flush=meld.flush, run=meld.run, sets=meld.sets)
    jokers = [words("alt.jokers", n=meld.jokers)] * bool(meld.jokers)
    return words("list.all", items=[how, *jokers])


def _of_suit(cards: Sequence[str], words: Words) -> str:
    if cards[0] == JOKER:
        return words("alt.jokers", n=len(cards))
    ranks = [_rank(code, words) for code in cards]
    return words("alt.cards.suit", suit=_suit(cards[0], words), ranks=ranks)


def _rank(code: str, words: Words) -> str:
    return words(f"alt.rank.{code[0]}")


def _suit(code: str, words: Words) -> str:
    return words(f"alt.suit.{code[1]}")

"""Alt text: everything a picture says, in words, within Discord's 1024 UTF-16 code units.

Cards of a trick are named in words, long rows of cards by their spelling (``KH``), which the text
explains. If a text is too long, names are shortened before any fact is. Discord counts as
JavaScript does: a letter beyond the basic plane, such as an emoji, is two units.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import ClassVar, Generic

from engine.melds import JOKER_POINTS, Nine
from render.api import MAX_ALT, Person, Words
from render.context import C, Context, V_co
from render.graphemes import clusters
from render.lettering import drawable
from render.sprites import JOKER

_NAME_LENGTHS = (32, 24, 16, 12, 8, 5, 3, 1)


class AltText(ABC, Generic[V_co]):
    """The alt text of a game's pictures, sentence by sentence; "" is left out.

    A game says how far it has come, what a seat has and what may be done, and in which order.

    >>> from render.context import Context, example_people
    >>> from render.scenes.nimbly.alt import NimblyAlt
    >>> from render.scenes.nimbly.examples import TABLE
    >>> words = lambda key, **values: f"{key} {values.get('name', '')}"
    >>> NimblyAlt(Context(TABLE, example_people(words), words)).turn()
    "alt.nimbly.turn ['picture.example.1']"
    """

    over: ClassVar = "alt.over"
    """The key of the sentence that names the winners."""

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

    def table(self) -> Iterable[str]:
        """Return the sentences of the public table."""
        return [self.progress(), self.turn(), *self.seats()]

    @abstractmethod
    def hand(self) -> Iterable[str]:
        """Return the sentences of a seat's own hand. Raises ValueError for a spectator's view."""

    def deal(self) -> Iterable[str]:
        """Return the sentences of the last finished deal, in a game of more than one."""
        return ()

    def held(self) -> str:
        """Spell the cards of a seat's own hand. Raises ValueError for a spectator's view."""
        return " ".join(filter(None, self.hand()))

    def open_hand(self) -> str:
        """Say what a seat holds, where everybody's cards are shown."""
        name = self.context.name(self.context.own_seat)
        return self.words("alt.open_hand", name=name, cards=self.held())

    def turn(self) -> str:
        """Say who has won, else who has to do what."""
        if not self.view.to_act:
            return self.won()
        return self.words(self.asked, name=self.context.names(self.view.to_act))

    def won(self) -> str:
        """Say who has won; "" before the end."""
        winners = self.view.winners
        if not winners:
            return ""
        return self.words(self.over, names=self.context.names(winners), n=len(winners))

    def seats(self) -> list[str]:
        """Return a sentence for every seat."""
        return [self.seat(seat) for seat in self.context.seats]


def said(context: C, sentences: Callable[[C], Iterable[str]]) -> str:
    """Join the sentences of a context, with names as long as there is room for."""
    return said_together([context], sentences)


def said_together(contexts: Sequence[C], sentences: Callable[[C], Iterable[str]]) -> str:
    """Join the sentences of several contexts of the same people, as `said` does."""
    people, words = contexts[0].people, contexts[0].words

    def with_names(length: int) -> str:
        shorter = named(people, length, words)
        each = (sentences(replace(context, people=shorter)) for context in contexts)
        return " ".join(filter(None, chain.from_iterable(each)))

    return fitted(with_names)


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


def fitted(compose: Callable[[int], str]) -> str:
    """Return the text composed with the longest names (in units) that keep it in bounds."""
    text = ""
    for length in _NAME_LENGTHS:
        text = compose(length)
        if units(text) <= MAX_ALT:
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
    """Return the people as an alt text names them: shortened, a house player with its mark."""
    return [
        Person(_marked(shortened(drawable(person.name), length), person.house, words), person.house)
        for person in people
    ]


def card_name(code: str, words: Words) -> str:
    """Name a card in words, such as "king of hearts"."""
    if code == JOKER:
        return words("alt.card.joker")
    rank, suit = words(f"alt.rank.{code[0]}"), words(f"alt.suit.{code[1]}")
    return words("alt.card.name", rank=rank, suit=suit)


def _marked(name: str, house: bool, words: Words) -> str:
    return words("alt.house", name=name) if name and house else name


def spelled_nine(nine: Nine, words: Words) -> str:
    """Spell cards and what they score: ``KH QH 7D, suit 2 x run 2 x sets 1 = 4``."""
    cards, meld = nine.cards, nine.meld
    if not cards:
        return words("alt.cards.none")
    bonus = f" + {JOKER_POINTS * meld.jokers}" if meld.jokers else ""
    factors = words("alt.factors", flush=meld.flush, run=meld.run, sets=meld.sets)
    return f"{' '.join(cards)}, {factors}{bonus} = {meld.score}"

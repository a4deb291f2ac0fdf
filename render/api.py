"""The contract of pictures: what a scene is given and what it gives back.

`render` sees views and events only, so nothing hidden can be painted. Words come from outside
(`bot/texts`) as a `Words` callable, names as plain strings; both may be in any language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

MAX_ALT = 1024
"""Discord's limit for the alt text of a picture, in UTF-16 code units."""


class Words(Protocol):
    """Looks a text up by its dotted key and fills in the values, as `bot.texts` does."""

    def __call__(self, key: str, /, **values: object) -> str: ...


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits in a seat, for a picture: the name as shown and whether it is a house player."""

    name: str
    house: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture (PNG, palette), its size in pixels and its alt text (≤ 1024)."""

    data: bytes
    width: int
    height: int
    alt: str


@dataclass(frozen=True, slots=True)
class Ranked:
    """One line of the leaderboard, best first; `average` and `best` in points a deal.

    `place` is None for who has no place yet, `best` where no deal counts for it.
    """

    place: int | None
    name: str
    wins: int
    games: int
    average: float
    best: int | None


class Scene(Protocol):
    """How one game looks. Every method is pure, thread-safe and takes milliseconds."""

    @property
    def unit(self) -> str:
        """What the game is dealt in, as the keys of words have it: deals, hands or trips."""

    def table(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the public table from a spectator's view."""

    def closed(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the table of a game that was ended before its time: nobody is to act."""

    def hand(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the private hand from its seat's own view."""

    def result(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the last finished deal from any view; of a game that is over its final result."""

    def deal(self, view: object, people: Sequence[Person], words: Words) -> Picture:
        """Paint the last finished deal from any view, also when the game is over."""

    def rules(self, page: int, words: Words) -> Picture | None:
        """Paint the example picture of a page of `/rules` (from 1); None if it has none."""


Scenes = Mapping[str, Scene]

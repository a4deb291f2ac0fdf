"""The values that `render.scene` and `render.scenes` take and return.

`render` sees views and events only, so nothing hidden can be painted. Words come from outside
(`bot/texts`) as a `Words` callable, names as plain strings; both may be in any language.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil
from typing import NamedTuple, Protocol

MAX_ALT = 1024
"""Discord's limit for the alt text of a picture, in UTF-16 code units."""


class Words(Protocol):
    """Looks a text up by its dotted key and fills in the values, as `bot.texts` does.

    A value that is a list or a tuple is written as the language lists things, a date as a day.
    """

    def __call__(self, key: str, /, **values: object) -> str: ...

    def __hash__(self) -> int: ...


class All(tuple[object, ...]):
    """A value of `Words` in which the last item has an "and" before it."""

    __slots__ = ()


class OneOf(tuple[object, ...]):
    """A value of `Words` in which the last item has an "or" before it."""

    __slots__ = ()


class Apart(tuple[object, ...]):
    """A value of `Words` whose items have commas of their own: a semicolon stands between them."""

    __slots__ = ()


class You(str):
    """The name of who reads it: a value of `Words`, of which a text may tell otherwise."""

    __slots__ = ()


class Nth(int):
    """A value of `Words` that is written as a place in an order, such as 2nd."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Person:
    """The player of a seat, for a picture: the name as shown and whether it is a house player.

    `portrait` is that of a house player, by its place among their names; it has the first if that
    is not known.
    """

    name: str
    house: bool = False
    portrait: int = 0


class RatingChange(NamedTuple):
    """A person's rating after a game, and how many points that gave or took."""

    after: int
    gain: int


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture: PNG, an animation WebP; its size in pixels and its alt text (≤ 1024)."""

    data: bytes
    width: int
    height: int
    alt: str

    @property
    def suffix(self) -> str:
        """The end of its file's name: webp if it moves, else png."""
        return "webp" if self.data.startswith(b"RIFF") else "png"


class Standing(Protocol):
    """A line of the leaderboard, best first; `average` and `best_deal` in points a deal.

    `place` is None for those who have no place yet, `best_deal` where no deal counts for it.
    """

    @property
    def place(self) -> int | None: ...
    @property
    def name(self) -> str: ...
    @property
    def wins(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def average(self) -> float: ...
    @property
    def best_deal(self) -> int | None: ...


def capital(words: str) -> str:
    """Return words as they begin a sentence."""
    return words[:1].upper() + words[1:]


# Numbers as pictures, alt texts and messages write them, with a proper minus sign.

MINUS = "\N{MINUS SIGN}"


def number(value: int) -> str:
    """Write a whole number.

    >>> number(7), number(-7) == f"{MINUS}7"
    ('7', True)
    """
    return f"{MINUS}{-value}" if value < 0 else str(value)


def change(value: int) -> str:
    """Write a change, always with its sign, or a bare 0.

    >>> change(7), change(0)
    ('+7', '0')
    """
    return f"+{value}" if value > 0 else number(value)


def spoken(written: str, words: Words) -> str:
    """Say a number that may have a minus sign before it, with or without its unit."""
    return words("alt.minus", number=written[1:]) if written.startswith(MINUS) else written


def gain(value: int, words: Words) -> str:
    """Say a change: up, down or not at all."""
    key = "alt.up" if value > 0 else "alt.down" if value else "alt.level"
    return words(key, number=abs(value))


def decimal(value: float, words: Words) -> str:
    """Write a number with one decimal as the language does."""
    tenths = round(value * 10)
    return words("picture.decimal", sign=MINUS if tenths < 0 else "", number=abs(tenths) / 10)


def rounded(value: float, words: Words) -> str:
    """Write a number with one decimal, but a whole one without."""
    tenths = round(value * 10)
    return decimal(value, words) if tenths % 10 else number(tenths // 10)


def points_text(value: float, words: Words) -> str:
    """Write points of which there may be tenths, such as `1 point` or `66.5 points`."""
    n = ceil(value) if value > 1 else int(value)
    return words("result.points", n=n, points=rounded(value, words))


def rating_text(rating: int | None, words: Words, *, provisional: bool) -> str:
    """Write a rating, with a question mark while it is provisional: for pictures."""
    if rating is None:
        return words("picture.none")
    return number(rating) + (words("picture.provisional") if provisional else "")


def rating_words(rating: int, words: Words, *, provisional: bool) -> str:
    """Write a rating in a text, where nothing explains a question mark."""
    return words("rating.so_far", rating=number(rating)) if provisional else number(rating)


def rating_spoken(rating: int | None, words: Words, *, provisional: bool) -> str:
    """Say a rating in an alt text, or that there is none."""
    if rating is None:
        return words("alt.none.rating")
    return spoken(rating_words(rating, words, provisional=provisional), words)

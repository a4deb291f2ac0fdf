"""Games that are rated as one: their people are compared by what they made of the same cards.

In an evening, and in a week of a league, a place at one's own table is luck of the cards; so these
are rated once, when the last of their games counts, by the places in what is compared. Features
register what is rated so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

Places: TypeAlias = "Callable[[Any, str], Mapping[int, int]]"
"""Returns who came where, by person, given a connection of the store and the key of a contest; who
has no place forfeits."""


class Contest(NamedTuple):
    """The first `words` of the keys of its series name a contest.

    `is_by_conduct` is that at their table a person can have forfeited, or been helped, whatever
    their place.
    """

    words: int
    places: Places
    is_by_conduct: bool


CONTESTS: dict[str, Contest] = {}
"""By the first word of the keys of their series."""


def contest_of(series: str) -> str:
    """Return the key of the contest that a series belongs to; "" for none.

    >>> CONTESTS["evening"] = Contest(2, lambda connection, key: {}, is_by_conduct=False)
    >>> contest_of("evening 7 2"), contest_of("daily 7 2")
    ('evening 7', '')
    """
    words = series.split(" ")
    contest = CONTESTS.get(words[0])
    return "" if contest is None else " ".join(words[: contest.words])


def rules_of(contest: str) -> Contest:
    """Return what a contest of a key is rated by. Raises KeyError."""
    return CONTESTS[contest.partition(" ")[0]]

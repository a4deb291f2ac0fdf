"""The standing of a try among those of others, and what a person has come to by playing; pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

WEEK = 7
"""How many days a person sees at a glance."""

MENDING = 7
"""One missed day can be mended within this many."""

PLACES = ("first", "second", "third", "upper", "lower")
"""What places are counted as: the first three, any other of the better half, and the rest."""


@dataclass(frozen=True, slots=True)
class Field:
    """The tries of a day that were played out, seen from one of them.

    `total` counts them all, this one too; `below` those with a smaller lead, `level` those with the
    same, this one too.
    """

    total: int
    below: int
    level: int

    @property
    def place(self) -> int:
        """The place among them; equals share the better one.

        >>> Field(total=5, below=3, level=1).place, Field(1, 0, 1).place
        (2, 1)
        """
        return self.total - self.below - self.level + 1

    @property
    def is_first(self) -> bool:
        """Whether nobody did better."""
        return self.place == 1

    @property
    def is_shared(self) -> bool:
        """Whether others have the same place."""
        return self.level > 1


class Mark(StrEnum):
    """What became of a day for a person."""

    PLAYED = "played"
    MENDED = "mended"
    MISSED = "missed"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Habit:
    """The days of a person, seen from one: streaks in days, and the last week, oldest first.

    `places` are how often they had each of PLACES lately, on days that others played too.
    """

    streak: int
    longest: int
    week: tuple[Mark, ...]
    places: tuple[int, ...] = (0,) * len(PLACES)

    @classmethod
    def of(
        cls,
        played: Mapping[int, bool],
        today: int,
        skipped: Collection[int] = (),
        places: Sequence[tuple[int, int]] = (),
    ) -> Habit:
        """Sum up the days played, each with whether it was mended, and places as (place, total).

        >>> Habit.of({5: False, 6: True, 7: False}, 8).week[-4:]
        (<Mark.PLAYED: 'played'>, <Mark.MENDED: 'mended'>, <Mark.PLAYED: 'played'>, \
<Mark.OPEN: 'open'>)
        """
        week = tuple(_mark(played, day, today) for day in range(today - WEEK + 1, today + 1))
        kinds = [kind_of_place(place, total) for place, total in places if total > 1]
        return cls(
            streak(played, today, skipped), longest(played, skipped), week,
            tuple(map(kinds.count, PLACES)),
        )  # fmt: skip


def _mark(played: Mapping[int, bool], day: int, today: int) -> Mark:
    if day in played:
        return Mark.MENDED if played[day] else Mark.PLAYED
    return Mark.OPEN if day == today else Mark.MISSED


def kind_of_place(place: int, total: int) -> str:
    """Return which of PLACES a place is.

    >>> kind_of_place(2, 2), kind_of_place(4, 9), kind_of_place(5, 8)
    ('second', 'upper', 'lower')
    """
    if place <= 3:
        return PLACES[place - 1]
    return "upper" if 2 * place <= total else "lower"


def streak(played: Collection[int], today: int, skipped: Collection[int] = ()) -> int:
    """Return on how many days in a row a person has played to the end, up to today.

    `played` are numbers of days. As long as today has not been played, yesterday's streak lives;
    and no streak ends by the days `skipped`, which were closed early.

    >>> streak({7, 8, 9}, today=9), streak({7, 8, 9}, today=10), streak({7, 9}, today=11)
    (3, 3, 0)
    >>> streak({7, 9}, today=10, skipped={8})
    2
    """
    day = today if today in played else today - 1
    days = 0
    while day in played or day in skipped:
        days, day = days + (day in played), day - 1
    return days


def longest(played: Collection[int], skipped: Collection[int] = ()) -> int:
    """Return the longest streak there was.

    >>> longest({1, 2, 3, 7, 8}), longest({1, 3}, skipped={2}), longest(())
    (3, 2, 0)
    """
    most = days = last = 0
    for day in sorted(played):
        is_on = all(between in skipped for between in range(last + 1, day))
        days = days + 1 if days and is_on else 1
        most, last = max(most, days), day
    return most


def at_stake(played: Mapping[int, bool], day: int, skipped: Collection[int] = ()) -> int:
    """Return the days of the streak that is kept by playing a missed day on the next one.

    None is, and this is 0, if another day has been mended within a week.

    >>> at_stake({5: False}, 6), at_stake({}, 6), at_stake({4: True, 5: False}, 6)
    (1, 0, 0)
    """
    if day in played or day in skipped:
        return 0
    lately = any(played.get(other) for other in range(day - MENDING + 1, day + MENDING))
    return 0 if lately else streak(played, day, skipped)

"""Which game is played on which day, and how a try stands among those of others; pure."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import NamedTuple

from bot.match.table.kind import Kind
from engine.game import OptionValue
from engine.games import GAMES
from engine.options import settle

# Which game is played on which day, with what options, and from when to when; pure.
#
# A day is a UTC day, and has a number: how many days have passed since 1 January 1970.

DAILY = Kind("daily", shares_deals=True, is_solo=True, is_rated=False)
"""The kind of a try."""

SECONDS = 86400
"""Seconds in a UTC day, as computers count."""

AHEAD = 7
"""How many days ahead deals are fixed, and their commitments can be read."""

LENGTH = 1800.0
"""Seconds that a try may take from its beginning on, though its day ends meanwhile."""

SEATS = 3
"""A person and two house players."""

LEVEL = "hard"
"""How well these play."""

_BEGAN = date(1970, 1, 1)


class Turns(NamedTuple):
    """The games that take turns from a day on, with their options."""

    since: date
    games: tuple[tuple[str, Mapping[str, OptionValue]], ...]


TURNS = (
    Turns(
        _BEGAN,
        (
            ("cloud_nine", {"deals": 2}),
            ("nimbly", {"deals": 4}),
            ("balloon", {"target": 50}),
            ("clumond", {"deals": 3}),
        ),
    ),
    # Three to five minutes: at most twenty decisions in the median.
    Turns(
        date(2026, 11, 24),
        (
            ("nimbly", {"deals": 1}),
            ("balloon", {"target": 25}),
            ("clumond", {"deals": 1}),
            ("cloud_nine", {"deals": 1}),
        ),
    ),
    # A deal of Nimbly has three or four choices: too few to tell good play from luck.
    Turns(
        date(2026, 12, 6),
        (
            ("nimbly", {"deals": 3}),
            ("balloon", {"target": 25}),
            ("clumond", {"deals": 1}),
            ("cloud_nine", {"deals": 1}),
        ),
    ),
)
"""By their first day. Whatever changes, a game more or other options, is an entry of its own; a day
whose deals are fixed by then stays as its series says."""


def is_daily(game: str) -> bool:
    """Return whether a game takes turns, by the newest of these."""
    return any(game == each for each, _ in TURNS[-1].games)


@dataclass(frozen=True, slots=True)
class Day:
    """A day by its number.

    >>> Day(20779).key
    'daily 2026-11-22'
    """

    number: int

    @classmethod
    def at(cls, when: float) -> Day:
        """Return the day of a moment, in seconds since 1970.

        >>> Day.at(1_795_305_600.0) == Day(20779)
        True
        """
        return cls(int(when // SECONDS))

    @classmethod
    def of(cls, key: str) -> Day | None:
        """Return the day of a series; None if it is no daily.

        >>> Day.of("daily 2026-11-22"), Day.of("league 7 3")
        (Day(number=20779), None)
        """
        if not DAILY.has(key):
            return None
        try:
            found = date.fromisoformat(key.removeprefix(DAILY.key("")))
        except ValueError:
            return None
        return cls((found - _BEGAN).days)

    @property
    def date(self) -> date:
        """The day's date."""
        return _BEGAN + timedelta(days=self.number)

    @property
    def key(self) -> str:
        """The key of its series."""
        return DAILY.key(self.date.isoformat())

    @property
    def opens(self) -> float:
        """When it begins, in seconds since 1970."""
        return float(self.number * SECONDS)

    @property
    def closes(self) -> float:
        """When it ends."""
        return self.opens + SECONDS

    def until(self, begun: float) -> float:
        """Return until when a try of this day can be played that began at a moment.

        >>> Day(0).until(60.0), Day(0).until(86_399.0)
        (86400.0, 88199.0)
        """
        return max(self.closes, begun + LENGTH)

    @property
    def game(self) -> str:
        """The game that is played on it; where its deals are fixed, their series has it."""
        return self._turn[0]

    @property
    def options(self) -> dict[str, OptionValue]:
        """All options of its game."""
        game, options = self._turn
        return settle(GAMES[game].info, SEATS, options)

    @property
    def _turn(self) -> tuple[str, Mapping[str, OptionValue]]:
        since, games = next(turns for turns in reversed(TURNS) if turns.since <= self.date)
        return games[(self.date - since).days % len(games)]

    def plus(self, days: int) -> Day:
        """Return a later day."""
        return Day(self.number + days)

    def ahead(self) -> tuple[Day, ...]:
        """Return the days to come whose deals are fixed."""
        return tuple(self.plus(days) for days in range(1, AHEAD + 1))


# The standing of a try among those of others, and what a person has come to by playing; pure.

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

    @property
    def streaks(self) -> tuple[int, int]:
        """The streak and the longest one as they are shown; 0 for one below two days.

        >>> Habit(1, 4, ()).streaks, Habit(2, 2, ()).streaks
        ((0, 4), (2, 2))
        """
        return (self.streak if self.streak > 1 else 0), (self.longest if self.longest > 1 else 0)

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

    >>> kind_of_place(2, 2), kind_of_place(4, 8), kind_of_place(5, 8)
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

    None is, and this is 0, if another day has been mended within the week before.

    >>> at_stake({5: False}, 6), at_stake({}, 6), at_stake({4: True, 5: False}, 6)
    (1, 0, 0)
    """
    if day in played or day in skipped:
        return 0
    lately = any(played.get(other) for other in range(day - MENDING + 1, day))
    return 0 if lately else streak(played, day, skipped)

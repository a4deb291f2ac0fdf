"""Which game is played on which day, with what options, and from when to when; pure.

A day is a UTC day, and has a number: how many days have passed since 1 January 1970.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from bot.match.kind import Kind
from engine.game import OptionValue
from engine.games import GAMES
from engine.options import settle

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

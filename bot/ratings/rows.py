"""Ratings as plain values: what a game did to them, and who stands where. Nothing here knows SQL.

A rating is a normal distribution over how well somebody plays one game, as openskill has it: `mu`
is where it is thought to be, `sigma` how uncertain that is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import NamedTuple, Self, TypeAlias

from bot.skill import Rating, reset
from bot.store.rows import MatchId

NO_MATCH = MatchId(0)
"""In place of the number of a match where only one can be meant."""

EVER = 0
"""The season of ratings that are never reset, where one is stored."""

DAY = 86400.0
"""Seconds of a day; days are those of UTC."""


class Season(NamedTuple):
    """Three months: a quarter, 1 to 4, of a calendar year in UTC.

    >>> Season.of(1_795_000_000.0)
    Season(year=2026, quarter=4)
    >>> Season(2026, 4).number - Season(2026, 3).number
    1
    """

    year: int
    quarter: int

    @classmethod
    def of(cls, when: float) -> Self:
        """Return the season of a moment. Raises ValueError or OverflowError far from our years."""
        day = datetime.fromtimestamp(when, UTC)
        return cls(day.year, (day.month + 2) // 3)

    @classmethod
    def numbered(cls, number: int) -> Self:
        """Return the season of a number, as it is stored.

        >>> Season.numbered(Season(2026, 1).number)
        Season(year=2026, quarter=1)
        """
        year, quarter = divmod(number, 4)
        return cls(year, quarter + 1)

    @property
    def number(self) -> int:
        """The number it is stored by: one more each season, and never 0."""
        return self.year * 4 + self.quarter - 1

    @property
    def begins(self) -> float:
        """When it begins, in seconds since the epoch."""
        return datetime(self.year, self.quarter * 3 - 2, 1, tzinfo=UTC).timestamp()

    @property
    def ends(self) -> float:
        """When the next one begins."""
        return Season.numbered(self.number + 1).begins


@dataclass(frozen=True, slots=True)
class RatedStanding:
    """A person's line on the leaderboard of a game, in a season or ever, in a server or everywhere.

    The rating is the person's own and the same everywhere; `games` and `wins` are those of this
    season and server that count for ratings, a shared win for everybody who shares it. `place` is
    from 1, and equals share one; None as long as the rating is provisional.
    """

    user_id: int
    name: str
    rating: Rating
    games: int
    wins: int
    place: int | None


class StoredRating(NamedTuple):
    """A rating as it is kept, and how many games it comes from; `wins` counts shared ones too."""

    rating: Rating
    games: int
    wins: int


class PersonRating(NamedTuple):
    """One person's rating in a game, in a season or ever (season EVER)."""

    game: str
    season: int
    stored: StoredRating


Stored: TypeAlias = "Mapping[tuple[int, str, int], StoredRating]"
"""Every rating that is kept, by person, game and season (EVER among them)."""


class Verdict(StrEnum):
    """Whether a game that was played out counts for ratings, and why not."""

    COUNTS = "counts"
    UNRATED = "unrated"
    DAILY = "daily"
    OFF = "off"  # the server had switched ratings off
    ALONE = "alone"  # nobody there to be measured by
    UNKNOWN = "unknown"  # a house player that nobody has measured, or a row that cannot be read
    TOGETHER = "together"  # rated with the first game of its contest
    OFTEN = "often"  # its people have played too many games that day or season


STANDS = frozenset({Verdict.OFF, Verdict.TOGETHER})
"""Verdicts that follow from what held then, so that they stay when all games are rated again."""

SHOWN_VERDICTS = frozenset({Verdict.COUNTS, Verdict.OFTEN, Verdict.UNKNOWN, Verdict.TOGETHER})
"""Verdicts that are told below the result; the others are known before, or to be passed over."""


class Conduct(StrEnum):
    """How a person played a game to its end, as far as ratings ask."""

    WHOLE = "whole"
    HELPED = "helped"
    """A house player moved for them for a while: they cannot gain."""
    FORFEIT = "forfeit"
    """They took a hint, or were not there at the end: they are rated as last."""


@dataclass(frozen=True, slots=True)
class EndedSeat:
    """How one seat came out, and who sat there: a person, or a house player of a level.

    `user_id` is below zero for who had their data deleted, `level` None for people, and for a house
    player who did not play it throughout. In a contest it is the last seat that a person had, at
    the table `match_id`, and their `place` in it; without a `place` it follows from the scores.
    """

    seat: int
    user_id: int | None
    level: str | None
    score: int
    won: bool
    conduct: Conduct = Conduct.WHOLE
    match_id: MatchId = NO_MATCH
    place: int | None = None

    @property
    def is_person(self) -> bool:
        """Whether a person sat there."""
        return self.user_id is not None

    @property
    def is_win(self) -> bool:
        """Whether it is a win of whoever sat there, made by themselves."""
        return self.won and self.conduct is not Conduct.FORFEIT


@dataclass(frozen=True, slots=True)
class SeatChange:
    """The change of the ratings of the person in a seat by a game."""

    seat: int
    user_id: int
    season: int
    place: int
    weight: float
    rating: Rating
    ever: Rating
    match_id: MatchId = NO_MATCH


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that was played out, with all that its rating follows from; or a whole contest.

    `number` counts them in the order in which their ends were stored, `at` is when that was.
    `readable` is False where the row is damaged. `verdict` and `changes` are what was made of it;
    None and () while it waits. `changed_at` are the people of each table with which changes of a
    contest are kept; () for a game, which is one table.
    """

    number: int
    match_id: MatchId
    game: str
    guild_id: int | None
    at: float
    seats: tuple[EndedSeat, ...]
    rated: bool = True
    series: str = ""
    readable: bool = True
    verdict: Verdict | None = None
    changes: tuple[SeatChange, ...] = ()
    changed_at: tuple[frozenset[int], ...] = ()
    is_contest: bool = False

    @property
    def people(self) -> tuple[int, ...]:
        """The players that can be named, by seat."""
        return tuple(seat.user_id for seat in self.seats if seat.user_id and seat.user_id > 0)

    @property
    def tables(self) -> tuple[frozenset[int], ...]:
        """Who played with whom, those without a name, too, as the brakes count it later."""
        users = frozenset(seat.user_id for seat in self.seats if seat.user_id is not None)
        return self.changed_at or (users,)

    @property
    def persons(self) -> int:
        """How many people played, named or not."""
        return sum(seat.is_person for seat in self.seats)

    @property
    def has_anonymous(self) -> bool:
        """Whether somebody who played has had their data deleted since."""
        return any(seat.user_id is not None and seat.user_id < 0 for seat in self.seats)

    @property
    def season(self) -> Season:
        """The season in which it ended."""
        return Season.of(self.at)


class Rated(NamedTuple):
    """A match that was rated; `version` is its new one, if what came of it is to be shown."""

    match_id: MatchId
    version: int | None


@dataclass(frozen=True, slots=True)
class Known:
    """The ratings of a person before a game: their newest season up to its own, and ever."""

    season: int
    rating: Rating
    ever: Rating

    def at(self, season: int) -> Rating:
        """Return the rating with which they come to a game of a season."""
        return reset(self.rating, season - self.season)


@dataclass(frozen=True, slots=True)
class Before:
    """The state before a game: its people's ratings, and the groups that played earlier that day.

    `tables` are the games of the same kind in the same season that counted and in which one of its
    people was, each as who played; `today` are those of the same day.
    """

    known: Mapping[int, Known] = field(default_factory=dict)
    tables: Sequence[frozenset[int]] = ()
    today: Sequence[frozenset[int]] = ()


@dataclass(frozen=True, slots=True)
class Judged:
    """The judgement of a game: whether it counts, and the changes of its people's ratings."""

    verdict: Verdict
    changes: tuple[SeatChange, ...] = ()

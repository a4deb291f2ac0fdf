"""Ratings as plain values, whether a game counts for them, and what it makes of them; pure.

A rating is a normal distribution over how well somebody plays one game, as openskill has it: `mu`
is where it is thought to be, `sigma` how uncertain that is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from itertools import combinations, starmap
from math import ceil
from operator import mul
from statistics import fmean
from typing import NamedTuple, Self, TypeAlias

from bot.match.table.kind import contest_of, kind_of_series
from bot.skill import SURE, Rating, places, rated, rated_in_pairs, reset
from bot.store.rows import WEAK_LEVELS, MatchId
from engine.players.company import STRENGTHS
from engine.seats import Seat

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


# The ratings of house players, by game and level: fixed, so that everybody else's mean something.
# They say nothing of `quick`, which only takes the place of others.

SIGMA = 1.0
"""How sure they are: small beside the 4.2 by which openskill lets anybody's play vary."""

ANCHORS: Mapping[str, Mapping[str, Rating]] = {
    game: {level: Rating(mu, SIGMA) for level, mu in levels.items()}
    for game, levels in STRENGTHS.items()
}
"""The rating of each level, by game; a table with house players of another game is not rated."""


# Whether a game counts for ratings, by how much, and what it makes of them; pure.
#
# The same judge works when a game has just ended and when all are rated again, so both agree.

WITH_HOUSE = 0.75
"""How much a table with house players counts where two or more people play: measured once."""

ALONE = 0.5
"""How much it counts where one person plays with house players only: measured once, too."""


class Brake(NamedTuple):
    """How the games of the same people count less, the more of them there are.

    Of a day the first `whole` count fully, each later one half as much as the one before, and none
    after `most`. Of a season the first `season` count fully, and the n-th later on `season`/n.
    """

    whole: int
    most: int
    season: int

    def weight(self, today: int, season: int) -> float:
        """Return how much the next game counts, after the games of today and of the season.

        >>> [Brake(3, 8, 20).weight(today, 0) for today in (2, 3, 4, 8)]
        [1.0, 0.5, 0.25, 0.0]
        """
        if today >= self.most:
            return 0.0
        return float(0.5 ** max(0, today + 1 - self.whole) * min(1.0, self.season / (season + 1)))


PAIR = Brake(whole=3, most=8, season=20)
"""For the games of the same two people, or of one alone with house players."""

PERSON = Brake(whole=6, most=12, season=100)
"""For all games of one person, whoever else plays."""


class RatingJudge:
    """Judges games; `off` are the servers that have switched ratings off."""

    def __init__(self, off: Collection[int] = ()) -> None:
        self._off = off

    def __call__(self, ended: Ended, before: Before) -> Judged:
        """Return the judgement of a game."""
        if ended.verdict in STANDS:
            return Judged(ended.verdict, ended.changes)  # what held then is not kept
        if ended.has_anonymous and ended.changes:
            return Judged(Verdict.COUNTS, ended.changes)  # of one of them nothing is known any more
        verdict = self._verdict(ended)
        if verdict is not Verdict.COUNTS:
            return Judged(verdict)
        weights = weights_of(ended, before)
        if not any(weights):
            return Judged(Verdict.OFTEN)
        return Judged(Verdict.COUNTS, _changes(ended, before, weights))

    def _verdict(self, ended: Ended) -> Verdict:
        reasons = (
            (not ended.readable, Verdict.UNKNOWN),
            (not kind_of_series(ended.series).is_rated, Verdict.DAILY),
            (not ended.rated, Verdict.UNRATED),
            (ended.guild_id in self._off, Verdict.OFF),
            (not _is_contested(ended), Verdict.ALONE),
            (not _is_measured(ended), Verdict.UNKNOWN),
        )
        return next((verdict for holds, verdict in reasons if holds), Verdict.COUNTS)


def weights_of(ended: Ended, before: Before) -> list[float]:
    """Return how much a game counts, by seat, whoever is met: in a contest by one's own games."""
    if not ended.is_contest:
        return [weight_of(ended, before)] * len(ended.seats)
    users = [seat.user_id or 0 for seat in ended.seats]
    return [_person_weight(user, {*users} - {user}, before) for user in users]


def _person_weight(user: int, others: Collection[int], before: Before) -> float:
    """Return how much a contest with these others counts for one person."""
    own = _braked_by(before, PERSON, partial(_is_of, user))
    met = (_meetings(user, others, tables) for tables in (before.today, before.tables))
    return min(own, *starmap(PAIR.weight, {*zip(*met, strict=True)}))


def _meetings(user: int, others: Collection[int], tables: Sequence[frozenset[int]]) -> list[int]:
    """Return how often a person has met each of these, counted as in `_have_met`."""
    met, anybody = Counter[int](), 0
    for table in tables:
        if user in table and min(table - {user}, default=0) < 0:
            anybody += 1
        elif user in table or min(table) < 0:
            met.update(one for one in table if _have_met(user, one, table))
    return [anybody + met[other] for other in others]


def _braked_by(before: Before, brake: Brake, is_theirs: Callable[[frozenset[int]], bool]) -> float:
    """Return how much the next game counts, by those before it that a brake counts."""
    return brake.weight(sum(map(is_theirs, before.today)), sum(map(is_theirs, before.tables)))


def weight_of(ended: Ended, before: Before) -> float:
    """Return how much a game counts: 1 for one of people only, 0 where they played too often."""
    braked = min(_braked_by(before, brake, is_theirs) for brake, is_theirs in _braked(ended))
    if ended.persons == len(ended.seats):
        return braked
    return braked * (WITH_HOUSE if ended.persons > 1 else ALONE)


def _braked(ended: Ended) -> Iterator[tuple[Brake, Callable[[frozenset[int]], bool]]]:
    """Return each brake of a game, with what tells the earlier tables that it counts."""
    for user in ended.people:
        yield PERSON, partial(_is_of, user)
    if ended.persons == 1:
        yield PAIR, frozenset(ended.people).__eq__
    users = [seat.user_id for seat in ended.seats if seat.user_id is not None]
    for one, other in combinations(users, 2):
        yield PAIR, partial(_have_met, one, other)


def _is_of(user: int, table: frozenset[int]) -> bool:
    return user in table


def _have_met(one: int, other: int, table: frozenset[int]) -> bool:
    """Return whether these two played at a table.

    Whoever had their data deleted counts as either of them. So nobody becomes a new opponent by
    deleting their data and coming back with a new account.
    """
    return any(
        this in table and (that in table or min(table - {this}, default=0) < 0)
        for this, that in ((one, other), (other, one))
    )


def _is_contested(ended: Ended) -> bool:
    """Return whether two people played, or one with a house player that is not weak."""
    if not ended.people:
        return False
    if ended.persons > 1:
        return True
    return any(not seat.is_person and seat.level not in WEAK_LEVELS for seat in ended.seats)


def _is_measured(ended: Ended) -> bool:
    """Return whether the rating of every house player is known."""
    known = ANCHORS.get(ended.game, {})
    return all(seat.is_person or seat.level in known for seat in ended.seats)


def _changes(ended: Ended, before: Before, weights: Sequence[float]) -> tuple[SeatChange, ...]:
    seats, season = ended.seats, ended.season.number
    came = _places(seats)
    known = {user: before.known.get(user) for user in ended.people}
    in_season = _ratings(ended, {u: one.at(season) for u, one in known.items() if one})
    ever = _ratings(ended, {user: one.ever for user, one in known.items() if one})
    weights = [*map(mul, weights, _trusted(in_season))]
    now, for_ever = (_after(ended, ratings, came, weights) for ratings in (in_season, ever))
    return tuple(
        SeatChange(
            seat.seat,
            seat.user_id,
            season,
            came[at],
            weights[at],
            now[at],
            for_ever[at],
            seat.match_id,
        )
        for at, seat in enumerate(seats)
        if seat.user_id in known and weights[at]
    )


def _ratings(ended: Ended, of: Mapping[int, Rating]) -> list[Rating]:
    """Return the rating of everybody at a table, by seat: of a house player that of its level."""
    anchors = ANCHORS.get(ended.game, {})
    return [
        of.get(seat.user_id, Rating()) if seat.user_id is not None else anchors[seat.level or ""]
        for seat in ended.seats
    ]


def _trusted(ratings: Sequence[Rating]) -> list[float]:
    """Return how much a game counts for each by how sure the others' ratings are.

    So accounts that are made to lose raise nobody fast.
    """
    trusts = [one.trust for one in ratings]
    return [fmean(trusts[:at] + trusts[at + 1 :]) for at in range(len(trusts))]


def _places(seats: Sequence[EndedSeat]) -> list[int]:
    """Return everybody's place for ratings: people who forfeit share the last one."""
    stayed = [seat for seat in seats if not _is_forfeit(seat)]
    told = [-seat.score if seat.place is None else seat.place for seat in stayed]
    won = [seat.won and seat.place is None for seat in stayed]
    came = iter(places([-one for one in told], won))
    return [len(stayed) + 1 if _is_forfeit(seat) else next(came) for seat in seats]


def _is_forfeit(seat: EndedSeat) -> bool:
    is_anonymous = seat.user_id is not None and seat.user_id < 0
    return is_anonymous or seat.conduct is Conduct.FORFEIT


def _after(
    ended: Ended, ratings: Sequence[Rating], came: Sequence[int], weights: Sequence[float]
) -> list[Rating]:
    """Return everybody's rating after a game, by seat; only those who played it whole gain."""
    now = (rated_in_pairs if ended.is_contest else rated)(ratings, came, weights)
    return [
        after if seat.conduct is Conduct.WHOLE else after._replace(mu=min(old.mu, after.mu))
        for seat, old, after in zip(ended.seats, ratings, now, strict=True)
    ]


# The change of people's ratings by a finished game, as they see it; pure.


@dataclass(frozen=True, slots=True)
class RatingNews:
    """The change of one person's rating of the season by a game.

    `before` and `after` are equal where the game does not count, and `verdict` says why.
    """

    verdict: Verdict
    before: Rating
    after: Rating
    conduct: Conduct

    @property
    def gain(self) -> int:
        """The points that people see."""
        return self.after.points - self.before.points


MOST_LEFT = 20
"""The most games that somebody is told are missing for a place."""


def games_left(before: Rating, after: Rating, games: int = 1) -> int:
    """Return about how many more games like the last `games` give a place, 1 to `MOST_LEFT`.

    What is known of somebody, one by the square of sigma, grows about as much with each game.

    >>> games_left(Rating(sigma=6.9), Rating(sigma=6.5)), games_left(Rating(), Rating())
    (2, 20)
    """
    known, learnt = after.sigma**-2, after.sigma**-2 - before.sigma**-2
    missing = SURE**-2 - known
    return min(max(ceil(games * missing / learnt), 1), MOST_LEFT) if learnt > 0 else MOST_LEFT


def news_of(ended: Ended, known: Mapping[int, Known]) -> dict[Seat, RatingNews]:
    """Return the news of each person whose rating a rated game has changed or could not change.

    `known` is what the game before this one made of their ratings; it lacks those who are new.
    """
    changes = {change.seat: change for change in ended.changes}
    return {
        Seat(seat.seat): _news(ended, seat, changes.get(seat.seat), known)
        for seat in ended.seats
        if seat.user_id is not None and seat.user_id > 0
    }


def _news(
    ended: Ended, seat: EndedSeat, change: SeatChange | None, known: Mapping[int, Known]
) -> RatingNews:
    verdict = ended.verdict or Verdict.UNRATED
    is_contest = bool(contest_of(ended.series))
    if change is None:
        verdict = Verdict.TOGETHER if is_contest and verdict is Verdict.COUNTS else verdict
        return RatingNews(verdict, Rating(), Rating(), seat.conduct)
    last = known.get(change.user_id)
    before = last.at(change.season) if last else Rating()
    if is_contest:
        return RatingNews(Verdict.COUNTS, before, change.rating, Conduct.WHOLE)
    return RatingNews(verdict, before, change.rating, seat.conduct)

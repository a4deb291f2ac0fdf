"""Playing a daily: the one try that a person has on a day, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.clock import Clock
from bot.daily.calendar import LEVEL, Day
from bot.daily.days import Days
from bot.daily.standing import Field, streak
from bot.daily.store import DailyStore
from bot.daily.tries import Try, TryResult
from bot.errors import Refused
from bot.match.clock.turns import with_clocks
from bot.match.house.robots import HOUSE
from bot.match.series import seed_of_series
from bot.match.table import Table
from bot.match.tables import Tables
from bot.store import Store
from bot.store.members import Member
from bot.store.rows import Location, MatchId, MatchRow, SeriesRow, Status, Terms
from engine.chance import Chance
from engine.course import Course
from engine.game import Options
from engine.games import GAMES

TERMS = Terms(hints=False, fast=True, level=LEVEL)
"""Nobody is hurried, nobody is helped, and house players do not dawdle."""

STREAK_DAYS = 3660
"""Streaks are counted this many days back."""


@dataclass(frozen=True, slots=True)
class TryOutcome:
    """The result of a try, beside those of everybody and of a server (None: of none).

    One that was given up stands beside nobody's. `best` is that of the day, if anybody's is.
    """

    result: TryResult
    everywhere: Field | None
    here: Field | None
    streak: int
    best: TryResult | None


@dataclass(frozen=True, slots=True)
class MyDaily:
    """The facts of a day that a person may know.

    `row` is their table, None before they have begun; `outcome` is there when it was played out.
    `ended` counts the tries of everybody that were played out: all that others' tries tell before
    that.
    """

    day: Day
    series: SeriesRow
    row: MatchRow | None
    outcome: TryOutcome | None
    streak: int
    ended: int


@dataclass(frozen=True, slots=True)
class Glance:
    """What a person's home card shows of the daily: today's game, and what they have come to.

    `state` says whether they have played it: `new`, `playing`, `played` or, if there is none to
    be played today, `closed`. `field` has their place so far (`field.place` of `field.total`).
    """

    day: Day
    game: str
    state: str
    field: Field | None
    streak: int


class Dailies:
    """Lets everybody play the daily once; `house` are the names of the house players."""

    def __init__(
        self, store: Store, tables: Tables, clock: Clock, days: Days, house: Sequence[str]
    ) -> None:
        self._store = store
        self._kept = DailyStore(store.database)
        self._tables = tables
        self._clock = clock
        self.days = days
        self._house = tuple(house)

    async def begin(self, day: Day, person: Member, at: Location | None, locale: str) -> MatchRow:
        """Begin a person's try of a day, or return the one that they have. Raises Refused.

        Without a location it is shown by their presses alone, wherever these are.
        """
        user_id = int(person.key)
        known, is_new = await self._kept.of(day.number, user_id), False
        if known is None:
            series = await self._open(day)
            found = Try(day.number, user_id, MatchId(0), self._clock.now())
            new = self._new(series, person, at, locale)
            begun = await self._kept.begin(found, new)
            if begun is None:
                marked = await self._store.series.marked(series.key, [user_id])
                raise Refused("refused.daily_played" if marked else "refused.daily_over")
            known, is_new = begun
        row = (await self._tables.load(known.match_id)).row
        if is_new:
            await self._tables.tell(row)
        return row

    async def mine(self, day: Day, user_id: int, guild_id: int | None) -> MyDaily:
        """Return the facts of a day for a person; a server they ask in counts them. Raises Refused.

        Results are told only to who has one.
        """
        series = await self.days.series(day)
        if series is None:
            raise Refused("refused.no_daily")
        if guild_id is not None:
            await self._kept.seen_in(day.number, user_id, guild_id)
        known = await self._kept.of(day.number, user_id)
        row = None if known is None else await self._store.match(known.match_id)
        in_a_row = await self._streak(day, user_id, known)
        outcome = await self._outcome(day, user_id, guild_id, in_a_row)
        ended = (await self._kept.counts(day.number, 0, None)).total
        return MyDaily(day, series, row, outcome, in_a_row, ended)

    async def glance(self, user_id: int) -> Glance | None:
        """Return what is worth showing of today on a person's home card, without a search.

        None only before the first day is fixed. Raises StoreError.
        """
        day = self.days.today
        series = await self.days.series(day)
        if series is None:
            return None
        known = await self._kept.of(day.number, user_id)
        row = None if known is None else await self._store.match(known.match_id)
        state, field = "new" if series.closed is None else "closed", None
        if row is not None:
            state = "playing" if row.status is Status.PLAYING else "played"
        if state == "played":
            result = await self._kept.result(day.number, user_id)
            if result is not None and not result.gave_up:
                field = await self._kept.counts(day.number, result.lead, None)
        in_a_row = await self._streak(day, user_id, known)
        return Glance(day, series.game, state, field, in_a_row)

    async def _streak(self, day: Day, user_id: int, known: Try | None) -> int:
        """Return on how many days in a row a person has played; `known` is their try of the day."""
        played = await self._kept.days_played(user_id, STREAK_DAYS)
        skipped = {day.number for day in await self.days.closed_early()}
        is_lost = known is not None and known.gave_up and day.number not in skipped
        return 0 if is_lost else streak(set(played), day.number, skipped)

    async def line(self, mine: MyDaily) -> tuple[str, ...]:
        """Return the moves of the best try of a day, spelled; none while others may repeat them."""
        best = None if mine.outcome is None else mine.outcome.best
        if best is None or mine.series.closed is None:
            return ()
        moves = await self._store.moves(best.match_id)
        return tuple(move.code for move in moves if move.seat == 1)

    async def _outcome(
        self, day: Day, user_id: int, guild_id: int | None, in_a_row: int
    ) -> TryOutcome | None:
        result = await self._kept.result(day.number, user_id)
        if result is None:
            return None
        best = await self._kept.best(day.number, None)
        if result.gave_up:
            return TryOutcome(result, None, None, in_a_row, best)
        everywhere = await self._kept.counts(day.number, result.lead, None)
        here = None
        if guild_id is not None:
            here = await self._kept.counts(day.number, result.lead, guild_id)
        return TryOutcome(result, everywhere, here, in_a_row, best)

    async def _open(self, day: Day) -> SeriesRow:
        """Return the deals of a day that can be played now. Raises Refused."""
        series = await self.days.series(day)
        now = self._clock.now()
        if series is None or now < day.opens:
            raise Refused("refused.no_daily")
        if series.closed is not None or now >= day.closes:
            raise Refused("refused.daily_closed" if series.why else "refused.daily_over")
        return series

    def _new(self, series: SeriesRow, person: Member, at: Location | None, locale: str) -> MatchRow:
        """Return the table of a try: the person in the first seat, the same deals for all."""
        now, game, seed = self._clock.now(), GAMES[series.game], seed_of_series(series)
        members = (replace(person, acted=now), *self._house_players())
        # What `Day.options` settled was stored.
        options: Options = series.options  # type: ignore[assignment] # JSON values
        course = Course.begin(game, len(members), options, Chance(seed))
        row = MatchRow(
            id=MatchId(0), version=1, status=Status.PLAYING, game=series.game,
            rules_version=series.rules_version, options=series.options,
            guild_id=at.guild_id if at else None, channel_id=at.channel_id if at else 0,
            opener_id=int(person.key), locale=locale, secret=series.secret, members=members,
            created=now, touched=now, entropy=series.key, seed=seed,
            state=game.dump(course.state), rated=False, terms=TERMS, by_token=at is None,
            series=series.key,
        )  # fmt: skip
        return with_clocks(Table(row, course), now, lambda: 0.0)

    def _house_players(self) -> list[Member]:
        return [
            Member(key=f"{HOUSE}{number}", name=name, level=LEVEL)
            for number, name in enumerate(self._house[:2], start=1)
        ]

"""Dailies as they come and go, and the one try that a person has at each."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from bot.clock import Clock
from bot.daily.rules import AHEAD, DAILY, LENGTH, LEVEL, Day, Field, Habit, Mark, at_stake
from bot.daily.store import ASIDE, MENDS, DailyStore, Try, TryResult
from bot.errors import Refused
from bot.match.house.house_queue import table_of
from bot.match.house.workshop import SharedMaking, Workshop
from bot.match.table.kind import UPGRADE, is_current, new_series, seed_of_series, versions_of
from bot.match.table.solo import Solo, house_members, solo_table
from bot.match.table.state import row_options
from bot.match.table.tables import Tables
from bot.store import Store
from bot.store.errors import StoreError, UnreadableMatch
from bot.store.rows import MatchId, MatchRow, Member, SeriesRow, Status, Terms
from engine.analysis.grades import graded
from engine.chance import Chance
from engine.course import Course
from engine.game import Options
from engine.games import GAMES
from engine.players.cases import TRYING
from engine.record import MoveLine, Record
from engine.seats import Seat

# The days as they come and go: their deals, fixed a week before, and their end, on the dot.
#
# Nothing here is remembered but in the store, and everything may be done twice.

log = logging.getLogger(__name__)


class Days:
    """Keeps the series of the days: those to come, the one that is open, those that are over."""

    def __init__(self, store: Store, tables: Tables, clock: Clock) -> None:
        self._store = store
        self._daily_store = DailyStore(store.database)
        self._tables = tables
        self._clock = clock
        # The day for which all was seen to, and when a try is next, so that most rounds are short.
        self._settled: Day | None = None
        self._due = 0.0

    @property
    def today(self) -> Day:
        """The day it is."""
        return Day.at(self._clock.now())

    async def series(self, day: Day) -> SeriesRow | None:
        """Return the deals of a day; None for one that never had any."""
        return await self._store.series.get(day.key)

    async def closed_early(self) -> list[Day]:
        """Return the days that were closed early."""
        keys = await self._store.series.closed_early(DAILY.key(""))
        return [day for key in keys if (day := Day.of(key)) is not None]

    async def catch_up(self) -> None:
        """Fix the deals of the days to come, and close the days that are over. Raises StoreError.

        A day that is over is closed when nobody may play it on any more: who still does then has
        a stand-in play on for them. Only then is the secret of its deals revealed.
        """
        today, now = self.today, self._clock.now()
        if today != self._settled:
            await self._store.series.add([*map(_new_series, (today, *today.ahead()))])
            for day in (today, *today.ahead()):
                await self._keep_versions(day, today)
        ending, played = await self._store.series.to_close(DAILY.key(""), now), set[str]()
        if ending or today != self._settled or now >= self._due:
            played = await self._see_to_all(now)
        over = [each for each in ending if each.key not in played or not is_current(each)]
        for series in over:
            await self._close(series)
            log.info("%s is over", series.key)
        if over:
            # A try that was begun at the last moment may have been stored only now; no more come.
            await self._see_to_all(now)
        self._settled = today

    async def _keep_versions(self, day: Day, today: Day) -> None:
        """Make sure that a day is played as it began, or not at all any more."""
        series = await self.series(day)
        if series is None or series.closed is not None or is_current(series):
            return
        if day != today:
            await self._store.series.pin(day.key, *versions_of(series.game))
            return
        await self._close(series, UPGRADE)
        log.warning("%s is closed early: the house players or the rules have changed", day.key)

    async def _close(self, series: SeriesRow, why: str = "") -> None:
        """Close a day; nobody whose game still goes on has a place."""
        if (day := Day.of(series.key)) is not None:
            await self._daily_store.settle(day.number)
        await self._store.series.close(series.key, self._clock.now(), why)

    async def _see_to_all(self, now: float) -> set[str]:
        """See to the tries that are under way; return the days with some that are played on."""
        known, played, due = dict[int, SeriesRow | None](), set[str](), [self.today.closes]
        for found in await self._daily_store.under_way():
            day = Day(found.day)
            if found.day not in known:
                known[found.day] = await self.series(day)
            if await self._see_to(found, known[found.day], is_over=found.until <= now):
                due.append(found.until)
                played |= {day.key} if found.later is None else set()
        self._due = min(due)
        return played

    async def _see_to(self, found: Try, series: SeriesRow | None, *, is_over: bool) -> bool:
        """Do what is to be done about a try that is under way; tell whether it is played on."""
        is_closed = found.later is None and series is not None and series.closed is not None
        if is_closed and series is not None and series.why:
            await self._end(found)
        elif is_over or is_closed:
            await self._give_up(found)
        else:
            return not found.gave_up
        return False

    async def _give_up(self, found: Try) -> None:
        """Have a stand-in finish a try; it counts as it stood."""
        await self._daily_store.give_up(found.match_id)
        try:
            row = (await self._tables.load(found.match_id)).row
            if not row.members[0].away:
                await self._tables.leave(found.match_id, found.user_id)
        except (Refused, UnreadableMatch) as error:
            log.info("match %s is not played on: %s", found.match_id, error)

    async def _end(self, found: Try) -> None:
        """End a try without a result: nobody plays any more as it began."""
        try:
            await self._tables.close(found.match_id, why=UPGRADE)
        except (Refused, UnreadableMatch) as error:
            log.info("match %s is not ended: %s", found.match_id, error)

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`: note that a try was given up."""
        if not DAILY.has(row.series) or row.status is not Status.PLAYING or not row.members[0].away:
            return
        try:
            await self._daily_store.give_up(row.id)
        except StoreError as error:
            # The move is stored, and whoever made it is told so; the next change notes it.
            log.warning("it is not noted that match %s was given up: %s", row.id, error)


def _new_series(day: Day) -> SeriesRow:
    """Return the deals of a day, with a secret of their own."""
    return new_series(day.key, day.game, day.options, day.opens, day.closes)


# Playing a daily: the one try that a person has on a day, and what it comes to.

TERMS = Terms(hints=False, fast=True, level=LEVEL)
"""Nobody is hurried, nobody is helped, and house players do not dawdle."""

STREAK_DAYS = 3660
"""Streaks are counted this many days back."""

PLACED_DAYS = 30
"""Places are counted on this many of the last days played."""

PAST_DAYS = 25
"""How many days that are over can be chosen: a menu has no more room."""


@dataclass(frozen=True, slots=True)
class TryOutcome:
    """The result of a try, beside those of everybody and of a server (None: of none).

    One that was given up, or begun after its day, stands beside nobody's. `best` is the best of
    the day, if anybody's is.
    """

    result: TryResult
    everywhere: Field | None
    here: Field | None
    best: TryResult | None


@dataclass(frozen=True, slots=True)
class MyDaily:
    """The facts of a day that a person may know.

    `row` is their table, None before they have begun; `outcome` is there when it was played out.
    `habit` is as of today. `ended` counts the tries of everybody that were played out: all that
    others' tries tell before that. `at_stake` are the days of a streak that they keep by playing
    this day now, which was yesterday: 0 if there is none to keep. `is_new` is that they have not
    begun, nor ever finished such a game. `until` is when a try of theirs that is being played has
    to be at its end, or else when today ends.
    """

    day: Day
    series: SeriesRow
    row: MatchRow | None
    outcome: TryOutcome | None
    habit: Habit
    ended: int
    at_stake: int = 0
    is_new: bool = False
    until: float = 0.0

    @property
    def mends(self) -> bool:
        """Whether playing this day now keeps a streak."""
        return self.at_stake > 0

    @property
    def is_over(self) -> bool:
        """Whether the day is over, so that nothing of it has to be kept from anybody."""
        return self.series.closed is not None

    @property
    def is_ending(self) -> bool:
        """Whether the day is over for this person, and others still play it on."""
        is_playing = self.row is not None and self.row.status is Status.PLAYING
        return not self.is_over and not is_playing and self.until > self.day.closes


@dataclass(frozen=True, slots=True)
class PastDay:
    """A day that is over: its game, its date as it is written, and whether a person has a try."""

    day: Day
    game: str
    is_played: bool
    name: str = ""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a person's home card shows of the daily: today's game, and what they have come to.

    `state` says whether they have played it: `new`, `playing`, `played` or, if there is none to
    be played today, `closed`. `field` has their place so far (`field.place` of `field.total`).
    `at_stake` are the days of a streak that goes on only if they play yesterday's, too.
    """

    day: Day
    game: str
    state: str
    field: Field | None
    habit: Habit
    at_stake: int = 0


class Dailies:
    """Lets everybody play the daily once; `house` are the names of the house players."""

    def __init__(
        self, store: Store, tables: Tables, clock: Clock, days: Days, house: Sequence[str]
    ) -> None:
        self._store = store
        self._daily_store = DailyStore(store.database)
        self._tables = tables
        self._clock = clock
        self.days = days
        self.sharing = set[int]()
        """Who is sharing a result right now."""
        self._house = tuple(house)

    async def begin(
        self, day: Day, person: Member, locale: str, *, later: bool = False
    ) -> MatchRow:
        """Begin a person's try of a day, or return the one that they have. Raises Refused.

        It is shown by their presses alone, wherever these are. A day that is over is begun only
        `later`, knowingly.
        """
        user_id = int(person.key)
        known, is_new = await self._daily_store.of(day.number, user_id), False
        if known is None:
            series = await self._open(day, later=later)
            found = Try(
                day.number, user_id, MatchId(0), self._clock.now(),
                later=await self._later(day, user_id),
            )  # fmt: skip
            new = self._new(series, person, locale)
            begun = await self._daily_store.begin(found, new)
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
        today = self.days.today
        if series is None or day.number > today.number:
            raise Refused("refused.no_daily")
        if guild_id is not None and day == today:
            await self._daily_store.seen_in(day.number, user_id, guild_id)
        known = await self._daily_store.of(day.number, user_id)
        row = None if known is None else await self._store.match(known.match_id)
        played, skipped = await self._played(user_id)
        outcome = await self._outcome(day, user_id, guild_id)
        everyone = outcome.everywhere if outcome is not None else None
        so_far = everyone if series.closed is None else None
        habit = await self._habit(user_id, played, skipped, so_far)
        ended = (everyone or await self._daily_store.counts(day.number, 0, None)).total
        is_missed = known is None and series.closed is not None and day == today.plus(-1)
        stake = at_stake(played, day.number, skipped) if is_missed else 0
        is_new = row is None and not await self._store.has_finished(user_id, series.game)
        is_playing = row is not None and row.status is Status.PLAYING
        until = known.until if known is not None and is_playing else today.closes
        return MyDaily(day, series, row, outcome, habit, ended, stake, is_new, until)

    async def before(self, user_id: int) -> MyDaily | None:
        """Return yesterday as a person should hear of it today; None if there is nothing to tell.

        Until it is closed its places may still change; a spoilt try of it costs nobody today's.
        Raises StoreError.
        """
        try:
            mine = await self.mine(self.days.today.plus(-1), user_id, None)
        except (Refused, UnreadableMatch):
            return None
        return mine if mine.is_over and (mine.outcome is not None or mine.mends) else None

    async def glance(self, user_id: int) -> Glance | None:
        """Return what is worth showing of today on a person's home card, without a search.

        None only before the first day is fixed. Raises StoreError.
        """
        day = self.days.today
        series = await self.days.series(day)
        if series is None:
            return None
        known = await self._daily_store.of(day.number, user_id)
        row = None if known is None else await self._store.match(known.match_id)
        state, field = "new" if series.closed is None else "closed", None
        if row is not None:
            state = "playing" if row.status is Status.PLAYING else "played"
        if state == "played":
            result = await self._daily_store.result(day.number, user_id)
            if result is not None and not result.gave_up:
                field = await self._daily_store.counts(day.number, result.lead, None)
        so_far = field if series.closed is None else None
        habit = await self._habit(user_id, *await self._played(user_id), so_far)
        is_lost = state == "new" and not habit.streak
        before = await self.before(user_id) if is_lost else None
        stake = 0 if before is None else before.at_stake
        return Glance(day, series.game, state, field, habit, stake)

    async def habit(self, user_id: int) -> Habit:
        """Return a person's streaks and last week, as of today. Raises StoreError."""
        return await self._habit(user_id, *await self._played(user_id))

    async def past(self, user_id: int) -> list[PastDay]:
        """Return the last days that are over, the newest first. Raises StoreError."""
        today = self.days.today
        found = await self._store.series.like(DAILY.key(""), PAST_DAYS + AHEAD + 1)
        tried = await self._daily_store.days_tried(user_id, today.number - PAST_DAYS - AHEAD)
        days = [(Day.of(series.key), series) for series in found if series.closed is not None]
        return [
            PastDay(day, series.game, day.number in tried)
            for day, series in days
            if day is not None and day.number < today.number
        ][:PAST_DAYS]

    async def easiest(self, mine: MyDaily, user_id: int) -> PastDay | None:
        """Return the last day of the easiest game, for somebody's very first daily.

        None for who has begun one ever, or has finished a game such as today's. Raises StoreError.
        """
        game = next(iter(GAMES))
        is_open = mine.day == self.days.today and not (mine.is_over or mine.is_ending)
        if not (is_open and mine.is_new) or mine.series.game == game:
            return None
        if await self._daily_store.days_tried(user_id, 0):
            return None
        return next((one for one in await self.past(user_id) if one.game == game), None)

    async def _played(self, user_id: int) -> tuple[dict[int, bool], set[int]]:
        """Return the days that count for a person's streak, and those closed early."""
        played = await self._daily_store.days_played(user_id, STREAK_DAYS)
        return played, {day.number for day in await self.days.closed_early()}

    async def _habit(
        self, user_id: int, played: dict[int, bool], skipped: set[int], so_far: Field | None = None
    ) -> Habit:
        today = self.days.today.number
        places = await self._daily_store.places(user_id, PLACED_DAYS)
        if so_far is not None:
            places = [(so_far.place, so_far.total), *places]
        habit = Habit.of(played, today, skipped, places)
        if await self._plays_on(today - 1, user_id):
            habit = Habit.of(played, today, {*skipped, today - 1}, places)
            habit = replace(habit, week=(*habit.week[:-2], Mark.OPEN, habit.week[-1]))
        known = await self._daily_store.of(today, user_id)
        if known is None or not known.gave_up or today in skipped:
            return habit
        return replace(habit, streak=0, week=(*habit.week[:-1], Mark.MISSED))

    async def _plays_on(self, day: int, user_id: int) -> bool:
        """Return whether a person still plays a day that has just ended."""
        if self._clock.now() >= Day(day).closes + LENGTH:
            return False
        known = await self._daily_store.of(day, user_id)
        if known is None or known.gave_up or known.until <= self._clock.now():
            return False
        row = await self._store.match(known.match_id)
        return row is not None and row.status is Status.PLAYING

    async def _outcome(self, day: Day, user_id: int, guild_id: int | None) -> TryOutcome | None:
        result = await self._daily_store.result(day.number, user_id)
        if result is None:
            return None
        best = await self._daily_store.best(day.number)
        if result.gave_up or result.later is not None:
            return TryOutcome(result, None, None, best)
        everywhere = await self._daily_store.counts(day.number, result.lead, None)
        here = None
        if guild_id is not None:
            here = await self._daily_store.counts(day.number, result.lead, guild_id)
        return TryOutcome(result, everywhere, here, best)

    async def _open(self, day: Day, *, later: bool) -> SeriesRow:
        """Return the deals of a day that can be played now: today's, or past. Raises Refused."""
        series = await self.days.series(day)
        now = self._clock.now()
        if series is None or now < day.opens:
            raise Refused("refused.no_daily")
        if day == self.days.today and series.closed is not None:
            raise Refused("refused.daily_closed")
        if now >= day.closes and (series.closed is None or not later):
            raise Refused("refused.daily_over")
        return series

    async def _later(self, day: Day, user_id: int) -> str | None:
        """Return what a try counts for that is begun after its day; None for one of today."""
        if day == self.days.today:
            return None
        return MENDS if (await self.mine(day, user_id, None)).mends else ASIDE

    def _new(self, series: SeriesRow, person: Member, locale: str) -> MatchRow:
        """Return the table of a try: the person in the first seat, the same deals for all."""
        now, seed = self._clock.now(), seed_of_series(series)
        members = (replace(person, acted=now), *house_members(self._house, LEVEL))
        # What `Day.options` settled was stored.
        options: Options = series.options  # type: ignore[assignment] # JSON values
        course = Course.begin(GAMES[series.game], len(members), options, Chance(seed))
        solo = Solo(series.key, series.options, TERMS, locale, seed, series.secret)
        return solo_table(solo, course, members, now)


async def may_watch(store: Store, row: MatchRow, user_id: int) -> bool:
    """Return whether somebody may watch a try: the best one of a day that they have played too."""
    day = Day.of(row.series)
    series = None if day is None else await store.series.get(day.key)
    if day is None or series is None or series.closed is None:
        return False
    daily_store = DailyStore(store.database)
    best = await daily_store.best(day.number)
    own = await daily_store.result(day.number, user_id)
    return own is not None and best is not None and best.match_id == row.id


# The squares of a try: the grade of each of its decisions, made by the workshop and kept.

GRADING_TIME = 30.0
"""Seconds that the workshop may take; on an idle machine it takes a few."""


class Grading:
    """Makes squares; whoever asks while they are being made waits for the same work."""

    def __init__(self, store: Store, workshop: Workshop) -> None:
        self._store = store
        self._daily_store = DailyStore(store.database)
        self._workshop = workshop
        self._making = SharedMaking[MatchId, str]("the squares of a daily")
        # One at a time, so that however many end their daily at once, the workshop has room.
        self._turn = asyncio.Lock()

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`: begin as soon as a try was played out, as its person will look."""
        is_over = DAILY.has(row.series) and row.status is Status.OVER
        if is_over and not row.members[0].away:
            self._making.begin(row.id, partial(self._made, row.id))

    async def squares(self, match_id: MatchId) -> str | None:
        """Grade a try that was played out, and keep it; None where that is not possible now."""
        try:
            return await self._making.made(match_id, partial(self._made, match_id))
        except (Refused, StoreError) as error:
            log.info("match %s has no squares yet: %s", match_id, error)
            return None

    async def close(self) -> None:
        """Let go of what is not made; the workshop is closed before."""
        await self._making.close()

    async def _made(self, match_id: MatchId) -> str:
        if (kept := await self._daily_store.squares_of(match_id)) is not None:
            return kept
        row = await self._store.match(match_id)
        if row is None or row.game not in TRYING:
            raise Refused("refused.no_match")
        moves = await self._store.moves(match_id)
        record = Record(
            game=row.game, seats=len(row.members), options=row_options(row), seed=row.seed,
            moves=tuple(MoveLine(Seat(move.seat), move.code) for move in moves),
        )  # fmt: skip
        job = partial(graded, record, Seat(1), Random, table=table_of(row))
        async with self._turn:
            grades = await self._workshop.do(job, within=GRADING_TIME)
        squares = "".join(str(int(grade)) for grade in grades)
        await self._daily_store.set_squares(match_id, squares)
        return squares

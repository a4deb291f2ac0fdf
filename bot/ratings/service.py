"""Rates games soon after they ended, in the order of their ends; and works all out anew."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from math import inf

from bot.clock import Clock
from bot.preferences.server import Feature, server_settings
from bot.ratings.rules import (
    DAY,
    EVER,
    Before,
    Ended,
    Judged,
    Known,
    RatingJudge,
    Stored,
    StoredRating,
)
from bot.ratings.store import RatingStore
from bot.settings import Settings
from bot.skill import Rating
from bot.store import Store
from bot.store.backends.addresses import refuse_missing
from bot.store.errors import StoreClosed, StoreError, UnreadableMatch
from bot.store.rows import MatchId, MatchRow, Status
from bot.texts import Texts

# Rates games soon after they ended, one after the other, in the order of their ends.

log = logging.getLogger(__name__)

SHOWN_FOR = 3600.0
"""Seconds after its end in which the result of a game is shown again with its ratings."""

GAMES_A_TRANSACTION = 5
"""How many games are rated in one transaction: some milliseconds, so no move waits for it."""


class Rater:
    """One task, as long as games wait.

    They wait in the store: killed at any instant, the next start goes on.
    """

    def __init__(self, store: Store, clock: Clock | None = None) -> None:
        """Rate what `store` has; without a clock no result is shown again."""
        self._store, self._clock = store, clock
        self._rating_store = RatingStore(store.database)
        self.listeners: list[Callable[[MatchId, int], Awaitable[None]]] = []
        """Called with a match that is to be shown with its ratings, and its new version."""
        self._more = False
        self._task: asyncio.Task[None] | None = None

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`."""
        if row.status is Status.OVER and self._store.ownership.leads:
            self.start()

    def start(self) -> None:
        """Rate what waits, in the background."""
        self._more = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="rater")

    async def catch_up(self) -> None:
        """Rate what came late, too, in the background."""
        self.start()

    async def idle(self) -> None:
        """Wait until nothing is being rated."""
        if self._task is not None:
            await asyncio.wait((self._task,))

    async def close(self) -> None:
        """Stop; what waits is rated after the next start."""
        if self._task is not None:
            self._task.cancel()
            await self.idle()

    async def rate_waiting(self, at_once: int = GAMES_A_TRANSACTION) -> int:
        """Rate all games that wait, in transactions of several; return how many. Raises StoreError.

        How many at once changes nothing in what comes of it.
        """
        done = 0
        while games := await self._rating_store.waiting(at_once):
            judge = RatingJudge(await self._switched_off({guild_id for _, guild_id in games}))
            since = inf if self._clock is None else self._clock.now() - SHOWN_FOR
            numbers = [number for number, _ in games]
            rated = await self._rating_store.advance(judge, numbers, since)
            done += len(rated)
            for match_id, version in rated:
                if version is not None:
                    await self._tell(match_id, version)
        return done

    async def _tell(self, match_id: MatchId, version: int) -> None:
        for listener in self.listeners:
            try:
                await listener(match_id, version)
            except UnreadableMatch as error:
                log.warning("the ratings of match %s are not shown: %s", match_id, error)

    async def strengths(self, game: str, user_ids: Sequence[int]) -> Mapping[int, float]:
        """Return how strong these people are, as ratings, if that is sure. Raises StoreError."""
        return await self._rating_store.strengths(game, user_ids)

    async def rate_anew(self) -> None:
        """Rate every game once more, by what was set in the servers then. Raises StoreError."""
        await self.rate_waiting()
        await self._rating_store.begin_anew()
        while games := await self._rating_store.waiting(GAMES_A_TRANSACTION):
            await self._rating_store.advance(RatingJudge(), [number for number, _ in games])

    async def _switched_off(self, guild_ids: set[int | None]) -> set[int]:
        """Return which of these servers have switched ratings off."""
        return {
            guild_id
            for guild_id in guild_ids
            if guild_id is not None
            and not (await server_settings(self._store, guild_id)).has(Feature.RATINGS)
        }

    async def _run(self) -> None:
        while self._more:
            self._more = False
            try:
                await self.rate_waiting()
            except StoreClosed:
                return
            except StoreError as error:
                log.warning("games cannot be rated now: %s", error)
            except Exception:
                # The next game that ends, or the next look, tries again.
                log.exception("rating failed")


# Working all ratings out again from the results, and saying whether they are what is kept.

GAMES_A_READ = 200
"""How many games are read at once."""

CLOSE = 1e-6
"""So far apart two ratings are the same: another machine may differ in the last digits."""


@dataclass(frozen=True, slots=True)
class Recomputed:
    """How many games count, how many ratings come of them, and how many are kept otherwise."""

    games: int
    ratings: int
    different: int


class Memory:
    """Ratings as the store would keep them, from the games given one by one."""

    def __init__(self) -> None:
        self.ratings: dict[tuple[int, str, int], StoredRating] = {}
        self._seasons: defaultdict[tuple[int, str], list[int]] = defaultdict(list)
        # Who played the games of a season, each with its day.
        self._tables: defaultdict[tuple[str, int], list[tuple[float, frozenset[int]]]] = (
            defaultdict(list)
        )

    def before(self, ended: Ended) -> Before:
        """Return the ratings before a game."""
        if not ended.readable:
            return Before()
        people = ended.people
        known = {user: found for user in people if (found := self._known(user, ended))}
        theirs = [
            (day, table)
            for day, table in self._tables[ended.game, ended.season.number]
            if table.intersection(people)
        ]
        today = [table for day, table in theirs if day == ended.at // DAY]
        return Before(known, [table for _, table in theirs], today)

    def keep(self, ended: Ended, judged: Judged) -> None:
        """Note what becomes of a game."""
        won = {(seat.match_id, seat.seat): seat.is_win for seat in ended.seats}
        for change in judged.changes:
            for season, rating in ((change.season, change.rating), (EVER, change.ever)):
                is_win = won[change.match_id, change.seat]
                self._count(change.user_id, ended.game, season, rating, won=is_win)
        if judged.changes:
            of_season = self._tables[ended.game, ended.season.number]
            of_season += [(ended.at // DAY, users) for users in ended.tables]

    def _known(self, user: int, ended: Ended) -> Known | None:
        seasons = [s for s in self._seasons[user, ended.game] if s <= ended.season.number]
        if not seasons:
            return None
        newest = max(seasons)
        rating = self.ratings[user, ended.game, newest].rating
        return Known(newest, rating, self.ratings[user, ended.game, EVER].rating)

    def _count(self, user: int, game: str, season: int, rating: Rating, *, won: bool) -> None:
        key = (user, game, season)
        if key not in self.ratings and season != EVER:
            self._seasons[user, game].append(season)
        _, games, wins = self.ratings.get(key, StoredRating(rating, 0, 0))
        self.ratings[key] = StoredRating(rating, games + 1, wins + won)


async def recompute(store: Store) -> Recomputed:
    """Work all ratings out again and compare them with those kept; nothing is changed.

    A bot that goes on rating meanwhile does no harm. Raises StoreError.
    """
    memory, judge, last, counted = Memory(), RatingJudge(), 0, 0
    while True:
        while games := await RatingStore(store.database).ended(last, GAMES_A_READ):
            for ended in games:
                judged = judge(ended, memory.before(ended))
                memory.keep(ended, judged)
                counted += bool(judged.changes)
            last = games[-1].number
        stored = await RatingStore(store.database).stored()
        if not await RatingStore(store.database).ended(last, 1):
            return Recomputed(counted, len(stored), _different(memory.ratings, stored))


async def run(settings: Settings, *, write: bool) -> tuple[str, bool]:
    """Recompute the ratings of a database; return what to tell, and whether all were equal.

    With `write`, what is not is then kept as it was worked out. Raises StoreError; InUse where a
    bot runs that `write` must not meet.
    """
    say = Texts.load().words(settings.locale)
    await asyncio.to_thread(refuse_missing, settings.database_url)
    store = await Store.open(settings.database_url, alone=write)
    try:
        found = await recompute(store)
        told = say("ratings.recomputed", games=found.games, ratings=found.ratings)
        if not found.different:
            return f"{told} {say('ratings.equal')}", True
        if write:
            await Rater(store).rate_anew()
            return f"{told} {say('ratings.written', n=found.different)}", True
        return f"{told} {say('ratings.different', n=found.different)}", False
    finally:
        await store.close()


def _different(one: Stored, other: Stored) -> int:
    """Count the ratings in which two differ."""
    return sum(not _same(one.get(key), other.get(key)) for key in one.keys() | other.keys())


def _same(one: StoredRating | None, other: StoredRating | None) -> bool:
    if one is None or other is None:
        return False
    apart = max(abs(a - b) for a, b in zip(one.rating, other.rating, strict=True))
    return apart <= CLOSE and one[1:] == other[1:]

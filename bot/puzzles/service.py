"""Puzzles: positions in which one move is clearly best, from finished games.

The first puzzles come with the bot, from games of house players; others are found in games that
somebody had reviewed. Only what the seat to move could know decides what is best.
"""

from __future__ import annotations

import asyncio
import logging
import re
from asyncio import to_thread
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from bot.clock import Clock
from bot.errors import Refused
from bot.match.house.workshop import Workshop
from bot.match.kind import kind_of
from bot.meters import PUZZLES_DISLIKED
from bot.preferences.server import Feature, server_settings
from bot.puzzles.puzzle import Puzzle, puzzle_before, shipped
from bot.puzzles.store import (
    PuzzleAnswer,
    PuzzleStore,
    PuzzleWeek,
    Solver,
    Wish,
)
from bot.records.service import record_of
from bot.reviews.service import Reviewed
from bot.skill import Rating, rated
from bot.store import Store
from bot.store.errors import StoreClosed, StoreError
from bot.store.rows import MatchId
from engine.analysis.review import Review
from engine.games import GAMES
from engine.record import Record

log = logging.getLogger(__name__)

KEPT_PUZZLES = 2000
"""How many puzzles of a game are kept."""

DRAWN_FROM = 6
"""A puzzle is drawn from this many that suit a person."""

PATIENCE = 600.0
"""Seconds after a review in which a search waits for the workshop to have nothing else to do."""

LOOK = 5.0
"""Seconds between two looks whether it has."""

START = Rating(25.0, 4.0)
"""The rating with which a person begins."""

STEP = 1.0
"""The most that one answer moves a person's rating, in mu: 40 of the points that people see."""

ANY, SAME_GAME, SAME_THEME = KEPT = ("any", "game", "theme")
"""Which puzzle comes next: any, one of the same game, or one of the same game and theme."""

KEY = re.compile("[0-9a-f]{12}")
"""How the key of a puzzle is spelt."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The result of an answer: the one that counts, and how this person does.

    `before` is their rating before it, as people see it.
    """

    puzzle: Puzzle
    answer: PuzzleAnswer
    before: int
    week: PuzzleWeek
    is_new: bool


class Puzzles:
    """Gives puzzles, takes answers, and finds new puzzles in reviewed games."""

    def __init__(self, store: Store, workshop: Workshop, clock: Clock) -> None:
        self._store = store
        self._kept = PuzzleStore(store.database)
        self._workshop = workshop
        self._clock = clock
        self._random = Random()  # noqa: S311 - which puzzle somebody gets guards nothing
        self._noting = asyncio.Lock()
        # One search at a time, so that no job of a person finds the workshop full of these.
        self._turn = asyncio.Lock()
        self._searching: set[asyncio.Task[None]] = set()

    async def begin(self) -> None:
        """Store the puzzles that come with the bot, as they are now, if they can be read.

        Those that are withdrawn are no longer offered.
        """
        try:
            coming = await to_thread(shipped)
            await self._kept.ship(coming.puzzles, coming.withdrawn)
        except (StoreError, OSError, ValueError, KeyError, TypeError) as error:
            log.warning("the puzzles that come with the bot are not stored: %s", error)

    async def draw(
        self, user_id: int, game: str | None, theme: str | None = None, *, other: str | None = None
    ) -> Puzzle:
        """Return a puzzle that is new to a person and about as hard as they are good.

        `game` None means any but `other`, first of all one that they have played; `theme` is one
        of the game's. Raises Refused if there is none left.
        """
        mu = ((await self._kept.solver(user_id)).rating or START).mu
        for games in [(game,)] if game else await self._any(user_id, other):
            if (found := await self._drawn(user_id, Wish(games, theme), mu)) is not None:
                return found
        raise Refused("refused.no_puzzle")

    async def _any(self, user_id: int, other: str | None) -> list[tuple[str, ...]]:
        """Return the games to draw from: those that a person has played, then all."""
        played = await self._kept.games_of(user_id)
        both = [played, tuple(GAMES)]
        return [tuple(game for game in games if game != other) for games in both]

    async def _drawn(self, user_id: int, wish: Wish, mu: float) -> Puzzle | None:
        spoilt = 0
        while found := await self._kept.fresh(user_id, wish, mu, DRAWN_FROM, spoilt):
            self._random.shuffle(found)
            for row in found:
                try:
                    return Puzzle.of(row)
                except (ValueError, KeyError, TypeError) as error:
                    log.warning("puzzle %s is spoilt: %s", row.key, type(error).__name__)
            spoilt += len(found)
        return None

    async def find(self, key: str) -> Puzzle:
        """Return a puzzle by its key. Raises Refused."""
        row = await self._kept.get(key)
        if row is None:
            raise Refused("refused.puzzle_gone")
        try:
            return Puzzle.of(row)
        except (ValueError, KeyError, TypeError):
            raise Refused("refused.puzzle_gone") from None

    async def answer(self, user_id: int, key: str, code: str) -> Answered:
        """Take an answer in; only the first one to a puzzle counts. Raises Refused."""
        # One at a time, so that no change of a puzzle's rating is lost.
        async with self._noting:
            puzzle = await self.find(key)
            if puzzle.choice(code) is None:
                raise Refused("refused.puzzle_gone")
            before = await self._kept.solver(user_id)
            given = await self._kept.answer_of(user_id, key)
            is_new = given is None
            if given is None:
                given = await self._note(puzzle, user_id, code, before)
            week = await self._kept.week_of(user_id, self._clock.now())
        was = (before.rating or START).shown
        return Answered(puzzle, given, was, week, is_new)

    async def dislike(self, user_id: int, key: str) -> Answered:
        """Note that somebody found a puzzle they have answered not a good one. Raises Refused."""
        puzzle = await self.find(key)
        if await self._kept.dislike(user_id, key):
            PUZZLES_DISLIKED.labels(puzzle.row.game).inc()
        given = await self._kept.answer_of(user_id, key)
        if given is None:
            raise Refused("refused.puzzle_gone")
        week = await self._kept.week_of(user_id, self._clock.now())
        return Answered(puzzle, given, 0, week, is_new=False)

    async def _note(self, puzzle: Puzzle, user_id: int, code: str, before: Solver) -> PuzzleAnswer:
        row, is_right = puzzle.row, code == puzzle.choices[0].code
        own = before.rating or START
        person, task = rated((own, Rating(row.mu, row.sigma)), [1, 2] if is_right else [2, 1])
        mu = max(own.mu - STEP, min(own.mu + STEP, person.mu))
        now = self._clock.now()
        answer = PuzzleAnswer(user_id, row.key, code, is_right, now, mu, person.sigma)
        await self._kept.note(answer, task.mu, task.sigma)
        return answer

    def on_review(self, game: Reviewed, made: Review) -> None:
        """Look for puzzles at the decisions that a review tells of, in the background.

        A game of a series gives none: many have seen its cards at other tables.
        """
        row = game.finished.row
        if kind_of(row).shares_deals:
            return
        moves = [decision.move for decision in (*made.mistakes, *made.praised)]
        self.consider(record_of(game.finished), moves, row.id, row.guild_id)

    def consider(
        self, record: Record, moves: Iterable[int], match_id: MatchId, guild_id: int | None
    ) -> None:
        """Look for puzzles in a game, before some of its moves (counted from 0), in the background.

        It is done in the workshop while nobody waits there, and not in servers without puzzles.
        """
        search = self._search(record, tuple(moves), match_id, guild_id)
        task = asyncio.create_task(search, name="puzzles")
        self._searching.add(task)
        task.add_done_callback(self._searching.discard)

    async def idle(self) -> None:
        """Wait until nothing is searched any more."""
        await asyncio.gather(*self._searching, return_exceptions=True)

    async def close(self) -> None:
        """Stop searching."""
        for task in list(self._searching):
            task.cancel()
        await self.idle()

    async def _search(
        self, record: Record, moves: tuple[int, ...], match_id: MatchId, guild_id: int | None
    ) -> None:
        try:
            settings = await server_settings(self._store, guild_id)
            if not settings.has(Feature.PUZZLES):
                return
            until = self._clock.now() + PATIENCE
            for number in moves:
                if await self._kept.count(record.game) >= KEPT_PUZZLES:
                    return
                async with self._turn:
                    await self._nobody_works(until)
                    row = await self._workshop.do(partial(puzzle_before, record, number))
                if row is not None:
                    await self._kept.add([replace(row, match_id=match_id)])
        except (Refused, StoreClosed):
            log.info("there was no time to look for puzzles in match %s", match_id)
        except Exception:
            log.exception("looking for puzzles in match %s failed", match_id)

    async def _nobody_works(self, until: float) -> None:
        """Wait until the workshop has nothing to do. Raises Refused if it has all this time."""
        while not self._workshop.is_idle:
            if self._clock.now() >= until:
                raise Refused("refused.workshop_full")
            await self._clock.sleep(LOOK)

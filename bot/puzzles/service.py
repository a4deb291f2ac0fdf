"""Puzzles: positions in which one move is clearly best, from finished games.

The first puzzles come with the bot, from games of house players; others are found in games that
somebody had reviewed. Only what the seat to move could know decides what is best.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, cast

import orjson

from bot.clock import Clock
from bot.errors import Refused
from bot.match.house.workshop import Workshop
from bot.match.kind import kind_of
from bot.preferences.server import Feature, server_settings
from bot.puzzles.store import PuzzleAnswer, PuzzleRow, PuzzleStore, Solver
from bot.records.service import record_of
from bot.reviews.service import Reviewed
from bot.skill import Rating, rated
from bot.store import Store
from bot.store.errors import StoreClosed, StoreError
from bot.store.rows import MatchId
from engine.analysis.puzzle import ClearBest, clear_best
from engine.analysis.review import Review
from engine.course import Course
from engine.game import View
from engine.games import GAMES
from engine.players.reasons import Reason
from engine.players.robot import RankedMove
from engine.record import Record, format_record, parse_record, replay
from engine.seats import Seat

log = logging.getLogger(__name__)

SHIPPED = Path(__file__).parent / "shipped_puzzles.json"
"""The puzzles that come with the bot; `python -m bench.puzzles` finds them."""

KEPT_PUZZLES = 2000
"""How many puzzles of a game are kept."""

DRAWN_FROM = 6
"""A puzzle is drawn from this many that suit a person."""

PATIENCE = 600.0
"""Seconds after a review in which a search waits for the workshop to have nothing else to do."""

LOOK = 5.0
"""Seconds between two looks whether it has."""

KEY = re.compile("[0-9a-f]{12}")
"""How the key of a puzzle is spelt."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle: its position, and every legal move with what it promises, the best first."""

    row: PuzzleRow
    course: Course
    choices: tuple[RankedMove, ...]

    @classmethod
    def of(cls, row: PuzzleRow) -> Puzzle:
        """Read a stored puzzle. Raises ValueError, KeyError or TypeError for a spoilt one."""
        course = replay(parse_record(row.record))
        puzzle = cls(row, course, tuple(map(_choice, orjson.loads(row.choices))))
        codes = sorted(choice.code for choice in puzzle.choices)
        if codes != sorted(course.legal(puzzle.seat)):
            raise ValueError("not the legal moves")
        return puzzle

    @property
    def seat(self) -> Seat:
        """The seat to move."""
        return Seat(self.row.seat)

    @property
    def view(self) -> View:
        """The view of the seat to move."""
        return self.course.view(self.seat)

    def choice(self, code: str) -> RankedMove | None:
        """Return the choice of this spelling, if there is one."""
        return next((choice for choice in self.choices if choice.code == code), None)


@dataclass(frozen=True, slots=True)
class Answered:
    """The result of an answer: the one that counts, and this person's standing.

    `before` is their rating before it, None for their first puzzle; both are as people see them.
    """

    puzzle: Puzzle
    answer: PuzzleAnswer
    before: int | None
    solver: Solver
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
        """Store the puzzles that come with the bot, if they are not there and can be read."""
        try:
            rows = shipped()
            missing = await self._kept.missing([row.key for row in rows])
            if missing:
                await self._kept.add([row for row in rows if row.key in missing])
        except (StoreError, OSError, ValueError, TypeError) as error:
            log.warning("the puzzles that come with the bot are not stored: %s", error)

    async def draw(self, user_id: int, game: str | None) -> Puzzle:
        """Return a puzzle that is new to a person and about as hard as they are good.

        `game` None means any. Raises Refused if there is none left.
        """
        solver = await self._kept.solver(user_id)
        mu = (solver.rating or Rating()).mu
        spoilt = 0
        while found := await self._kept.fresh(user_id, game, mu, DRAWN_FROM, spoilt):
            self._random.shuffle(found)
            for row in found:
                try:
                    return Puzzle.of(row)
                except (ValueError, KeyError, TypeError) as error:
                    log.warning("puzzle %s is spoilt: %s", row.key, type(error).__name__)
            spoilt += len(found)
        raise Refused("refused.no_puzzle")

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
        puzzle = await self.find(key)
        if puzzle.choice(code) is None:
            raise Refused("refused.puzzle_gone")
        # One at a time, so that no change of a puzzle's rating is lost.
        async with self._noting:
            before = await self._kept.solver(user_id)
            given = await self._kept.answer_of(user_id, key)
            is_new = given is None
            if given is None:
                given = await self._note(puzzle, user_id, code, before)
            solver = await self._kept.solver(user_id)
        was = None if before.rating is None else before.rating.shown
        return Answered(puzzle, given, was, solver, is_new)

    async def _note(self, puzzle: Puzzle, user_id: int, code: str, before: Solver) -> PuzzleAnswer:
        row = (await self.find(puzzle.row.key)).row
        is_right = code == puzzle.choices[0].code
        ratings = before.rating or Rating(), Rating(row.mu, row.sigma)
        person, task = rated(ratings, [1, 2] if is_right else [2, 1])
        now = self._clock.now()
        answer = PuzzleAnswer(user_id, row.key, code, is_right, now, person.mu, person.sigma)
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


def puzzle_before(record: Record, number: int) -> PuzzleRow | None:
    """Return the puzzle of a game before its move `number` (from 0); None if it is none.

    It takes about a second. Raises RecordError for an impossible record.
    """
    start = replace(
        record,
        moves=record.moves[:number],
        players=(),
        result=None,
        other=(),
    )
    course, seat = replay(start), record.moves[number].seat
    text = format_record(start)
    key = hashlib.sha256(f"{seat} {text}".encode()).hexdigest()[:12]
    found = clear_best(course, seat, Random, key)
    if found is None:
        return None
    return PuzzleRow(key, record.game, text, seat, spell_choices(found), None, 0, *Rating())


def spell_choices(found: ClearBest) -> str:
    """Spell the moves of a puzzle as they are stored."""
    return orjson.dumps(
        [
            {
                "code": choice.code,
                "share": choice.share,
                "points": choice.points,
                "facts": choice.facts,
                "reasons": [reason.to_json() for reason in choice.reasons],
            }
            for choice in found.choices
        ]
    ).decode()


@cache
def shipped() -> tuple[PuzzleRow, ...]:
    """Read the puzzles that come with the bot."""
    found = cast("list[dict[str, Any]]", orjson.loads(SHIPPED.read_bytes()))
    rows = (PuzzleRow(match_id=None, answers=0, **each) for each in found)
    return tuple(row for row in rows if row.game in GAMES)


def _choice(stored: dict[str, Any]) -> RankedMove:
    facts = tuple((str(name), float(value)) for name, value in stored["facts"])
    points, share = float(stored["points"]), float(stored["share"])
    reasons = tuple(map(Reason.from_json, stored.get("reasons", ())))  # older ones have none
    return RankedMove(str(stored["code"]), points, share, facts, reasons)

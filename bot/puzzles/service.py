"""Puzzles: positions in which one move is clearly best, from finished games.

The first puzzles come with the bot, from games of house players; others are found in games that
somebody had reviewed. Only what the seat to move could know decides what is best.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from asyncio import to_thread
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import orjson

from bot.clock import Clock
from bot.errors import Refused, located
from bot.match.house.workshop import Workshop
from bot.match.table.kind import kind_of
from bot.meters import PUZZLES_DISLIKED
from bot.preferences.person import person_settings, set_person
from bot.preferences.server import Feature, server_settings
from bot.puzzles.store import (
    DAY,
    PuzzleAnswer,
    PuzzleReturn,
    PuzzleRow,
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
from bot.turns import end_tasks
from engine.analysis.puzzle import Choice, clear_best
from engine.analysis.review import Review
from engine.analysis.scale import Grade, grade_of
from engine.course import Course
from engine.game import View
from engine.games import GAMES
from engine.players.cases import THEMES
from engine.players.levels import players_version
from engine.players.reasons import Reason
from engine.players.robot import RankedMove
from engine.record import Record, format_record, parse_record, replay
from engine.seats import Seat

# A puzzle: read from its row, found in a game, and those that come with the bot.

SHIPPED = Path(__file__).parent / "shipped_puzzles.json"
"""The puzzles that come with the bot; `python -m bench.puzzles` finds them."""

GUESSED = 6.0
"""How sure the rating is with which a puzzle of these begins."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle: its position, and every legal move with its share of the win, the best first.

    `back` says why it comes back to a person, MISSED or OWN; "" for one that is new to them.
    """

    row: PuzzleRow
    course: Course
    choices: tuple[RankedMove, ...]
    back: str = ""

    @classmethod
    def of(cls, row: PuzzleRow) -> Puzzle:
        """Read a stored puzzle. Raises ValueError, KeyError or TypeError for a spoilt one."""
        course = replay(parse_record(row.record))
        puzzle = cls(row, course, choices_of(row))
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

    def grade(self, code: str) -> Grade:
        """Return how good a legal move is."""
        best, given = self.choices[0], self.choice(code)
        if given is None or given is best:
            return Grade.GOOD
        return grade_of(best.share - given.share)

    def choice(self, code: str) -> RankedMove | None:
        """Return the choice of this spelling, if there is one."""
        return next((choice for choice in self.choices if choice.code == code), None)


def choices_of(row: PuzzleRow) -> tuple[RankedMove, ...]:
    """Read the moves of a row with their shares of the win (0…1), the best first, and reasons.

    Raises ValueError, KeyError or TypeError.
    """
    stored = dict(orjson.loads(row.choices))
    return tuple(
        RankedMove(str(code), share=float(share), reasons=tuple(map(Reason.from_json, reasons)))
        for code, (share, *reasons) in stored.items()
    )


def spell_choices(choices: Iterable[Choice]) -> str:
    """Spell the moves of a puzzle as they are stored: `{code: [share, reason, …]}`."""
    spelt = {
        choice.code: [round(choice.share, 3), *(reason.to_json() for reason in choice.reasons)]
        for choice in choices
    }
    return orjson.dumps(spelt).decode()


def theme_of(course: Course, seat: Seat, best: str, second: str) -> str:
    """Return what a puzzle is about, "" in a game without themes."""
    themes = THEMES.get(course.game.info.key)
    return themes.of(course.view(seat), course.heard(seat), best, second) if themes else ""


def puzzle_before(record: Record, number: int, *, times: int = 1) -> PuzzleRow | None:
    """Return the puzzle of a game before its move `number` (from 0); None if it is none.

    It takes about a second, and longer with `times` (`engine.analysis.puzzle.clear_best`). Raises
    RecordError for an impossible record.
    """
    start = replace(record, moves=record.moves[:number], players=(), result=None, other=())
    return puzzle_of(start, record.moves[number].seat, times=times)


def puzzle_of(start: Record, seat: Seat, *, times: int = 1) -> PuzzleRow | None:
    """Return the puzzle of a seat to move after a record without names; None if it is none.

    As `puzzle_before`. House players of another version judge it with other luck.
    """
    course = replay(start)
    text = format_record(start)
    key = hashlib.sha256(f"{seat} {text}".encode()).hexdigest()[:12]
    name = f"{key} {players_version(start.game)}"
    found = clear_best(course, seat, Random, name, times=times)
    if found is None:
        return None
    best, second = found.choices[:2]
    theme = theme_of(course, seat, best.code, second.code)
    choices = spell_choices(found.choices)
    return PuzzleRow(key, start.game, text, seat, choices, None, 0, *Rating(), theme)


class Shipped(NamedTuple):
    """The file of puzzles that come with the bot.

    `players` is for each game the version of the house players that judged its puzzles last, and
    `withdrawn` are the keys of those that no longer stood.
    """

    players: Mapping[str, int]
    withdrawn: tuple[str, ...]
    puzzles: tuple[PuzzleRow, ...]

    @classmethod
    def read(cls, path: Path) -> Shipped:
        """Read a file. Raises OSError, ValueError, KeyError or TypeError if it is spoilt."""
        found = cast("dict[str, Any]", orjson.loads(path.read_bytes()))
        spelt = (
            {**each, "choices": orjson.dumps(each["choices"]).decode()} for each in found["puzzles"]
        )
        rows = (PuzzleRow(match_id=None, answers=0, sigma=GUESSED, **each) for each in spelt)
        return cls(found["players"], tuple(found["withdrawn"]), tuple(rows))


@cache
def shipped() -> Shipped:
    """Read the puzzles that come with the bot, as `Shipped.read`, of the games that it knows."""
    found = Shipped.read(SHIPPED)
    return found._replace(puzzles=tuple(row for row in found.puzzles if row.game in GAMES))


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

TWO = 2
"""Of so many moves the second is no more to be found once the first was tried."""

MISSED, OWN = "missed", "own"
"""Why a puzzle comes back: it was missed, or the position is from a game of one's own."""

DAYS = 2, 7, 21
"""Days until a puzzle comes back, the first time and after each time its best move was found."""

MIXED = 0.5
"""How often (0…1) something new is given all the same while something has come back."""

KEY = re.compile("[0-9a-f]{12}")
"""How the key of a puzzle is spelt."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The result of an answer: the one that counts, and how this person does.

    `code` is what was pressed now, and `before` their rating before it, as people see it. It comes
    back in so many days; None if it does not.
    """

    puzzle: Puzzle
    answer: PuzzleAnswer
    code: str
    before: int
    week: PuzzleWeek
    is_new: bool
    back_in: int | None = None

    @property
    def may_try_again(self) -> bool:
        """Whether this first answer missed, and there is more than one move left to try."""
        return self.is_new and not self.answer.is_right and len(self.puzzle.choices) > TWO


class Puzzles:
    """Gives puzzles, takes answers, and finds new puzzles in reviewed games."""

    def __init__(self, store: Store, workshop: Workshop, clock: Clock) -> None:
        self._store = store
        self._puzzle_store = PuzzleStore(store.database)
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
            await self._puzzle_store.ship(coming.puzzles, coming.withdrawn)
        except (StoreError, OSError, ValueError, KeyError, TypeError) as error:
            log.warning("the puzzles that come with the bot are not stored: %s", error)

    async def draw(
        self, user_id: int, game: str | None, theme: str | None = None, *, other: str | None = None
    ) -> Puzzle:
        """Return a puzzle that is new to a person and about as hard as they are good.

        `game` None means any but `other`, those that they have played in turn; `theme` is one
        of the game's. Raises Refused if there is none left.
        """
        if other is theme is None and (back := await self._returned(user_id, game)) is not None:
            return back
        mu = ((await self._puzzle_store.solver(user_id)).rating or START).mu
        for each in [game] if game else await self._in_turn(user_id, other):
            if (found := await self._drawn(user_id, Wish(each, theme), mu)) is not None:
                return found
        raise Refused("refused.no_puzzle")

    async def _returned(self, user_id: int, game: str | None) -> Puzzle | None:
        """Return what has come back to a person, now and then, if they chose so."""
        if self._random.random() < MIXED or not await self._wants(user_id):
            return None
        found = await self._puzzle_store.due(user_id, self._clock.now(), game)
        if found is None:
            return None
        row, is_own = found
        try:
            return replace(Puzzle.of(row), back=OWN if is_own else MISSED)
        except (ValueError, KeyError, TypeError) as error:
            log.warning("puzzle %s is spoilt: %s", row.key, located(error))
            await self._puzzle_store.let_go(user_id, row.key)
            return None

    async def _wants(self, user_id: int) -> bool:
        return (await person_settings(self._store, user_id)).mistakes

    async def bring_back(self, user_id: int, key: str) -> Answered:
        """Have missed puzzles come back to a person from now on, this one too. Raises Refused."""
        await set_person(self._store, user_id, mistakes=True)
        return await self._again(user_id, key, PuzzleReturn(user_id, key, self._at(0)))

    def _at(self, step: int) -> float:
        """Return when something comes back that was found so many times in a row."""
        return self._clock.now() + DAYS[step] * DAY

    async def _come_back(
        self, user_id: int, key: str, before: PuzzleReturn | None, *, is_right: bool, is_new: bool
    ) -> PuzzleReturn | None:
        """Say when a puzzle that was answered comes back: later if found, else soon."""
        if before is None:
            if is_right or not is_new or not await self._wants(user_id):
                return None
            before = PuzzleReturn(user_id, key, 0.0)
        elif before.due > self._clock.now():
            return before  # only what has come back is tried again
        step = before.step + 1 if is_right else 0
        if step == len(DAYS):
            await self._puzzle_store.let_go(user_id, key)
            return None
        after = replace(before, step=step, due=self._at(step))
        await self._puzzle_store.bring_back(after)
        return after

    def _days_to(self, found: PuzzleReturn | None) -> int | None:
        return None if found is None else max(1, round((found.due - self._clock.now()) / DAY))

    async def _in_turn(self, user_id: int, other: str | None) -> list[str]:
        """Return the games to draw from: those played first, each in turn, then all others."""
        played, answered = await self._puzzle_store.games_of(user_id)
        games = sorted(GAMES, key=lambda game: (game not in played, answered.get(game, 0.0)))
        return [game for game in games if game != other]

    async def _drawn(self, user_id: int, wish: Wish, mu: float) -> Puzzle | None:
        spoilt = 0
        while found := await self._puzzle_store.fresh(user_id, wish, mu, DRAWN_FROM, spoilt):
            self._random.shuffle(found)
            for row in found:
                try:
                    return Puzzle.of(row)
                except (ValueError, KeyError, TypeError) as error:
                    log.warning("puzzle %s is spoilt: %s", row.key, located(error))
            spoilt += len(found)
        return None

    async def find(self, key: str) -> Puzzle:
        """Return a puzzle by its key. Raises Refused."""
        row = await self._puzzle_store.get(key)
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
            before = await self._puzzle_store.solver(user_id)
            given = await self._puzzle_store.answer_of(user_id, key)
            back = await self._puzzle_store.return_of(user_id, key)
            is_new, is_right = given is None, code == puzzle.choices[0].code
            if given is None:
                is_own = back is not None and back.is_own
                given = await self._note(puzzle, user_id, code, before, is_own=is_own)
            back = await self._come_back(user_id, key, back, is_right=is_right, is_new=is_new)
            week = await self._puzzle_store.week_of(user_id, self._clock.now())
        was = (before.rating or START).points
        return Answered(puzzle, given, code, was, week, is_new, self._days_to(back))

    async def dislike(self, user_id: int, key: str) -> Answered:
        """Note that somebody found a puzzle they have answered not a good one. Raises Refused."""
        if await self._puzzle_store.dislike(user_id, key):
            PUZZLES_DISLIKED.labels((await self.find(key)).row.game).inc()
        return await self._again(user_id, key)

    async def _again(self, user_id: int, key: str, back: PuzzleReturn | None = None) -> Answered:
        """Return the answer of a person once more, which comes back from now on if told so."""
        puzzle = await self.find(key)
        given = await self._puzzle_store.answer_of(user_id, key)
        if given is None:
            raise Refused("refused.puzzle_gone")
        if back is not None:
            await self._puzzle_store.bring_back(back)
        back = await self._puzzle_store.return_of(user_id, key)
        week = await self._puzzle_store.week_of(user_id, self._clock.now())
        days = self._days_to(back)
        return Answered(puzzle, given, given.code, 0, week, is_new=False, back_in=days)

    async def _note(
        self, puzzle: Puzzle, user_id: int, code: str, before: Solver, *, is_own: bool
    ) -> PuzzleAnswer:
        """Keep an answer; one to a position of their own game changes no rating."""
        row, is_right = puzzle.row, code == puzzle.choices[0].code
        own = before.rating or START
        person, task = rated((own, Rating(row.mu, row.sigma)), [1, 2] if is_right else [2, 1])
        if is_own:
            person, task = own, Rating(row.mu, row.sigma)
        mu = max(own.mu - STEP, min(own.mu + STEP, person.mu))
        now = self._clock.now()
        answer = PuzzleAnswer(user_id, row.key, code, is_right, now, mu, person.sigma)
        await self._puzzle_store.note(answer, task.mu, task.sigma)
        return answer

    def on_review(self, game: Reviewed, made: Review) -> None:
        """Look for puzzles at the decisions that a review tells of, in the background.

        A game of a series gives none: many have seen its cards at other tables.
        """
        row = game.finished.row
        if kind_of(row).shares_deals:
            return
        moves = [decision.move for decision in (*made.mistakes, *made.praised)]
        self.consider(record_of(game.finished), moves, row.id, row.guild_id, game.user_id)

    def consider(
        self,
        record: Record,
        moves: Iterable[int],
        match_id: MatchId,
        guild_id: int | None,
        user_id: int | None = None,
    ) -> None:
        """Look for puzzles in a game, before some of its moves (counted from 0), in the background.

        They come back to the person whose moves these are, if there is one who chose so.

        It is done in the workshop while nobody waits there, and not in servers without puzzles.
        """
        search = self._search(record, tuple(moves), match_id, guild_id, user_id)
        task = asyncio.create_task(search, name="puzzles")
        self._searching.add(task)
        task.add_done_callback(self._searching.discard)

    async def idle(self) -> None:
        """Wait until nothing is searched any more."""
        await asyncio.gather(*self._searching, return_exceptions=True)

    async def close(self) -> None:
        """Stop searching."""
        await end_tasks(self._searching)

    async def _search(
        self,
        record: Record,
        moves: tuple[int, ...],
        match_id: MatchId,
        guild_id: int | None,
        user_id: int | None,
    ) -> None:
        try:
            settings = await server_settings(self._store, guild_id)
            if not settings.has(Feature.PUZZLES):
                return
            until = self._clock.now() + PATIENCE
            for number in moves:
                if await self._puzzle_store.count(record.game) >= KEPT_PUZZLES:
                    return
                async with self._turn:
                    await self._nobody_works(until)
                    row = await self._workshop.do(partial(puzzle_before, record, number))
                if row is not None:
                    await self._puzzle_store.add([replace(row, match_id=match_id)])
                    if user_id is not None and await self._wants(user_id):
                        own = PuzzleReturn(user_id, row.key, self._at(0), is_own=True)
                        await self._puzzle_store.bring_back(own)
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

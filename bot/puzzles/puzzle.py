"""A puzzle: read from its row, found in a game, and those that come with the bot."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import orjson

from bot.puzzles.store import PuzzleRow
from bot.skill import Rating
from engine.analysis.puzzle import Choice, clear_best
from engine.course import Course
from engine.game import View
from engine.games import GAMES
from engine.players.reasons import Reason
from engine.players.robot import RankedMove
from engine.players.themes import THEMES
from engine.players.version import players_version
from engine.record import Record, format_record, parse_record, replay
from engine.seats import Seat

SHIPPED = Path(__file__).parent / "shipped_puzzles.json"
"""The puzzles that come with the bot; `python -m bench.puzzles` finds them."""

GUESSED = 6.0
"""How sure the rating is with which a puzzle of these begins."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A puzzle: its position, and every legal move with its share of the win, the best first."""

    row: PuzzleRow
    course: Course
    choices: tuple[RankedMove, ...]

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

"""Puzzles for tests."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import orjson

from bot.puzzles.store import PuzzleRow, PuzzleWeek, Solver
from bot.skill import Rating
from engine.players.levels import HOUSE_PLAYERS
from engine.record import Record, format_record, replay

START = Record("nimbly", 3, {"deals": 1}, bytes(32))

WEEK = PuzzleWeek(Solver(Rating(25.5, 4.0), 1, 1), (2, 0, 1, 0, 0, 0, 0), 1)
"""A week of a solver, as the store tells it."""


def puzzle_row(key: str, record: Record = START, **fields: object) -> PuzzleRow:
    """Make a puzzle of a record's position: the move that a house player likes is the best."""
    course = replay(record)
    (seat,) = course.to_act()
    legal = course.legal(seat)
    ranked = HOUSE_PLAYERS[record.game]["quick"].rank(
        course.view(seat), course.heard(seat), legal, Random(1)
    )
    text = orjson.dumps({move.code: [0.5] for move in ranked}).decode()
    made = PuzzleRow(key, record.game, format_record(record), seat, text, None, 0, 25.0, 8.0)
    return replace(made, **fields)  # type: ignore[arg-type] # the tests name fields of its types

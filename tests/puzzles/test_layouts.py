"""What is told of an answer to a puzzle."""

from __future__ import annotations

import re

import orjson
import pytest

from bot.puzzles.layouts import answered_layout
from bot.puzzles.service import Answered, Puzzle
from bot.puzzles.store import PuzzleAnswer, PuzzleRow, Solver
from bot.skill import Rating
from tests.match.rows import SAY, said
from tests.puzzles.rows import puzzle_row


def uneven(row: PuzzleRow) -> Puzzle:
    """Return a puzzle whose first move wins 61%, the others 49%."""
    choices = orjson.loads(row.choices)
    for place, choice in enumerate(choices):
        choice.update({"share": 0.49} if place else {"share": 0.614})
    return Puzzle.of(puzzle_row(row.key, choices=orjson.dumps(choices).decode()))


@pytest.mark.parametrize("place", [0, 1])
def test_an_answer_tells_the_difference_of_the_two_chances_it_shows(place: int) -> None:
    puzzle = uneven(puzzle_row("a" * 12))
    code = puzzle.choices[place].code
    answer = PuzzleAnswer(101, puzzle.row.key, code, place == 0, 0.0, 25.0, 8.0)
    told = Answered(puzzle, answer, None, Solver(Rating(25.0, 8.0), 1, 1), is_new=True)
    text = said(answered_layout(told, [], SAY))
    best, other = map(int, re.findall(r"(\d+)% chance to win", text))
    assert f"{best - other} percentage points lower" in text
    assert best - other == 12

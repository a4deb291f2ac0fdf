"""The puzzles that come with the bot: how many, how varied, and what each has to be."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.puzzles.puzzle import Puzzle, shipped
from bot.puzzles.store import PuzzleRow
from engine.analysis.puzzle import AT_RISK, CLEAR, HOPE, WON
from engine.players.themes import THEMES
from engine.record import parse_record


@pytest.mark.parametrize("game", THEMES)
def test_every_puzzle_that_comes_with_the_bot_is_worth_solving(game: str) -> None:
    assert [row.key for row in shipped() if row.game == game and not is_worth_solving(row)] == []


def is_worth_solving(row: PuzzleRow) -> bool:
    """Return whether one move of several is clearly the best, and makes a difference."""
    puzzle = Puzzle.of(row)
    assert parse_record(row.record).game == row.game
    assert puzzle.course.to_act() == (puzzle.seat,)
    assert puzzle.theme == row.theme
    best, *others = (choice.share for choice in puzzle.choices)
    return (
        len(others) > 0
        and best - max(others) >= CLEAR - 0.001
        and best >= HOPE - 0.001
        and (best <= WON or max(others) <= AT_RISK)
    )


@pytest.mark.parametrize("game", THEMES)
def test_the_puzzles_of_a_game_differ(game: str) -> None:
    rows = [row for row in shipped() if row.game == game]
    records = [parse_record(row.record) for row in rows]
    assert len(rows) >= 150
    assert len({row.key for row in rows}) == len(rows)
    assert max(Counter(record.seed for record in records).values()) <= 2
    assert len({row.theme for row in rows}) >= 3
    assert {row.theme for row in rows} <= set(THEMES[game].names)
    assert len({row.mu for row in rows}) >= 2
    if game in ("nimbly", "balloon"):
        assert len({record.seats for record in records}) >= 3

"""The puzzles that come with the bot: how many, how varied, and what each has to be."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.puzzles.service import Puzzle, shipped, theme_of
from engine.analysis.puzzle import AT_RISK, CLEAR, HOPE, WON
from engine.players.themes import THEMES
from engine.players.version import PLAYERS_VERSION
from engine.record import parse_record


@pytest.mark.parametrize("game", THEMES)
def test_every_puzzle_that_comes_with_the_bot_is_worth_solving(game: str) -> None:
    for each in (row for row in shipped().puzzles if row.game == game):
        puzzle = Puzzle.of(each)
        assert parse_record(each.record).game == each.game
        assert puzzle.course.to_act() == (puzzle.seat,)
        assert len(puzzle.choices) > 1
        best, *others = (choice.share for choice in puzzle.choices)
        assert best - max(others) >= CLEAR - 0.001
        assert best >= HOPE - 0.001
        assert best <= WON or max(others) <= AT_RISK
        codes = [choice.code for choice in puzzle.choices[:2]]
        assert theme_of(puzzle.course, puzzle.seat, *codes) == each.theme


def test_todays_house_players_have_judged_every_puzzle() -> None:
    """Whoever changes what they answer has to run `make puzzles`."""
    assert shipped().players == {game: PLAYERS_VERSION[game] for game in THEMES}
    assert not {*shipped().withdrawn} & {row.key for row in shipped().puzzles}


@pytest.mark.parametrize("game", THEMES)
def test_the_puzzles_of_a_game_differ(game: str) -> None:
    rows = [row for row in shipped().puzzles if row.game == game]
    records = [parse_record(row.record) for row in rows]
    assert len(rows) >= 150
    assert len({row.key for row in rows}) == len(rows)
    assert max(Counter(record.seed for record in records).values()) <= 2
    assert len({row.theme for row in rows}) >= 3
    assert {row.theme for row in rows} <= set(THEMES[game].names)
    assert len({row.mu for row in rows}) >= 2
    if game in ("nimbly", "balloon"):
        assert len({record.seats for record in records}) >= 3

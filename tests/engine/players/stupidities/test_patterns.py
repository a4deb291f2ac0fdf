from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.games import GAMES
from tests.engine.players.stupidities.suites import PATTERNS, chances

RULES = Path(__file__).parents[4] / "docs" / "rules.md"


def test_stupidities_are_those_of_games() -> None:
    assert len(PATTERNS) >= 4
    assert PATTERNS.keys() <= GAMES.keys()


@pytest.mark.parametrize("game", PATTERNS)
def test_a_game_has_at_least_fifteen_patterns_that_differ(game: str) -> None:
    assert len({one.name for one in PATTERNS[game]}) == len(PATTERNS[game]) >= 15


@pytest.mark.parametrize(
    ("game", "positions"),
    [("balloon", 300), ("cloud_nine", 150), ("clumond", 500), ("nimbly", 60)],
)
def test_patterns_name_legal_moves_and_never_the_better_one(game: str, positions: int) -> None:
    found = 0
    for chance in chances(game, positions, seed=4):
        legal = {*chance.question.legal}
        for faults in chance.found.values():
            assert {*faults, *faults.values()} <= legal
            assert all(bad != better for bad, better in faults.items())
            found += 1
    assert found


@pytest.mark.parametrize("game", PATTERNS)
def test_a_pattern_cites_a_rule_that_there_is(game: str) -> None:
    rules = RULES.read_text(encoding="utf-8")
    for one in PATTERNS[game]:
        assert re.search(rf"\b{one.rule}\b", rules), one.name

from __future__ import annotations

import pytest

from bench.beginners import BEGINNERS
from bench.ladder import BEGINNER, Pairing, steps
from engine.players.levels import HOUSE_PLAYERS, levels_of


@pytest.mark.parametrize("game", BEGINNERS)
def test_every_rung_of_the_ladder_stands_on_the_one_below(game: str) -> None:
    climbers, rungs = [pairing.levels for pairing in steps(game, 1)], levels_of(game)[1:]
    below = (BEGINNER, *rungs[:-1])
    assert climbers == [(one, two, two) for one, two in zip(rungs, below, strict=True)]


def test_house_players_of_a_table_know_who_else_sits_there() -> None:
    beginner, one, other = Pairing("clumond", ("hard", "easy", "beginner"), 1).table(1)
    own = HOUSE_PLAYERS["clumond"]
    assert (one, other) != (own["hard"], own["easy"])
    assert beginner is BEGINNERS["clumond"]

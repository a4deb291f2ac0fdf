from __future__ import annotations

import pytest

from bench.beginners.levels import BEGINNERS
from bench.frozen import FROZEN
from bench.ladder import steps
from bench.seating import BEGINNER, check, estimating, player, table
from engine.players.levels import HOUSE_PLAYERS, levels_of


def test_names_lead_to_players_of_now_of_then_and_to_beginners() -> None:
    assert player("nimbly", "hard") is HOUSE_PLAYERS["nimbly"]["hard"]
    assert player("nimbly", "frozen:hard") is FROZEN["nimbly"]["frozen:hard"]
    assert player("nimbly", "frozen3:hard") is FROZEN["nimbly"]["frozen3:hard"]
    assert player("nimbly", "beginner") is BEGINNERS["nimbly"]


@pytest.mark.parametrize("name", ["frozen:expert", "frozen2:hard", "master", "frozen"])
def test_a_name_of_nobody_is_refused(name: str) -> None:
    with pytest.raises(SystemExit, match=name):
        check("clumond", ("hard", name))


@pytest.mark.parametrize("game", BEGINNERS)
def test_every_rung_of_the_ladder_stands_on_the_one_below(game: str) -> None:
    climbers, rungs = [pairing.levels for pairing in steps(game, 1)], levels_of(game)[1:]
    below = (BEGINNER, *rungs[:-1])
    assert climbers == [(one, two, two) for one, two in zip(rungs, below, strict=True)]
    for levels in climbers:
        check(game, levels)


def test_house_players_of_a_table_know_who_else_sits_there() -> None:
    one, other, beginner = table("clumond", ("hard", "easy", "beginner"))
    assert (one, other) != (player("clumond", "hard"), player("clumond", "easy"))
    assert estimating(one).budget == HOUSE_PLAYERS["clumond"]["hard"].budget
    assert beginner is BEGINNERS["clumond"]
    with pytest.raises(SystemExit, match="tell what they expect"):
        estimating(beginner)

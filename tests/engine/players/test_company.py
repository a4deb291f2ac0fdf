"""Who heeds who else sits there."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from engine.players.company import PERSON, in_company
from engine.players.levels import HOUSE_PLAYERS, LEVELS


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("level", LEVELS)
def test_company_changes_no_budget(key: str, level: str) -> None:
    player = HOUSE_PLAYERS[key][level]
    assert in_company(player, ("hard", PERSON)).budget == player.budget


def test_a_player_who_heeds_nobody_stays_as_they_are() -> None:
    player = HOUSE_PLAYERS["nimbly"]["hard"]
    assert in_company(player, ("easy", "easy")) is player

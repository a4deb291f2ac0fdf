"""Evenings by ear are held to Discord's description as all others are."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import pytest

from engine.players.levels import HOUSE_PLAYERS
from tests.by_ear.player import LEVEL
from tests.sim.conftest import (
    evening_bodies,
    few_puzzles,
    prompt_scouring,
    quick_pictures,
    rare_rounds,
)

if TYPE_CHECKING:
    from engine.players.robot import HousePlayer

__all__ = ["evening_bodies", "few_puzzles", "prompt_scouring", "quick_pictures", "rare_rounds"]


@pytest.fixture(autouse=True)
def quick_company(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the house players at the table answer by rule of thumb: they are not who listens."""
    for players in HOUSE_PLAYERS.values():
        swift = cast("dict[str, HousePlayer]", players)
        for level in ("hard", LEVEL):
            monkeypatch.setitem(swift, level, players["quick"])

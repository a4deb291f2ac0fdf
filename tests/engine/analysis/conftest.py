"""Analyses with less effort, where what they find is as clear."""

from __future__ import annotations

import pytest

from engine.analysis.judging import EFFORTS
from engine.players.levels import HOUSE_PLAYERS

LESS = 4
"""How many times as much is done in earnest."""


@pytest.fixture
def less_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let reviews, grades and the coach try and ask less."""
    for game, effort in EFFORTS.items():
        less = effort._replace(
            asked=effort.asked // LESS, screened=effort.screened // LESS,
            checked=effort.checked // LESS, told=effort.told // LESS, lucky=effort.lucky // LESS,
            again=HOUSE_PLAYERS[game]["hard"].budget // LESS,
        )  # fmt: skip
        monkeypatch.setitem(EFFORTS, game, less)

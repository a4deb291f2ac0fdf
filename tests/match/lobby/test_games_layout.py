"""The choice of a game."""

from __future__ import annotations

from bot.match.lobby.options_layouts import choice_layout
from engine.games import GAMES
from tests.match.rows import SAY, faults, labels, said


def test_each_game_stands_below_its_name_and_has_a_button() -> None:
    layout = choice_layout(SAY)
    for key in GAMES:
        assert f"**{SAY(f'game.{key}')}**\n" in said(layout)
    assert labels(layout) == [SAY(f"game.{key}") for key in GAMES]
    assert not faults(layout)

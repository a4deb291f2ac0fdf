from __future__ import annotations

from engine.games import GAMES
from render.scenes import SCENES


def test_every_game_has_a_scene_and_every_scene_a_game() -> None:
    assert set(SCENES) == set(GAMES)

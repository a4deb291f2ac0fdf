"""The registry of scenes: one line a game."""

from __future__ import annotations

from typing import Any

from render.scene import Scene
from render.scenes.balloon import BalloonScene
from render.scenes.cloud_nine import CloudNineScene
from render.scenes.clumond import ClumondScene
from render.scenes.nimbly import NimblyScene

SCENES: dict[str, Scene[Any]] = {
    scene.game: scene for scene in (CloudNineScene(), NimblyScene(), BalloonScene(), ClumondScene())
}
"""How each game looks, by its key."""

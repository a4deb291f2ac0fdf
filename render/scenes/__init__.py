"""The registry of scenes: one line a game."""

from __future__ import annotations

from typing import Any

from render.scene import Scene
from render.scenes.balloon.scene import BalloonScene
from render.scenes.cloud_nine.scene import CloudNineScene
from render.scenes.clumond.scene import ClumondScene
from render.scenes.nimbly.scene import NimblyScene

SCENES: dict[str, Scene[Any]] = {
    scene.game: scene for scene in (CloudNineScene(), NimblyScene(), BalloonScene(), ClumondScene())
}
"""How each game looks, by its key."""

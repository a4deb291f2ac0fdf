"""The registry of scenes: one line a game."""

from __future__ import annotations

from render.api import Scene
from render.scenes.balloon import BalloonScene
from render.scenes.cloud_nine import CloudNineScene
from render.scenes.clumond import ClumondScene
from render.scenes.nimbly import NimblyScene

SCENES: dict[str, Scene] = {
    "cloud_nine": CloudNineScene(),
    "nimbly": NimblyScene(),
    "balloon": BalloonScene(),
    "clumond": ClumondScene(),
}
"""How each game looks, by its key."""

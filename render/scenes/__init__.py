"""The registry of scenes: one line a game."""

from __future__ import annotations

from render.api import Scene
from render.scenes import balloon, cloud_nine, clumond, nimbly

SCENES: dict[str, Scene] = {
    "cloud_nine": cloud_nine.SCENE,
    "nimbly": nimbly.SCENE,
    "balloon": balloon.SCENE,
    "clumond": clumond.SCENE,
}
"""How each game looks, by its key."""

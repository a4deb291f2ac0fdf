"""The registries of scenes and of emoji: one line a game."""

from __future__ import annotations

from functools import cache
from typing import Any

from render.emoji import CARD_EMOJI, Emoji, Paint, finished
from render.scene import Scene
from render.scenes.balloon.scene import BALLOON_EMOJI, BalloonScene
from render.scenes.cloud_nine.scene import CloudNineScene
from render.scenes.clumond.scene import ClumondScene
from render.scenes.nimbly.scene import NimblyScene

SCENES: dict[str, Scene[Any]] = {
    scene.game: scene for scene in (CloudNineScene(), NimblyScene(), BalloonScene(), ClumondScene())
}
"""How each game looks, by its key."""

EMOJI: dict[str, Paint] = {**CARD_EMOJI, **BALLOON_EMOJI}
"""The painter of each emoji, by its key: signs on cards, and others on controls."""


@cache
def emoji(key: str) -> Emoji:
    """Return an emoji, painted once a process. Raises KeyError."""
    return finished(EMOJI[key])

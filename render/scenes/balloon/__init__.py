"""How Cloud 9, the balloon game, looks."""

from render.scenes.balloon.scene import SCENE

__all__ = ["SCENE"]

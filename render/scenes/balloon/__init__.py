"""How Cloud 9, the balloon game, looks."""

from render.scenes.balloon.scene import BalloonScene

__all__ = ["BalloonScene"]

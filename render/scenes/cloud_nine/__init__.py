"""How Cloud Nine looks."""

from render.scenes.cloud_nine.scene import SCENE

__all__ = ["SCENE"]

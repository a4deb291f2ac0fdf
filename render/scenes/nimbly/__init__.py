"""How Nimbly looks."""

from render.scenes.nimbly.scene import SCENE

__all__ = ["SCENE"]

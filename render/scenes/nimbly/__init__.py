"""How Nimbly looks."""

from render.scenes.nimbly.scene import NimblyScene

__all__ = ["NimblyScene"]

"""How Cloud Nine looks."""

from render.scenes.cloud_nine.scene import CloudNineScene

__all__ = ["CloudNineScene"]

"""How Clumond looks."""

from render.scenes.clumond.scene import SCENE

__all__ = ["SCENE"]

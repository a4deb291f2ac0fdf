"""How Clumond looks."""

from render.scenes.clumond.scene import ClumondScene

__all__ = ["ClumondScene"]

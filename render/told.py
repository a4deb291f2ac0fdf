"""Marks, in the picture of a position, the two moves that a review compares."""

from __future__ import annotations

from render.canvas import Canvas
from render.charts import verdict_mark
from render.context import C
from render.shapes import Box

TOLD = 42
"""The size of a mark on a card."""


def paint_told(
    canvas: Canvas, context: C, code: str, right: int, bottom: int, size: int = TOLD
) -> None:
    """Mark a move by its corner, as the curve of the review does: the best one, or the one made."""
    if context.told is None or code not in context.told:
        return
    box = Box(right - size, bottom - size, size, size)
    canvas.shape("disc", box.inset(-5, -5), canvas.theme.ink)
    verdict_mark(canvas, box, is_fine=code == context.told[0])

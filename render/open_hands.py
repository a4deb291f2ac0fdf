"""The picture of everybody's hand at one moment of a finished game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from render.canvas import Canvas
from render.context import C
from render.panels import FOOT, HEAD, NAME, ground, head, lit, name_line, stacked
from render.shapes import Box

Paint: TypeAlias = Callable[[Canvas, C, Box], Any]
"""Paints the hand of a context's own seat into a box."""

_BETWEEN = 8
_PAD = 12


def draw_hands(contexts: Sequence[C], height: int, paint: Paint[C], foot: int = FOOT) -> Canvas:
    """Draw a panel for every seat, in which `paint` has so much height for its hand.

    The `foot` beside the ALT badge stays free.
    """
    first = contexts[0]
    boxes = stacked(HEAD, len(contexts), NAME + height + _PAD, _BETWEEN, first.theme)
    canvas = ground(boxes[-1].bottom + foot, lit(boxes, first.view.to_act), first.theme)
    head(canvas, first.words("picture.open_hands"))
    for context, box in zip(contexts, boxes, strict=True):
        line = Box(box.x + 14, box.y + 2, box.w - 28, NAME)
        name_line(canvas, context.seating(context.own_seat), line, context.words)
        paint(canvas, context, Box(line.x, line.bottom, line.w, height))
    return canvas


def stack(parts: Sequence[Canvas]) -> Canvas:
    """Lay pictures of one width below each other."""
    canvas = ground(sum(part.size.h for part in parts), (), parts[0].theme)
    top = 0
    for part in parts:
        canvas.lay(part, 0, top)
        top += part.size.h
    return canvas

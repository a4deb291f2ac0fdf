"""Calibration painted: what was estimated against what came of it, a panel for each question.

The picture looks as those of the bot do (`render.panels`, `render.theme`), so that it can stand in
docs/performance.md beside them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.api import Picture
from render.canvas import PLAIN, SMALL, Canvas, Lettered
from render.encode import finished
from render.geometry import Box, Point
from render.panels import HEAD, MARGIN, ground
from render.shapes import OVERSAMPLING
from render.theme import NIGHT, WIDTH, Colour

_GAP = 12
_PANEL = (WIDTH - 2 * MARGIN - _GAP) // 2
_TITLE = 64
_SCALE = 56
_DOT = (9, 30)
"""Across the smallest and the largest dot."""


class Bin(NamedTuple):
    """Estimates that are alike: how many, their mean, the mean outcome, half its 95 % interval."""

    number: int
    estimate: float
    outcome: float
    error: float


@dataclass(frozen=True, slots=True)
class Plot:
    """One question's bins, and up to which number both axes go."""

    title: str
    bins: Sequence[Bin]
    most: float = 1.0


def paint_plots(title: str, plots: Sequence[Plot], legend: Sequence[str], alt: str) -> Picture:
    """Paint plots two by two, and lines of text in the last place."""
    rows = (len(plots) + bool(legend) + 1) // 2
    boxes = [
        Box(MARGIN + (i % 2) * (_PANEL + _GAP), HEAD + i // 2 * (_PANEL + _GAP), _PANEL, _PANEL)
        for i in range(len(plots) + bool(legend))
    ]
    height = HEAD + rows * (_PANEL + _GAP) + MARGIN - _GAP
    canvas = ground(height, [(box, False) for box in boxes], NIGHT)
    top = Box(MARGIN + 8, 0, WIDTH - 2 * MARGIN - 16, HEAD)
    canvas.caption(title, top, Lettered(PLAIN, NIGHT.text))
    for plot, box in zip(plots, boxes, strict=False):
        _paint(canvas, plot, box)
    for i, line in enumerate(legend):
        row = Box(boxes[-1].x + 20, boxes[-1].y + 24 + 46 * i, _PANEL - 40, 46)
        canvas.caption(line, row, Lettered(SMALL, NIGHT.muted))
    return finished(canvas, alt)


def _paint(canvas: Canvas, plot: Plot, box: Box) -> None:
    title = Box(box.x + 20, box.y + 4, box.w - 40, _TITLE)
    canvas.caption(plot.title, title, Lettered(PLAIN, NIGHT.gold))
    room = Box(box.x + 70, box.y + _TITLE, box.w - 90, box.h - _TITLE - _SCALE)
    canvas.panel(room, NIGHT.well, radius=14)
    field = room.inset(20, 20)
    _line(canvas, room, [(field.x, field.bottom), (field.right, field.y)], NIGHT.line, 4)
    for part in (0.0, 0.5, 1.0):
        word, look = f"{part * plot.most:g}", Lettered(SMALL, NIGHT.muted, "middle")
        x, y = _at(part * plot.most, part * plot.most, plot, field)
        canvas.caption(word, Box(round(x) - 36, room.bottom + 6, 72, 40), look)
        right = Lettered(SMALL, NIGHT.muted, "right")
        canvas.caption(word, Box(box.x + 8, round(y) - 20, 52, 40), right)
    largest = max((one.number for one in plot.bins), default=1)
    for one in plot.bins:
        ends = [max(0.0, min(plot.most, one.outcome + s * one.error)) for s in (-1, 1)]
        bar = [_at(one.estimate, end, plot, field) for end in ends]
        _line(canvas, room, bar, NIGHT.mark, 5)
        x, y = _at(one.estimate, one.outcome, plot, field)
        size = round(_DOT[0] + (_DOT[1] - _DOT[0]) * sqrt(one.number / largest))
        dot = Box(round(x) - size // 2, round(y) - size // 2, size, size)
        canvas.shape("disc", dot, NIGHT.gold)


def _at(estimate: float, outcome: float, plot: Plot, field: Box) -> Point:
    return (
        field.x + field.w * min(1.0, estimate / plot.most),
        field.bottom - field.h * min(1.0, outcome / plot.most),
    )


def _line(canvas: Canvas, room: Box, points: Sequence[Point], colour: Colour, width: int) -> None:
    k = OVERSAMPLING
    large = Image.new("L", (room.w * k, room.h * k))
    moved = [((x - room.x) * k, (y - room.y) * k) for x, y in points]
    ImageDraw.Draw(large).line(moved, 255, width * k)
    canvas.tint(large.reduce(k), colour, room.x, room.y)

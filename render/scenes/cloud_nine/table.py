"""The table of Cloud Nine: the trick in the sky, below it every seat with its cloud."""

from __future__ import annotations

from render.api import Picture
from render.canvas import Canvas
from render.encode import finished
from render.geometry import Box
from render.nines import legend
from render.panels import FOOT, HEAD, MARGIN, foot_box, ground, head, stock_mark
from render.scenes.cloud_nine.alt import table_alt
from render.scenes.cloud_nine.parts import (
    BAND,
    TRICK,
    paint_band,
    paint_trick,
)
from render.scenes.cloud_nine.sitting import Sitting
from render.theme import WIDTH

GAP = 10


def paint_table(sitting: Sitting) -> Picture:
    """Paint the public table."""
    canvas = draw_table(sitting)
    return finished(canvas.image, table_alt(sitting))


def draw_table(sitting: Sitting) -> Canvas:
    """Draw the table without encoding it."""
    view = sitting.view
    first = HEAD + TRICK
    seats = sitting.seats
    boxes = [band_box(first, seat) for seat in seats]
    turns = [seat in view.to_act for seat in seats]
    height = boxes[-1].bottom + FOOT
    canvas = ground(height, tuple(zip(boxes, turns, strict=True)))
    left = stock_mark(canvas, view.stock, WIDTH - MARGIN - 8, 10)
    _, is_last = sitting.trick
    remark = sitting.words("picture.last_trick") if is_last else ""
    head(canvas, sitting.progress, remark, right_edge=left - 24)
    paint_trick(canvas, sitting, HEAD)
    for seat, box in zip(seats, boxes, strict=True):
        paint_band(canvas, sitting, seat, box)
    legend(canvas, foot_box(height), sitting.words)
    return canvas


def band_box(top: int, seat: int) -> Box:
    """Return the place of a seat's band when the first one begins at `top`."""
    return Box(MARGIN, top + (seat - 1) * (BAND + GAP), WIDTH - 2 * MARGIN, BAND)

"""The table of Clumond: contract and pot, the call or the trick, every seat with its tricks."""

from __future__ import annotations

from render.api import Picture
from render.canvas import Canvas
from render.encode import finished
from render.geometry import Box
from render.panels import FOOT, HEAD, MARGIN, ground, head
from render.scenes.clumond.alt import table_alt
from render.scenes.clumond.parts import (
    BAND,
    STRIP,
    TRICK,
    paint_band,
    paint_strip,
    paint_trick,
    strip_box,
)
from render.scenes.clumond.sitting import Sitting
from render.theme import WIDTH

GAP = 10


def paint_table(sitting: Sitting) -> Picture:
    """Paint the public table."""
    canvas = draw_table(sitting)
    return finished(canvas.image, table_alt(sitting))


def draw_table(sitting: Sitting) -> Canvas:
    """Draw the table without encoding it."""
    view, seats = sitting.view, sitting.seats
    boxes = [band_box(HEAD + STRIP + TRICK, seat) for seat in seats]
    turns = [seat in view.to_act for seat in seats]
    bands = ((strip_box(HEAD), False), *zip(boxes, turns, strict=True))
    canvas = ground(boxes[-1].bottom + FOOT, bands)
    head(canvas, sitting.progress, sitting.remark)
    paint_strip(canvas, sitting, HEAD)
    paint_trick(canvas, sitting, HEAD + STRIP)
    for seat, box in zip(seats, boxes, strict=True):
        paint_band(canvas, sitting, seat, box)
    return canvas


def band_box(top: int, seat: int) -> Box:
    """Return the place of a seat's band when the first one begins at `top`."""
    return Box(MARGIN, top + (seat - 1) * (BAND + GAP), WIDTH - 2 * MARGIN, BAND)

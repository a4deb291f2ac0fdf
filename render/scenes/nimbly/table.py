"""The table of Nimbly: three rows under the sky, below them every seat."""

from __future__ import annotations

from render.api import Picture
from render.canvas import Canvas
from render.encode import finished
from render.geometry import Box
from render.panels import FOOT, HEAD, MARGIN, ground, head
from render.scenes.nimbly.alt import table_alt
from render.scenes.nimbly.parts import BAND, paint_band, paint_rows, row_card, row_height
from render.scenes.nimbly.sitting import Sitting
from render.theme import WIDTH

BETWEEN = 8


def paint_table(sitting: Sitting) -> Picture:
    """Paint the public table."""
    canvas = draw_table(sitting)
    return finished(canvas.image, table_alt(sitting))


def draw_table(sitting: Sitting) -> Canvas:
    """Draw the table without encoding it."""
    size = row_card(sitting.view.seats)
    boxes = [band_box(sitting.view.seats, seat) for seat in sitting.seats]
    turns = [seat in sitting.view.to_act for seat in sitting.seats]
    canvas = ground(boxes[-1].bottom + FOOT, tuple(zip(boxes, turns, strict=True)))
    left = sitting.words("picture.nimbly.left", n=sitting.left)
    head(canvas, sitting.progress, left)
    paint_rows(canvas, sitting, HEAD, size)
    for seat, box in zip(sitting.seats, boxes, strict=True):
        paint_band(canvas, sitting, seat, box)
    return canvas


def band_box(seats: int, seat: int) -> Box:
    """Return the place of a seat's band at a table of so many."""
    top = HEAD + 3 * row_height(row_card(seats)) + 4
    return Box(MARGIN, top + (seat - 1) * (BAND + BETWEEN), WIDTH - 2 * MARGIN, BAND)

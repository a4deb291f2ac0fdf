"""The table of the balloon game: the sky, the throw, the discards, a row for every seat."""

from __future__ import annotations

from render.api import Picture
from render.canvas import Canvas
from render.encode import finished
from render.panels import HEAD, MARGIN, ground, head, stock_mark
from render.scenes.balloon.alt import table_alt
from render.scenes.balloon.parts import (
    STRIP,
    paint_dice,
    paint_discards,
    paint_row,
    row_box,
)
from render.scenes.balloon.sitting import Sitting
from render.scenes.balloon.sky import HEIGHT, paint_sky
from render.theme import WIDTH

STRIP_TOP = HEAD + HEIGHT + 6
ROWS_TOP = STRIP_TOP + STRIP


def paint_table(sitting: Sitting) -> Picture:
    """Paint the public table."""
    return finished(draw_table(sitting).image, table_alt(sitting))


def draw_table(sitting: Sitting) -> Canvas:
    """Draw the table without encoding it."""
    view = sitting.view
    boxes = [row_box(ROWS_TOP, seat) for seat in sitting.seats]
    bands = tuple(
        (box, seat in view.to_act) for seat, box in zip(sitting.seats, boxes, strict=True)
    )
    canvas = ground(boxes[-1].bottom + MARGIN, bands)
    left = stock_mark(canvas, view.pile, WIDTH - MARGIN - 8, 10)
    title = sitting.words("picture.balloon.progress", trip=view.deal, target=view.target)
    head(canvas, title, right_edge=left - 24)
    paint_sky(canvas, sitting)
    paint_dice(canvas, view, MARGIN, STRIP_TOP)
    paint_discards(canvas, sitting, WIDTH - MARGIN, STRIP_TOP)
    for seat, box in zip(sitting.seats, boxes, strict=True):
        paint_row(canvas, sitting, seat, box)
    return canvas

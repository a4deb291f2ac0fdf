"""The table of the balloon game: the sky, the throw, the discards, a row for every seat."""

from __future__ import annotations

from engine.games.balloon.view import BalloonView
from render.api import Picture
from render.canvas import Canvas
from render.encode import finished
from render.geometry import Box
from render.panels import FOOT, HEAD, MARGIN, foot_box, ground, head, stock_mark
from render.scenes.balloon.alt import table_alt
from render.scenes.balloon.parts import (
    DIE,
    dice_width,
    paint_dice,
    paint_discards,
    paint_row,
    row_box,
)
from render.scenes.balloon.sitting import Sitting
from render.scenes.balloon.sky import HEIGHT, paint_sky
from render.theme import WIDTH

ROWS_TOP = HEAD + HEIGHT + 12


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
    canvas = ground(boxes[-1].bottom + FOOT, bands)
    left = stock_mark(canvas, view.pile, WIDTH - MARGIN - 8, 10)
    title = sitting.words("picture.balloon.progress", trip=view.deal, target=view.target)
    head(canvas, title, right_edge=left - 24)
    paint_sky(canvas, sitting)
    place = dice_box(view)
    paint_dice(canvas, view, place.x, place.y)
    for seat, box in zip(sitting.seats, boxes, strict=True):
        paint_row(canvas, sitting, seat, box)
    paint_discards(canvas, sitting, foot_box(canvas.image.height))
    return canvas


def dice_box(view: BalloonView) -> Box:
    """Return the place of the dice: below the high clouds at the right, where the sky is free."""
    width = dice_width(view)
    return Box(WIDTH - MARGIN - width, ROWS_TOP - DIE.h - 10, width, DIE.h)

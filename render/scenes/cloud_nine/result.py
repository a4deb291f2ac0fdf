"""The result of a deal of Cloud Nine: both nines of every seat."""

from __future__ import annotations

from engine.games.cloud_nine.view import DealResult
from engine.melds import Nine
from render.api import Picture
from render.canvas import Canvas
from render.encode import finished
from render.geometry import Box, Size
from render.nines import factor_line, legend, nine_row, points_line
from render.panels import FOOT, HEAD, MARGIN, NAME, foot_box, ground, head, name_line
from render.scenes.cloud_nine.alt import result_alt
from render.scenes.cloud_nine.sitting import Sitting
from render.theme import NIGHT, WIDTH

CARD = Size(90, 98)
ROW = CARD.h + 20
PANEL = NAME + 6 + 2 * ROW + 4
GAP = 10
_CARDS_WIDTH = 546


def paint_result(sitting: Sitting) -> Picture:
    """Paint the last finished deal. Raises ValueError if none is finished."""
    result = sitting.view.last_deal
    if result is None:
        raise ValueError("no deal is finished")
    canvas = draw_result(sitting, result)
    return finished(canvas.image, result_alt(sitting, result))


def draw_result(sitting: Sitting, result: DealResult) -> Canvas:
    """Draw the result without encoding it."""
    boxes = [
        Box(MARGIN, HEAD + (s - 1) * (PANEL + GAP), WIDTH - 2 * MARGIN, PANEL)
        for s in sitting.seats
    ]
    best = sitting.best(result.points)
    marks = [seat in best for seat in sitting.seats]
    height = boxes[-1].bottom + FOOT
    canvas = ground(height, tuple(zip(boxes, marks, strict=True)))
    totals = sitting.words("picture.result_columns")
    head(canvas, sitting.words("picture.result", deal=result.deal), totals)
    for seat, box in zip(sitting.seats, boxes, strict=True):
        names = sitting.seating(seat, crown=seat in best)
        name_line(canvas, names, Box(box.x + 14, box.y + 4, 610, NAME), sitting.words)
        _paint_seat(canvas, result, seat, box)
    legend(canvas, foot_box(height), sitting.words)
    return canvas


def _paint_seat(canvas: Canvas, result: DealResult, seat: int, box: Box) -> None:
    """Paint what a seat made and has, and both its nines."""
    line = Box(box.x + 14, box.y + 4, box.w - 28, NAME)
    points_line(canvas, result.points[seat - 1], result.totals[seat - 1], line)
    top = Box(line.x, box.y + NAME + 6, line.w, CARD.h)
    _paint_nine(canvas, result.clouds[seat - 1], "cloud", top)
    _paint_nine(canvas, result.hands[seat - 1], "fan", top._replace(y=top.y + ROW))


def _paint_nine(canvas: Canvas, nine: Nine, mark: str, box: Box) -> None:
    canvas.shape(mark, Box(box.x, box.middle - 24, 48, 48), NIGHT.back_line)
    nine_row(canvas, nine.cards, Box(box.x + 58, box.y, _CARDS_WIDTH, box.h), CARD)
    left = box.x + 58 + _CARDS_WIDTH + 16
    factor_line(canvas, nine.meld, Box(left, box.y, box.right - left, box.h))

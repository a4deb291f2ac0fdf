"""The result of a deal of Nimbly: the nine of every seat, and par if it counts."""

from __future__ import annotations

from engine.games.nimbly.view import DealResult, Nine
from render.api import Picture
from render.canvas import PLAIN, SMALL, Canvas, Lettered
from render.encode import finished
from render.geometry import Box, Size
from render.nines import factor_line, legend, nine_row, points_line
from render.panels import FOOT, HEAD, MARGIN, NAME, foot_box, ground, head, name_line
from render.scenes.nimbly.alt import result_alt
from render.scenes.nimbly.sitting import Sitting
from render.theme import NIGHT, WIDTH

CARD = Size(90, 98)
PANEL = NAME + 6 + CARD.h + 24
BETWEEN = 8
_CARDS_WIDTH = 590


def paint_result(sitting: Sitting) -> Picture:
    """Paint the last finished deal. Raises ValueError if none is finished."""
    result = sitting.view.last_deal
    if result is None:
        raise ValueError("no deal is finished")
    canvas = draw_result(sitting, result)
    return finished(canvas.image, result_alt(sitting, result))


def draw_result(sitting: Sitting, result: DealResult) -> Canvas:
    """Draw the result without encoding it."""
    count = len(sitting.seats) + (result.par is not None)
    boxes = [
        Box(MARGIN, HEAD + i * (PANEL + BETWEEN), WIDTH - 2 * MARGIN, PANEL) for i in range(count)
    ]
    best = sitting.best(result.points)
    marks = [seat in best for seat in range(1, count + 1)]
    height = boxes[-1].bottom + FOOT
    canvas = ground(height, tuple(zip(boxes, marks, strict=True)))
    totals = sitting.words("picture.result_columns")
    head(canvas, sitting.words("picture.result", deal=result.deal), totals)
    for seat, box in zip(sitting.seats, boxes, strict=False):
        names = sitting.seating(seat, crown=seat in best)
        name_line(canvas, names, Box(box.x + 14, box.y + 4, 610, NAME), sitting.words)
        line = Box(box.x + 14, box.y + 4, box.w - 28, NAME)
        points_line(canvas, result.points[seat - 1], result.totals[seat - 1], line)
        _paint_nine(canvas, result.hands[seat - 1], box)
        if result.points[seat - 1] < result.hands[seat - 1].meld.score:
            below = Box(box.x + 14 + _CARDS_WIDTH + 20, box.bottom - 54, 300, 36)
            remark = sitting.words("picture.nimbly.below_par")
            canvas.caption(remark, below, Lettered(SMALL, NIGHT.bonus))
    legend(canvas, foot_box(height), sitting.words)
    if result.par:
        _paint_par(canvas, sitting, result.par, boxes[-1])
    return canvas


def _paint_par(canvas: Canvas, sitting: Sitting, par: Nine, box: Box) -> None:
    """Paint the undealt nine that every hand is measured by (J6)."""
    line = Box(box.x + 14, box.y + 4, box.w - 28, NAME)
    canvas.caption(sitting.words("picture.nimbly.par"), line, Lettered(PLAIN, NIGHT.muted))
    _paint_nine(canvas, par, box)


def _paint_nine(canvas: Canvas, nine: Nine, box: Box) -> None:
    row = Box(box.x + 14, box.y + NAME + 6, _CARDS_WIDTH, CARD.h)
    nine_row(canvas, nine.cards, row, CARD)
    factor_line(
        canvas, nine.meld, Box(row.right + 20, row.y, box.right - 14 - row.right - 20, row.h)
    )

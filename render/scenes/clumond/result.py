"""The settlement of a hand of Clumond, as a small table that anyone can check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.games.clumond.view import DealResult
from render.api import change
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.panels import (
    FOOT,
    HEAD,
    MARGIN,
    NAME,
    across,
    badge,
    foot_box,
    ground,
    head,
    lit,
    name_line,
    stacked,
)
from render.scenes.clumond.parts import (
    DECLARER,
    STRIP,
    Clumond,
    has_chips,
    paint_amount,
    paint_contract,
    paint_declarer,
    strip_box,
    strip_height,
)
from render.shapes import Box, Size
from render.sprites import Look, lay
from render.theme import Colour, Theme

CARD = Size(96, 105)
STEP = 62
CAPTIONS = 40
LINE = 56
"""Height of a line that large print has more."""
PANEL = NAME + CARD.h + 22
GAP = 10
TRICK = CARD.h + 20
_CARDS_WIDTH = 2 * STEP + CARD.w

_ROOM = {
    "code": 76,
    "won": 76,
    "off": 76,
    "ante": 84,
    "pays": 84,
    "takes": 104,
    "share": 104,
    "hand": 104,
}
"""The share of the width for each column."""


class Figure(NamedTuple):
    """A column of the table: the key of its caption, and what a seat has in it."""

    key: str
    text: str
    colour: Colour


def draw_result(context: Clumond, result: DealResult) -> Canvas:
    """Draw the result without encoding it."""
    words, theme = context.words, context.theme
    above = HEAD + strip_height(theme, result.trumps)
    boxes = stacked(above + CAPTIONS, context.view.seats, PANEL + theme.more(LINE), theme=theme)
    framed = lit(boxes, successful(context, result), context.ranked)
    bands = [(strip_box(HEAD, theme, result.trumps), False), *framed]
    last = Box(MARGIN, boxes[-1].bottom + GAP, across(theme), TRICK + theme.more(LINE))
    height = last.bottom + FOOT
    sums = [foot_box(height, theme)] * has_chips(context.view)
    bands += [(box, False) for box in (last, *sums)]
    canvas = ground(height, tuple(bands), theme)
    head(canvas, words("picture.clumond.result", deal=result.deal))
    _paint_contract(canvas, context, result)
    _paint_captions(canvas, context, result, above)
    for seat, box in zip(context.ranked, boxes, strict=True):
        line = Box(box.x + 14, box.y + 4, 430 if theme.is_large else 720, NAME)
        name_line(canvas, context.seating(seat), line)
        _paint_seat(canvas, context, result, seat, box)
    _paint_trick(canvas, context, result, last.inset(14, 0))
    for box in sums:
        _paint_sum(canvas, context, result, box)
    return canvas


def successful(context: Clumond, result: DealResult) -> frozenset[int]:
    """Return the seats to frame: who made what they had to."""
    return frozenset(
        seat
        for seat in context.seats
        if not result.off[seat - 1] and result.declarer in {None, seat}
    )


def _paint_contract(canvas: Canvas, context: Clumond, result: DealResult) -> None:
    """Say what was trumps, and whether a declarer made it."""
    words, is_large = context.words, canvas.theme.is_large
    box = strip_box(HEAD, canvas.theme, result.trumps).inset(14, 0)
    below = box._replace(y=box.bottom - LINE, h=LINE)
    box = box._replace(h=STRIP - 8)
    verdict = box._replace(x=box.right - 220, w=220)
    told = box._replace(w=verdict.x - 10 - (0 if is_large else DECLARER) - box.x)
    x = paint_contract(canvas, result.trumps, told, words)
    if result.declarer is not None:
        failed = result.off[result.declarer - 1]
        text = words("picture.clumond.failed" if failed else "picture.clumond.made")
        colour = canvas.theme.text if failed else canvas.theme.gold
        canvas.caption(text, verdict, Lettered(PLAIN, colour, "right"))
    room = Box(x + 24, box.y, verdict.x - x - 34, box.h)
    paint_declarer(canvas, result.declarer, below if is_large else room, words)


def figures(context: Clumond, result: DealResult, seat: int) -> list[Figure]:
    """Return the columns of a seat: from the code to what it pays, takes and makes (C4-C8)."""
    index = seat - 1
    off = result.off[index]
    theme, counts = context.theme, result.declarer in {None, seat}
    plain = theme.text
    verdict = plain if off else theme.gold
    columns = [
        Figure("code", str(result.codes[index]), plain),
        Figure("won", str(result.tricks[index]), plain),
        Figure("off", str(off), verdict if counts else theme.muted),
    ]
    if has_chips(context.view):
        columns.append(Figure("ante", change(-result.ante), plain))
    columns += [
        Figure("pays", change(-result.paid[index]), plain),
        Figure("takes", change(result.took[index]), plain),
    ]
    if context.is_over and has_chips(context.view):
        columns.append(Figure("share", change(result.share), plain))
    return [*columns, Figure("hand", change(result.points[index]), theme.gold)]


def _columns(figures: Sequence[Figure], theme: Theme) -> list[Box]:
    """Return each column its place: amounts of chips get more room than small numbers."""
    beside = 0 if theme.is_large else _CARDS_WIDTH + 8
    left, right = MARGIN + 14 + beside, theme.width - MARGIN - 4
    total = sum(_ROOM[figure.key] for figure in figures)
    boxes: list[Box] = []
    for figure in figures:
        width = (right - left) * _ROOM[figure.key] // total
        boxes.append(Box(boxes[-1].right if boxes else left, 0, width, 0))
    return boxes


def _paint_captions(canvas: Canvas, context: Clumond, result: DealResult, y: int) -> None:
    words = context.words
    left = Box(MARGIN + 14, y, _CARDS_WIDTH, CAPTIONS)
    look = Lettered(SMALL, canvas.theme.muted, "middle")
    if not canvas.theme.is_large:
        canvas.caption(words("picture.clumond.left"), left, look)
    columns = figures(context, result, 1)
    for column, at in zip(columns, _columns(columns, canvas.theme), strict=True):
        box = Box(at.x + 4, y, at.w - 8, CAPTIONS)
        canvas.caption(words(f"picture.clumond.column.{column.key}"), box, look)


def _paint_seat(canvas: Canvas, context: Clumond, result: DealResult, seat: int, box: Box) -> None:
    """Paint the three cards left and the figures that follow from them."""
    line = Box(box.x + 14, box.y + 4, box.w - 28, NAME)
    paint_amount(canvas, context, result.totals[seat - 1], line)
    y = line.bottom + 4
    left = result.left[seat - 1]
    for i, code in enumerate(left):
        look = Look.PLAIN if i == len(left) - 1 else Look.COVERED
        lay(canvas, code, Box(line.x + i * STEP, y, *CARD), look)
    columns = figures(context, result, seat)
    for column, at in zip(columns, _columns(columns, canvas.theme), strict=True):
        cell = Box(at.x, y, at.w, CARD.h)
        if canvas.theme.is_large:
            cell = Box(at.x, y + CARD.h, at.w, LINE)
        canvas.text(column.text, cell, Lettered(BIG, column.colour, "middle"))


def _paint_trick(canvas: Canvas, context: Clumond, result: DealResult, box: Box) -> None:
    """Paint the thirteenth trick, which has left the table (C9)."""
    label, left, step = box._replace(w=190), box.x + 210, 240
    if canvas.theme.is_large:
        label, left, step = box._replace(h=LINE), box.x, 220
        box = box._replace(y=label.bottom, h=TRICK)
    canvas.caption(context.words("picture.last_trick"), label, Lettered(PLAIN, canvas.theme.muted))
    for i, played in enumerate(result.trick.cards):
        x, y = left + i * step, box.y + (TRICK - CARD.h) // 2
        badge(canvas, played.seat, x, box.middle - 23)
        has_won = played.seat == result.trick.winner
        at = Box(x + 60, y, *CARD)
        lay(canvas, played.card, at, Look.PLAIN if has_won else Look.DIM)
        if has_won:
            canvas.panel(at.inset(-5, -5), canvas.theme.gold, radius=14, outline=5)


def _paint_sum(canvas: Canvas, context: Clumond, result: DealResult, box: Box) -> None:
    """Write what came of the pot: what was in it, was paid, was taken, and is left."""
    inner = box.inset(14, 0)
    parts = {
        "pot": result.pot,
        "paid": sum(result.paid),
        "took": sum(result.took),
        "stays": result.stays,
    }
    words = context.words
    canvas.shape("chip", Box(inner.x, inner.middle - 20, 40, 40), canvas.theme.gold)
    line = Box(inner.x + 54, inner.y, inner.w - 54, inner.h)
    canvas.text(words("picture.clumond.sum", **parts), line, Lettered(PLAIN, canvas.theme.text))

"""The final result of any game: people in the order of their places, and the score sheet.

The sheet has the points of every deal, or of the last `DEALS_SHOWN` where there were more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import by_place
from engine.seats import Seat
from render.api import Nth, Picture, number, spoken
from render.canvas import BIG, READABLE, SMALL, Canvas, Lettered
from render.context import Context
from render.encode import finished
from render.glyphs import Style
from render.lettering import lettering
from render.panels import FOOT, HEAD, MARGIN, across, badge, ground, head
from render.shapes import Box
from render.speech import said

DEALS_SHOWN, LARGE_SHOWN = 10, 6
"""Deals the sheet has room for, and in large print."""

_NAME = 80
_LINE = 56
_NUMBERS = 50
_GAP = 8
_PLACE = 70
_UNIT = 92
"""Width of the word for deals before the numbers."""

_CELL = 110
_TOTAL_WIDTH = 170
_TOTAL = Style(64, 700, 90)
_FIGURE = Style(READABLE, 600, 75)
_WHOLE, _NARROW = Style(52, 700, 90), Style(44, 700, 62)
"""A name that fits as it is, and one that is narrowed, and shrunk to half, before it is cut."""


def paint_final(context: Context[Any], game: str, unit: str) -> Picture:
    """Paint how a game ended; `unit` says what it is dealt in: deals, hands or trips."""
    return finished(draw_final(context, unit), final_alt(context, game, unit))


def draw_final(context: Context[Any], unit: str) -> Canvas:
    """Draw the final result without encoding it."""
    shown = _shown(context)
    top = HEAD + (_NUMBERS if shown else 0)
    height = _NAME + (_LINE if shown else 0)
    order = _in_order(context)
    first = Box(MARGIN, top, across(context.theme), height)
    boxes = [first.moved(0, i * (height + _GAP)) for i in range(len(order))]
    marks = [seat in context.view.winners for _, seat in order]
    canvas = ground(boxes[-1].bottom + FOOT, tuple(zip(boxes, marks, strict=True)), context.theme)
    head(canvas, context.words("picture.final"))
    if shown:
        line = Box(MARGIN, HEAD - 4, across(context.theme), _NUMBERS)
        word = context.words(f"picture.final.{unit}")
        canvas.caption(
            word, line._replace(x=line.x + 14, w=_UNIT), Lettered(SMALL, canvas.theme.muted)
        )
        _paint_cells(
            canvas, [str(n) for n in shown], line, Lettered(_FIGURE, canvas.theme.muted, "right")
        )
    for (place, seat), box in zip(order, boxes, strict=True):
        _paint_person(canvas, context, place, seat, box)
        points = [number(context.view.deal_scores[n - 1][seat - 1]) for n in shown]
        line = Box(box.x, box.y + _NAME - 6, box.w, _LINE)
        _paint_cells(canvas, points, line, Lettered(_FIGURE, canvas.theme.text, "right"))
    return canvas


def _in_order(context: Context[Any]) -> tuple[tuple[int, Seat], ...]:
    return by_place(context.view.scores, context.view.winners)


def final_alt(context: Context[Any], game: str, unit: str) -> str:
    """Say who won, and everybody's place, total and points."""
    return said(context, lambda short: final_sentences(short, game, unit))


def final_sentences(context: Context[Any], game: str, unit: str) -> list[str]:
    """Return the sentences of the final result."""
    view, words = context.view, context.words
    over = words("alt.over", names=context.names(view.winners), n=len(view.winners))
    lines = [_line(context, place, seat, unit) for place, seat in _in_order(context)]
    return [over, *lines, words("alt.final", game=words(f"game.{game}"))]


def _line(context: Context[Any], place: int, seat: int, unit: str) -> str:
    view, words = context.view, context.words
    total = _spoken(context, view.scores[seat - 1])
    facts: dict[str, object] = {"place": Nth(place), "name": context.name(seat), "total": total}
    shown = _shown(context)
    if not shown:
        return words("alt.final.line", **facts)
    points = [_spoken(context, view.deal_scores[n - 1][seat - 1]) for n in shown]
    facts |= {"unit": words(f"picture.final.{unit}"), "first": shown[0], "last": shown[-1]}
    return words("alt.final.sheet", points=points, **facts)


def _spoken(context: Context[Any], value: int) -> str:
    return spoken(number(value), context.words)


def _shown(context: Context[Any]) -> range:
    """Return the numbers of the deals on the sheet; a game of one deal needs none."""
    count = len(context.view.deal_scores)
    most = LARGE_SHOWN if context.theme.is_large else DEALS_SHOWN
    return range(max(count - most, 0) + 1, count + 1) if count > 1 else range(0)


def _paint_person(canvas: Canvas, context: Context[Any], place: int, seat: int, box: Box) -> None:
    """Paint a place, who has it, and the total."""
    won = seat in context.view.winners
    colour = canvas.theme.gold if won else canvas.theme.text
    line = Box(box.x + 14, box.y + 4, box.w - 28, _NAME - 8)
    first = line._replace(w=_PLACE)
    canvas.text(context.words("picture.final.place", place=place), first, Lettered(BIG, colour))
    badge(canvas, seat, first.right, line.middle - 23)
    x = first.right + 58
    total = line._replace(x=line.right - _TOTAL_WIDTH, w=_TOTAL_WIDTH)
    look = Lettered(_TOTAL, canvas.theme.gold, "right")
    canvas.text(number(context.view.scores[seat - 1]), total, look)
    marks = 64 * won + 58 * context.is_house(seat)
    name = Box(x, line.y, total.x - x - marks - 20, line.h)
    fits = lettering(context.name(seat), _WHOLE, name.w, READABLE).text == context.name(seat)
    look = Lettered(_WHOLE if fits else _NARROW, canvas.theme.text)
    write = canvas.text if canvas.theme.is_large else canvas.caption
    x += write(context.name(seat), name, look) + 14
    if won:
        canvas.shape("crown", Box(x, line.middle - 24, 50, 46), canvas.theme.gold)
        x += 64
    if context.is_house(seat):
        canvas.shape("robot", Box(x, line.middle - 23, 44, 44), canvas.theme.muted)


def _paint_cells(canvas: Canvas, texts: Sequence[str], line: Box, look: Lettered) -> None:
    """Write the numbers of the deals, or what a seat made in each, in columns."""
    left, right = line.x + 14 + _UNIT, line.right - 14
    step = min(_CELL, (right - left) // max(len(texts), 1))
    for i, text in enumerate(texts):
        canvas.text(text, Box(left + i * step + 4, line.y, step - 8, line.h), look)

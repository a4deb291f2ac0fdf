"""The settlement of a hand of Clumond: what every seat promised, won, and got for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engine.games.clumond.view import DealResult
from render.api import change, number
from render.canvas import BIG, PLAIN, SMALL, Anchor, Canvas, Lettered
from render.panels import MARGIN, Lit, across, beside_badge, ground, lit, name_line, paint_burst
from render.scenes.clumond.parts import Clumond, has_chips, paint_contract
from render.shapes import Box, Size
from render.sprites import Look, lay
from render.theme import Theme, tallest


class _Measures(NamedTuple):
    """Sizes of the settlement; the columns by where they begin in a seat's row, and its end."""

    captions: int
    name: int
    card: Size
    step: int
    row: int
    gap: int
    columns: tuple[int, ...]


_USUAL = _Measures(62, 60, Size(98, 104), 62, 172, 6, (0, 350, 470, 640, 810))
_LARGE = _Measures(0, 46, Size(98, 86), 50, 134, 5, (0, 264, 344, 440, 566))
_CAPTION = 36
_NOTE, _NOTED = PLAIN._replace(width=80), 360
"""How it is written why a seat gets what it does, and the most room for it."""

_SIGN = 30
"""Side of the sign whether what was promised was won."""


def draw_result(context: Clumond, result: DealResult, share: float = 1.0) -> Canvas:
    """Draw the settlement without encoding it; who took something for it is lit.

    Under a `share` of 1 it is a moment of the second before.
    """
    theme = context.theme
    size, x = _measures(theme), beside_badge(theme)
    top = size.captions + _CAPTION + 2
    boxes = [
        Box(x, top + place * (size.row + size.gap), theme.width - MARGIN - x, size.row)
        for place in range(context.view.seats)
    ]
    bands = lit(boxes, winners(result), context.ranked, Lit.WON)
    canvas = ground(tallest(theme), bands, theme)
    if not theme.is_large:
        _paint_contract(canvas, context, result)
    _paint_captions(canvas, context, Box(x + 14, size.captions, 0, _CAPTION))
    for seat, box in zip(context.ranked, boxes, strict=True):
        _paint_seat(canvas, context, result, seat, box, share)
    return canvas


def _measures(theme: Theme) -> _Measures:
    return _LARGE if theme.is_large else _USUAL


def winners(result: DealResult) -> frozenset[int]:
    """Return the seats that won the hand: who was right, or who kept a declarer from it."""
    return frozenset(seat for seat, took in enumerate(result.took, start=1) if took)


def is_right(result: DealResult, seat: int) -> bool:
    """Return whether a seat's code counted and came true (C4-C6)."""
    return result.declarer in (None, seat) and not result.off[seat - 1]


def _paint_contract(canvas: Canvas, context: Clumond, result: DealResult) -> None:
    """Say what was trumps, and who declared."""
    box = Box(MARGIN + 8, 6, across(canvas.theme) - 16, _USUAL.captions - 6)
    paint_contract(canvas, context, result.declarer, result.trumps, box)


def _why(context: Clumond, result: DealResult, seat: int) -> str:
    """Say in short why a seat gets what it does (C5-C7)."""
    off, took, words = result.off[seat - 1], result.took[seat - 1], context.words
    if took and has_chips(context.view):
        keys = {None: "picture.clumond.why.third", seat: "picture.clumond.why.pot"}
        return words(keys.get(result.declarer, "picture.clumond.why.half"))
    if result.declarer not in (None, seat):
        return words("head.uncounted") if not took else ""
    return words("clumond.part.off", n=off) if off else words("clumond.part.right")


def _paint_captions(canvas: Canvas, context: Clumond, line: Box) -> None:
    """Write what the columns are."""
    at = _measures(canvas.theme).columns
    chips, points = "picture.clumond.column.chips", "option.clumond.scoring.points"
    columns: Sequence[tuple[str, int, int, Anchor]] = (
        ("picture.clumond.column.promised", at[0], at[1], "left"),
        ("picture.clumond.column.won", at[1], at[2], "middle"),
        (chips if has_chips(context.view) else points, at[2], at[4], "right"),
    )
    for key, x, right, anchor in columns:
        box = line._replace(x=line.x + x + 4, w=right - x - 8)
        canvas.caption(context.words(key), box, Lettered(SMALL, canvas.theme.muted, anchor))


def _paint_name(canvas: Canvas, context: Clumond, result: DealResult, seat: int, line: Box) -> None:
    """Write who it is and, but in large print, why they get what they do."""
    theme, has_won = canvas.theme, seat in winners(result)
    if not theme.is_large:
        look = Lettered(_NOTE, theme.text if has_won else theme.muted, "right")
        room = line._replace(x=line.right - _NOTED, w=_NOTED)
        used = canvas.caption(_why(context, result, seat), room, look)
        line = line._replace(w=line.w - used - 12)
    seating = context.seating(seat)
    name_line(canvas, replace(seating, crown=seating.crown and has_won), line)


def _paint_seat(
    canvas: Canvas, context: Clumond, result: DealResult, seat: int, box: Box, share: float
) -> None:
    """Paint the three cards left and their code, the tricks won, and what came of it."""
    size, theme, at = _measures(canvas.theme), canvas.theme, seat - 1
    has_code, has_won = result.declarer in (None, seat), seat in winners(result)
    line = Box(box.x + 14, box.y + 2, box.w - 28, size.name)
    _paint_name(canvas, context, result, seat, line)
    cells = [
        Box(line.x + x, line.bottom, right - x, size.card.h)
        for x, right in zip(size.columns, size.columns[1:], strict=False)
    ]
    for i, code in enumerate(result.left[at]):
        look = Look.PLAIN if i == len(result.left[at]) - 1 else Look.COVERED
        lay(canvas, code, Box(line.x + i * size.step, line.bottom, *size.card), look)
    kept = cells[0].x + 2 * size.step + size.card.w + 14
    promise = cells[0]._replace(x=kept, w=cells[0].right - kept)
    ink = theme.text if has_code else theme.muted
    code = str(result.codes[at]) if theme.is_large else f"= {result.codes[at]}"
    if is_right(result, seat):
        paint_burst(canvas, code, promise.inset(6 + theme.more(4), 12 + theme.more(6)), BIG, share)
    else:
        canvas.text(code, promise, Lettered(BIG, ink))
    sign = Box(
        cells[1].x + (0 if theme.is_large else 14), cells[1].middle - _SIGN // 2, _SIGN, _SIGN
    )
    if not result.off[at]:
        canvas.shape("tick", sign, theme.flush if has_code else theme.muted)
    elif has_code:
        canvas.shape("cross", sign, theme.run)
    won = cells[1]._replace(x=sign.right, w=cells[1].right - sign.right)
    canvas.text(str(result.tricks[at]), won, Lettered(BIG, ink, "middle"))
    gained = Lettered(BIG, theme.gold if has_won else theme.text, "right")
    canvas.text(change(result.points[at]), cells[2], gained)
    if not theme.is_large:
        canvas.shape("to", Box(cells[2].right + 22, cells[2].middle - 17, 36, 34), theme.line)
    canvas.text(number(result.totals[at]), cells[3], Lettered(BIG, theme.muted, "right"))

"""The tricks a seat has won, the codes it may still spell, and the tricks each asks for."""

from __future__ import annotations

from functools import lru_cache

from engine.games.clumond.view import HIGHEST_CODE, TRICKS, Ask, ClumondView
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.scenes.clumond.parts import (
    ROW,
    Clumond,
    is_calling,
    paint_balance,
    paint_part,
    paint_tricks,
)
from render.shapes import Box
from render.theme import Colour, Theme

CODES = HIGHEST_CODE + 1
OUT_OF_REACH = "\N{MULTIPLICATION SIGN}"
_TILE = 104
_LINE = 6 + ROW + 8

_WIDE, _SLIM, _GAP = 144, 56, 4
_TWOFOLD = TRICKS - CODES
"""Codes up to this mean two numbers of tricks (C4) and have a wide tile."""


def counts(view: ClumondView) -> bool:
    """Return whether the own code counts: not where another seat has declared (C6)."""
    return view.declarer in (None, view.seat)


def asks_height(view: ClumondView, theme: Theme) -> int:
    """Return the height of the panel: tricks and balance, a tile for every code that counts."""
    return _LINE + (2 + _TILE + theme.more(_TILE + _GAP) if counts(view) else 0)


def paint_asks(canvas: Canvas, context: Clumond, seat: int, box: Box) -> None:
    """Paint a tile a code: dark if it cannot be spelled, gold if it asks for no more tricks."""
    row = Box(box.x + 14, box.y + 6, box.w - 28, ROW)
    right = paint_balance(canvas, context, seat, row)
    x = paint_tricks(canvas, context.view.tricks[seat - 1], seat, row, context.words)
    paint_part(canvas, context, seat, Box(x + 24, row.y, right - x - 40, row.h))
    if not counts(context.view):
        return
    asks = {ask.code: ask for ask in context.view.asks}
    for code, tile in enumerate(_tiles(box._replace(y=row.bottom + 2), canvas.theme)):
        _paint_tile(canvas, code, asks.get(code), tile, is_open=is_calling(context.view))


@lru_cache(maxsize=16)
def _tiles(box: Box, theme: Theme) -> list[Box]:
    """Return the places of all codes in a line, in large print in two."""
    wide, slim = _TWOFOLD + 1, CODES - _TWOFOLD - 1
    whole = wide * (_WIDE + _GAP) - _GAP
    beside = whole + slim * (_SLIM + _GAP)
    if not theme.is_large:
        x = box.x + (box.w - beside) // 2
        first = [Box(x + i * (_WIDE + _GAP), box.y, _WIDE, _TILE) for i in range(wide)]
        x = first[-1].right + _GAP
        return first + [Box(x + i * (_SLIM + _GAP), box.y, _SLIM, _TILE) for i in range(slim)]
    lines = ((wide, box.y), (slim, box.y + _TILE + _GAP))
    widths = [(count, y, (box.w - 28 + _GAP) // count) for count, y in lines]
    return [
        Box(box.x + 14 + i * step, y, step - _GAP, _TILE)
        for count, y, step in widths
        for i in range(count)
    ]


def paint_key(canvas: Canvas, context: Clumond, box: Box) -> None:
    """Say what the numbers on the tiles are, or why there are none."""
    key = "picture.clumond.asks" if counts(context.view) else "picture.clumond.asks_against"
    canvas.caption(
        context.words(key), box, Lettered(SMALL._replace(size=34), canvas.theme.muted, "right")
    )


def _paint_tile(canvas: Canvas, code: int, ask: Ask | None, tile: Box, *, is_open: bool) -> None:
    """Paint the tile of a code; while it `is_open` what is played for, none looks chosen."""
    top = Box(tile.x, tile.y, tile.w, _TILE // 2)
    below = tile._replace(y=top.bottom - 4, h=_TILE // 2)
    if ask is None or not ask.tricks:
        canvas.panel(tile, canvas.theme.well, radius=12)
        look = Lettered(PLAIN, canvas.theme.muted, "middle")
        canvas.text(str(code), top, look)
        if ask is not None:
            canvas.text(OUT_OF_REACH, below, look)
        return
    is_met = 0 in ask.more and not is_open
    theme = canvas.theme
    canvas.panel(tile, theme.glow if is_met else theme.panel_turn, radius=12)
    canvas.panel(tile, theme.gold if is_met else theme.line, radius=12, outline=3)
    ink = theme.ink if is_met else theme.text
    canvas.text(str(code), top, Lettered(BIG, ink, "middle"))
    _paint_more(canvas, ask, below, ink, is_met=is_met)


def _paint_more(canvas: Canvas, ask: Ask, box: Box, ink: Colour, *, is_met: bool) -> None:
    """Write how many more tricks are asked for; of two numbers the second is the longer one."""
    cells = [box]
    if len(ask.more) > 1:
        split = box.w * 2 // 5
        cells = [box._replace(w=split), Box(box.x + split, box.y, box.w - split, box.h)]
    for more, cell in zip(ask.more, cells, strict=True):
        if more or not is_met:
            canvas.text(f"+{more}", cell, Lettered(PLAIN, ink, "middle"))
        else:
            canvas.shape("tick", Box(cell.x + cell.w // 2 - 18, cell.middle - 18, 36, 36), ink)

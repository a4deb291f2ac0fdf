"""Parts shared by the pictures of Clumond: the contract, the trick, a seat's band."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from PIL import Image

from engine.games.clumond.view import (
    HIGHEST_CODE,
    TRICKS,
    Ask,
    ClumondView,
    Phase,
    Played,
    Scoring,
    Trick,
    Trumps,
)
from engine.seats import round_from
from render.api import Words, number
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered, Piece, Sprite
from render.context import Context
from render.panels import MARGIN, NAME, across, badge, held_mark, name_line
from render.shapes import Box, Size, panel_mask
from render.sprites import Look, lay, suit_colour
from render.theme import PACK, Colour, Theme
from render.tricks import FRAME, TRICK_CARD, Column, columns, paint_gap, role_box, shown_trick
from render.tricks import paint_trick as paint_cards

Clumond: TypeAlias = Context[ClumondView]

STRIP = 68
"""Height of the strip with the contract and the pot, with the air below it."""

LAST_CARD = Size(90, 98)
"""A card of the last trick, while the next one goes on."""

ROW = 56
"""Height of a line of numbers."""

LINE = ROW + 2
"""Height of the line that says what the others have."""

BAND = NAME + ROW + 12
"""Height of a seat's band: its name line, and below it tricks and cards held."""

TILE = 46
"""Side of a tile with a suit."""

DECLARER = 280
"""Width that the words for trumps leave to who declared, in any language."""

_PIP = Size(24, 38)
_PIP_STEP = _PIP.w + 5


def is_calling(view: ClumondView) -> bool:
    """Return whether the call goes on."""
    return view.phase is Phase.CALL


def has_chips(view: ClumondView) -> bool:
    """Return whether there are chips and a pot (C5), rather than points (C7)."""
    return view.scoring is Scoring.CHIPS


def strip_height(theme: Theme, trumps: Trumps | None) -> int:
    """Return the height of the strip; who declares has a line of its own in large print."""
    return STRIP + (0 if trumps is None else theme.more(ROW))


def strip_box(y: int, theme: Theme, trumps: Trumps | None) -> Box:
    """Return the place of the strip with the contract."""
    return Box(MARGIN, y, across(theme), strip_height(theme, trumps) - 8)


def paint_strip(canvas: Canvas, context: Clumond, y: int) -> None:
    """Say what is trumps, who declared it, and what is in the pot."""
    view, words = context.view, context.words
    box = strip_box(y, canvas.theme, view.trumps).inset(14, 0)._replace(h=STRIP - 8)
    right = box.right
    if has_chips(view):
        right = paint_chips(canvas, words("picture.clumond.pot", pot=view.pot), box) - 20
    is_beside = view.trumps is not None and not canvas.theme.is_large
    room = right - box.x - (DECLARER if is_beside else 0)
    x = paint_contract(canvas, view.trumps, box._replace(w=room), words)
    if view.trumps is not None:
        beside = Box(x + 24, box.y, right - x - 24, box.h)
        below = box._replace(y=box.bottom, h=ROW)
        paint_declarer(canvas, view.declarer, beside if is_beside else below, words)


def paint_contract(canvas: Canvas, trumps: Trumps | None, box: Box, words: Words) -> int:
    """Paint the suit that is trumps and say so; return the right edge."""
    x = box.x
    if trumps is not None and trumps is not Trumps.NONE:
        suit_tile(canvas, trumps.value, x, box.middle - TILE // 2)
        x += TILE + 14
    line = Box(x, box.y, min(box.right - x, 480), box.h)
    key = f"picture.clumond.trumps.{trumps.value}" if trumps else "picture.clumond.the_call"
    return x + canvas.caption(words(key), line, Lettered(PLAIN, canvas.theme.text))


def paint_declarer(canvas: Canvas, seat: int | None, box: Box, words: Words) -> None:
    """Say who declared, or that nobody did."""
    if seat is None:
        canvas.caption(
            words("picture.clumond.undeclared"), box, Lettered(PLAIN, canvas.theme.muted)
        )
        return
    badge(canvas, seat, box.x, box.middle - 23)
    line = Box(box.x + 56, box.y, max(box.w - 56, 1), box.h)
    canvas.caption(words("picture.clumond.declares"), line, Lettered(PLAIN, canvas.theme.gold))


def paint_chips(canvas: Canvas, text: str, box: Box) -> int:
    """Write an amount of chips at the right of a box, a chip before it; return the left edge."""
    used = canvas.text(text, box, Lettered(BIG, canvas.theme.gold, "right"))
    x = box.right - used - 52
    canvas.shape("chip", Box(x, box.middle - 20, 40, 40), canvas.theme.gold)
    return x


def suit_tile(canvas: Canvas, suit: str, x: int, y: int, side: int = TILE) -> None:
    """Paint a suit in its colour on a little card."""
    canvas.panel(Box(x, y, side, side), PACK.paper, radius=10)
    inner = Box(x, y, side, side).inset(side // 8, side // 8)
    canvas.shape(suit, inner, suit_colour(f"A{suit}"))


def paint_trick(canvas: Canvas, context: Clumond, y: int) -> None:
    """Paint the call or the trick in three columns, in the order of calling or playing."""
    view = context.view
    if is_calling(view):
        for column in columns(canvas, context, view.trick, y):
            _paint_call(canvas, context, column)
        return
    trick, is_last = shown_trick(view)
    painted = paint_cards(canvas, context, trick, y, is_last=is_last)
    if view.last_trick is not None and not is_last and not context.is_over:
        for column in painted:
            _paint_before(canvas, view.last_trick, column)


def _paint_call(canvas: Canvas, context: Clumond, column: Column[Played]) -> None:
    """Paint what a seat has called, or that it is to call (C2)."""
    view, words, seat = context.view, context.words, column.seat
    at = column.box._replace(x=column.box.x + FRAME, w=TRICK_CARD.w)
    if seat not in view.passed:
        paint_gap(canvas, at, is_turn=seat in view.to_act)
    else:
        canvas.panel(at, canvas.theme.well, radius=10)
        text = words("picture.clumond.passed")
        canvas.caption(text, at.inset(6, 0), Lettered(PLAIN, canvas.theme.muted, "middle"))
    if seat == view.dealer:
        line = Box(at.right + 16, at.y + 10, 170, 54)
        if canvas.theme.is_large:
            line = role_box(canvas.theme, at, column.box)
        canvas.caption(words("picture.clumond.deals"), line, Lettered(PLAIN, canvas.theme.muted))


def _paint_before(canvas: Canvas, last: Trick, column: Column[Played]) -> None:
    """Paint small what a seat played to the last trick, while the next one goes on (C9)."""
    x = column.box.x + FRAME + TRICK_CARD.w + 20
    y = column.box.bottom - LAST_CARD.h
    before = next(played for played in last.cards if played.seat == column.seat)
    lay(canvas, before.card, Box(x, y, *LAST_CARD), Look.DIM)
    if last.winner == column.seat:
        canvas.panel(Box(x, y, *LAST_CARD).inset(-3, -3), canvas.theme.gold, radius=12, outline=3)


def paint_band(canvas: Canvas, context: Clumond, seat: int, band: Box) -> None:
    """Paint a seat: its name line and balance, its tricks, how many cards it holds."""
    view, words = context.view, context.words
    line = Box(band.x + 14, band.y + 4, band.w - 28, NAME)
    x = paint_balance(canvas, context, seat, line)
    turn = "picture.clumond.to_call" if is_calling(view) else "picture.turn.play"
    names = context.seating(seat, turn)
    name_line(canvas, names, line._replace(w=x - line.x - 12))
    row = Box(line.x, line.bottom, line.w, ROW)
    x = paint_tricks(canvas, view.tricks[seat - 1], seat, row, words)
    right = held_mark(canvas, str(view.hand_counts[seat - 1]), row.right, row)
    paint_part(canvas, context, seat, Box(x + 24, row.y, right - x - 40, row.h))


def others_height(theme: Theme) -> int:
    """Return the height of what the others have won and have, in two lines in large print."""
    return LINE + theme.more(ROW)


def paint_others(canvas: Canvas, context: Clumond, y: int) -> None:
    """Say below each card of the trick what its seat has won in this hand and has; not the own."""
    view, words = context.view, context.words
    trick, _ = shown_trick(view)
    width = across(canvas.theme) // view.seats
    for place, seat in enumerate(round_from(trick.leader, view.seats)):
        won, balance = view.tricks[seat - 1], view.scores[seat - 1]
        parts = [(str(won), words("picture.clumond.tricks", n=won))]
        if has_chips(view):
            parts.append((number(balance), words("picture.clumond.chips", n=abs(balance))))
        else:
            parts.append((words("picture.points", n=balance), ""))
        if seat != context.own_seat:
            box = Box(MARGIN + place * width + 4 + FRAME, y, width - 8 - FRAME, ROW)
            _paint_figures(canvas, parts, box)


def _paint_figures(canvas: Canvas, parts: Sequence[tuple[str, str]], box: Box) -> None:
    """Write numbers, each with the word for what they count."""
    x = box.x
    for figure, label in parts:
        line = box._replace(x=x, w=box.right - x)
        x += canvas.text(figure, line, Lettered(PLAIN, canvas.theme.text)) + 8
        room = box._replace(x=x, w=min(84, box.right - x))
        if label:
            x += canvas.caption(label, room, Lettered(SMALL, canvas.theme.muted)) + 20
        if canvas.theme.is_large:
            x, box = box.x, box.moved(0, ROW)


def paint_balance(canvas: Canvas, context: Clumond, seat: int, line: Box) -> int:
    """Write a seat's balance at the right of a line; return the left edge."""
    return paint_amount(canvas, context, context.view.scores[seat - 1], line)


def paint_amount(canvas: Canvas, context: Clumond, balance: int, line: Box) -> int:
    """Write this many chips or points at the right of a line; return the left edge."""
    if has_chips(context.view):
        return paint_chips(canvas, number(balance), line)
    text = context.words("picture.points", n=balance)
    return line.right - canvas.text(text, line, Lettered(PLAIN, canvas.theme.gold, "right"))


def paint_tricks(canvas: Canvas, won: int, seat: int, row: Box, words: Words) -> int:
    """Say how many tricks a seat has won, as a number and as marks; return the right edge.

    In large print there are no marks.
    """
    count = row._replace(w=58)
    canvas.text(str(won), count, Lettered(BIG, canvas.theme.text, "middle"))
    label = row._replace(x=count.right + 4, w=104)
    text = words("picture.clumond.tricks", n=won)
    canvas.caption(text, label, Lettered(SMALL, canvas.theme.muted))
    x = label.right + 8
    if canvas.theme.is_large:
        return x
    canvas.sprite(_pips(won, seat, canvas.theme), x, row.middle - _PIP.h // 2)
    return x + TRICKS * _PIP_STEP


@lru_cache(maxsize=256)
def _pips(won: int, seat: int, theme: Theme) -> Sprite:
    """Draw the marks of a seat's tricks: those won filled with its colour, the others empty."""
    size = Size(TRICKS * _PIP_STEP, _PIP.h)
    picture, mask = Image.new("RGB", size, theme.line), Image.new("L", size)
    picture.paste(theme.seats[seat - 1], (0, 0, won * _PIP_STEP, size.h))
    for i in range(TRICKS):
        mask.paste(panel_mask(_PIP, 6, 0 if i < won else 2), (i * _PIP_STEP, 0))
    return Sprite((Piece(0, picture, mask),))


def paint_part(canvas: Canvas, context: Clumond, seat: int, box: Box) -> None:
    """Say whether a seat declared, with what, or else whether it deals."""
    view, words = context.view, context.words
    if seat == view.declarer:
        text = words("picture.clumond.declares")
        used = canvas.caption(text, box._replace(w=box.w - 60), Lettered(SMALL, canvas.theme.gold))
        if view.trumps is not None and view.trumps is not Trumps.NONE:
            suit_tile(canvas, view.trumps.value, box.x + used + 12, box.middle - TILE // 2)
    elif seat == view.dealer:
        canvas.caption(words("picture.clumond.deals"), box, Lettered(SMALL, canvas.theme.muted))


# The tricks a seat has won, the codes it may still spell, and the tricks each asks for.

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

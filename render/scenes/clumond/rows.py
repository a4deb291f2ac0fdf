"""The own hand: what is still possible, and the cards in one row, suits together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from engine.games.clumond.view import (
    CALL_CODES,
    PASS,
    POINTS_AGAINST,
    POINTS_DECLARED,
    SUIT_VALUES,
    Ask,
)
from render.api import OneOf, capital
from render.canvas import BIG, NARROW, PLAIN, READABLE, SMALL, Canvas, Lettered
from render.glyphs import Style
from render.lettering import lettering
from render.panels import MARGIN, across, beside_badge, deep
from render.scenes.clumond.parts import (
    Clumond,
    counts,
    has_chips,
    is_calling,
    may_call,
    open_height,
    suit_tile,
)
from render.scenes.clumond.speech import ClumondSpeech
from render.scenes.play import TOLD, frame_told, name_told, paint_told
from render.shapes import Box, Size
from render.sprites import STRIP, Look, lay
from render.theme import Theme, tallest

ROW = 8
"""Cards of a row; more lie in two."""

LONGEST = 9
"""Cards of a row in large print, where the others lie in a second one."""

APART = 10
"""Between two suits of a row."""

RAISED, _CALLING = 22, 6
"""How much higher a card lies that may be played, and the air between rows while none may."""

_TOP, _LINE, _CELL, _CALLS = 2, 50, 98, 124
_CARD, _NARROWER = Size(140, 196), 98
"""A card of a row of its own, and the width of one of two rows."""

_WON, _WORD = 46, 30
"""Heights of the number of tricks won, beside the cards, and of the word below it."""

_VALUE = Size(66, 36)
"""How far apart suits stand with what they count, beside the cards."""

_LARGE_CELL, _LARGE_CALLS = 93, 108
_INDEX = 88
"""How much of a card is seen where another row lies on it, in large print."""

_LEAST_MARK, _MARK = 18, 34
"""The least and the most that the mark of a card measures that a review tells of."""

_NARROW = PLAIN._replace(width=NARROW)
_LEGEND = Size(84, 38)
"""How far apart suits stand with what they count, and the side of a suit's tile."""

_MORE = 80
"""Room for how many codes are left out."""

_COLUMNS, _LARGE_COLUMNS = (560, 765, 968), (488, 692)
"""Where in a call's row begins what it pays; large print does not say what a wrong one pays."""

_LARGE_RAISED = 8


class Laid(NamedTuple):
    """Where a card lies, how much of its width is seen, and whether another lies on it."""

    code: str
    at: Box
    seen: int
    is_covered: bool


def laid_out(
    hand: Sequence[str],
    theme: Theme,
    y: int,
    foot: int,
    *,
    raised: int = RAISED,
    is_told: bool = False,
) -> list[Laid]:
    """Lay a hand out beside the ALT badge down to a foot, in one row or, if it is long, in two.

    Cards have room to be `raised`, and for the mark below the index of two that are compared
    (`is_told`).
    """
    if not theme.is_large:
        return _in_rows(hand, theme, y, foot - 4, raised)
    if len(hand) <= LONGEST:
        return list(_row(hand, theme, y, Size(110, 184)))
    split, pitch = -(-len(hand) // 2), 114 if is_told else (foot - y - _LARGE_RAISED - 12) // 2
    size = Size(98, pitch + 12 * (not is_told))
    above = (laid._replace(is_covered=True) for laid in _row(hand[:split], theme, y, size))
    return [*above, *_row(hand[split:], theme, y + pitch, size)]


def _in_rows(hand: Sequence[str], theme: Theme, y: int, foot: int, raised: int) -> list[Laid]:
    """Lay a hand out down to the foot of the picture, suits together."""
    if len(hand) <= ROW:
        return list(_row(hand, theme, foot - RAISED - _CARD.h, _CARD))
    pitch = (foot - y) // 2
    size = Size(_NARROWER, pitch - (raised if pitch >= _INDEX + raised else 2))
    ends = [i for i in range(1, len(hand)) if hand[i][1] != hand[i - 1][1]]
    half = len(hand) / 2
    split = min(ends, key=lambda end: abs(end - half), default=0)
    if not len(hand) - ROW <= split <= ROW:
        split = -(-len(hand) // 2)
    return [*_row(hand[:split], theme, y, size), *_row(hand[split:], theme, y + pitch, size)]


def _row(hand: Sequence[str], theme: Theme, y: int, size: Size) -> Iterator[Laid]:
    """Lay cards out in a row; they overlap where they have to."""
    left = beside_badge(theme)
    suits = [len(list(cards)) for _, cards in groupby(hand, key=lambda code: code[1])]
    room = theme.width - MARGIN - left - size.w - APART * (len(suits) - 1)
    step = min(size.w + 6, room // max(len(hand) - 1, 1))
    x = left
    for i, code in enumerate(hand):
        is_last = i == len(hand) - 1
        seen = size.w if is_last else step + APART * (hand[i + 1][1] != code[1])
        yield Laid(code, Box(x, y, *size), min(seen, size.w), is_covered=seen < size.w)
        x += seen


def draw_own(context: Clumond) -> Canvas:
    """Draw what may be called or is still possible, and the own cards, playable ones raised."""
    theme = context.theme
    canvas = deep(tallest(theme) - open_height(context.view, theme), theme)
    room, y = room_of(context)
    is_open = is_calling(context.view)
    if not is_open:
        _paint_won(canvas, context, Box(MARGIN, y, beside_badge(theme) - MARGIN - 8, 0))
    if context.told:
        _paint_told(canvas, context, room)
    else:
        if is_open and not theme.is_large:
            _paint_line(canvas, context, _line(theme))
        paint = _paint_calls if may_call(context.view) else _paint_aims
        paint(canvas, context, room)
    paint_cards(canvas, context, y)
    return canvas


def _paint_told(canvas: Canvas, context: Clumond, room: Box) -> None:
    """Say which marks two cards have, or name two calls in frames with what each of them pays."""
    if not is_calling(context.view):
        name_told(canvas, context, lambda _: "", room)
        return
    name, calls = ClumondSpeech(context).marked, calls_pay(context)
    if canvas.theme.is_large:
        name_told(canvas, context, name, room)
        return
    room = room._replace(y=_TOP, h=room.bottom - _TOP)
    name_told(canvas, context, name, room, room.w - _COLUMNS[0] + 20)
    for n, code in enumerate(context.told or ()):
        line = room._replace(x=room.x - 12, y=room.y + n * room.h // 2, h=room.h // 2)
        _paint_pays(canvas, calls[code != PASS], line, _COLUMNS)


def _line(theme: Theme) -> Box:
    """Return the line above the room, which large print does not have."""
    return Box(MARGIN, _TOP, across(theme), _LINE)


def room_of(context: Clumond) -> tuple[Box, int]:
    """Return the room for calls or codes, and where the cards begin below it."""
    theme, is_open = context.theme, is_calling(context.view)
    if not theme.is_large:
        top, has_cells = _TOP, not context.told and bool(cells_of(context))
        top += _LINE * is_open
        high = _CALLS if is_open else _CELL if has_cells else _LINE
        room = _line(theme)._replace(y=top, h=high)
        return room, room.bottom + 4
    is_low = context.told is not None and not is_open
    high = _LARGE_CALLS if is_open else _LARGE_CELL
    room = Box(MARGIN, 2, across(theme), TOLD if is_low else high)
    return room, room.bottom + 4


def _paint_line(canvas: Canvas, context: Clumond, line: Box) -> None:
    """Say above calls what it is to be right, above codes that none is won; what suits count."""
    words, theme, is_called = context.words, canvas.theme, may_call(context.view)
    step = _LEGEND.w
    for place, suit in enumerate(SUIT_VALUES):
        x = line.right - (len(SUIT_VALUES) - place) * step + 10
        _paint_value(canvas, suit, Box(x, line.y, step - 10, line.h), _LEGEND.h)
    left = line._replace(w=line.w - len(SUIT_VALUES) * step)
    if is_called:
        left = _sign(canvas, "tick", left)
    text = words("picture.clumond.right") if is_called else words("picture.clumond.asks", n=0)
    canvas.text(text, left, Lettered(PLAIN, theme.muted))


def _paint_value(canvas: Canvas, suit: str, box: Box, side: int) -> None:
    """Paint a suit and what a card of it counts (C3)."""
    suit_tile(canvas, suit, box.x, box.middle - side // 2, side)
    digit = box._replace(x=box.x + side + 5, w=box.w - side - 5)
    canvas.text(str(SUIT_VALUES[suit]), digit, Lettered(_NARROW, canvas.theme.muted))


def _sign(canvas: Canvas, shape: str, line: Box) -> Box:
    """Paint that something is right, or wrong, and return the rest of the line."""
    colour = canvas.theme.flush if shape == "tick" else canvas.theme.run
    canvas.shape(shape, Box(line.x, line.middle - 16, 34, 32), colour)
    return line._replace(x=line.x + 44, w=line.w - 44)


def _paint_calls(canvas: Canvas, context: Clumond, room: Box) -> None:
    """Say what may be called, in the order of its buttons, and what it pays (C2, C5-C7)."""
    words, theme = context.words, canvas.theme
    columns = _LARGE_COLUMNS if theme.is_large else _COLUMNS
    none, *suits = (code.partition(" ")[2] for code in CALL_CODES if code != PASS)
    names = words(f"clumond.move.{PASS}"), capital(words(f"clumond.move.declare.{none}"))
    height, look = room.h // 2, Lettered(_cell_style(theme), theme.text)
    side, step = (30, 33) if theme.is_large else (_LEGEND.h, _LEGEND.h + 8)
    for n, (name, pays) in enumerate(zip(names, calls_pay(context), strict=True)):
        box = Box(room.x, room.y + n * height, room.w, height - 4)
        canvas.panel(box, theme.panel, radius=14)
        canvas.panel(box, theme.rim, radius=14, outline=2)
        tiles = suits if n else ()
        line = box._replace(x=box.x + 14, w=columns[0] - 36 - len(tiles) * step)
        x = line.x + canvas.caption(name, line, look) + 14
        for suit in tiles:
            suit_tile(canvas, suit, x, box.middle - side // 2, side)
            x += step
        _paint_pays(canvas, pays, box, columns)


def _paint_pays(canvas: Canvas, pays: Sequence[str], box: Box, columns: Sequence[int]) -> None:
    """Say what a call pays who is right and, if there is a column for it, who is wrong."""
    look = Lettered(_cell_style(canvas.theme), canvas.theme.text)
    for sign, amount, left, right in zip(
        ("tick", "cross"), pays, columns, columns[1:], strict=False
    ):
        part = box._replace(x=box.x + left, w=right - left - 8)
        canvas.caption(amount, _sign(canvas, sign, part), look)


def calls_pay(context: Clumond) -> Sequence[tuple[str, str]]:
    """Return what a pass pays who is right, and who is wrong, and what a declaration pays."""
    view, words = context.view, context.words
    least = ClumondSpeech(context).undeclared()
    won, pot, each = f"+{least}", POINTS_DECLARED, POINTS_AGAINST
    if has_chips(view):
        won = words("picture.clumond.at_least", n=least)
        pot, each = view.pot, view.pot // 2
    lost = words("picture.clumond.a_trick")
    return (won, lost), (f"+{pot}", words("picture.clumond.others", n=each))


def paint_cards(canvas: Canvas, context: Clumond, y: int) -> None:
    """Paint the own cards, those that may be played raised to `y` and the others below it.

    Where there is a choice, those that may not are on other paper.
    """
    view, theme = context.view, canvas.theme
    may = {code.partition(" ")[2] for code in view.legal if code.startswith("play ")}
    raised = _CALLING if is_calling(view) else RAISED
    drop = _LARGE_RAISED if theme.is_large else raised
    told = () if context.told is None or is_calling(view) else context.told
    marks = []
    laid = laid_out(
        view.hand or (), theme, y, canvas.size.h, raised=raised, is_told=bool(told)
    )  # fmt: skip
    for code, place, seen, is_covered in laid:
        at, move = place if code in may else place.moved(0, drop), f"play {code}"
        # A mark stands below the index, where nothing else is on a covered card.
        face = Look.HELD if seen > at.w * STRIP else Look.COVERED
        look = face if is_covered else Look.PLAIN
        if may and code not in may:
            look = Look.BARRED
        lay(canvas, code, at, Look.COVERED if move in told else look)
        foot = at.y + round(at.w * 0.88) + 2
        side = max(min(at.bottom - foot - 2, _MARK), _LEAST_MARK)
        mark = Box(at.x + round(at.w * 0.305) - side // 2, foot, side, side)
        marks.append((move, mark, at._replace(w=max(seen, mark.right - at.x + 8))))
    for move, mark, at in marks:
        frame_told(canvas, context, move, at)
        paint_told(canvas, context, move, mark)
    for (suit, _), cards in groupby(laid, key=lambda one: (one.code[1], one.at.y)):
        first, *_, last = [*cards] * 2
        suited = first.at._replace(w=last.at.x + last.seen - first.at.x)
        frame_told(canvas, context, f"declare {suit}", suited)


def _paint_won(canvas: Canvas, context: Clumond, left: Box) -> None:
    """Say beside the cards how many tricks the own seat has won, and what suits count."""
    won = context.view.tricks[context.own_seat - 1]
    count, word = left._replace(h=_WON), left._replace(y=left.y + _WON, h=_WORD)
    canvas.text(str(won), count, Lettered(BIG, canvas.theme.text, "middle"))
    text = context.words("picture.clumond.tricks", n=won)
    canvas.caption(text, word, Lettered(SMALL, canvas.theme.muted, "middle"))
    if canvas.theme.is_large or not counts(context.view):
        return
    for i, suit in enumerate(SUIT_VALUES):
        line, column = divmod(i, 2)
        x, y = MARGIN // 2 + column * _VALUE.w, word.bottom + line * _VALUE.h
        _paint_value(canvas, suit, Box(x, y, *_VALUE), 32)


# What is still possible: a cell for a code, with the tricks that are still to be won for it.


class Cell(NamedTuple):
    """What a code says: the cards to keep for it, the tricks still to win, and whether none is."""

    keep: str
    win: str
    is_met: bool

    def width(self, theme: Theme) -> int:
        """Return its width in pixels."""
        texts = self.keep, self.win
        keep, win = (lettering(text, _cell_style(theme), 900, READABLE).width for text in texts)
        return max(keep + self.is_met * 50, win) + 28


def _cell_style(theme: Theme) -> Style:
    return _NARROW if theme.is_large else PLAIN._replace(width=70)


def cells_of(context: Clumond) -> list[Cell]:
    """Return the cells of the codes still possible.

    None is met while the call goes on, as nothing is played for yet.
    """
    words, is_open = context.words, is_calling(context.view)

    def cell(ask: Ask) -> Cell:
        keep = words("picture.clumond.keep", code=ask.code)
        win = words("picture.clumond.win", more=OneOf(ask.more))
        return Cell(keep, win, 0 in ask.more and not is_open)

    return list(map(cell, ClumondSpeech(context).possible()))


def _paint_aims(canvas: Canvas, context: Clumond, room: Box) -> None:
    """Paint the cells that there is room for, or say what to do where no code is to be made."""
    words, theme, cells = context.words, canvas.theme, cells_of(context)
    if not cells:
        key = ClumondSpeech(context).aim() if counts(context.view) else "picture.clumond.against"
        canvas.caption(words(key), room, Lettered(_cell_style(theme), theme.text))
        return
    x, left = room.x, len(cells)
    for cell in cells:
        box = room._replace(x=x, w=cell.width(theme))
        if box.right > room.right - _MORE * (left > 1):
            break
        _paint_cell(canvas, cell, box)
        x, left = box.right + 10, left - 1
    if left:
        canvas.text(f"+{left}", room._replace(x=x, w=room.right - x), Lettered(PLAIN, theme.muted))


def _paint_cell(canvas: Canvas, cell: Cell, box: Box) -> None:
    theme, style = canvas.theme, _cell_style(canvas.theme)
    canvas.panel(box, theme.text if cell.is_met else theme.panel, radius=14)
    if not cell.is_met:
        canvas.panel(box, theme.rim, radius=14, outline=2)
    ink = theme.panel if cell.is_met else theme.text
    line = Box(box.x + 14, box.y, box.w - 20, box.h // 2 + 1)
    used = canvas.text(cell.keep, line, Lettered(style, ink))
    if cell.is_met:
        canvas.shape("tick", Box(line.x + used + 14, line.middle - 17, 36, 34), ink)
    below = line._replace(y=line.bottom, h=box.bottom - line.bottom - 1)
    canvas.text(cell.win, below, Lettered(style, ink))

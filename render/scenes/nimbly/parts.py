"""Strips of the pictures of Nimbly: the rows with their open ends, the seats, the own nine."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple, TypeAlias

from engine.games.nimbly.view import CARDS_A_MOVE, ROWS, NimblyView
from engine.melds import NINE
from render.canvas import NARROW, PLAIN, READABLE, Canvas, Lettered
from render.context import Context, shown
from render.glyphs import Style
from render.nines import LOW, TILE, arrange, paint_own, tile_row
from render.panels import (
    MARGIN,
    badge,
    beside_badge,
    deep,
    ground,
    held_mark,
    seat_boxes,
    seat_panel,
    short_name_line,
    turn_arrow,
)
from render.scenes.play import TOLD, name_told, paint_told
from render.shapes import Box, Size
from render.sprites import STRIP, Look, lay
from render.theme import Theme, tallest

Nimbly: TypeAlias = Context[NimblyView]

LINES = 3
"""Rows below each other; more stand in two columns."""

OPEN, LARGE_OPEN = 336, 282
"""Height of the rows, in large print too."""

_EDGE = 8
_LETTER = 42
"""Width of a row's letter, which stands at its open end."""

_FRAME = 4
_BADGE = 46
_ENDS = (112, 98)
"""The widths of cards that may be drawn: where there is room, and where there is little."""

_MORE = 2
"""Places of small cards that the number of those left out takes."""

_LEAST = 44
"""The least that small cards stand apart."""

_TOLD = 44
"""The most that marks of a row stand apart."""

_NUMBER = Style(READABLE, 700, 75)
_NAME = Style(60, 800, 95)


class Measures(NamedTuple):
    """How rows lie: from where, small cards so far apart before the ends, which have a size.

    `slots` is how many small cards stand before an end; 0 where rows begin at the left and their
    cards have one width, wherever they end.
    """

    left: int
    step: int
    end: Size
    end_step: int
    slots: int


def measures(seats: int, rows: int, theme: Theme) -> Measures:
    """Measure rows that begin with nine cards a seat in all.

    Beside each there is room for the cards just taken from it, and for who took them.
    """
    most, height = NINE * seats // rows, open_height(theme) // LINES - 8
    beside = _LETTER + 3 * _FRAME + _BADGE
    if rows > LINES:
        room = theme.width // 2 - _EDGE - beside
        step = room // (2 * CARDS_A_MOVE if theme.is_large else most)
        return Measures(_EDGE, step, Size(step + 2, height), step, 0)
    wide = _ENDS[theme.is_large or seats > LINES + 1]
    end_step = round(wide * STRIP)
    beside += (CARDS_A_MOVE - 1) * end_step + wide
    room, slots = theme.width - 2 * _EDGE - beside, most - CARDS_A_MOVE
    if theme.is_large:
        slots = min(slots, room // _LEAST - CARDS_A_MOVE)
    step = min(TILE, room // (slots + CARDS_A_MOVE))
    left = _EDGE + (room - (slots + CARDS_A_MOVE) * step) // 2
    return Measures(left, step, Size(wide, height), end_step, slots)


def open_height(theme: Theme) -> int:
    """Return the height of the rows."""
    return LARGE_OPEN if theme.is_large else OPEN


def draw_rows(context: Nimbly) -> Canvas:
    """Draw the rows, what may be drawn from them, and what was just taken."""
    view, theme = context.view, context.theme
    canvas = ground(open_height(theme), (), theme)
    found = measures(view.seats, len(view.rows), theme)
    height = open_height(theme) // LINES
    for place, row in enumerate(ROWS[: len(view.rows)]):
        column, line = divmod(place, LINES)
        x = found.left + column * theme.width // 2
        _paint_row(canvas, context, row, found, Box(x, line * height + 4, 0, height - 8))
    return canvas


def gone(view: NimblyView, row: str) -> tuple[str, ...]:
    """Return the cards the last move took from a row, in the order they lay there."""
    last = view.last_draw
    if last is None:
        return ()
    taken = [code for code, place in zip(last.cards, last.rows, strict=True) if place == row]
    return tuple(reversed(taken))


def _paint_row(canvas: Canvas, context: Nimbly, row: str, found: Measures, box: Box) -> None:
    """Paint a row from its covered end, small, to its open one, its letter, and what was taken."""
    cards = context.view.rows[ROWS.index(row)]
    covered, ends = cards[:-CARDS_A_MOVE], cards[-CARDS_A_MOVE:]
    small = Box(box.x, box.bottom - LOW.h + 2, 0, LOW.h - 2)
    if found.slots:
        x = box.x + found.slots * found.step
        _paint_covered(canvas, covered, small._replace(x=x), found)
        x += (CARDS_A_MOVE - len(ends)) * found.end_step
    else:
        x = tile_row(canvas, () if canvas.theme.is_large else covered, small, step=found.step)
    places = [Box(x + i * found.end_step, box.y, *found.end) for i in range(len(ends))]
    if found.slots:
        for i, (code, at) in enumerate(zip(ends, places, strict=True)):
            lay(canvas, code, at, Look.PLAIN if i == len(ends) - 1 else Look.COVERED)
        right = x + (len(ends) - 1) * found.end_step + found.end.w
    else:
        right = tile_row(canvas, ends, box._replace(x=x), step=found.step)
    letter = Box(right + 4, box.y, _LETTER - 4, box.h)
    colour = canvas.theme.text if cards else canvas.theme.muted
    canvas.text(row, letter, Lettered(_NAME, colour, "middle"))
    if context.told:
        _paint_told(canvas, context, row, Box(letter.right, box.y, _told_width(found), box.h))
    else:
        at = small._replace(x=letter.right + _FRAME)
        _paint_gone(canvas, context.view, gone(context.view, row), at, found.step)


def _paint_covered(canvas: Canvas, cards: tuple[str, ...], end: Box, found: Measures) -> None:
    """Paint the covered cards before an end; in large print the last of many, and how many more."""
    if len(cards) > found.slots:
        kept = found.slots - _MORE
        first = end.x - found.slots * found.step
        room = end._replace(x=first, w=_MORE * found.step - _EDGE)
        look = Lettered(_NUMBER, canvas.theme.muted, "right")
        canvas.text(f"+{len(cards) - kept}", room, look)
        cards = cards[-kept:]
    tile_row(canvas, cards, end.moved(-len(cards) * found.step, 0), step=found.step)


def _told_width(found: Measures) -> int:
    """Return the width beside a row for marks: that for who took cards, or for these cards, too."""
    return _BADGE + 3 * _FRAME + (found.slots > 0) * CARDS_A_MOVE * found.step


def _paint_told(canvas: Canvas, context: Nimbly, row: str, room: Box) -> None:
    """Paint a mark for each card that two draws compared take from a row, below each other."""
    step = min(room.w // CARDS_A_MOVE, room.h // 2, _TOLD)
    side = step - 8 if step == _TOLD else step - 1
    for n, code in enumerate(context.told or ()):
        for i in range(code.partition(" ")[2].count(row)):
            place = Box(room.x + i * step, room.y + n * room.h // 2, step, room.h // 2)
            mark = Box(place.x, place.middle - side // 2, side, side)
            paint_told(canvas, context, code, mark)


def _paint_gone(
    canvas: Canvas, view: NimblyView, cards: tuple[str, ...], at: Box, step: int
) -> None:
    """Paint the cards just taken beside the row, dimmed, framed, with their taker's badge."""
    last = view.last_draw
    if last is None or not cards:
        return
    colour = canvas.theme.seats[(last.seat - 1) % len(canvas.theme.seats)]
    right = tile_row(canvas, cards, at, dim=True, step=step) + 2
    frame = at._replace(w=right - at.x).inset(-_FRAME, -_FRAME)
    canvas.panel(frame, colour, radius=12, outline=_FRAME)
    badge(canvas, last.seat, frame.right + 2, at.middle - _BADGE // 2, _BADGE)


# The seats, below the rows of the table.

_POINTS = 110
_HIGHEST = 40
"""Height of the marks of cards, where there is room."""

_NAMED = 56
"""Height of a seat's name above the marks of its cards."""


def draw_seats(context: Nimbly) -> Canvas:
    """Draw every seat: who sits there, whose turn it is, cards held of nine, and points."""
    view, theme = context.view, context.theme
    canvas = deep(tallest(theme) - open_height(theme), theme)
    lines = 2 if view.seats == LINES + 1 and not theme.is_large else LINES
    top, pitch = 2 + theme.more(3), (canvas.size.h - 2) // lines
    boxes = seat_boxes(view.seats, top, pitch, canvas.size.h, theme)
    for seat, box in zip(context.seats, boxes, strict=True):
        seat_panel(canvas, box, is_lit=seat in view.to_act)
        _paint_seat(canvas, context, seat, box.inset(6, 0) if theme.is_large else box.inset(10, 6))
    return canvas


def _paint_seat(canvas: Canvas, context: Nimbly, seat: int, box: Box) -> None:
    """Paint a seat in one line, or above the marks of its cards; with a number in large print."""
    held, theme = context.view.hand_counts[seat - 1], canvas.theme
    line = box if theme.is_large else box._replace(h=_NAMED)
    points = str(context.view.scores[seat - 1])
    room = line._replace(x=line.right - _POINTS, w=_POINTS)
    if seat in context.view.to_act:
        turn_arrow(canvas, box.x - 10 + theme.more(4), line.middle)
    style = PLAIN._replace(width=NARROW) if theme.is_large else PLAIN
    x = line.right - canvas.text(points, room, Lettered(style, theme.text, "right"))
    if theme.is_large:
        x = held_mark(canvas, str(held), x - 6, line)
    short_name_line(canvas, context.seating(seat), line._replace(w=x - 6 - line.x))
    if not theme.is_large:
        rest = Box(box.x, line.bottom, box.w, box.bottom - line.bottom)
        high = min(rest.h - 8, _HIGHEST)
        _paint_marks(canvas, held, rest._replace(y=rest.middle - high // 2, h=high))


def _paint_marks(canvas: Canvas, count: int, box: Box) -> None:
    """Paint nine marks: full ones for cards held, flat ones for those still to be drawn."""
    step = box.w / NINE
    for i in range(NINE):
        mark = Box(box.x + round(i * step), box.y, round(step) - 8, box.h)
        if i < count:
            canvas.bar(mark, canvas.theme.mark)
        else:
            canvas.bar(mark._replace(y=mark.bottom - 4, h=4), canvas.theme.line)


# The own cards, below the rows of a hand.

_CARD, _LARGE_CARD = Size(130, 172), Size(98, 124)


def draw_own(context: Nimbly) -> Canvas:
    """Draw the own cards with what they make, and empty places for those still to be drawn."""
    theme = context.theme
    canvas = deep(tallest(theme) - open_height(theme), theme)
    hand = shown(context.view.hand, "a spectator has no hand")
    at, is_told = Box(0, 8, *_CARD), context.told is not None
    if theme.is_large:
        at = Box(0, TOLD + 2, *LOW) if is_told else at._replace(w=_LARGE_CARD.w, h=_LARGE_CARD.h)
    hand = replace(hand, cards=arrange(hand.cards).cards)
    paint_own(canvas, hand, at, context.words, slots=NINE, is_told=is_told)
    left = beside_badge(theme)
    line = Box(left, 0 if theme.is_large else 12, theme.width - MARGIN - left, TOLD)
    name_told(canvas, context, lambda code: " ".join(code.partition(" ")[2]), line)
    return canvas

"""Strips of the pictures of Nimbly: the rows with their open ends, the seats, the own nine."""

from __future__ import annotations

from collections.abc import Sequence
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
    Lit,
    across,
    badge,
    deep,
    ground,
    held_mark,
    seat_boxes,
    seat_panel,
    short_name_line,
    turn_arrow,
)
from render.scenes.play import TOLD, frame_told, show_told
from render.shapes import Box, Size
from render.sprites import STRIP, Look, lay
from render.theme import Theme, tallest

Nimbly: TypeAlias = Context[NimblyView]

LINES = 3
"""Rows below each other; more stand in two columns."""

OPEN, LARGE_OPEN = 348, 282
"""Height of the rows, in large print too."""

_EDGE = 8
_LETTER = 42
"""Width of a row's letter beside its open end, where rows stand in two columns."""

_DISC, _LARGE_DISC = 56, 48
_OVER = 60, 52
"""The disc with a row's letter, and how much of it is beside the open end, in large print too."""

_FRAME = 4
_BADGE = 46
_ENDS = ((190, 236), (150, 166), (124, 108))
"""The most that cards that may be drawn measure, by how many rows are left; low are all index."""

_MORE = 2
"""Places of small cards that the number of those left out takes."""

_LEAST, _WIDE = 44, 64
"""The least that small cards stand apart, and the most that those before an end do."""

_NUMBER = Style(READABLE, 700, 75)
_NAME = Style(60, 800, 95)


class Measures(NamedTuple):
    """How rows lie: from where, small cards so far apart before the ends, which have a size.

    `slots` is how many small cards stand before an end; None where rows begin at the left and their
    cards have one width, wherever they end.
    """

    left: int
    step: int
    end: Size
    end_step: int
    slots: int | None


def measures(
    seats: int, rows: int, theme: Theme, lines: int = LINES, covered: int = NINE * 9
) -> Measures:
    """Measure rows that begin with nine cards a seat in all.

    `lines` are not empty yet, and have at most so many `covered` cards before their ends: the fewer
    they are the larger are the ends. Beside each there is room for the cards just taken from it,
    and for who took them.
    """
    most, height = NINE * seats // rows, open_height(theme) // lines - 8
    beside = _LETTER + 3 * _FRAME + _BADGE
    if rows > LINES:
        room = theme.width // 2 - _EDGE - beside
        step = room // (2 * CARDS_A_MOVE if theme.is_large else most)
        return Measures(_EDGE, step, Size(step + 2, height), step, None)
    wide, high = _ENDS[lines - 1]
    end = Size(min(wide, height * wide // high), min(height, high))
    end_step = round(end.w * STRIP)
    ends = (CARDS_A_MOVE - 1) * end_step + end.w
    beside += _OVER[theme.is_large] - _LETTER + _EDGE
    room = theme.width - _EDGE - ends - beside
    slots = min(most - CARDS_A_MOVE, covered, room // _LEAST - CARDS_A_MOVE)
    step = min(_WIDE, room // (slots + CARDS_A_MOVE))
    used = ends + beside + CARDS_A_MOVE * min(step, TILE) + slots * step
    return Measures(max(theme.width - used, 0) // 2, step, end, end_step, slots)


def open_height(theme: Theme) -> int:
    """Return the height of the rows."""
    return LARGE_OPEN if theme.is_large else OPEN


def draw_rows(context: Nimbly) -> Canvas:
    """Draw the rows, what may be drawn from them, and what was just taken."""
    view, theme = context.view, context.theme
    canvas = ground(open_height(theme), (), theme)
    rows, covered = ROWS[: len(view.rows)], max(map(len, view.rows)) - CARDS_A_MOVE
    if len(view.rows) <= LINES:
        # What is empty and was so before the last move is not missed.
        rows = "".join(row for row in rows if view.rows[ROWS.index(row)] or gone(view, row))
    lines = min(max(len(rows), 1), LINES)
    found = measures(view.seats, len(view.rows), theme, lines, max(covered, 0))
    height = found.end.h + 8
    top = (canvas.size.h - lines * height) // 2
    for place, row in enumerate(rows):
        column, line = divmod(place, LINES)
        x = found.left + column * theme.width // 2
        _paint_row(canvas, context, row, found, Box(x, top + line * height + 4, 0, height - 8))
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
    if found.slots is not None:
        x = box.x + found.slots * found.step
        _paint_covered(canvas, covered, small._replace(x=x), found.slots, found.step)
        x += (CARDS_A_MOVE - len(ends)) * found.end_step
    else:
        x = tile_row(canvas, () if canvas.theme.is_large else covered, small, step=found.step)
    places = [Box(x + i * found.end_step, box.y, *found.end) for i in range(len(ends))]
    if found.slots is not None:
        for i, (code, at) in enumerate(zip(ends, places, strict=True)):
            lay(canvas, code, at, Look.PLAIN if i == len(ends) - 1 else Look.COVERED)
        right = x + (len(ends) - 1) * found.end_step + found.end.w
        _frame_told(canvas, context, row, places, right)
    else:
        right = tile_row(canvas, ends, box._replace(x=x), step=found.step)
    right = _paint_letter(canvas, row, right, box, on_end=found.slots is not None)
    if not context.told:
        at = small._replace(x=right + _FRAME)
        _paint_gone(canvas, context.view, gone(context.view, row), at, min(found.step, TILE))


def _paint_letter(canvas: Canvas, row: str, right: int, box: Box, *, on_end: bool) -> int:
    """Paint a row's letter, on a disc on the edge of its open end or beside it; return its edge."""
    theme = canvas.theme
    if not on_end:
        letter = Box(right + 4, box.y, _LETTER - 4, box.h)
        canvas.text(row, letter, Lettered(_NAME, theme.text, "middle"))
        return letter.right
    side, over = _LARGE_DISC if theme.is_large else _DISC, _OVER[theme.is_large]
    disc = Box(right + over - side, box.middle - side // 2, side, side)
    canvas.shape("disc", disc.inset(-3, -3), theme.well)
    canvas.shape("disc", disc, theme.mark)
    canvas.text(row, disc, Lettered(_NUMBER._replace(weight=800), theme.panel, "middle"))
    return disc.right


def _paint_covered(canvas: Canvas, cards: tuple[str, ...], end: Box, slots: int, step: int) -> None:
    """Paint the covered cards before an end: of many the last ones, and how many more."""
    if len(cards) > slots:
        kept = slots - _MORE
        room = end._replace(x=end.x - slots * step, w=_MORE * step - _EDGE)
        look = Lettered(_NUMBER, canvas.theme.muted, "right")
        canvas.text(f"+{len(cards) - kept}", room, look)
        cards = cards[-kept:]
    tile_row(canvas, cards, end.moved(-len(cards) * step, 0), step=step)


def _frame_told(
    canvas: Canvas, context: Nimbly, row: str, places: Sequence[Box], right: int
) -> None:
    """Frame the ends that two draws compared take from a row, one within the other."""
    counts = [code.partition(" ")[2].count(row) for code in context.told or ()]
    for n, (code, taken) in enumerate(zip(context.told or (), counts, strict=True)):
        if taken:
            is_within = all(counts) and (taken, 1 - n) <= (counts[1 - n], n)
            inner, at = _NESTED * is_within, places[-taken]
            frame_told(canvas, context, code, at._replace(w=right - at.x).inset(inner, inner))


_NESTED = 9
"""How far the frame of the draw that takes less lies within that of the other one."""


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
_HIGHEST, _LOW = 48, 24
"""Height of the cards held, where there is room, and that of mere marks of them."""

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
        seat_panel(canvas, box, Lit.TURN * (seat in view.to_act))
        _paint_seat(canvas, context, seat, box.inset(6, 0) if theme.is_large else box.inset(10, 6))
    return canvas


def _paint_seat(canvas: Canvas, context: Nimbly, seat: int, box: Box) -> None:
    """Paint a seat with its cards beside or below its name; with a number in large print."""
    held, theme = context.view.hand_counts[seat - 1], canvas.theme
    is_low = not theme.is_large and box.w < theme.width // 2
    line = box._replace(h=_NAMED) if is_low else box
    points = str(context.view.scores[seat - 1])
    room = line._replace(x=line.right - _POINTS, w=_POINTS)
    if seat in context.view.to_act:
        turn_arrow(canvas, box.x - 10 + theme.more(4), line.middle)
    style = PLAIN._replace(width=NARROW) if theme.is_large else PLAIN
    x = line.right - canvas.text(points, room, Lettered(style, theme.text, "right")) - 6
    if theme.is_large:
        x = held_mark(canvas, str(held), x, line) - 6
    elif is_low:
        rest = Box(box.x, line.bottom, box.w, box.bottom - line.bottom)
        high = min(rest.h - 8, _HIGHEST)
        _paint_marks(canvas, held, rest._replace(y=rest.middle - high // 2, h=high))
    else:
        x = box.x + box.w // 2
        wide = room.x - x
        _paint_marks(canvas, held, Box(x, line.middle - _HIGHEST // 2, wide, _HIGHEST))
    short_name_line(canvas, context.seating(seat), line._replace(w=x - line.x))


def _paint_marks(canvas: Canvas, count: int, box: Box) -> None:
    """Paint a small card for each that is held, and flat places for those still to be drawn."""
    step = box.w / NINE
    wide = min(round(step) - 6, box.h * 3 // 4 if box.h > _LOW else box.w)
    for i in range(NINE):
        mark = Box(box.x + round(i * step), box.y, wide, box.h)
        if i < count:
            canvas.panel(mark, canvas.theme.mark, radius=min(6, box.h // 2))
        else:
            canvas.bar(mark._replace(y=mark.bottom - 4, h=4), canvas.theme.line)


# The own cards, below the rows of a hand.

_CARD, _LARGE_CARD = Size(130, 184), Size(98, 124)


def draw_own(context: Nimbly) -> Canvas:
    """Draw the own cards with what they make, and a place for those still to be drawn."""
    theme = context.theme
    canvas = deep(tallest(theme) - open_height(theme), theme)
    hand = shown(context.view.hand, "a spectator has no hand")
    at, is_told = Box(0, 8, *_CARD), context.told is not None
    if theme.is_large:
        at = Box(0, TOLD + 2, *LOW) if is_told else at._replace(w=_LARGE_CARD.w, h=_LARGE_CARD.h)
    elif is_told:
        at = Box(0, _PANEL + 6, _CARD.w, canvas.size.h - _PANEL - 14)
    hand = replace(hand, cards=arrange(hand.cards).cards)
    paint_own(canvas, hand, at, context.words, slots=NINE, told=context.told)
    line = Box(MARGIN, 2 - theme.more(2), across(theme), TOLD if theme.is_large else _PANEL)
    for move, room in show_told(canvas, context, _rows_of, line, CARDS_A_MOVE * _DRAWN):
        cards = drawn_by(context.view, move)
        at = Box(room.right - len(cards) * _DRAWN, room.middle - LOW.h // 2, 0, LOW.h)
        tile_row(canvas, cards, at, step=_DRAWN)
    return canvas


_PANEL, _DRAWN = 116, 64
"""Height of two draws compared, and how far apart their cards stand."""


def _rows_of(move: str) -> str:
    """Name a draw by the rows it takes from."""
    return " ".join(move.partition(" ")[2])


def drawn_by(view: NimblyView, move: str) -> list[str]:
    """Return the cards that a draw takes, from the open end of each row."""
    rows = move.partition(" ")[2]
    return [view.rows[ROWS.index(row)][-1 - rows[:at].count(row)] for at, row in enumerate(rows)]

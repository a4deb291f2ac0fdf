"""Parts shared by the pictures of Clumond: what all look at, and every seat with its tricks."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from engine.games.clumond.view import ClumondView, Phase, Played, Scoring, Trick, Trumps
from engine.seats import round_from
from render.api import Words, number
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.context import Context
from render.panels import (
    MARGIN,
    across,
    badge,
    deep,
    ground,
    held_mark,
    lit,
    name_line,
    seat_boxes,
    seat_panel,
    short_name_line,
)
from render.shapes import Box, Size
from render.sprites import Look, lay, suit_colour
from render.theme import PACK, Theme, tallest
from render.tricks import FRAME, paint_gap, shown_trick

Clumond: TypeAlias = Context[ClumondView]

SMALLEST = Size(98, 104)
"""A card with the smallest index that can be read."""

LINE = 56
"""Height of the line with the contract and the pot."""

TILE = 46
"""Side of a tile with a suit."""

DECLARER = 330
"""Width that the words for trumps leave to who declared, in any language."""

_NAMED = 54
"""Height of a seat's name above what it has."""

_COUNTED = 190
"""Room for what counts of a seat in the call or large print."""

_RIBBON = 40
_HELD = 230
"""How far from the right the cards held are told."""


class _Measures(NamedTuple):
    """Sizes of what all look at, and the height of a seat's name."""

    top: int
    name: int
    card: Size


_USUAL = _Measures(8 + LINE, 60, Size(130, 154))
_CALL = _USUAL._replace(card=Size(130, 52))
_LARGE = _Measures(0, 50, Size(98, 100))
_LARGE_CALL = _LARGE._replace(card=Size(98, 52))
"""What has been called is shown low, as what may be and the own cards need the room."""


def _measures(view: ClumondView, theme: Theme) -> _Measures:
    usual, call = (_LARGE, _LARGE_CALL) if theme.is_large else (_USUAL, _CALL)
    return call if is_calling(view) else usual


def open_height(view: ClumondView, theme: Theme) -> int:
    """Return the height of what all look at."""
    top, name, card = _measures(view, theme)
    return top + name + 2 * FRAME + card.h + (4 if theme.is_large else 8)


def is_calling(view: ClumondView) -> bool:
    """Return whether the call goes on."""
    return view.phase is Phase.CALL


def may_call(view: ClumondView) -> bool:
    """Return whether the seat whose view this is has to call now."""
    return is_calling(view) and bool(view.legal)


def has_chips(view: ClumondView) -> bool:
    """Return whether there are chips and a pot (C5), rather than points (C7)."""
    return view.scoring is Scoring.CHIPS


def counts(view: ClumondView) -> bool:
    """Return whether the own code counts: not where another seat has declared (C6)."""
    return view.declarer in (None, view.seat)


# The call or the trick in three columns; above it, but in large print, the contract and the pot.


def draw_open(context: Clumond) -> Canvas:
    """Draw what all look at."""
    view, theme = context.view, context.theme
    canvas = ground(open_height(view, theme), (), theme)
    if not theme.is_large:
        _paint_contract(canvas, context)
    trick, is_last = shown_trick(view)
    width = across(theme) // view.seats
    for place, seat in enumerate(round_from(trick.leader, view.seats)):
        column = Box(MARGIN + place * width, _measures(view, theme).top, width - 4, 0)
        at = _paint_name(canvas, context, seat, column)
        played = trick.cards[place] if place < len(trick.cards) else None
        if is_calling(view):
            _paint_call(canvas, context, seat, at)
        elif played is None:
            paint_gap(canvas, at, is_turn=seat in view.to_act)
        else:
            has_won = trick.winner == seat
            _paint_played(canvas, context, played, at, is_over=is_last, has_won=has_won)
        if view.last_trick is not None and not (is_last or theme.is_large):
            _paint_before(canvas, context, view.last_trick, seat, at, is_first=not place)
    return canvas


def _paint_name(canvas: Canvas, context: Clumond, seat: int, column: Box) -> Box:
    """Write who plays there, in large print above the trumps of who declared; return the card's."""
    measures = _measures(context.view, canvas.theme)
    line = column._replace(h=measures.name)
    short_name_line(canvas, context.seating(seat), line)
    if canvas.theme.is_large and seat == context.view.declarer:
        paint_trumps(canvas, context, line.right - TILE, line.bottom + FRAME)
    return Box(column.x + FRAME, line.bottom + FRAME, *measures.card)


def _paint_call(canvas: Canvas, context: Clumond, seat: int, at: Box) -> None:
    """Paint what a seat has called, or that it is to call (C2)."""
    view, words = context.view, context.words
    if seat not in view.passed:
        paint_gap(canvas, at, is_turn=seat in view.to_act)
    else:
        canvas.panel(at, canvas.theme.well, radius=10)
        text = words("picture.clumond.passed")
        canvas.caption(text, at.inset(6, 0), Lettered(PLAIN, canvas.theme.muted, "middle"))
    if seat == view.dealer:
        _say_beside(canvas, words("picture.clumond.deals"), at)


def _paint_played(
    canvas: Canvas, context: Clumond, played: Played, at: Box, *, is_over: bool, has_won: bool
) -> None:
    """Paint a card of a trick; that which wins has a frame, the others of one that is over less."""
    theme, words = canvas.theme, context.words
    lay(canvas, played.card, at, Look.DIM if is_over and not has_won else Look.PLAIN)
    if not has_won:
        return
    if theme.is_large:
        _say_beside(canvas, words("picture.role.1"), at)
    else:
        ribbon = Box(at.x, at.bottom - _RIBBON, at.w, _RIBBON)
        canvas.bar(ribbon, theme.glow)
        look = Lettered(SMALL, theme.ink, "middle")
        canvas.caption(words("picture.role.1"), ribbon.inset(6, 0), look)
    canvas.panel(at.inset(-FRAME, -FRAME), theme.gold, radius=14, outline=FRAME)


def _say_beside(canvas: Canvas, text: str, at: Box) -> None:
    """Say what a seat does, beside its card."""
    line = Box(at.right + 12, at.bottom - 50, 100, 50)
    if not canvas.theme.is_large:
        line = Box(at.right + 16, at.y, 166, 50)
    canvas.caption(text, line, Lettered(SMALL, canvas.theme.muted))


def _paint_before(
    canvas: Canvas, context: Clumond, last: Trick, seat: int, at: Box, *, is_first: bool
) -> None:
    """Paint small what a seat played to the last trick, while the next one goes on (C9)."""
    before = next(one for one in last.cards if one.seat == seat)
    box = Box(at.right + 18, at.bottom - SMALLEST.h, *SMALLEST)
    lay(canvas, before.card, box, Look.DIM)
    if seat == last.winner:
        canvas.panel(box.inset(-FRAME, -FRAME), canvas.theme.line, radius=14, outline=FRAME)
    if is_first:
        line = Box(box.x, at.y - 4, 164, box.y - at.y)
        text = context.words("picture.trick_before", trick=last.number)
        canvas.text(text, line, Lettered(PLAIN._replace(width=70), canvas.theme.muted))


def _paint_contract(canvas: Canvas, context: Clumond) -> None:
    """Say what is trumps, who declared it, and what is in the pot."""
    view, words, theme = context.view, context.words, canvas.theme
    box = Box(MARGIN + 8, 6, across(theme) - 16, LINE)
    right = box.right
    if has_chips(view):
        text = words("picture.clumond.pot", pot=view.pot)
        right -= canvas.text(text, box, Lettered(PLAIN, theme.text, "right")) + 46
        canvas.shape("chip", Box(right, box.middle - 18, 36, 36), theme.mark)
        right -= 20
    paint_contract(canvas, context, view.declarer, view.trumps, box._replace(w=right - box.x))


def paint_contract(
    canvas: Canvas, context: Clumond, declarer: int | None, trumps: Trumps | None, box: Box
) -> None:
    """Say what is trumps, and who declared it or that nobody did."""
    words, theme = context.words, canvas.theme
    x, room = box.x, box.w - (DECLARER if trumps else 0)
    if trumps is not None and trumps is not Trumps.NONE:
        suit_tile(canvas, trumps.value, x, box.middle - TILE // 2)
        x += TILE + 14
    key = f"picture.clumond.trumps.{trumps.value}" if trumps else "picture.clumond.the_call"
    line = box._replace(x=x, w=min(box.x + room - x, 480))
    x += canvas.caption(words(key), line, Lettered(PLAIN, theme.text)) + 24
    if trumps is None:
        return
    said = "picture.clumond.undeclared"
    if declarer is not None:
        badge(canvas, declarer, x, box.middle - 23)
        x, said = x + 56, "picture.clumond.declares"
    line = box._replace(x=x, w=max(box.right - x, 1))
    canvas.caption(words(said), line, Lettered(PLAIN, theme.muted))


def suit_tile(canvas: Canvas, suit: str, x: int, y: int, side: int = TILE) -> None:
    """Paint a suit in its colour on a little card."""
    canvas.panel(Box(x, y, side, side), PACK.paper, radius=10)
    inner = Box(x, y, side, side).inset(side // 8, side // 8)
    canvas.shape(suit, inner, suit_colour(f"A{suit}"))


def paint_trumps(canvas: Canvas, context: Clumond, x: int, y: int) -> None:
    """Paint the mark of who declared: the trumps on a little card, a stroke if there are none."""
    trumps = context.view.trumps
    if trumps is not None and trumps is not Trumps.NONE:
        suit_tile(canvas, trumps.value, x, y)
        return
    canvas.panel(Box(x, y, TILE, TILE), PACK.paper, radius=10)
    canvas.bar(Box(x + 10, y + TILE // 2 - 4, TILE - 20, 8), PACK.black)


# Every seat: who sits there, the tricks it has won, the cards it holds, what it has.


def draw_seats(context: Clumond) -> Canvas:
    """Draw a row for every seat."""
    view, theme = context.view, context.theme
    canvas = deep(tallest(theme) - open_height(view, theme), theme)
    pitch, gap = canvas.size.h // view.seats, 3 if theme.is_large else 8
    boxes = seat_boxes(view.seats, 4, pitch, canvas.size.h, theme, gap)
    for box, is_turn in lit(boxes, view.to_act):
        seat_panel(canvas, box, is_turn)
    for seat, box in zip(context.seats, boxes, strict=True):
        _paint_seat(canvas, context, seat, box)
    return canvas


def _paint_seat(canvas: Canvas, context: Clumond, seat: int, box: Box) -> None:
    """Paint a seat in two lines; in the call or large print in one, with what counts now."""
    view, words, theme = context.view, context.words, canvas.theme
    line = Box(box.x + 14, box.y + 2, box.w - 28, _NAMED)
    turn = "picture.clumond.to_call" if is_calling(view) else "picture.turn.play"
    if theme.is_large or is_calling(view):
        line = box.inset(14, 2)
        room = line._replace(x=line.right - _COUNTED, w=_COUNTED)
        if is_calling(view):
            paint_amount(canvas, context, view.scores[seat - 1], room)
        else:
            paint_tricks(canvas, view.tricks[seat - 1], room, words)
        name_line(canvas, context.seating(seat, turn), line._replace(w=line.w - _COUNTED - 8))
        return
    name_line(canvas, context.seating(seat, turn), line)
    row = Box(line.x + 58, line.bottom, line.w - 58, box.bottom - line.bottom - 2)
    paint_tricks(canvas, view.tricks[seat - 1], row, words)
    paint_amount(canvas, context, view.scores[seat - 1], row)
    held_mark(canvas, str(view.hand_counts[seat - 1]), row.right - _HELD, row)


def paint_tricks(canvas: Canvas, won: int, row: Box, words: Words) -> int:
    """Say how many tricks a seat has won; return the right edge of the room for it."""
    used = canvas.text(str(won), row._replace(w=66), Lettered(BIG, canvas.theme.text))
    label = row._replace(x=row.x + used + 12, w=110)
    text = words("picture.clumond.tricks", n=won)
    canvas.caption(text, label, Lettered(SMALL, canvas.theme.muted))
    return row.x + 188


def paint_amount(canvas: Canvas, context: Clumond, balance: int, line: Box) -> None:
    """Write this many chips or points at the right of a line."""
    theme = canvas.theme
    if not has_chips(context.view):
        text = context.words("picture.points", n=balance)
        canvas.text(text, line, Lettered(PLAIN, theme.text, "right"))
        return
    used = canvas.text(number(balance), line, Lettered(BIG, theme.text, "right"))
    canvas.shape("chip", Box(line.right - used - 50, line.middle - 19, 38, 38), theme.mark)

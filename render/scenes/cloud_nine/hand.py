"""Strips of the pictures of Cloud Nine: the trick and the stock, the clouds, the own cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.games.cloud_nine.view import CloudNineView, Phase, Played, Trick
from render.canvas import BIG, NARROW, PLAIN, READABLE, SMALL, Canvas, Lettered
from render.context import Context, shown
from render.lettering import lettering
from render.nines import HANGING, LOW, TILE, arrange, factor_line, paint_own, tile_row
from render.panels import (
    MARGIN,
    NAME,
    Lit,
    across,
    badge,
    beside_badge,
    deep,
    ground,
    held_mark,
    seat_boxes,
    seat_panel,
    short_name_line,
    stacked,
    turn_arrow,
)
from render.scenes.cloud_nine.speech import CloudNineSpeech
from render.scenes.play import TOLD, frame_told, name_told, paint_told
from render.shapes import Box, Size
from render.sprites import Look, card_back, lay
from render.theme import Theme, tallest
from render.tricks import paint_gap, shown_trick

CloudNine: TypeAlias = Context[CloudNineView]

OPEN, LARGE_OPEN = 246, 236
"""Height of the trick, in large print too."""

CARD = Size(130, 172)
"""A card of the trick or of the own hand."""

_LARGE_CARD, _LARGE_TRICK_CARD = Size(98, 94), Size(100, 98)

_STOCK, _LARGE_STOCK = 88, 90
"""Width of the stock: right of the trick, in large print below the right end of its columns."""

_ROLE = 56
"""Height of the line below a card that says what it came to."""

_CHIP = Size(186, 46)
"""The most that what a card came to takes, on its lower edge."""

_FRAME = 5
_MARK = 42
"""Side of the mark beside a card that a review tells of."""


def open_height(theme: Theme) -> int:
    """Return the height of the trick."""
    return LARGE_OPEN if theme.is_large else OPEN


def draw_trick(context: CloudNine) -> Canvas:
    """Draw the trick in three columns in the order of play, the leader first, and the stock."""
    view, theme = context.view, context.theme
    canvas = ground(open_height(theme), (), theme)
    trick, is_last = shown_trick(view)
    width = (across(theme) - (0 if theme.is_large else _STOCK)) // view.seats
    for place in range(view.seats):
        seat = (trick.leader - 1 + place) % view.seats + 1
        played = trick.cards[place] if place < len(trick.cards) else None
        column = Box(MARGIN + place * width, theme.more(6), width - 4, canvas.size.h)
        short_name_line(canvas, context.seating(seat), column._replace(h=NAME))
        size = _LARGE_TRICK_CARD if theme.is_large else CARD
        at = Box(column.x + _FRAME, column.y + NAME + _FRAME, *size)
        if played is None:
            paint_gap(canvas, at, is_turn=seat in view.to_act)
        else:
            _paint_played(canvas, context, played, at, is_last=is_last)
        if view.last_trick is not None and not is_last:
            _paint_before(canvas, context, view.last_trick, seat, at, is_first=not place)
        beside = theme.more(_LARGE_STOCK) * (place == view.seats - 1)
        line = Box(column.x, at.bottom + _FRAME, column.w - beside, _ROLE)
        _paint_role(canvas, context, trick, seat, line)
    _paint_stock(canvas, view.stock)
    return canvas


def _paint_before(
    canvas: Canvas, context: CloudNine, last: Trick, seat: int, at: Box, *, is_first: bool
) -> None:
    """Paint small what a seat played to the trick before, framed if it won, and whose it is now."""
    played = next(one for one in last.cards if one.seat == seat)
    muted = canvas.theme.muted
    box = Box(at.right + 20, at.bottom - LOW.h, TILE + 2, LOW.h)
    tile_row(canvas, [played.card], box, dim=True)
    if last.ranking[:1] == (seat,):
        canvas.panel(box.inset(-_FRAME, -_FRAME), canvas.theme.line, radius=14, outline=_FRAME)
    if played.taken_by is not None:
        badge(canvas, played.taken_by, box.right + 10, box.middle - 23)
    if is_first:
        line = Box(box.x, at.y - 4, 164, box.y - at.y)
        text = context.words("picture.trick_before", trick=last.number)
        canvas.text(text, line, Lettered(PLAIN._replace(width=70), muted))


def _paint_role(canvas: Canvas, context: CloudNine, trick: Trick, seat: int, line: Box) -> None:
    """Say what somebody is in the trick: on the lower edge of the card, in large print below it."""
    theme, is_first = canvas.theme, canvas.theme.is_large and seat == trick.leader
    key, won = _role(trick, seat, is_first=is_first), trick.ranking[:1] == (seat,)
    if not key:
        return
    word = context.words(key)
    if theme.is_large:
        canvas.caption(word, line, Lettered(PLAIN, theme.gold if won else theme.muted))
        return
    style = PLAIN._replace(width=75)
    used = lettering(word, style, _CHIP.w - 24, READABLE).width
    chip = Box(line.x, line.y - _CHIP.h, max(used + 24, CARD.w + 2 * _FRAME), _CHIP.h)
    canvas.panel(chip, theme.glow if won else theme.well, radius=12)
    look = Lettered(style, theme.ink if won else theme.text, "middle")
    canvas.caption(word, chip.inset(10, 0), look)


def _role(trick: Trick, seat: int, *, is_first: bool) -> str:
    """Return the key of the words for what somebody is in the trick."""
    if seat in trick.ranking:
        return f"picture.role.{[*trick.ranking].index(seat) + 1}"  # type: ignore[arg-type] # a seat
    return "picture.role.leads" if is_first else ""


def _paint_played(
    canvas: Canvas, context: CloudNine, played: Played, at: Box, *, is_last: bool
) -> None:
    """Paint a card of the trick, framed where it may be taken, and the cloud it went to."""
    theme, taker = canvas.theme, played.taken_by
    is_gone = is_last or taker is not None
    lay(canvas, played.card, at, Look.DIM if is_gone else Look.PLAIN)
    if context.view.phase is Phase.TAKE and not is_gone:
        canvas.panel(at.inset(-_FRAME, -_FRAME), theme.mark, radius=14, outline=_FRAME)
    if not is_gone:
        mark = Box(at.right + 14, at.y, _MARK, _MARK)
        paint_told(canvas, context, f"take {played.card}", mark)
        frame_told(canvas, context, f"take {played.card}", at)
        paint_told(canvas, context, f"second {played.seat}", mark)
    if taker is None:
        return
    x = at.right + 6
    # Large print has no room for the arrow: the card lies dimmed beside the cloud it went to.
    if not theme.is_large:
        canvas.shape("to", Box(x + 6, at.middle - 20, 40, 40), theme.text)
        x += 48
    cloud = Box(x, at.middle - 48, 96 - 14 * theme.is_large, 96)
    canvas.shape("cloud", cloud, theme.haze)
    badge(canvas, taker, cloud.x + cloud.w // 2 - 23, at.middle - 16)


def _paint_stock(canvas: Canvas, count: int) -> None:
    """Paint a pile of cards and below it, in large print beside it, how many it has."""
    size, look = Size(60, 82), Lettered(BIG, canvas.theme.text, "middle")
    x, y = canvas.theme.width - MARGIN - _STOCK + 14, 66
    number = Box(x - 14, y + size.h + 8, _STOCK, 56)
    if canvas.theme.is_large:
        size, x, y = Size(24, 38), x - 5, canvas.size.h - _ROLE - 1
        number = Box(x + 33, y - 6, _STOCK - 42, _ROLE)
        look = Lettered(PLAIN._replace(width=NARROW), canvas.theme.text, "right")
    for shift in (8, 4, 0):
        canvas.sprite(card_back(size), x + shift, y - shift + 4)
    canvas.text(str(count), number, look)


# The clouds of all seats, below the trick of the table.

SEAT = 128
"""The height of a seat with the air below it."""

_SCORED = 124
"""Width of a cloud's sign with what it scores."""


def paint_score(canvas: Canvas, score: int, x: int, middle: int) -> int:
    """Write what a cloud scores, beside its sign; return where that ends."""
    canvas.shape("cloud", Box(x, middle - 28, 52, 52), canvas.theme.mark)
    number = Box(x + 58, middle - 28, _SCORED - 58, 56)
    return number.x + canvas.text(str(score), number, Lettered(BIG, canvas.theme.text))


def draw_seats(context: CloudNine) -> Canvas:
    """Draw every seat: its cloud with what it scores, whose turn it is, cards held and points."""
    view, theme = context.view, context.theme
    canvas = deep(tallest(theme) - open_height(theme), theme)
    boxes = cloud_boxes(2, view.seats, theme)
    if theme.is_large:
        boxes = seat_boxes(view.seats, 2, canvas.size.h // view.seats, canvas.size.h, theme)
    for seat, box in zip(context.seats, boxes, strict=True):
        paint_seat(canvas, context, seat, box)
    return canvas


def cloud_boxes(top: int, count: int, theme: Theme) -> list[Box]:
    """Return places for seats with the cards of their clouds, which leave no room for names."""
    return stacked(top, count, SEAT - 8, 8, theme, beside_badge(theme))


def paint_seat(canvas: Canvas, context: CloudNine, seat: int, box: Box) -> None:
    """Paint a seat in a line; in large print its name stands in place of all its cards."""
    view, theme = context.view, canvas.theme
    seat_panel(canvas, box, Lit.TURN * (seat in view.to_act))
    if seat in view.to_act:
        turn_arrow(canvas, box.x, box.middle)
    box = box.inset(16, 4)
    cloud, held = view.clouds[seat - 1], str(view.hand_counts[seat - 1])
    points = context.words("picture.points", n=view.scores[seat - 1])
    if theme.is_large:
        room = box._replace(x=box.right - 76, w=76)
        canvas.text(str(view.scores[seat - 1]), room, Lettered(PLAIN, theme.muted, "right"))
        x = room.x - _SCORED - 10
        paint_score(canvas, cloud.meld.score, x, box.middle)
        short_name_line(canvas, context.seating(seat), box._replace(w=x - 6 - box.x))
        return
    badge(canvas, seat, box.x, box.middle - 23)
    paint_score(canvas, cloud.meld.score, box.x + 58, box.middle)
    row = Box(box.x + 58 + _SCORED + 8, box.middle - LOW.h // 2, 0, LOW.h)
    tile_row(canvas, arrange(cloud.cards).cards, row)
    line = box._replace(h=box.h // 2)
    room = line._replace(x=line.right - 170, w=170)
    canvas.text(points, room, Lettered(PLAIN, theme.muted, "right"))
    held_mark(canvas, held, line.right, line.moved(0, line.h))


# The own cloud and the own hand, below the trick.

_BELOW = 26
"""Side of the mark below a card that a review tells of."""

_TAB = 32
"""Height of the word below a card that was just drawn."""


def draw_own(context: CloudNine) -> Canvas:
    """Draw the own cloud in a line, and below it the own cards with what they make."""
    theme, seat = context.theme, context.own_seat
    canvas = deep(tallest(theme) - open_height(theme), theme)
    cloud = context.view.clouds[seat - 1]
    left, top = beside_badge(theme), 6
    x = 2 if theme.is_large else MARGIN
    x = max(paint_score(canvas, cloud.meld.score, x, top + LOW.h // 2) + 8, left)
    x = tile_row(canvas, arrange(cloud.cards).cards, Box(x, top, 0, LOW.h))
    line = Box(x + 24, top, theme.width - MARGIN - x - 24, LOW.h)
    if cloud.cards and not theme.is_large:
        factor_line(canvas, cloud.meld, line, is_sum=False)
    _paint_hand(canvas, context, top + LOW.h + 8)
    if not theme.is_large:
        line = Box(left, top + LOW.h + 12, theme.width - MARGIN - left, TOLD)
    name_told(canvas, context, _named_second(context), line)
    return canvas


def _named_second(context: CloudNine) -> Callable[[str], str]:
    """Return what names a move that marks no card: whom it says to be second."""
    speech = CloudNineSpeech(context)
    return lambda code: speech.marked(code) if code.startswith("second") else ""


def _paint_hand(canvas: Canvas, context: CloudNine, top: int) -> None:
    """Paint the own cards, with a word on that just drawn, or below them the moves compared."""
    hand, is_told = shown(context.view.hand, "a spectator has no hand"), context.told is not None
    size = _LARGE_CARD if canvas.theme.is_large else CARD
    place = Box(0, top, *size)
    cards = paint_own(canvas, hand, place, context.words, told=context.told)
    below = max((at.bottom for at in cards), default=0) + 1
    for code, at in zip(hand.cards, cards, strict=True):
        mark = Box(at.x + (at.w - _BELOW) // 2, below, _BELOW, _BELOW)
        frame_told(canvas, context, f"play {code}", at)
        paint_told(canvas, context, f"play {code}", mark)
        if code == context.view.drawn and not is_told and not canvas.theme.is_large:
            tab = Box(at.x, at.bottom + HANGING + 2, at.w, _TAB)
            canvas.panel(tab, canvas.theme.mark, radius=10)
            look = Lettered(SMALL, canvas.theme.panel, "middle")
            canvas.caption(context.words("picture.cloud_nine.new"), tab.inset(4, 0), look)

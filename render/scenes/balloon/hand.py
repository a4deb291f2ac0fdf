"""A seat's own cards, one stack a colour, and the chance that the pilot can pay."""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.balloon.view import BLANK, FACES
from engine.seats import left_of, round_from
from render.canvas import BIG, NARROW, PLAIN, READABLE, SMALL, Canvas, Lettered
from render.context import shown
from render.glyphs import Style
from render.panels import (
    BADGE,
    MARGIN,
    across,
    badge,
    beside_badge,
    deep,
    held_mark,
    is_cut,
    paint_face,
    paint_missing,
    short_name_line,
)
from render.scenes.balloon.parts import (
    DIE,
    TOKEN,
    Balloon,
    die,
    envelope,
    is_pilot,
    paint_basket,
    paint_outline,
    paint_token,
    parachute,
    percent,
    tile,
)
from render.scenes.balloon.speech import BalloonSpeech
from render.scenes.balloon.trip import torn_envelope
from render.scenes.play import TOLD, show_told
from render.shapes import Box, Size
from render.strips import Strip, below_each_other
from render.theme import Theme, tallest

CARD, _LARGE_CARD, _TOLD_CARD = Size(130, 140), Size(100, 104), Size(104, 96)
_LAYER, _LARGE_LAYER = 8, 3
"""How far the cards of a stack peep out behind each other."""

_MOST = 4
"""Cards of a stack that are drawn; its number says how many there are."""

_AIR = 10
_NUMBER, _LARGE_OWN = 64, 130
_CHANCE, _LARGE_CHANCE = Style(64, 800, 75), Style(READABLE, 800, NARROW)
_EMPTY = 88


def stacks_height(theme: Theme, *, is_told: bool = False) -> int:
    """Return the height of the stacks with their numbers, and the air around."""
    card, layer = _stack(theme, is_told=is_told)
    return 2 * _AIR + (_MOST - 1) * layer + card.h + _NUMBER


def _left(theme: Theme) -> int:
    """Return where the stacks begin."""
    return _LARGE_OWN if theme.is_large else beside_badge(theme)


def _stack(theme: Theme, *, is_told: bool = False) -> tuple[Size, int]:
    """Return the size of a card and how far one peeps out: less below two moves compared."""
    if theme.is_large:
        return (TOKEN if is_told else _LARGE_CARD), _LARGE_LAYER
    return (_TOLD_CARD, _LARGE_LAYER) if is_told else (CARD, _LAYER)


def draw_own(context: Balloon) -> Canvas:
    """Draw the own strip: the chance, and a stack for each colour."""
    view = context.view
    hand = shown(view.hand, "a spectator has no hand")
    theme, is_told, named = context.theme, context.told is not None, BalloonSpeech(context).marked
    top = TOLD * (is_told or not theme.is_large)
    if is_told and not theme.is_large:
        top += stacks_height(theme) - stacks_height(theme, is_told=True)
    canvas = deep(top + stacks_height(theme, is_told=is_told), theme)
    line = Box(MARGIN, 2, across(theme), top)
    for move, room in show_told(canvas, context, named, line, _FIGURE.w):
        _paint_move(canvas, move, room)
    if top and not is_told:
        _paint_people(canvas, context, line)
    _paint_chance(canvas, context, top)
    # What the throw asks for is the pilot's business: nobody else's cards are measured by it.
    paint_stacks(canvas, hand, top, view.dice if is_pilot(view) else (), is_told=is_told)
    return canvas


def _paint_move(canvas: Canvas, move: str, room: Box) -> None:
    """Paint how somebody jumps, the balloon falls or flies on, or what a move takes."""
    theme, middle, top = canvas.theme, room.x + room.w // 2, room.middle - _FIGURE.h // 2
    sprite = envelope(_ENVELOPE, theme)
    match move:
        case "jump":
            sprite = parachute(Size(_FIGURE.w, 62), theme.text)
            canvas.shape("disc", Box(middle - 17, top + 54, 34, 34), theme.text)
        case "fall":
            sprite = torn_envelope(_ENVELOPE, theme)
            top = room.middle - sprite.pieces[0].picture.height // 2
        case "wild" | "roll":
            sprite, top = tile("W", DIE) if move == "wild" else die(BLANK), room.middle - DIE.h // 2
        case _:
            paint_basket(canvas, Box(middle - 22, top + _ENVELOPE.h, 44, 0))
    width = DIE.w if move in {"wild", "roll"} else sprite.pieces[0].picture.width
    canvas.sprite(sprite, middle - width // 2, top)


_FIGURE, _ENVELOPE = Size(96, 88), Size(70, 66)
"""The most that the figure of a move measures, and the balloon in it."""


def _paint_people(canvas: Canvas, context: Balloon, line: Box) -> None:
    """Say who flies and how many cards they hold, and who else plays, by name or by face."""
    view, theme, left = context.view, canvas.theme, _left(canvas.theme)
    named = line._replace(x=left, w=_NAME)
    x = left + 14 + short_name_line(canvas, context.seating(view.pilot), named)
    if not is_pilot(view):
        role = context.words("picture.balloon.pilot")
        look = Lettered(PLAIN._replace(width=75), theme.muted)
        x += canvas.caption(role, line._replace(x=x, w=_ROLE), look) + 70
        held_mark(canvas, str(view.hand_counts[view.pilot - 1]), x, line)
    order = round_from(left_of(view.pilot, view.seats), view.seats)
    others = [context.seating(seat) for seat in order if seat not in {view.pilot, view.seat}]
    x += _GAP
    width = (line.right - x) // max(1, len(others))
    fits = not any(is_cut(one.name, BIG, width - _GAP - BADGE) for one in others)
    for place, one in enumerate(others):
        room = line._replace(x=x + place * width + _GAP, w=width - _GAP)
        if fits:
            short_name_line(canvas, one, room)
        else:
            badge(canvas, one.seat, room.x, room.y + (room.h - BADGE) // 2)
            face = Box(room.x + BADGE, room.middle - _FACE // 2, _FACE, _FACE)
            paint_face(canvas, one.seat, one.portrait, face)


def _paint_chance(canvas: Canvas, context: Balloon, top: int) -> None:
    """Paint how likely the pilot can pay, or that the seat flies itself."""
    view, words, theme = context.view, context.words, canvas.theme
    box = Box(6, top + (0 if context.told else _AIR + 12), _left(theme) - 6, 64)
    below = box._replace(y=box.bottom - 4, h=48)
    if context.is_over:
        return
    told = "picture.balloon.can_pay"
    if is_pilot(view):
        told = "picture.balloon.pilot"
        paint_basket(canvas, Box(box.x + box.w // 2 - 22, box.y, 44, box.h))
    elif view.odds is not None:
        style = _LARGE_CHANCE if theme.is_large else _CHANCE
        canvas.text(percent(view.odds, words), box, Lettered(style, theme.text, "middle"))
    else:
        return
    # The message says it, too.
    if not theme.is_large:
        canvas.caption(words(told), below, Lettered(SMALL, theme.muted, "middle"))


def paint_stacks(
    canvas: Canvas,
    hand: tuple[str, ...],
    top: int,
    dice: tuple[str, ...] = (),
    *,
    is_told: bool = False,
) -> None:
    """Paint a hand as a stack for each colour and its number; what the dice ask for is marked."""
    stack = _stack(canvas.theme, is_told=is_told)
    left = _left(canvas.theme)
    width = (canvas.theme.width - MARGIN - left) // len(FACES)
    for i, face in enumerate(FACES):
        count, needed = hand.count(face), dice.count(face)
        column = Box(left + i * width, top + _AIR, width, 0)
        below = _paint_stack(canvas, face, count, column, stack)
        if count < needed:
            canvas.text(f"{count}/{needed}", below, Lettered(PLAIN, canvas.theme.run, "middle"))
        else:
            _paint_number(canvas, count, below, enough=bool(needed))


def _paint_stack(
    canvas: Canvas, face: str, count: int, column: Box, stack: tuple[Size, int]
) -> Box:
    """Paint the cards of a colour, or their empty place; return where their number stands."""
    card, layer = stack
    x, top = column.x + (column.w - card.w) // 2, column.y + (_MOST - 1) * layer
    if not count:
        place = Box(x, top, *card)
        paint_missing(canvas, place, card.w // 7)
        side = min(_EMPTY, card.h - 12)
        mark = Box(x + (card.w - side) // 2, place.middle - side // 2, side, side)
        paint_outline(canvas, face, mark)
    for at in range(min(count, _MOST) - 1, -1, -1):
        # What lies below shows no mark: only its tip would peep out.
        sprite = tile(BLANK if at else face, card)
        canvas.sprite(sprite, x + at * layer, top - at * layer)
    return Box(column.x + 2, top + card.h, column.w - 4, _NUMBER)


def _paint_number(canvas: Canvas, count: int, box: Box, *, enough: bool) -> None:
    """Write how many cards there are, with a tick if they are enough for the throw."""
    colour = canvas.theme.text if count else canvas.theme.muted
    number = Box(box.x, box.y, box.w - 44 * enough, box.h)
    used = canvas.text(str(count), number, Lettered(BIG, colour, "middle"))
    if enough:
        x = number.x + (number.w + used) // 2 + 8
        canvas.shape("tick", Box(x, box.middle - 18, 38, 36), canvas.theme.flush)


_NAME, _LARGE_NAME = 290, 60
_ROLE, _FACE = 120, 40
"""Room for a name, or in large print for its seat's badge alone; for what it is; for a face."""

_GAP = 10
"""Between people."""

_PITCH = 78
_LEAST_PITCH = 48
"""The most and the least height of a hand among all."""


def draw_hands(top: Strip, contexts: Sequence[Balloon]) -> Canvas:
    """Draw the sky and below it how many cards of each face everybody holds.

    Where the hands would have too little room, they are all that is drawn.
    """
    theme, above = contexts[0].theme, top.drawn()
    room = tallest(theme) - above.size.h - 8
    is_whole = room >= _LEAST_PITCH * len(contexts)
    pitch = min(_PITCH, (room if is_whole else tallest(theme) - 8) // len(contexts))
    below = deep(pitch * len(contexts) + 8, theme)
    for at, context in enumerate(contexts):
        left = beside_badge(theme)
        _paint_held(below, context, Box(left, 4 + at * pitch, theme.width - left, pitch))
    return below_each_other([above, below]) if is_whole else below


def _paint_held(canvas: Canvas, context: Balloon, box: Box) -> None:
    """Paint a seat, and how many cards of each face it holds."""
    hand = shown(context.view.hand, "a spectator has no hand")
    name, seat = _LARGE_NAME if canvas.theme.is_large else _NAME, context.own_seat
    if canvas.theme.is_large:
        badge(canvas, seat, box.x, box.middle - 23)
    else:
        short_name_line(canvas, context.seating(seat), box._replace(w=name - 8))
    step, side = (box.w - name) // len(FACES), min(TOKEN.h, box.h - 4)
    for i, face in enumerate(FACES):
        count, x = hand.count(face), box.x + name + i * step
        paint_token(canvas, face, count, Box(x, box.middle - side // 2, side, side))
        apart = 2 if canvas.theme.is_large else 6
        number = box._replace(x=x + side + apart, w=step - side - 8)
        look = Lettered(BIG, canvas.theme.text if count else canvas.theme.muted)
        canvas.text(str(count), number, look)

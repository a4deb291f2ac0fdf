"""Parts shared by the pictures of the balloon game: dice, discards, a seat's row."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from engine.games.balloon.view import BLANK, DICE, FACES, BalloonView, Odds, Phase
from render import charts
from render.api import Words
from render.canvas import NARROW, PLAIN, SMALL, Canvas, Lettered, Piece, Sprite
from render.context import Context
from render.glyphs import LATIN, Style, font
from render.lettering import CAP
from render.panels import (
    FOOT,
    ONE_COLUMN,
    deep,
    filled_panel,
    foot_box,
    held_mark,
    seat_boxes,
    short_name_line,
    turn_arrow,
    turn_pill,
    widened,
)
from render.shapes import (
    OVERSAMPLING,
    Box,
    Point,
    Polygon,
    Size,
    circle,
    curve,
    mirrored,
    shape_mask,
    star,
)
from render.theme import LEGIBLE, PACK, Colour, Theme

# The figures of the balloon game: the balloon, its basket, a parachute, the marks of colours.

ENVELOPE = mirrored(
    curve(
        (0.5, 0.0), ((0.2, 0.0), (0.0, 0.18), (0.0, 0.42)), ((0.0, 0.66), (0.24, 0.8), (0.38, 1.0))
    )
)
"""The balloon without its basket."""

CANOPY = (
    *mirrored(
        curve(
            (0.5, 0.0),
            ((0.2, 0.0), (0.0, 0.25), (0.0, 0.62)),
            ((0.1, 0.5), (0.24, 0.5), (0.3, 0.62)),
        )
    ),
    (0.7, 0.62),
    (0.53, 1.0),
    (0.47, 1.0),
    (0.3, 0.62),
)
"""A parachute with its lines."""

_STRIPES = (1.0, 0.72, 0.38, 0.12)
"""How much of the envelope's width each stripe has, from its edge to its middle."""


RIM = 3
"""Width of the rim of what must be told from what is like it."""

_LETTERED = 84
"""Width from which on a letter fits into the outline of any mark."""

_LARGE = 100
"""Width from which on a mark leaves more of its tile free."""


class Mark(NamedTuple):
    """How a colour is marked: a figure in a unit square, and a letter in it.

    `colour` is the figure's, `letter` the letter's; `middle` is the height of the letter's middle.
    """

    figure: Polygon
    colour: Colour
    letter: Colour
    middle: float


MARKS: dict[str, Mark] = {
    "R": Mark(circle((0.5, 0.5), 0.5), PACK.red, PACK.paper, 0.5),
    "G": Mark(((0.5, 0.0), (1.04, 0.98), (-0.04, 0.98)), PACK.green, PACK.paper, 0.66),
    "P": Mark(((0.5, -0.06), (1.06, 0.5), (0.5, 1.06), (-0.06, 0.5)), PACK.joker, PACK.paper, 0.5),
    "Y": Mark(((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94)), PACK.yellow, PACK.ink, 0.5),
    "W": Mark(star((0.5, 0.5), 0.56, 0.8, 9), PACK.black, PACK.paper, 0.5),
}
"""Colours differ in shape and letter too: disc, triangle, lozenge, square, and a star for wild."""


@lru_cache(maxsize=4)
def envelope(size: Size, theme: Theme) -> Sprite:
    """Return the balloon without its basket, striped."""
    k = OVERSAMPLING
    large = Image.new("RGB", (size.w * k, size.h * k), theme.seats[0])
    mask = Image.new("L", large.size)
    ImageDraw.Draw(mask).polygon(_scaled(ENVELOPE, large.size), 255)
    draw = ImageDraw.Draw(large)
    for i, share in enumerate(_STRIPES):
        narrow: Polygon = tuple((0.5 + (x - 0.5) * share, y) for x, y in ENVELOPE)
        draw.polygon(_scaled(narrow, large.size), theme.glow if i % 2 else theme.seats[0])
    return Sprite((Piece(0, large.reduce(k), mask.reduce(k)),))


@lru_cache(maxsize=8)
def parachute(size: Size, colour: Colour) -> Sprite:
    """Return a parachute."""
    k = OVERSAMPLING
    mask = Image.new("L", (size.w * k, size.h * k))
    ImageDraw.Draw(mask).polygon(_scaled(CANOPY, mask.size), 255)
    return Sprite((Piece(0, Image.new("RGB", size, colour), mask.reduce(k)),))


@lru_cache(maxsize=32)
def crew_head(side: int, colour: Colour, rim: Colour, *, is_pilot: bool = False) -> Sprite:
    """Return the head of somebody aboard, with a rim that parts it; of a pilot it is a ring."""
    whole = side + 2 * RIM
    picture = Image.new("RGB", (whole, whole), rim)
    picture.paste(colour, (RIM, RIM), shape_mask("disc", side))
    if is_pilot:
        core = shape_mask("disc", side - 2 * RIM)
        picture.paste(PACK.paper, (2 * RIM, 2 * RIM), core)
    return Sprite((Piece(0, picture, shape_mask("disc", whole)),))


@lru_cache(maxsize=256)
def tile(face: str, size: Size) -> Sprite:
    """Return a die or a card: a white tile with the mark of its colour; `-` is a blank die."""
    if face == BLANK:
        return charts.tile(size, None)
    large = (size.w * OVERSAMPLING, size.h * OVERSAMPLING)
    return charts.tile(size, lambda draw: draw_mark(draw, MARKS[face], face, large))


def draw_mark(draw: ImageDraw.ImageDraw, mark: Mark, letter: str, size: tuple[int, int]) -> None:
    """Draw a mark in the middle of an oversampled tile, its letter in it."""
    w, h = size
    side = (0.8 if w >= _LARGE * OVERSAMPLING else 0.84) * w
    left, top = (w - side) / 2, (h - side) / 2
    draw.polygon([(left + x * side, top + y * side) for x, y in mark.figure], mark.colour)
    cap = max(0.44 * side, min(LEGIBLE * OVERSAMPLING, 0.62 * side))
    style = Style(round(cap / CAP), 800, 90)
    at = (w / 2, top + mark.middle * side + cap / 2)
    draw.text(at, letter, mark.letter, font(LATIN, style), anchor="ms")


def paint_token(canvas: Canvas, face: str, count: int, box: Box) -> None:
    """Paint a small card of a colour, or its outline if there is none."""
    if count:
        canvas.sprite(tile(face, Size(box.w, box.h)), box.x, box.y)
    else:
        paint_outline(canvas, face, box.inset(4, 4))


def paint_outline(canvas: Canvas, face: str, box: Box) -> None:
    """Paint the mark of a colour of which there is nothing: a line, and its letter if it fits."""
    theme = canvas.theme
    canvas.tint(_outline(face, box.w), theme.muted, box.x, box.y)
    if box.w < _LETTERED:
        return
    line = box._replace(y=box.y + round((MARKS[face].middle - 0.5) * box.h))
    canvas.text(face, line, Lettered(PLAIN._replace(weight=700), theme.muted, "middle"))


@lru_cache(maxsize=16)
def _outline(face: str, side: int) -> Image.Image:
    """Return the mask of the line about the mark of a colour."""
    k = OVERSAMPLING
    inner = Image.new("L", (side * k, side * k))
    points = [(k * (3 + x * (side - 6)), k * (3 + y * (side - 6))) for x, y in MARKS[face].figure]
    ImageDraw.Draw(inner).line([*points, points[0], points[1]], 255, 3 * k, "curve")
    return inner.reduce(k)


def _scaled(figure: Polygon, size: tuple[int, int]) -> list[Point]:
    return [(x * size[0], y * size[1]) for x, y in figure]


Balloon: TypeAlias = Context[BalloonView]

DIE = Size(82, 82)
TOKEN = Size(66, 66)
ROW, _LARGE_ROW = 68, 58
"""Height of a seat's row."""

GAP, _TOP = 5, 3
_APART = 4
_COUNT = 64
"""Width of the number beside a token, two figures at most."""

_NARROW = PLAIN._replace(width=75)
_STATUS = 222
"""Width of what a row of its own says of its seat's part in the trip."""

_MARK = 44


class Role(Enum):
    """The role of a seat on this trip, as its row shows it."""

    PILOT = "pilot"
    ABOARD = "aboard"
    STAYED = "stayed"
    JUMPED = "jumped"
    OUT = "out"


def role(view: BalloonView, seat: int) -> Role:
    """Return the role of a seat on this trip."""
    if view.jumps[seat - 1]:
        return Role.JUMPED
    if not view.aboard[seat - 1]:
        return Role.OUT
    if seat == view.pilot:
        return Role.PILOT
    return Role.STAYED if view.stayed[seat - 1] else Role.ABOARD


def is_pilot(view: BalloonView) -> bool:
    """Return whether the seat whose view this is flies the balloon."""
    return view.seat == view.pilot


def percent(
    odds: Odds,
    words: Words,
    least: str = "picture.balloon.percent_least",
    most: str = "picture.balloon.percent_most",
) -> str:
    """Write a chance in whole per cents; only what is certain is 0 or 100.

    The keys are for what is nearly so.
    """
    ways, total = odds.ways, odds.total
    if 0 < 100 * ways < total:
        return words(least)
    if 0 < 100 * (total - ways) < total:
        return words(most)
    return words("picture.percent", percent=round(100 * ways / total))


def paint_dice(canvas: Canvas, view: BalloonView, x: int, y: int) -> int:
    """Paint the dice thrown, or empty places for those to be thrown; return the right edge."""
    for face in _thrown(view):
        if face:
            canvas.sprite(die(face), x, y)
        else:
            canvas.panel(Box(x, y, *DIE), canvas.theme.muted, radius=charts.corner(DIE), outline=4)
        x += DIE.w + _APART
    return x


@lru_cache(maxsize=8)
def die(face: str) -> Sprite:
    """Return a die of a throw; its blank sides have a ring, as the place of a die is empty."""
    return charts.tile(DIE, _ring) if face == BLANK else tile(face, DIE)


def _ring(draw: ImageDraw.ImageDraw) -> None:
    k = OVERSAMPLING
    draw.circle((DIE.w * k / 2, DIE.h * k / 2), 14 * k, outline=PACK.edge, width=4 * k)


def dice_width(view: BalloonView) -> int:
    """Return how wide the dice of the present cloud are."""
    return max(len(_thrown(view)) * (DIE.w + _APART) - _APART, 0)


def _thrown(view: BalloonView) -> tuple[str, ...]:
    return view.dice or ("",) * DICE[view.cloud]


def paint_discards(canvas: Canvas, context: Balloon) -> None:
    """Paint at the foot how many cards of each face are discarded."""
    counts = {heap.card: heap.count for heap in context.view.discards}
    box, step = foot_box(canvas.size.h, canvas.theme), TOKEN.w + _COUNT
    left = box.right - step * len(FACES)
    label = Box(box.x, box.y, left - box.x - 16, box.h)
    words = context.words("picture.balloon.discards")
    canvas.caption(words, label, Lettered(SMALL, canvas.theme.muted, "right"))
    top = box.middle - TOKEN.h // 2
    for i, face in enumerate(FACES):
        count = counts.get(face, 0)
        x = left + i * step
        paint_token(canvas, face, count, Box(x, top, *TOKEN))
        number = Box(x + TOKEN.w + 4, top, _COUNT - 6, TOKEN.h)
        look = Lettered(_NARROW, canvas.theme.text if count else canvas.theme.muted)
        canvas.text(str(count), number, look)


def seat_rows(seats: int, foot: int, theme: Theme) -> tuple[list[Box], int]:
    """Return the rows of seats and the height of their strip, which has a foot below them."""
    pitch = GAP + (_LARGE_ROW if theme.is_large else ROW)
    lines = seats if seats <= ONE_COLUMN else -(-seats // 2)
    height = _TOP + lines * pitch - GAP + foot
    return seat_boxes(seats, _TOP, pitch, height, theme, GAP), height


def draw_seats(context: Balloon) -> Canvas:
    """Draw the strip of all seats, and below them any paid cards, which large print leaves out."""
    theme, view = context.theme, context.view
    boxes, height = seat_rows(view.seats, 4 if theme.is_large else FOOT, theme)
    canvas = deep(height, theme)
    for seat, box in zip(context.seats, boxes, strict=True):
        paint_row(canvas, context, seat, box)
    if not theme.is_large and any(heap.count for heap in view.discards):
        paint_discards(canvas, context)
    return canvas


def paint_row(canvas: Canvas, context: Balloon, seat: int, box: Box) -> None:
    """Paint a seat: name, whose turn it is, its part in the trip, cards held and score.

    The lighter part of the row is how far it has come to the target.
    """
    view, theme = context.view, canvas.theme
    is_turn = seat in view.to_act
    is_worded = box.w > theme.width // 2 and not theme.is_large
    share = min(view.scores[seat - 1] / view.target, 1)
    filled_panel(canvas, widened(box, theme), share, is_turn=is_turn)
    line, score = box.inset(10 - theme.more(4), 2), str(view.scores[seat - 1])
    style = _NARROW._replace(width=NARROW) if theme.is_large else _NARROW._replace(weight=700)
    x = line.right - canvas.text(score, line, Lettered(style, theme.text, "right")) - 10
    # Large print shows in the sky alone who flies, is aboard or has jumped.
    if not theme.is_large:
        x = held_mark(canvas, str(view.hand_counts[seat - 1]), x, line) - 8 - _MARK
        _paint_role(canvas, role(view, seat), Box(x, line.y, _MARK, line.h))
    if is_worded:
        x -= _STATUS
        _paint_status(canvas, context, seat, Box(x, line.y, _STATUS - 12, line.h))
    elif is_turn:
        turn_arrow(canvas, box.x, box.middle)
    short_name_line(canvas, context.seating(seat), line._replace(w=x - 8 - line.x))


def _paint_status(canvas: Canvas, context: Balloon, seat: int, box: Box) -> None:
    """Say what a seat is to do, or that it is the pilot."""
    view = context.view
    if seat in view.to_act:
        turn = f"picture.balloon.turn.{view.phase.value}"
        if view.phase is Phase.PAY and view.is_free:
            turn = "picture.balloon.turn.pay_free"
        turn_pill(canvas, context.words(turn), box.inset(0, 6), end=16)
    elif role(view, seat) is Role.PILOT:
        word = context.words("picture.balloon.pilot")
        canvas.caption(word, box, Lettered(PLAIN, canvas.theme.text, "right"))


def _paint_role(canvas: Canvas, part: Role, box: Box) -> None:
    """Paint the mark of who is pilot or aboard, has decided to stay, or has jumped."""
    match part:
        case Role.PILOT:
            paint_basket(canvas, box)
            canvas.shape("star", Box(box.x + 8, box.middle - 30, 28, 28), canvas.theme.text)
        case Role.JUMPED:
            canvas.sprite(parachute(Size(44, 42), canvas.theme.muted), box.x, box.middle - 21)
        case Role.STAYED:
            canvas.shape("tick", Box(box.x, box.middle - 20, 44, 40), canvas.theme.flush)
        case Role.ABOARD:
            paint_basket(canvas, box)
        case Role.OUT:
            return


def paint_basket(canvas: Canvas, box: Box) -> None:
    """Paint a small basket: the seat is aboard."""
    x, y = box.x, box.middle
    canvas.panel(Box(x, y - 2, 44, 24), canvas.theme.run, radius=6)
    for post in (x + 5, x + 35):
        canvas.bar(Box(post, y - 20, 4, 20), canvas.theme.run)

"""Playing cards, drawn by us: large index, four colours, suits that also differ in shape.

A card is drawn once at four times its size, reduced, and kept. The index (rank over suit) stays
in the left 60 % of a card, so cards may overlap that far and still be read.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from PIL import Image, ImageChops, ImageDraw

from render.canvas import Canvas, Piece, Sprite, Stroke, cut_sprite, pasted
from render.charts import blank
from render.faces import COURT, TALL, tones, trace
from render.glyphs import LATIN, Style, font
from render.lettering import CAP
from render.shapes import HOLES, OVERSAMPLING, SHAPES, Box, Size, panel_mask
from render.theme import COURTS, PACK, Colour, dimmed

JOKER = "JK"
INDEX = 0.34
"""Height of a card's rank, as a share of the card's width."""

STRIP = 0.62
"""The left part of a card, as a share of its width, that must stay uncovered."""

_BESIDE = 0.2
"""Where the middle of a rank is that has its suit beside it, as a share of a card's width."""


_DIMMED, _BARRED = (
    [dimmed((level, level, level), paper)[part] for part in range(3) for level in range(256)]
    for paper in (PACK.dim, PACK.barred)
)
"""What becomes of each red, green and blue on a dimmed card, and on one that is barred."""

_BACK = (
    ("cloud", 0.5, 0.28, 0.56),
    ("star", 0.22, 0.14, 0.09), ("star", 0.8, 0.16, 0.07),
    ("star", 0.2, 0.42, 0.07), ("star", 0.79, 0.41, 0.09),
)  # fmt: skip
"""The upper half of a card's back: shapes, where they lie and how large they are, in its parts."""


class Look(StrEnum):
    """How a card is shown.

    COVERED is a card on which another lies: index only, so that no half of a large suit peeps
    out. HELD is one in the own hand: where it is tall, its face stands in the part that is seen.
    DIM is a card that is gone or has not won, DIM_COVERED one on which another lies. BARRED is one
    in the own hand that may not be played now: index only, on blue paper.
    """

    PLAIN = "plain"
    COVERED = "covered"
    HELD = "held"
    DIM = "dim"
    DIM_COVERED = "dim_covered"
    BARRED = "barred"


_FADED = {Look.DIM: _DIMMED, Look.DIM_COVERED: _DIMMED, Look.BARRED: _BARRED}
_BARE = {Look.COVERED, Look.HELD, Look.DIM_COVERED, Look.BARRED}
"""How cards show no figure in their corner."""


def suit_colour(code: str) -> Colour:
    """Return the colour of a card's suit (four-colour pack; jokers purple)."""
    if code == JOKER:
        return PACK.joker
    return {"S": PACK.black, "H": PACK.red, "D": PACK.blue, "C": PACK.green}[code[1]]


def lay(canvas: Canvas, code: str, at: Box, look: Look = Look.PLAIN) -> None:
    """Paint a card by its spelling in docs/rules.md, with the letter that its reader knows."""
    canvas.strokes += _laid(code, at, look, canvas.theme.letters)


@lru_cache(maxsize=4096)
def _laid(code: str, at: Box, look: Look, letters: str) -> list[Stroke]:
    """Return what paints a card there: the cards of clouds and tricks lie where they lay before."""
    known = dict(zip(COURTS, letters, strict=False))
    letter = known.get(code[0], "") if code != JOKER else ""
    return pasted(card(code, Size(at.w, at.h), look, letter), at.x, at.y)


@lru_cache(maxsize=1024)
def card(code: str, size: Size, look: Look = Look.PLAIN, letter: str = "") -> Sprite:
    """Return a card by its spelling in docs/rules.md, such as ``KH`` or ``JK``.

    It has another `letter` if that is given. All cards share the paper; each keeps the little that
    lies on it.
    """
    paper, sprite = _paper(size, look)
    large = blank(size, _radius(size))
    draw = ImageDraw.Draw(large)
    is_faced = look is Look.HELD and code in COURT and _is_tall(size)
    _index(draw, code, size, letter, is_faced=is_faced)
    pictures = [paper, _reduced(large, look)]
    if is_faced:
        _face(draw, code, size)
        pictures.append(_reduced(large, look))
    if look not in _BARE:
        _figure(draw, code, size)
        pictures.append(_reduced(large, look))
    boxes = [ImageChops.difference(*pair).getbbox() for pair in pairwise(pictures)]
    pieces = [Piece(box[1], pictures[-1].crop(box), None, box[0]) for box in boxes if box]
    return Sprite((*sprite.pieces, *pieces))


@lru_cache(maxsize=64)
def _paper(size: Size, look: Look) -> tuple[Image.Image, Sprite]:
    """Return a card with nothing on it, and its sprite."""
    picture = _reduced(blank(size, _radius(size)), look)
    return picture, cut_sprite(picture, _outline(size), _radius(size))


def _reduced(large: Image.Image, look: Look) -> Image.Image:
    picture = large.reduce(OVERSAMPLING)
    return picture.point(_FADED[look]) if look in _FADED else picture


@lru_cache(maxsize=32)
def card_back(size: Size) -> Sprite:
    """Return the back of a card: a blue field with a cloud above and one below, and stars."""
    large = blank(size, _radius(size))
    draw = ImageDraw.Draw(large)
    k = OVERSAMPLING
    rim = max(3, size.w // 14) * k
    field = (rim, rim, size.w * k - rim - 1, size.h * k - rim - 1)
    draw.rounded_rectangle(field, rim, fill=PACK.back)
    for name, x, y, side in _BACK:
        box = _square(size.w * x, size.h * y, min(size.w, size.h * 0.7) * side)
        fill(draw, name, box, PACK.back_line)
    half = large.rotate(180).crop((0, large.height // 2, *large.size))
    large.paste(half, (0, large.height // 2))
    side = min(size.w, size.h * 0.7) * 0.24
    fill(draw, "star", _square(size.w / 2, size.h / 2, side), PACK.paper)
    return cut_sprite(large.reduce(k), _outline(size), _radius(size))


def fill(draw: ImageDraw.ImageDraw, name: str, box: Box, colour: Colour) -> None:
    """Fill a shape on an oversampled drawing; the box is in final pixels."""
    k = OVERSAMPLING
    for polygon in SHAPES[name]:
        draw.polygon(
            [((box.x + x * box.w) * k, (box.y + y * box.h) * k) for x, y in polygon], colour
        )
    for polygon in HOLES.get(name, ()):
        points = [((box.x + x * box.w) * k, (box.y + y * box.h) * k) for x, y in polygon]
        draw.polygon(points, PACK.paper)


def _radius(size: Size) -> int:
    return max(6, size.w // 10)


def _outline(size: Size) -> Image.Image:
    return panel_mask(size, _radius(size))


def _index(
    draw: ImageDraw.ImageDraw, code: str, size: Size, letter: str, *, is_faced: bool
) -> None:
    """Write the rank in the top left corner, its suit below it; a joker has a star and a cap.

    Where a face is below, the suit stands beside the rank.
    """
    k, w = OVERSAMPLING, size.w
    colour = suit_colour(code)
    middle = _BESIDE if is_faced else 0.305
    box = _square(w * 0.305, w * 0.7, w * 0.34)
    if is_faced:
        box = _square(w * 0.51, w * 0.26, w * 0.28)
    fill(draw, "jester" if code == JOKER else code[1], box, colour)
    if code == JOKER:
        fill(draw, "star", _square(w * 0.305, w * 0.285, w * 0.42), colour)
        return
    rank = letter or ("10" if code[0] == "T" else code[0])
    style, drop = _rank_style(rank, w)
    at = (w * middle * k, w * (0.09 + INDEX) * k - drop)
    draw.text(at, rank, colour, font(LATIN, style), anchor="ms")


def _rank_style(rank: str, width: int) -> tuple[Style, int]:
    """Return how a rank is set on an oversampled card and how far its foot hangs down.

    The J of Noto Sans hangs below the line; it is set smaller and bolder and put upon it.
    """
    cap = width * INDEX * OVERSAMPLING
    style = Style(round(cap / CAP), 750, 72 if rank == "10" else 92)
    if rank != "J":
        return style, 0
    style = Style(round(cap / (CAP + 0.2)), 900, 100)
    return style, round(font(LATIN, style).getbbox(rank, anchor="ls")[3])


def _figure(draw: ImageDraw.ImageDraw, code: str, size: Size) -> None:
    """Draw what fills a card at the bottom right: a suit, its ornate one, or one of the court."""
    tall = _is_tall(size)
    if code in COURT:
        w, rim = round(size.w * (0.58 if tall else 0.44)), round(size.w * 0.05)
        h = round(w * TALL)
        box = Box(size.w - w - rim, size.h - h - rim, w, h)
        trace(draw, COURT[code], box, tones(suit_colour(code)))
        return
    side = size.w * (0.52 if tall else 0.34)
    x, y = size.w * 0.92 - side / 2, size.h - size.w * 0.08 - side / 2
    fill(draw, "jester" if code == JOKER else code[1], _square(x, y, side), suit_colour(code))


def _face(draw: ImageDraw.ImageDraw, code: str, size: Size) -> None:
    """Draw one of the court below its rank and suit, in the part of a card that is seen."""
    w = min(round(size.w * 0.6), round((size.h - size.w * 0.51) / TALL))
    left = (round(size.w * (STRIP + 0.05)) - w) // 2
    box = Box(left, size.h - round(w * TALL) - round(size.w * 0.04), w, round(w * TALL))
    trace(draw, COURT[code], box, tones(suit_colour(code)))


def _is_tall(size: Size) -> bool:
    return size.h > 1.2 * size.w


def _square(x: float, y: float, side: float) -> Box:
    """Return the square box of that side about a point."""
    return Box(round(x - side / 2), round(y - side / 2), round(side), round(side))

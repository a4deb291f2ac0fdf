"""Emoji: cards as tiles so small that only the rank and the suit's figure have room.

Discord shows an emoji on a button 22 pixels wide, on light grounds and on dark ones. So each is a
white tile with an edge, and what must be told apart differs in its figure, not in colour alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from io import BytesIO
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from engine.cards import RANKS, SUITS
from render.glyphs import LATIN, Style, font
from render.shapes import OVERSAMPLING, SHAPES, Box
from render.sprites import JOKER, suit_colour
from render.theme import PACK, Colour

SIDE = 128
"""Width and height of an emoji in pixels, as Discord wants it."""

CARD = Box(8, 0, 112, SIDE)
SQUARE = Box(0, 0, SIDE, SIDE)
"""The tile of a card, and that of any other thing."""

_RADIUS = 22
_EDGE = 4
_RANK = Box(18, 9, 92, 60)
_PIP = Box(36, 71, 56, 53)
_STAR = Box(38, 7, 52, 50)
_CAP = Box(30, 62, 68, 58)
_TRIAL = 200
"""The size at which a rank is measured to find the one that fits."""

_DIGITS = 8
_LEVEL = 6
"""Compression level of zlib; 9 takes seven times as long for a tenth fewer bytes."""

Paint: TypeAlias = Callable[[], Image.Image]
"""Paints one emoji: RGBA, OVERSAMPLING times as large as it is shown."""


class Emoji(NamedTuple):
    """An emoji as a PNG, and eight hexadecimal digits that stand for what it looks like."""

    data: bytes
    digest: str


def finished(paint: Paint) -> Emoji:
    """Paint an emoji. Its digest is of the pixels: how they are packed makes no difference.

    >>> emoji = finished(CARD_EMOJI["KH"])
    >>> emoji.data[1:4], len(emoji.digest)
    (b'PNG', 8)
    """
    image = paint().reduce(OVERSAMPLING)
    out = BytesIO()
    image.save(out, "PNG", compress_level=_LEVEL)
    return Emoji(out.getvalue(), hashlib.sha256(image.tobytes()).hexdigest()[:_DIGITS])


def tiled(*boxes: Box) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Return white tiles on a transparent ground, oversampled, and what draws on them."""
    k = OVERSAMPLING
    # What lies under the transparent corners tints their rims, so it is the edge's colour too.
    image = Image.new("RGBA", (SIDE * k, SIDE * k), (*PACK.edge, 0))
    draw = ImageDraw.Draw(image)
    for box in boxes:
        place = (box.x * k, box.y * k, box.right * k - 1, box.bottom * k - 1)
        draw.rounded_rectangle(place, _RADIUS * k, PACK.paper, PACK.edge, _EDGE * k)
    return image, draw


def fill(draw: ImageDraw.ImageDraw, name: str, box: Box, colour: Colour) -> None:
    """Fill a shape of `render.shapes` without holes; the box is in final pixels."""
    k = OVERSAMPLING
    for polygon in SHAPES[name]:
        points = [((box.x + x * box.w) * k, (box.y + y * box.h) * k) for x, y in polygon]
        draw.polygon(points, colour)


def write(draw: ImageDraw.ImageDraw, text: str, box: Box, colour: Colour) -> None:
    """Write a rank or letter as high as the box, in its middle; those that hang down too."""
    k, style = OVERSAMPLING, Style(_TRIAL, 850, 100)
    _, top, _, bottom = font(LATIN, style).getbbox(text, anchor="ls")
    fitting = font(LATIN, style._replace(size=round(_TRIAL * box.h * k / (bottom - top))))
    left, top, right, _ = fitting.getbbox(text, anchor="ls")
    at = ((box.x + box.w / 2) * k - (left + right) / 2, box.y * k - top)
    draw.text(at, text, colour, fitting, anchor="ls")


def _card(code: str) -> Image.Image:
    image, draw = tiled(CARD)
    write(draw, "10" if code[0] == "T" else code[0], _RANK, suit_colour(code))
    fill(draw, code[1], _PIP, suit_colour(code))
    return image


def _joker() -> Image.Image:
    image, draw = tiled(CARD)
    fill(draw, "star", _STAR, suit_colour(JOKER))
    fill(draw, "jester", _CAP, suit_colour(JOKER))
    return image


LETTERS = "BDRV"
"""What languages write on aces and courts beside A, K, Q and J: Bube, dame, roi, valet."""

CARD_EMOJI: dict[str, Paint] = {
    **{rank + suit: partial(_card, rank + suit) for suit in SUITS for rank in (*RANKS, *LETTERS)},
    JOKER: _joker,
}
"""The painters of the cards, by their spelling in docs/rules.md, or with another letter."""

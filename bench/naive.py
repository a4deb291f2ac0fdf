"""How one would paint a card table with Pillow at first: the peer of the pictures' benchmark.

Fonts are cached, because everybody does that; nothing else is. Every card gets a soft shadow by a
local blur, its corners and suits are drawn anew, every line of text is set anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFilter

from render.fonts import LATIN, Style, font
from render.geometry import Box, Size
from render.shapes import OVERSAMPLING, SHAPES
from render.sprites import JOKER, suit_colour
from render.theme import NIGHT, WIDTH, mix

_BLUR = 5


class Placed(NamedTuple):
    """A card with its top left corner and size."""

    code: str
    x: int
    y: int
    size: Size


class Line(NamedTuple):
    """A line of text with its left end, baseline and font size."""

    text: str
    x: int
    baseline: int
    size: int


def draw_naively(
    height: int, panels: Sequence[Box], cards: Sequence[Placed], lines: Sequence[Line]
) -> Image.Image:
    """Draw the sky, panels, cards and texts from nothing."""
    picture = Image.new("RGB", (WIDTH, height))
    draw = ImageDraw.Draw(picture)
    for y in range(height):
        draw.line((0, y, WIDTH, y), mix(NIGHT.sky_top, NIGHT.sky_bottom, y / height))
    for box in panels:
        draw.rounded_rectangle((box.x, box.y, box.right, box.bottom), 20, NIGHT.panel)
    for placed in cards:
        _card(picture, placed)
    for line in lines:
        at = (line.x, line.baseline)
        draw.text(at, line.text, NIGHT.text, font(LATIN, Style(line.size)), anchor="ls")
    return picture


def _card(picture: Image.Image, placed: Placed) -> None:
    w, h = placed.size
    shadow = Image.new("L", (w + 4 * _BLUR, h + 4 * _BLUR))
    box = (2 * _BLUR, 2 * _BLUR, w + 2 * _BLUR, h + 2 * _BLUR)
    ImageDraw.Draw(shadow).rounded_rectangle(box, w // 10, 110)
    blurred = shadow.filter(ImageFilter.GaussianBlur(_BLUR))
    picture.paste(NIGHT.ink, (placed.x - 2 * _BLUR + 2, placed.y - 2 * _BLUR + 3), blurred)
    picture.paste(_face(placed), (placed.x, placed.y), _mask(placed.size))


def _mask(size: Size) -> Image.Image:
    k = OVERSAMPLING
    mask = Image.new("L", (size.w * k, size.h * k))
    box = (0, 0, size.w * k - 1, size.h * k - 1)
    ImageDraw.Draw(mask).rounded_rectangle(box, size.w // 10 * k, 255)
    return mask.reduce(k)


def _face(placed: Placed) -> Image.Image:
    w, h = placed.size
    k = OVERSAMPLING
    face = Image.new("RGB", (w * k, h * k), NIGHT.face)
    draw = ImageDraw.Draw(face)
    draw.rounded_rectangle(
        (0, 0, w * k - 1, h * k - 1), w // 10 * k, outline=NIGHT.edge, width=2 * k
    )
    suit = "jester" if placed.code == JOKER else placed.code[1]
    colour = suit_colour(placed.code)
    for left, top, side in ((0.13, 0.52, 0.34), (0.4, 0.8, 0.52)):
        for polygon in SHAPES[suit]:
            points = [((left + x * side) * w * k, (top + y * side) * w * k) for x, y in polygon]
            draw.polygon(points, colour)
    rank = placed.code[0]
    style = Style(round(w * 0.48) * k, 750)
    draw.text((w * 0.3 * k, w * 0.44 * k), rank, colour, font(LATIN, style), anchor="ms")
    return face.reduce(k)

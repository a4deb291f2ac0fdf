"""The figures of the balloon game: the balloon, its basket, a parachute, the marks of colours."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from engine.games.balloon.view import BLANK
from render import dice
from render.canvas import Piece, Sprite
from render.fonts import LATIN, Style, font
from render.geometry import Point, Polygon, Size, circle, curve, mirrored, star
from render.lettering import CAP
from render.shapes import OVERSAMPLING, shape_mask
from render.theme import LEGIBLE, PACK, Colour, Theme

ENVELOPE = mirrored(
    curve(
        (0.5, 0.0),
        ((0.2, 0.0), (0.0, 0.18), (0.0, 0.42)),
        ((0.0, 0.66), (0.24, 0.8), (0.38, 1.0)),
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
    "W": Mark(star((0.5, 0.5), 0.56, 0.8, 9), PACK.black, PACK.yellow, 0.5),
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
def crew_head(side: int, colour: Colour, rim: Colour) -> Sprite:
    """Return the head of somebody aboard, with a rim that parts it from the next."""
    whole = side + 2 * RIM
    picture = Image.new("RGB", (whole, whole), rim)
    picture.paste(colour, (RIM, RIM), shape_mask("disc", side))
    return Sprite((Piece(0, picture, shape_mask("disc", whole)),))


@lru_cache(maxsize=256)
def tile(face: str, size: Size, *, dim: bool = False) -> Sprite:
    """Return a die or a card: a white tile with the mark of its colour; `-` is a blank die."""
    if face == BLANK:
        return dice.tile(size, None, dim=dim)
    large = (size.w * OVERSAMPLING, size.h * OVERSAMPLING)
    return dice.tile(size, lambda draw: draw_mark(draw, MARKS[face], face, large), dim=dim)


def draw_mark(draw: ImageDraw.ImageDraw, mark: Mark, letter: str, size: tuple[int, int]) -> None:
    """Draw a mark in the middle of an oversampled tile, its letter in it."""
    w, h = size
    side = (0.8 if w >= _LARGE * OVERSAMPLING else 0.84) * w
    left, top = (w - side) / 2, (h - side) / 2
    draw.polygon([(left + x * side, top + y * side) for x, y in mark.figure], mark.colour)
    cap = max(0.44 * side, min(LEGIBLE * OVERSAMPLING, 0.55 * side))
    style = Style(round(cap / CAP), 800, 90)
    at = (w / 2, top + mark.middle * side + cap / 2)
    draw.text(at, letter, mark.letter, font(LATIN, style), anchor="ms")


def _scaled(figure: Polygon, size: tuple[int, int]) -> list[Point]:
    return [(x * size[0], y * size[1]) for x, y in figure]

"""Every figure the pictures use, as polygons in a unit square, and their masks.

A shape is a tuple of polygons that are filled; those of `HOLES` are cut out again.
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

# Shapes as polygons in a unit square, and boxes in pixels.

Point: TypeAlias = tuple[float, float]
Polygon: TypeAlias = tuple[Point, ...]


class Size(NamedTuple):
    """Width and height in pixels."""

    w: int
    h: int


class Box(NamedTuple):
    """A rectangle in pixels: its top left corner and its size.

    >>> box = Box(10, 20, 100, 60)
    >>> box.right, box.bottom, box.middle, box.inset(5, 5)
    (110, 80, 50, Box(x=15, y=25, w=90, h=50))
    """

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        return self.x + self.w

    @property
    def bottom(self) -> int:
        return self.y + self.h

    @property
    def middle(self) -> int:
        """The height of its horizontal middle line."""
        return self.y + self.h // 2

    def moved(self, dx: int, dy: int) -> Box:
        """Return the box so far to the right and down."""
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def meets(self, other: Box) -> bool:
        """Return whether the boxes have a pixel in common."""
        aside = self.right <= other.x or other.right <= self.x
        return not aside and self.bottom > other.y and other.bottom > self.y

    def inset(self, dx: int, dy: int) -> Box:
        """Return the box that is smaller by so much on every side."""
        return Box(self.x + dx, self.y + dy, self.w - 2 * dx, self.h - 2 * dy)


def curve(start: Point, *pieces: tuple[Point, Point, Point]) -> Polygon:
    """Follow cubic Bézier pieces (two handles and an end each) from a start."""
    points = [start]
    for one, two, end in pieces:
        points += [_bezier((points[-1], one, two, end), step / 24) for step in range(1, 25)]
    return tuple(points)


def circle(centre: Point, radius: float, corners: int = 72) -> Polygon:
    """Return a circle."""
    x, y = centre
    turns = [2 * pi * i / corners for i in range(corners)]
    return tuple((x + radius * cos(t), y + radius * sin(t)) for t in turns)


def star(centre: Point, radius: float, inner: float, tips: int = 5) -> Polygon:
    """Return a star that stands upright; `inner` is the share of the radius its notches have."""
    x, y = centre
    turns = [pi * i / tips - pi / 2 for i in range(2 * tips)]
    radii = [radius if i % 2 == 0 else radius * inner for i in range(2 * tips)]
    return tuple((x + r * cos(t), y + r * sin(t)) for t, r in zip(turns, radii, strict=True))


def mirrored(half: Polygon) -> Polygon:
    """Close the left half of a figure with its mirror image about x = 0.5."""
    return half + tuple((1 - x, y) for x, y in reversed(half))


def _bezier(points: tuple[Point, Point, Point, Point], t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x = sum(w * p[0] for w, p in zip(weights, points, strict=True))
    y = sum(w * p[1] for w, p in zip(weights, points, strict=True))
    return x, y


Shape: TypeAlias = tuple[Polygon, ...]

OVERSAMPLING = 4
"""How many times larger a shape is drawn before it is reduced; makes edges smooth."""


def _box(x: float, y: float, w: float, h: float) -> Polygon:
    return ((x, y), (x + w, y), (x + w, y + h), (x, y + h))


_STEM = mirrored(curve((0.5, 0.55), ((0.49, 0.78), (0.44, 0.9), (0.31, 0.97))))

SHAPES: dict[str, Shape] = {
    "S": (mirrored(curve((0.5, 0.02), ((0.42, 0.2), (0.05, 0.4), (0.05, 0.63)),
                         ((0.05, 0.77), (0.16, 0.84), (0.27, 0.84)),
                         ((0.38, 0.84), (0.46, 0.77), (0.5, 0.66)))), _STEM),
    "H": (mirrored(curve((0.5, 0.25), ((0.46, 0.11), (0.37, 0.05), (0.27, 0.05)),
                         ((0.13, 0.05), (0.03, 0.16), (0.03, 0.31)),
                         ((0.03, 0.56), (0.36, 0.74), (0.5, 0.97)))),),
    "D": (mirrored(curve((0.5, 0.01), ((0.42, 0.18), (0.27, 0.36), (0.12, 0.5)),
                         ((0.27, 0.64), (0.42, 0.82), (0.5, 0.99)))),),
    "C": (circle((0.5, 0.23), 0.215), circle((0.225, 0.6), 0.215), circle((0.775, 0.6), 0.215),
          ((0.42, 0.36), (0.58, 0.36), (0.6, 0.66), (0.4, 0.66)), _STEM),
    "star": (star((0.5, 0.52), 0.52, 0.45),),
    "burst": (star((0.5, 0.5), 0.5, 0.74, 14),),
    "jester": (curve((0.3, 0.86), ((0.27, 0.62), (0.2, 0.5), (0.1, 0.68)),
                     ((-0.02, 0.3), (0.22, 0.16), (0.42, 0.42)),
                     ((0.4, 0.26), (0.43, 0.16), (0.5, 0.06)),
                     ((0.57, 0.16), (0.6, 0.26), (0.58, 0.42)),
                     ((0.78, 0.16), (1.02, 0.3), (0.9, 0.68)),
                     ((0.8, 0.5), (0.73, 0.62), (0.7, 0.86))),
               circle((0.09, 0.75), 0.09), circle((0.5, 0.09), 0.09), circle((0.91, 0.75), 0.09)),
    "crown": (
        ((0.12, 0.82), (0.02, 0.2), (0.3, 0.5), (0.5, 0.08), (0.7, 0.5), (0.98, 0.2), (0.88, 0.82)),
        _box(0.12, 0.87, 0.76, 0.11),
    ),
    "arrow": (((0.08, 0.02), (0.98, 0.5), (0.08, 0.98), (0.3, 0.5)),),
    "up": (((0.5, 0.05), (0.98, 0.92), (0.02, 0.92)),),
    "to": (_box(0.0, 0.4, 0.62, 0.2), ((0.5, 0.1), (1.0, 0.5), (0.5, 0.9))),
    "disc": (circle((0.5, 0.5), 0.5),),
    "square": (_box(0.06, 0.06, 0.88, 0.88),),
    "down": (((0.0, 0.04), (1.0, 0.04), (0.5, 0.98)),),
    "kite": (((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5)),),
    "chip": (circle((0.5, 0.5), 0.5),),
    "cross": (
        ((0.02, 0.2), (0.2, 0.02), (0.98, 0.8), (0.8, 0.98)),
        ((0.8, 0.02), (0.98, 0.2), (0.2, 0.98), (0.02, 0.8)),
    ),
    "tick": (((0.02, 0.55), (0.18, 0.38), (0.4, 0.6), (0.82, 0.12), (0.98, 0.27), (0.41, 0.92)),),
    "cloud": (
        circle((0.27, 0.62), 0.22),
        circle((0.5, 0.42), 0.3),
        circle((0.75, 0.6), 0.23),
        _box(0.26, 0.6, 0.5, 0.235),
    ),
    "stairs": (
        _box(0.0, 0.62, 0.28, 0.38),
        _box(0.36, 0.31, 0.28, 0.69),
        _box(0.72, 0.0, 0.28, 1.0),
    ),
    "twins": (_box(0.02, 0.0, 0.4, 1.0), _box(0.58, 0.0, 0.4, 1.0)),
    "fan": (
        ((0.02, 0.34), (0.34, 0.18), (0.6, 0.8), (0.28, 0.95)),
        ((0.42, 0.1), (0.8, 0.1), (0.8, 0.76), (0.62, 0.76), (0.4, 0.22)),
    ),
}  # fmt: skip
"""Suits by their letter, and the marks of the table."""


def _notch(turn: float) -> Polygon:
    """Cut a piece out of the rim of a chip, so far round it."""
    corners = ((0.41, -0.08), (0.52, -0.11), (0.52, 0.11), (0.41, 0.08))
    c, s = cos(turn), sin(turn)
    return tuple((0.5 + x * c - y * s, 0.5 + x * s + y * c) for x, y in corners)


def _ring(outer: float, inner: float) -> Polygon:
    """Return the ring between two circles about the middle."""
    return circle((0.5, 0.5), outer) + tuple(reversed(circle((0.5, 0.5), inner)))


HOLES: dict[str, Shape] = {
    "chip": (*(_notch(pi * i / 3) for i in range(6)), _ring(0.33, 0.27)),
}


@lru_cache(maxsize=512)
def shape_mask(name: str, size: int | Size) -> Image.Image:
    """Return a shape's mask ("L"), reduced from a larger drawing; shared, so never change it."""
    w, h = size if isinstance(size, Size) else (size, size)
    large = Image.new("L", (w * OVERSAMPLING, h * OVERSAMPLING))
    draw = ImageDraw.Draw(large)
    for polygons, fill in ((SHAPES[name], 255), (HOLES.get(name, ()), 0)):
        for polygon in polygons:
            draw.polygon([(x * large.width, y * large.height) for x, y in polygon], fill=fill)
    return large.reduce(OVERSAMPLING)


@lru_cache(maxsize=256)
def panel_mask(size: Size, radius: int, outline: int = 0) -> Image.Image:
    """Return the mask of a rounded rectangle, or of its outline that many pixels wide."""
    k = OVERSAMPLING
    large = Image.new("L", (size.w * k, size.h * k))
    box = (0, 0, size.w * k - 1, size.h * k - 1)
    draw = ImageDraw.Draw(large)
    if outline:
        draw.rounded_rectangle(box, radius * k, outline=255, width=outline * k)
    else:
        draw.rounded_rectangle(box, radius * k, fill=255)
    return large.reduce(k)


_DASHES = range(0, 2000, 24)
"""Where in an outline the gaps of a dashed one are, each ten pixels long."""


@lru_cache(maxsize=64)
def dashed_mask(size: Size, radius: int, outline: int) -> Image.Image:
    """Return the mask of the outline of a rounded rectangle in dashes."""
    mask = panel_mask(size, radius, outline).copy()
    draw = ImageDraw.Draw(mask)
    for at in _DASHES:
        if radius <= at < size.w - radius - 10:
            draw.rectangle((at, 0, at + 9, size.h), 0)
        if radius <= at < size.h - radius - 10:
            draw.rectangle((0, at, size.w, at + 9), 0)
    return mask

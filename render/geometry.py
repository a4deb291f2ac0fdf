"""Shapes as polygons in a unit square, and boxes in pixels."""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple, TypeAlias

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

"""Lines and bars: how a number went over time, and how a whole is divided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from engine.analysis.scale import Grade
from render.api import Words
from render.canvas import Canvas, Sprite, cut_sprite
from render.shapes import OVERSAMPLING, Box, Point, Size, panel_mask
from render.theme import PACK, Colour, Theme

# Dice of any game: white tiles with pips, or with a mark of the game's own.

Mark: TypeAlias = Callable[[ImageDraw.ImageDraw], None]
"""Draws what is on a tile, OVERSAMPLING times as large as it is shown."""

_CORNERS = ((0, 0), (2, 2), (2, 0), (0, 2))
_PIPS = {
    "": (),
    "1": ((1, 1),),
    "2": _CORNERS[:2],
    "3": (*_CORNERS[:2], (1, 1)),
    "4": _CORNERS,
    "5": (*_CORNERS, (1, 1)),
    "6": (*_CORNERS, (0, 1), (2, 1)),
}
"""Where the pips of a face are: columns and rows from 0 to 2."""

_RADIUS = 0.1
"""Of a pip, as a share of the die's width."""


@lru_cache(maxsize=32)
def die(face: str, size: Size) -> Sprite:
    """Return a die that shows 1 to 6 pips, by the face's letter in a throw; none for "".

    Raises KeyError for any other face, such as a colour: a game paints that on a `tile`.
    """
    pips = _PIPS[face]

    def mark(draw: ImageDraw.ImageDraw) -> None:
        side = size.w * OVERSAMPLING
        for column, row in pips:
            at = side * (1 + column) / 4, side * (1 + row) / 4
            draw.circle(at, side * _RADIUS, PACK.ink)

    return tile(size, mark)


def tile(size: Size, mark: Mark | None) -> Sprite:
    """Return a white tile with a mark on it: a die, or a small card. None leaves it blank."""
    radius = corner(size)
    large = blank(size, radius)
    if mark is not None:
        mark(ImageDraw.Draw(large))
    return cut_sprite(large.reduce(OVERSAMPLING), panel_mask(size, radius), radius)


def blank(size: Size, radius: int) -> Image.Image:
    """Draw an empty tile or card, oversampled: it seems thick, for its lower edge is seen."""
    k, low = OVERSAMPLING, max(4, size.h // 26)
    large = Image.new("RGB", (size.w * k, size.h * k), PACK.edge)
    paper = (2 * k, 2 * k, (size.w - 2) * k - 1, (size.h - low) * k - 1)
    ImageDraw.Draw(large).rounded_rectangle(paper, (radius - 2) * k, PACK.paper)
    return large


def corner(size: Size) -> int:
    """Return the radius of the corners of a tile, and of its empty place."""
    return max(6, size.w // 7)


_PEN = 6
_DOT = 20
_GAP = 4

SIGN = 26
"""The size of a sign that tells a line from others."""


class Dash(NamedTuple):
    """The lengths of the parts of a line that are drawn, and of the gaps between, in pixels."""

    drawn: int
    gap: int


WHOLE = Dash(1, 0)


class Span(NamedTuple):
    """The least and the greatest value that a chart shows."""

    low: float
    high: float


def span_of(values: Sequence[float], least: float) -> Span:
    """Return the span of values, widened about its middle to at least `least`.

    >>> span_of([100, 140], 20), span_of([100], 20)
    (Span(low=100, high=140), Span(low=90.0, high=110.0))
    """
    low, high = min(values), max(values)
    if high - low >= least:
        return Span(low, high)
    middle = (low + high) / 2
    return Span(middle - least / 2, middle + least / 2)


def paint_curve(
    canvas: Canvas, points: Sequence[Point], box: Box, colour: Colour, dash: Dash = WHOLE
) -> None:
    """Paint a line through points of the picture that lie in a box."""
    if len(points) > 1:
        canvas.tint(_stroke(dashes(points, dash), box), colour, box.x, box.y)


class Pen(NamedTuple):
    """How a line is told from others: its colour, the sign at its end, its dashes."""

    colour: Colour
    sign: str = "disc"
    dash: Dash = WHOLE


def paint_track(
    canvas: Canvas,
    track: Sequence[Point],
    span: Span,
    box: Box,
    pen: Pen,
    taken: Sequence[Box] = (),
) -> Box:
    """Paint values that stand anywhere between left (0) and right (1), with a sign at the end.

    It stands above or below the end where signs of other lines have `taken` its place; return it.
    """
    room = box.inset(_DOT, _DOT)
    rise = room.h / ((span.high - span.low) or 1.0)
    points = [(room.x + x * room.w, room.bottom - (value - span.low) * rise) for x, value in track]
    paint_curve(canvas, points, box, pen.colour, pen.dash)
    x, y = (round(end) - SIGN // 2 for end in points[-1])
    steps = sorted(range(-len(taken), len(taken) + 1), key=abs)
    places = [Box(x, y + step * (SIGN + 4), SIGN, SIGN) for step in steps]
    free = (
        at
        for at in places
        if box.y <= at.y and at.bottom <= box.bottom and not any(map(at.meets, taken))
    )
    sign = next(free, places[0])
    canvas.shape(pen.sign, sign, pen.colour)
    return sign


def dashes(points: Sequence[Point], dash: Dash) -> list[list[Point]]:
    """Cut a line into dashes.

    >>> dashes([(0, 0), (10, 0)], Dash(4, 3))
    [[(0, 0), (4.0, 0.0)], [(7.0, 0.0), (10, 0)]]
    """
    if not dash.gap:
        return [list(points)]
    pieces, piece, left, is_drawn = [], [points[0]], float(dash.drawn), True
    for start, end in pairwise(points):
        at, length = start, dist(start, end)
        while length > left:
            share = left / length
            at = at[0] + (end[0] - at[0]) * share, at[1] + (end[1] - at[1]) * share
            if is_drawn:
                pieces.append([*piece, at])
            piece, length, is_drawn = [at], length - left, not is_drawn
            left = float(dash.drawn if is_drawn else dash.gap)
        left -= length
        piece.append(end)
    return [*pieces, piece] if is_drawn else pieces


def paint_dot(canvas: Canvas, point: Point, colour: Colour) -> None:
    """Paint a dot on a line, with a rim that parts it from others."""
    x, y = point
    dot = Box(round(x) - _DOT // 2, round(y) - _DOT // 2, _DOT, _DOT)
    canvas.shape("disc", dot.inset(-3, -3), canvas.theme.well)
    canvas.shape("disc", dot, colour)


_GRADES = {Grade.GOOD: (2, "square"), Grade.FAIR: (1, "disc"), Grade.WEAK: (0, "down")}
"""The colour and the shape of each grade, as `bot.presenters.cards.GRADES` has them in texts."""


def grade_colour(theme: Theme, grade: Grade) -> Colour:
    """Return the colour of a move so good."""
    return theme.seats[_GRADES[grade][0]]


def grade_word(grade: Grade, words: Words) -> str:
    """Return the word for a move so good, in small letters."""
    return words(f"grade.{grade.name.lower()}")


def grade_mark(canvas: Canvas, box: Box, grade: Grade) -> None:
    """Paint the mark of a move so good: each has a shape of its own."""
    canvas.shape(_GRADES[grade][1], box, grade_colour(canvas.theme, grade))


def paint_breaks(
    canvas: Canvas, breaks: Sequence[int], count: int, box: Box, colour: Colour
) -> None:
    """Paint a thin upright line before each of these values of a line of this many, from 0."""
    room = box.inset(_DOT, _DOT)
    for at in breaks:
        x = round(room.x + room.w * (at - 0.5) / (count - 1)) if count > 1 else room.x
        canvas.bar(Box(x - 1, box.y + 6, 3, box.h - 12), colour)


def paint_shares(
    canvas: Canvas, shares: Sequence[tuple[int, Colour]], box: Box, *, radius: int = 10
) -> None:
    """Paint a bar that is divided as the numbers are; those that are 0 have no part."""
    parts = [(count, colour) for count, colour in shares if count > 0]
    whole = sum(count for count, _ in parts)
    room, x, done = box.w - _GAP * (len(parts) - 1), box.x, 0
    for count, colour in parts:
        width = max(1, room * (done + count) // whole - room * done // whole)
        canvas.panel(box._replace(x=x, w=width), colour, radius=min(radius, width // 2))
        done += count
        x += width + _GAP


def _stroke(lines: Sequence[Sequence[Point]], box: Box) -> Image.Image:
    k = OVERSAMPLING
    large = Image.new("L", (box.w * k, box.h * k))
    for points in lines:
        line = [((x - box.x) * k, (y - box.y) * k) for x, y in points]
        ImageDraw.Draw(large).line(line, 255, _PEN * k, "curve")
    return large.reduce(k)

"""The people of the clouds: the court of the cards, and the portraits of house players.

A figure is a list of marks, each in a tone, painted one over the other: outlines are marks as well.
Cards have them in the colour of their suit, house players in the blue of the cards' backs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple, TypeAlias

from PIL import Image, ImageDraw

from engine.cards import SUITS
from render.canvas import Piece, Sprite
from render.shapes import OVERSAMPLING, SHAPES, Box, Point, Polygon, circle, curve, mirrored, star
from render.theme import PACK, Colour, mix, snap

DARK, TINT, PAPER = range(3)
"""The tones of a figure: its colour, a lighter one, and that of paper."""

THICK = 0.055
"""How wide outlines are, as a share of a figure's width."""

TALL = 1.35
"""How high the people on cards are, as a share of their width."""


class Mark(NamedTuple):
    """A polygon in one tone: filled, or as a line that is so wide, in parts of the figure."""

    tone: int
    points: Polygon
    line: float = 0.0


Marks: TypeAlias = tuple[Mark, ...]


def tones(colour: Colour) -> tuple[Colour, Colour, Colour]:
    """Return the tones of a figure of a colour, by their numbers.

    >>> tones((0, 0, 0))[TINT] < PACK.paper
    True
    """
    return colour, snap(mix(PACK.paper, colour, 1 / 3)), PACK.paper


def trace(
    draw: ImageDraw.ImageDraw, marks: Iterable[Mark], box: Box, colours: Sequence[Colour | int]
) -> None:
    """Paint marks on an oversampled drawing; the box, in final pixels, is as wide as the figure."""
    k = OVERSAMPLING
    for tone, points, line in marks:
        at = [((box.x + x * box.w) * k, (box.y + y * box.w) * k) for x, y in points]
        if not line:
            draw.polygon(at, colours[tone])
            continue
        half = max(line * box.w * k / 2, 1)
        draw.line(at, colours[tone], round(2 * half))
        for x, y in at:
            draw.ellipse((x - half, y - half, x + half, y + half), colours[tone])


def _edged(tone: int, points: Polygon, line: float = THICK) -> Marks:
    """Return a polygon with an outline."""
    return Mark(tone, points), Mark(DARK, (*points, points[0]), line)


def _puffs(tone: int, *circles: tuple[float, float, float], line: float = THICK) -> Marks:
    """Return a cloud of circles (x, y and radius) with an outline."""
    rims = (Mark(DARK, circle((x, y), r + line / 2)) for x, y, r in circles)
    return *rims, *(Mark(tone, circle((x, y), r - line / 2)) for x, y, r in circles)


def _arc(x: float, y: float, r: float, first: float, last: float) -> Polygon:
    """Return a part of a circle from one angle to another, in quarters clockwise from the right."""
    turns = [(first + (last - first) * i / 24) * pi / 2 for i in range(25)]
    return tuple((x + r * cos(t), y + r * sin(t)) for t in turns)


def _dot(x: float, y: float, r: float, tone: int = DARK) -> Mark:
    return Mark(tone, circle((x, y), r))


def _line(*points: Point, wide: float = THICK, tone: int = DARK) -> Mark:
    return Mark(tone, points, wide)


# The court of the cards. The upper left corner of a figure, up to 0.23 and 0.58, stays free: there
# is the suit of the index.

_JACK: Marks = (
    # A scarf in the wind, a round head with a wave of hair, cheeks blown up, and what he blows.
    *_edged(TINT, curve((0.36, 1.02), ((0.6, 1.16), (0.82, 1.12), (0.96, 0.96)),
                        ((1.0, 1.1), (1.0, 1.2), (0.97, 1.32)),
                        ((0.7, 1.33), (0.5, 1.33), (0.32, 1.32)),
                        ((0.28, 1.2), (0.3, 1.1), (0.36, 1.02)))),
    *_puffs(PAPER, (0.62, 0.7, 0.35), (0.47, 0.87, 0.22), (0.76, 0.87, 0.21)),
    _dot(0.45, 0.88, 0.13, TINT), _dot(0.81, 0.87, 0.12, TINT),
    Mark(DARK, curve((0.26, 0.62), ((0.32, 0.2), (0.6, 0.34), (0.66, 0.13)),
                     ((0.68, 0.05), (0.6, 0.01), (0.54, 0.08)),
                     ((0.56, -0.05), (0.82, -0.04), (0.85, 0.14)),
                     ((0.87, 0.26), (1.04, 0.38), (0.99, 0.78)),
                     ((0.93, 0.6), (0.86, 0.52), (0.72, 0.46)),
                     ((0.58, 0.56), (0.4, 0.5), (0.26, 0.62)))),
    _dot(0.48, 0.66, 0.05), _dot(0.74, 0.66, 0.05),
    _dot(0.62, 0.88, 0.085), _dot(0.62, 0.88, 0.03, PAPER),
    _line((0.19, 0.94), *_arc(0.1, 0.84, 0.1, 1, 3.3)),
    _line((0.24, 1.08), *_arc(0.11, 1.16, 0.08, 3, 0.9)),
)  # fmt: skip

_QUEEN: Marks = (
    *_edged(TINT, mirrored(curve((0.5, 1.02), ((0.3, 1.04), (0.1, 1.1), (0.06, 1.32))))),
    # Hair down to the shoulders, a face, a cloud for a crown and three stars on it.
    *_puffs(DARK, (0.24, 0.74, 0.17), (0.2, 0.95, 0.16), (0.76, 0.74, 0.17), (0.8, 0.95, 0.16)),
    *_edged(PAPER, mirrored(curve((0.5, 0.45), ((0.3, 0.45), (0.23, 0.6), (0.24, 0.76)),
                                  ((0.25, 0.94), (0.38, 1.08), (0.5, 1.09))))),
    *_puffs(PAPER, (0.31, 0.52, 0.12), (0.69, 0.52, 0.12), (0.5, 0.45, 0.17)),
    Mark(DARK, star((0.5, 0.13), 0.15, 0.5)),
    Mark(DARK, star((0.28, 0.3), 0.09, 0.5)), Mark(DARK, star((0.72, 0.3), 0.09, 0.5)),
    _line(*_arc(0.37, 0.76, 0.075, 0, 2)), _line(*_arc(0.63, 0.76, 0.075, 0, 2)),
    _dot(0.33, 0.91, 0.055, TINT), _dot(0.67, 0.91, 0.055, TINT),
    _line(*_arc(0.5, 0.93, 0.05, 0.2, 1.8), wide=0.045),
)  # fmt: skip

_KING: Marks = (
    # A crown, a face with angry brows, and a beard of thunder clouds with its lightning.
    *_edged(PAPER, mirrored(curve((0.5, 0.36), ((0.3, 0.36), (0.2, 0.48), (0.2, 0.7)),
                                  ((0.2, 0.9), (0.4, 1.0), (0.5, 1.0))))),
    *_edged(TINT, mirrored(((0.5, 0.08), (0.41, 0.24), (0.25, 0.11), (0.26, 0.44), (0.5, 0.47)))),
    _dot(0.5, 0.06, 0.055), _dot(0.25, 0.1, 0.055), _dot(0.75, 0.1, 0.055),
    *_puffs(TINT, (0.16, 0.88, 0.14), (0.84, 0.88, 0.14), (0.24, 1.07, 0.17), (0.76, 1.07, 0.17),
            (0.5, 1.13, 0.2), (0.36, 0.95, 0.13), (0.64, 0.95, 0.13)),
    Mark(DARK, ((0.53, 0.96), (0.34, 1.18), (0.47, 1.18), (0.42, 1.34), (0.66, 1.1), (0.54, 1.1),
                (0.65, 0.96))),
    _line((0.29, 0.56), (0.43, 0.62), wide=0.075), _line((0.71, 0.56), (0.57, 0.62), wide=0.075),
    _dot(0.37, 0.71, 0.05), _dot(0.63, 0.71, 0.05),
    *_puffs(PAPER, (0.5, 0.8, 0.07)),
)  # fmt: skip

_PEOPLE = {"J": _JACK, "Q": _QUEEN, "K": _KING}


def _ace(suit: str) -> Marks:
    """Return a large suit above a cloud, among stars."""
    shape = [tuple((0.18 + 0.74 * x, 0.14 + 0.8 * y) for x, y in each) for each in SHAPES[suit]]
    return (
        *_puffs(TINT, (0.16, 1.03, 0.16), (0.84, 1.03, 0.16), (0.32, 1.15, 0.16),
                (0.68, 1.15, 0.16), (0.5, 1.12, 0.2), (0.32, 0.93, 0.16), (0.68, 0.93, 0.16)),
        *(Mark(PAPER, (*each, each[0]), 2 * THICK) for each in shape),
        *(Mark(DARK, each) for each in shape),
        Mark(DARK, star((0.93, 0.2), 0.075, 0.5)), Mark(DARK, star((0.05, 0.74), 0.06, 0.5)),
    )  # fmt: skip


COURT: Mapping[str, Marks] = {
    **{f"{rank}{suit}": marks for suit in SUITS for rank, marks in _PEOPLE.items()},
    **{f"A{suit}": _ace(suit) for suit in SUITS},
}
"""What cards show of the court, and aces, by their spelling: one wide and `TALL` high."""


# The house players, in the order of their names: each a square, with an aerial on top.


def _aerial(x: float, foot: float) -> Marks:
    """Return what tells that somebody is a machine."""
    return _line((x, foot), (x, 0.12), wide=0.07), *_puffs(TINT, (x, 0.13, 0.075), line=0.06)


def _eyes(x: float, y: float, apart: float, size: float = 0.06) -> Marks:
    return _dot(x - apart, y, size), _dot(x + apart, y, size)


_CIRRUS: Marks = (
    *_aerial(0.4, 0.4),
    # Wisps of hair that the wind draws out, and eyes that look up.
    *_edged(TINT, curve((0.3, 0.34), ((0.5, 0.18), (0.68, 0.36), (0.9, 0.24)),
                        ((0.94, 0.42), (0.86, 0.5), (0.76, 0.5)),
                        ((0.82, 0.54), (0.88, 0.54), (0.91, 0.52)),
                        ((0.92, 0.7), (0.84, 0.76), (0.6, 0.72)))),
    *_puffs(PAPER, (0.4, 0.61, 0.32), line=0.07),
    *_eyes(0.4, 0.54, 0.14, 0.085),
    *(Mark(PAPER, circle((x, 0.51), 0.035)) for x in (0.27, 0.55)),
    *_puffs(TINT, (0.4, 0.78, 0.06)),
)  # fmt: skip

_STRATUS: Marks = (
    *_aerial(0.5, 0.3),
    # Layers, one on the other, and eyes that are nearly shut.
    _line((0.34, 0.34), (0.66, 0.34), wide=0.28), _line((0.34, 0.34), (0.66, 0.34), wide=0.15,
                                                        tone=TINT),
    _line((0.3, 0.82), (0.74, 0.82), wide=0.26), _line((0.3, 0.82), (0.74, 0.82), wide=0.13,
                                                       tone=TINT),
    _line((0.23, 0.58), (0.77, 0.58), wide=0.4), _line((0.23, 0.58), (0.77, 0.58), wide=0.27,
                                                       tone=PAPER),
    _line((0.25, 0.54), (0.41, 0.54), wide=0.07), _line((0.59, 0.54), (0.75, 0.54), wide=0.07),
    _line((0.44, 0.66), (0.56, 0.66), wide=0.05),
)  # fmt: skip

_CUMULA: Marks = (
    *_aerial(0.5, 0.3),
    # A tower of hair, long lashes, and a laugh.
    *_puffs(TINT, (0.5, 0.3, 0.12), (0.36, 0.43, 0.13), (0.64, 0.43, 0.13), (0.2, 0.62, 0.13),
            (0.8, 0.62, 0.13)),
    *_puffs(PAPER, (0.5, 0.68, 0.26), (0.28, 0.78, 0.13), (0.72, 0.78, 0.13)),
    _line(*_arc(0.38, 0.65, 0.07, 2, 4), wide=0.06),
    _line(*_arc(0.62, 0.65, 0.07, 2, 4), wide=0.06),
    Mark(DARK, _arc(0.5, 0.75, 0.13, 0, 2)),
)  # fmt: skip

_NIMBO: Marks = (
    *_aerial(0.5, 0.3),
    # A thunder cloud that frowns, with a flash and rain below.
    Mark(DARK, ((0.52, 0.66), (0.38, 0.86), (0.48, 0.86), (0.44, 0.97), (0.64, 0.8), (0.54, 0.8),
                (0.62, 0.66))),
    _line((0.24, 0.78), (0.2, 0.9), wide=0.07), _line((0.8, 0.78), (0.76, 0.9), wide=0.07),
    *_puffs(TINT, (0.22, 0.56, 0.16), (0.5, 0.46, 0.24), (0.78, 0.56, 0.16), (0.37, 0.57, 0.18),
            (0.63, 0.57, 0.18)),
    _line((0.28, 0.42), (0.42, 0.48), wide=0.075), _line((0.72, 0.42), (0.58, 0.48), wide=0.075),
    *_eyes(0.5, 0.56, 0.13, 0.055),
    _line(*_arc(0.5, 0.71, 0.07, 2.3, 3.7), wide=0.05),
)  # fmt: skip

_ALTONA: Marks = (
    *_aerial(0.5, 0.3),
    # Small clouds all around a face with glasses.
    *_puffs(TINT, *((0.5 + 0.3 * cos(t * pi / 5), 0.57 + 0.27 * sin(t * pi / 5), 0.1)
                    for t in range(10)), line=0.05),
    *_puffs(PAPER, (0.5, 0.57, 0.27)),
    *_puffs(PAPER, (0.38, 0.54, 0.11), (0.62, 0.54, 0.11), line=0.05),
    *_eyes(0.5, 0.54, 0.12, 0.045),
    _line(*_arc(0.5, 0.68, 0.08, 0.2, 1.8), wide=0.05),
)  # fmt: skip

_FOG: Marks = (
    *_aerial(0.5, 0.3),
    # Somebody who fades into the air, and is startled.
    *_edged(PAPER, (*curve((0.18, 0.8), ((0.12, 0.1), (0.88, 0.1), (0.82, 0.8))),
                    *(point for n in range(5) for point in
                      _arc(0.756 - 0.128 * n, 0.82, 0.064, *((4, 2) if n % 2 else (0, 2))))),
            0.065),
    _dot(0.31, 0.6, 0.05, TINT), _dot(0.69, 0.6, 0.05, TINT),
    *_eyes(0.5, 0.46, 0.13, 0.075),
    *_puffs(DARK, (0.5, 0.6, 0.04)),
)  # fmt: skip

PORTRAITS: Sequence[Marks] = (_CIRRUS, _STRATUS, _CUMULA, _NIMBO, _ALTONA, _FOG)
"""The house players, in the order of their names: one wide and high."""

# The people, by their seats: a cloud in the seat's colour, and what each of them wears.

_HEAD: Marks = (
    *_puffs(TINT, (0.24, 0.64, 0.17), (0.76, 0.64, 0.17), (0.5, 0.5, 0.28), (0.5, 0.7, 0.22),
            line=0.06),
    *_eyes(0.5, 0.54, 0.12, 0.05),
)  # fmt: skip

_SMILE: Marks = (_line(*_arc(0.5, 0.66, 0.1, 0.3, 1.7), wide=0.055),)

_CAP: Marks = (
    *_edged(PAPER, curve((0.23, 0.38), ((0.28, 0.04), (0.72, 0.04), (0.77, 0.38))), 0.06),
    _line((0.22, 0.38), (0.98, 0.38), wide=0.09),
)

_SCARF: Marks = (
    _line((0.68, 0.84), (0.8, 0.99), wide=0.2), _line((0.24, 0.84), (0.76, 0.84), wide=0.2),
    _line((0.68, 0.84), (0.8, 0.99), wide=0.09, tone=PAPER),
    _line((0.24, 0.84), (0.76, 0.84), wide=0.09, tone=PAPER),
)  # fmt: skip

_GOGGLES: Marks = (
    _line((0.2, 0.5), (0.8, 0.5), wide=0.08),
    *_puffs(PAPER, (0.37, 0.52, 0.13), (0.63, 0.52, 0.13), line=0.06), *_eyes(0.5, 0.52, 0.13),
)  # fmt: skip

_BOW: Marks = (
    *_edged(PAPER, ((0.5, 0.2), (0.2, 0.03), (0.2, 0.37)), 0.06),
    *_edged(PAPER, ((0.5, 0.2), (0.8, 0.03), (0.8, 0.37)), 0.06), _dot(0.5, 0.2, 0.08),
)  # fmt: skip

_FEATHER: Marks = (
    _line((0.26, 0.36), (0.74, 0.36), wide=0.11), _line((0.6, 0.34), (0.84, 0.08), wide=0.2),
    _line((0.6, 0.34), (0.84, 0.08), wide=0.09, tone=PAPER),
)  # fmt: skip

_MOUSTACHE: Marks = (
    _line(*_arc(0.39, 0.62, 0.11, 0, 2), wide=0.1), _line(*_arc(0.61, 0.62, 0.11, 0, 2), wide=0.1),
)  # fmt: skip


def _within(*marks: Mark) -> Marks:
    """Return a figure a little smaller, so that what sticks out of a head has room."""
    return tuple(
        Mark(tone, tuple((0.07 + 0.86 * x, 0.08 + 0.86 * y) for x, y in points), 0.86 * line)
        for tone, points, line in marks
    )


HEADS: Sequence[Marks] = (
    _within(*_HEAD, *_SMILE, *_CAP),
    _within(*_HEAD, *_SMILE, *_SCARF),
    _within(*_HEAD, *_SMILE, *_GOGGLES),
    _within(*_HEAD, *_SMILE, *_BOW),
    _within(*_HEAD, *_SMILE, *_FEATHER),
    _within(*_HEAD, *_MOUSTACHE),
)
"""The people, in the order of their seats: one wide and high."""


def head(seat: int, side: int, colour: Colour) -> Sprite:
    """Return the head of who has a seat of that colour, in a square."""
    return _painted(HEADS[(seat - 1) % len(HEADS)], side, (PACK.ink, colour, PACK.paper))


def portrait(number: int, side: int) -> Sprite:
    """Return the portrait of a house player, by its place among their names, in a square."""
    return _painted(PORTRAITS[number % len(PORTRAITS)], side, _BLUES)


_HALO = 0.045
"""How wide the rim of paper around a portrait is, which tells it from any ground."""

_BLUES = (PACK.back, PACK.back_line, PACK.paper)


@lru_cache(maxsize=128)
def _painted(marks: Marks, side: int, colours: tuple[Colour, Colour, Colour]) -> Sprite:
    """Return a figure with a rim of paper."""
    rims = [Mark(PAPER, (*one.points, one.points[-1]), one.line + 2 * _HALO) for one in marks]
    large = Image.new("RGB", (side * OVERSAMPLING,) * 2, PACK.paper)
    mask = Image.new("L", large.size)
    trace(ImageDraw.Draw(large), marks, Box(0, 0, side, side), colours)
    trace(ImageDraw.Draw(mask), (*marks, *rims), Box(0, 0, side, side), (255, 255, 255))
    return Sprite((Piece(0, large.reduce(OVERSAMPLING), mask.reduce(OVERSAMPLING)),))

"""Dice of any game: white tiles with pips, or with a mark of the game's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TypeAlias

from PIL import Image, ImageDraw

from render import sprites
from render.canvas import Sprite, cut_sprite
from render.shapes import OVERSAMPLING, Size, panel_mask
from render.theme import PACK

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


def tile(size: Size, mark: Mark | None, *, dim: bool = False) -> Sprite:
    """Return a white tile with a mark on it: a die, or a small card. None leaves it blank."""
    k = OVERSAMPLING
    large = Image.new("RGB", (size.w * k, size.h * k), PACK.paper)
    draw = ImageDraw.Draw(large)
    radius = max(6, size.w // 7)
    box = (0, 0, large.width - 1, large.height - 1)
    draw.rounded_rectangle(box, radius * k, outline=PACK.edge, width=2 * k)
    if mark is not None:
        mark(draw)
    picture = large.reduce(k)
    if dim:
        picture = sprites.dim(picture)
    return cut_sprite(picture, panel_mask(size, radius), radius)

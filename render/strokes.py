"""What a picture is painted from: strokes on a background, in the order they were made.

A stroke is one thing pasted: a picture, or a plain colour through a mask or in a box. Nothing is
painted before pixels are wanted, and then only those rows that are: two pictures of one table have
most rows in common, and which these are can be told from the strokes alone.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct

from PIL import Image

from render.theme import Colour

_SMALL_AREA = 16384
"""Pixels of the largest plain picture that is kept."""

_MARK = Struct("<QQiiii")

_PLAIN = 1 << 63
"""What tells a colour from where a picture lies in memory."""


class Stroke:
    """A picture or colour, the mask it goes through, and the box it fills, in pixels.

    `mark` is what no other stroke has, as long as what this one is made of is held.
    """

    __slots__ = ("bottom", "mark", "mask", "right", "source", "x", "y")

    def __init__(
        self,
        source: Image.Image | Colour,
        mask: Image.Image | None,
        x: int,
        y: int,
        right: int,
        bottom: int,
    ) -> None:
        self.source = source
        self.mask = mask
        self.x = x
        self.y = y
        self.right = right
        self.bottom = bottom
        if isinstance(source, tuple):
            number = _PLAIN | source[0] << 16 | source[1] << 8 | source[2]
        else:
            number = id(source)
        self.mark = _MARK.pack(number, 0 if mask is None else id(mask), x, y, right, bottom)

    def paste(self, sheet: Image.Image, top: int) -> None:
        """Paste what lies on a sheet that begins so many rows down."""
        source, mask = self.source, self.mask
        if isinstance(source, Image.Image):
            sheet.paste(source, (self.x, self.y - top), mask)
        elif mask is None:
            sheet.paste(source, (self.x, self.y - top, self.right, self.bottom - top))
        else:
            # Pillow pastes a picture twice as fast as a colour.
            sheet.paste(_filled(mask.size, source), (self.x, self.y - top), mask)


def painted(background: Image.Image, strokes: list[Stroke], top: int, bottom: int) -> Image.Image:
    """Return some rows of a background with what the strokes paint there."""
    sheet = background.crop((0, top, background.width, bottom))
    for stroke in strokes:
        if stroke.y < bottom and stroke.bottom > top:
            stroke.paste(sheet, top)
    return sheet


def _filled(size: tuple[int, int], colour: Colour) -> Image.Image:
    is_small = size[0] * size[1] <= _SMALL_AREA
    return _plain(size, colour) if is_small else Image.new("RGB", size, colour)


@lru_cache(maxsize=512)
def _plain(size: tuple[int, int], colour: Colour) -> Image.Image:
    """Return a picture of one colour; shared, so never changed."""
    return Image.new("RGB", size, colour)

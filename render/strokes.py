"""The material of a picture: strokes on a background, in the order they were made.

A stroke is one thing pasted: a picture, or a plain colour through a mask or in a box. Nothing is
painted before pixels are wanted, and then only those rows that are: two pictures of one table have
most rows in common, and which these are can be told from the strokes alone.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from struct import Struct

from PIL import Image

from render.theme import Colour

ROWS = 32
"""Rows of a slice of a picture: fewer are found more often, and more compress better."""

_SMALL_AREA = 16384
"""Pixels of the largest plain picture that is kept."""

_MARK = Struct("<8s8siiii")

_DIGEST = "digest"
"""The attribute of a picture under which its digest is kept."""


def digest_of(picture: Image.Image) -> bytes:
    """Return eight bytes that tell what a picture shows; it must not change any more.

    A picture that is made anew has the same: what lies in memory may go and come back.
    """
    known: bytes | None = vars(picture).get(_DIGEST)
    if known is None:
        known = blake2b(picture.tobytes(), digest_size=8).digest()
        vars(picture)[_DIGEST] = known
    return known


class Stroke:
    """A picture or colour, the mask it goes through, and the box it fills, in pixels.

    `mark` is what no other stroke has that would paint something else, and `slices` are the slices
    of a picture in which it paints.
    """

    __slots__ = ("bottom", "mark", "mask", "right", "slices", "source", "x", "y")

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
        what = bytes(source) if isinstance(source, tuple) else digest_of(source)
        through = b"" if mask is None else digest_of(mask)
        self.mark = _MARK.pack(what, through, x, y, right, bottom)
        self.slices = slice(max(y // ROWS, 0), (bottom - 1) // ROWS + 1)

    def paste(self, sheet: Image.Image, left: int, top: int) -> None:
        """Paste what lies on a sheet that begins there."""
        source, mask = self.source, self.mask
        if mask is not None and not isinstance(source, Image.Image):
            # Pillow pastes a picture twice as fast as a colour.
            source = _filled(mask.size, source)
        what = source.im if isinstance(source, Image.Image) else source
        # What `Image.paste` does, which looks at all of them again and takes as long for it.
        box = self.x - left, self.y - top, self.right - left, self.bottom - top
        sheet.im.paste(what, box, *(() if mask is None else (mask.im,)))


def painted(
    background: Image.Image, strokes: list[Stroke], top: int, bottom: int, left: int = 0
) -> Image.Image:
    """Return some rows of a background, from `left` on, with what the strokes paint there."""
    sheet = background.crop((left, top, background.width, bottom))
    for stroke in strokes:
        if stroke.y < bottom and stroke.bottom > top:
            stroke.paste(sheet, left, top)
    return sheet


def _filled(size: tuple[int, int], colour: Colour) -> Image.Image:
    is_small = size[0] * size[1] <= _SMALL_AREA
    return _plain(size, colour) if is_small else Image.new("RGB", size, colour)


@lru_cache(maxsize=256)
def _plain(size: tuple[int, int], colour: Colour) -> Image.Image:
    """Return a picture of one colour; shared, so never changed."""
    return Image.new("RGB", size, colour)

"""Plain letters and figures, each drawn once and then pasted: most text is made of these.

Only for text Noto Sans draws letter by letter (ASCII); everything else is shaped by Pillow.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.fonts import LATIN, Style, font


class Glyph(NamedTuple):
    """A drawn character: its ink, and where that lies from the pen's place on the baseline."""

    ink: Image.Image
    left: int
    top: int


@lru_cache(maxsize=4096)
def glyph(char: str, style: Style) -> Glyph:
    """Draw one character."""
    face = font(LATIN, style)
    left, top, right, bottom = (round(edge) for edge in face.getbbox(char, anchor="ls"))
    ink = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
    ImageDraw.Draw(ink).text((-left, -top), char, 255, face, anchor="ls")
    return Glyph(ink, left, top)


@lru_cache(maxsize=16384)
def advance(before: str, char: str, style: Style) -> float:
    """Give how far a character moves the pen, nearer to the one before it if they are kerned."""
    face = font(LATIN, style)
    return face.getlength(before + char) - (face.getlength(before) if before else 0)


def plain_width(text: str, style: Style) -> float:
    """Give the width of ASCII text."""
    return sum(advance(a, b, style) for a, b in zip(("", *text), text, strict=False))


def paint_plain(mask: Image.Image, text: str, style: Style, x: float, baseline: int) -> None:
    """Draw ASCII text into a mask."""
    for before, char in zip(("", *text), text, strict=False):
        drawn, step = glyph(char, style), advance(before, char, style)
        kern = step - advance("", char, style)
        at = (round(x + kern) + drawn.left, baseline + drawn.top)
        mask.paste(255, at, drawn.ink)
        x += step

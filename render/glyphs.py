"""Plain letters and figures, each drawn once and then pasted: most text is made of these.

Only for text Noto Sans draws letter by letter (`is_plain`); everything else is shaped by Pillow.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.fonts import LATIN, Style, font

_SIGNS = "·…\N{MULTIPLICATION SIGN}\N{EN DASH}\N{MINUS SIGN}"
PLAIN = frozenset(map(chr, (*range(0x20, 0x7F), *range(0xC0, 0x100)))).union(_SIGNS)
"""Letters that are drawn one by one: ASCII, letters of western Europe, signs of our texts."""


class Glyph(NamedTuple):
    """Drawn text: its ink, and where that lies from the pen's place on the baseline."""

    ink: Image.Image
    left: int
    top: int


@lru_cache(maxsize=4096)
def glyph(char: str, style: Style) -> Glyph | None:
    """Draw one character; None if it has no ink."""
    opened = font(LATIN, style)
    left, top, right, bottom = (round(edge) for edge in opened.getbbox(char, anchor="ls"))
    whole = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
    ImageDraw.Draw(whole).text((-left, -top), char, 255, opened, anchor="ls")
    box = whole.getbbox()
    return Glyph(whole.crop(box), left + box[0], top + box[1]) if box else None


def is_plain(text: str) -> bool:
    """Return whether every character stands for itself, whatever is beside it."""
    return text.isascii() or PLAIN.issuperset(text)


@lru_cache(maxsize=16384)
def advance(before: str, char: str, style: Style) -> float:
    """Return how far a character moves the pen, nearer to the one before it if they are kerned."""
    opened = font(LATIN, style)
    return opened.getlength(before + char) - (opened.getlength(before) if before else 0)


def plain_width(text: str, style: Style) -> float:
    """Return the width of plain text."""
    return sum(advance(a, b, style) for a, b in zip(("", *text), text, strict=False))


def paint_plain(mask: Image.Image, text: str, style: Style, x: float, baseline: int) -> None:
    """Draw plain text into a mask."""
    for ink, left, top in _placed(text, style, x):
        mask.paste(255, (left, baseline + top), ink)


def plain_ink(text: str, style: Style, width: int) -> Glyph:
    """Draw plain text, cut off at 0 and at a width, as if it were one character; shared."""
    placed = _placed(text, style, 0)
    left = max(min((x for _, x, _ in placed), default=0), 0)
    right = min(max((x + ink.width for ink, x, _ in placed), default=1), width)
    if len(placed) == 1 and placed[0].ink.width == right - left:
        return placed[0]
    top = min((y for _, _, y in placed), default=0)
    bottom = max((y + ink.height for ink, _, y in placed), default=1)
    mask = Image.new("L", (max(right - left, 1), bottom - top))
    for ink, x, y in placed:
        mask.paste(255, (x - left, y - top), ink)
    return Glyph(mask, left, top)


def _placed(text: str, style: Style, x: float) -> list[Glyph]:
    """Return the ink of every character and where it lies from the baseline's start."""
    placed: list[Glyph] = []
    for before, char in zip(("", *text), text, strict=False):
        drawn, step = glyph(char, style), advance(before, char, style)
        if drawn is not None:
            left = round(x + step - advance("", char, style)) + drawn.left
            placed.append(Glyph(drawn.ink, left, drawn.top))
        x += step
    return placed

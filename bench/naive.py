"""How one would paint a table with Pillow at first: the peer of the pictures' benchmarks.

The scene itself with nothing kept: cards, figures and marks are drawn anew as large as the scene
draws them, then reduced; panels and every line of text are measured and drawn anew. Fonts are
kept, because everybody does that, and so is the bare sky.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from PIL import Image, ImageDraw

from render.canvas import Canvas, Lettered
from render.fonts import LATIN, font
from render.geometry import Box
from render.lettering import cap_height
from render.theme import Colour

KEPT = frozenset(
    {
        "_path",
        "arrange",
        "clean",
        "coverage",
        "font_for",
        "installed_fonts",
        "font",
        "palette",
        "_sky",
    }
)
"""Functions of `render` whose results are kept here too: fonts, the sky, and no drawing at all."""


def draw_naively(draw: Callable[[], Canvas]) -> Image.Image:
    """Have a scene draw a picture from nothing."""
    with _nothing_kept():
        return draw().image


@contextmanager
def _nothing_kept() -> Iterator[None]:
    """Let nothing in `render` keep what it has drawn, and draw panels and text as Pillow does."""
    for owner, name, _, plain in _replaced():
        setattr(owner, name, plain)
    try:
        yield
    finally:
        for owner, name, value, _ in _replaced():
            setattr(owner, name, value)


@cache
def _replaced() -> tuple[tuple[object, str, Any, Any], ...]:
    """List what draws with something kept: where, its name, itself, and what draws without."""
    modules = [module for path, module in sys.modules.items() if path.startswith("render.")]
    cached = (
        (module, name, value, value.__wrapped__)
        for module in modules
        for name, value in vars(module).items()
        if hasattr(value, "cache_clear") and value.__name__ not in KEPT
    )
    methods = ((Canvas, name, getattr(Canvas, name), plain) for name, plain in _PLAIN.items())
    return (*cached, *methods)


def _write(canvas: Canvas, text: str, box: Box, look: Lettered) -> int:
    """Write a line with Noto Sans, smaller if it is too long; give its width."""
    style, width = look.style, font(LATIN, look.style).getlength(text)
    if width > box.w:
        style = style._replace(size=max(12, int(style.size * box.w / width)))
        width = font(LATIN, style).getlength(text)
    x = {"left": 0.0, "middle": (box.w - width) / 2, "right": box.w - width}[look.anchor]
    mask = Image.new("L", (box.w, box.h))
    at = (x, box.h // 2 + round(cap_height(style.size) / 2))
    ImageDraw.Draw(mask).text(at, text, 255, font(LATIN, style), anchor="ls")
    canvas.tint(mask, look.colour, box.x, box.y)
    return round(width)


def _panel(canvas: Canvas, box: Box, colour: Colour, *, radius: int = 20, outline: int = 0) -> None:
    """Draw a rounded rectangle, or its outline, where it lies."""
    mask = Image.new("L", (box.w, box.h))
    corners = (0, 0, box.w - 1, box.h - 1)
    fill, edge = (None, 255) if outline else (255, None)
    ImageDraw.Draw(mask).rounded_rectangle(corners, radius, fill, edge, max(outline, 1))
    canvas.tint(mask, colour, box.x, box.y)


_PLAIN = {"text": _write, "caption": _write, "panel": _panel}
"""What Pillow's own drawing does in place of a method of the canvas."""

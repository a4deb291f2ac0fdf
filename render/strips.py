"""Strips: the parts a picture is stacked from, each drawn and encoded once.

The board and the hands of a table show the same trick, the same rows or the same balloon: that is
one strip, whichever picture it stands in.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from render.api import Picture
from render.canvas import Canvas
from render.context import Context
from render.encode import Rows, png, rows_of
from render.panels import deep
from render.shapes import Size

KEPT = 512
"""Strips that are kept: those of the last pictures of a hundred tables."""


class Strip(NamedTuple):
    """A part of a picture, as wide as it: who draws it, and all that it may show.

    What the strip does not show is blank in its context (`Context.only`), so that strips which look
    alike are equal, and none can show what its equals do not.

    >>> from render.scenes.nimbly.scene import TABLE
    >>> context = Context(TABLE, (), lambda key, **values: key)
    >>> strip = Strip(lambda context: deep(90, context.theme), context)
    >>> picture = stacked([strip, strip], "twice the deep sky")
    >>> picture.width, picture.height
    (1000, 180)
    """

    draw: Callable[[Any], Canvas]
    context: Context[Any]

    def drawn(self) -> Canvas:
        """Draw the strip."""
        return self.draw(self.context)


def stacked(strips: Sequence[Strip], alt: str) -> Picture:
    """Return the picture of strips below each other; what is kept of them is used as it is."""
    parts = [_encoded(strip) for strip in strips]
    theme = strips[0].context.theme
    size = Size(theme.width, sum(part.height for part in parts))
    return Picture(png([part.rows for part in parts], size, theme), *size, alt)


def drawn(strips: Sequence[Strip]) -> Canvas:
    """Draw strips below each other without encoding them."""
    return below_each_other([strip.drawn() for strip in strips])


def below_each_other(parts: Sequence[Canvas]) -> Canvas:
    """Lay pictures of one width below each other."""
    whole = deep(sum(part.size.h for part in parts), parts[0].theme)
    top = 0
    for part in parts:
        whole.lay(part, 0, top)
        top += part.size.h
    return whole


class _Encoded(NamedTuple):
    rows: Rows
    height: int


@lru_cache(maxsize=KEPT)
def _encoded(strip: Strip) -> _Encoded:
    canvas = strip.drawn()
    return _Encoded(rows_of(canvas), canvas.size.h)

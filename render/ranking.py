"""Parts shared by pictures that rank people: a head line, captions, rows with place and name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render.api import Words
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.geometry import Box
from render.graphemes import clean
from render.panels import FOOT, HEAD, MARGIN, across, foot_box, head, medal, sky
from render.theme import Theme

ROWS_SHOWN = 10
"""Rows the picture has room for."""

HELPED = "*"
"""The sign of what a stand-in has played; below the picture a legend tells what it means."""

ROW = 76
"""Pixels from one row to the next."""

_NARROW = 0.77
"""How wide columns are in large print, as a share of what they are else."""

_CAPTIONS = 44
_TOP = HEAD + _CAPTIONS


class Heading(NamedTuple):
    """The head line: what is ranked (a game, a league), and when (a season, a week)."""

    title: str
    remark: str


def ranking_canvas(rows: int, heading: Heading, nobody: str, theme: Theme) -> Canvas:
    """Return a canvas with a head line and this many empty rows; with none, it says `nobody`."""
    canvas = Canvas(_ground(max(rows, 1), theme), theme)
    head(canvas, *heading)
    if not rows:
        empty = Box(MARGIN + 24, _TOP, across(theme) - 48, ROW)
        canvas.caption(nobody, empty, Lettered(PLAIN, theme.muted))
    return canvas


def row_box(i: int, theme: Theme) -> Box:
    """Return the place of a row, counted from 0."""
    return Box(MARGIN, _TOP + i * ROW, across(theme), ROW - 6)


def column_boxes(widths: Sequence[int], theme: Theme) -> list[Box]:
    """Return the columns on the right with their places in a row that begins at height 0.

    Those of large print are narrower, and so are their letters.
    """
    widths = [round(width * _NARROW) for width in widths] if theme.is_large else widths
    x = theme.width - MARGIN - 20 - sum(widths)
    boxes = []
    for width in widths:
        boxes.append(Box(x, 0, width - 8, ROW - 6))
        x += width
    return boxes


def paint_caption(canvas: Canvas, caption: str, column: Box) -> None:
    """Write what stands above a column."""
    look = Lettered(SMALL._replace(size=34), canvas.theme.muted, "right")
    canvas.caption(caption, column._replace(y=HEAD - 4, h=_CAPTIONS), look)


def legend(canvas: Canvas, told: str) -> None:
    """Write at the foot what `HELPED` means, if anything has that sign."""
    if not told:
        return
    room = foot_box(canvas.size.h, canvas.theme)
    canvas.caption(f"{HELPED} {told}", room, Lettered(SMALL, canvas.theme.muted, "right"))


def paint_person(
    canvas: Canvas, place: int | None, name: str, row: Box, words: Words, *, has_medal: bool = True
) -> None:
    """Paint a place, or that there is none yet, and a name in what is left of a row."""
    disc = Box(row.x + 12, row.y + 10, 50, 50)
    if place is None:
        canvas.text(words("picture.none"), disc, Lettered(PLAIN, canvas.theme.muted, "middle"))
    else:
        medal(canvas, place, disc.x, disc.y, disc.w, has_medal=has_medal)
    room = Box(row.x + 76, row.y, row.w - 84, row.h)
    shown = clean(name) or words("picture.somebody")
    canvas.text(shown, room, Lettered(BIG, canvas.theme.text))


@lru_cache(maxsize=2 * ROWS_SHOWN)
def _ground(rows: int, theme: Theme) -> Image.Image:
    canvas = Canvas(sky(_TOP + rows * ROW + FOOT, theme))
    for i in range(rows):
        canvas.panel(row_box(i, theme), theme.panel if i % 2 else theme.panel_turn, radius=16)
    return canvas.image

"""The leaderboard: up to ten players, best first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from render.alt import fitted, shortened
from render.api import Picture, Standing, Words
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.encode import finished
from render.geometry import Box
from render.graphemes import clean
from render.numbers import decimal
from render.panels import FOOT, HEAD, MARGIN, head, medal, sky
from render.theme import NIGHT, WIDTH, Theme

MOST = 10
"""Rows the picture has room for."""

ROW = 76
_CAPTIONS = 44
_TOP = HEAD + _CAPTIONS
_COLUMNS = (("wins", 100), ("games", 124), ("average", 160), ("best", 164))
"""The columns on the right, and their widths in pixels."""


def paint_leaderboard(
    title: str, rows: Sequence[Standing], unit: str, words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first ten rows under a title, which says which game and which server.

    `unit` says what the game is dealt in: deals, hands or trips.
    """
    shown = rows[:MOST]
    canvas = Canvas(_ground(max(len(shown), 1), theme), theme)
    head(canvas, title)
    if not shown:
        empty = Box(MARGIN + 24, _TOP, WIDTH - 2 * MARGIN - 48, ROW)
        canvas.caption(words("picture.nobody_yet"), empty, Lettered(PLAIN, canvas.theme.muted))
    else:
        _paint_captions(canvas, unit, words)
    for i, row in enumerate(shown):
        _paint_row(canvas, row, _row_box(i), words)
    return finished(canvas, _alt(title, shown, unit, words))


@lru_cache(maxsize=2 * MOST)
def _ground(rows: int, theme: Theme) -> Image.Image:
    canvas = Canvas(sky(_TOP + rows * ROW + FOOT, theme))
    for i in range(rows):
        canvas.panel(_row_box(i), theme.panel if i % 2 else theme.panel_turn, radius=16)
    return canvas.image


def _row_box(i: int) -> Box:
    return Box(MARGIN, _TOP + i * ROW, WIDTH - 2 * MARGIN, ROW - 6)


def _columns() -> tuple[tuple[str, Box], ...]:
    """Return the columns with their places in a row that begins at height 0."""
    x = WIDTH - MARGIN - 20
    boxes = []
    for key, width in reversed(_COLUMNS):
        x -= width
        boxes.append((key, Box(x, 0, width - 8, ROW - 6)))
    return tuple(reversed(boxes))


def _paint_captions(canvas: Canvas, unit: str, words: Words) -> None:
    named = {
        "average": words(f"picture.column.average.{unit}"),
        "best": words(f"picture.column.best.{unit}"),
    }
    for key, column in _columns():
        box = column._replace(y=HEAD - 4, h=_CAPTIONS)
        look = Lettered(SMALL._replace(size=34), canvas.theme.muted, "right")
        canvas.caption(named.get(key) or words(f"picture.column.{key}"), box, look)


def _paint_row(canvas: Canvas, row: Standing, box: Box, words: Words) -> None:
    disc = Box(box.x + 12, box.y + 10, 50, 50)
    if row.place is None:
        canvas.text(words("picture.none"), disc, Lettered(PLAIN, canvas.theme.muted, "middle"))
    else:
        medal(canvas, row.place, disc.x, disc.y, disc.w)
    columns = _columns()
    name = clean(row.name) or words("picture.somebody")
    left = box.x + 76
    room = Box(left, box.y, columns[0][1].x - left - 8, box.h)
    canvas.text(name, room, Lettered(BIG, canvas.theme.text))
    texts = _numbers(row, words)
    for key, column in columns:
        colour = canvas.theme.gold if key == "wins" else canvas.theme.text
        canvas.text(texts[key], column._replace(y=box.y), Lettered(PLAIN, colour, "right"))


def _numbers(row: Standing, words: Words) -> dict[str, str]:
    """Spell the numbers of a line by column."""
    return {
        "wins": str(row.wins),
        "games": str(row.games),
        "average": decimal(row.average, words),
        "best": words("picture.none") if row.best_deal is None else str(row.best_deal),
    }


def _alt(title: str, rows: Sequence[Standing], unit: str, words: Words) -> str:
    def compose(length: int) -> str:
        lines = [
            words(
                "alt.unranked" if row.place is None else "alt.ranked",
                place=row.place,
                name=shortened(clean(row.name), length) or words("picture.somebody"),
                per=words(f"picture.column.average.{unit}"),
                top=words(f"picture.column.best.{unit}"),
                **_numbers(row, words),
            )
            for row in rows
        ]
        head_line = words("alt.leaderboard", title=shortened(clean(title), 80))
        return " ".join([head_line, *(lines or [words("picture.nobody_yet")])])

    return fitted(compose)

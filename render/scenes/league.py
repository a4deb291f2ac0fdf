"""The tables of a league: of one week, and of the league so far; up to ten people, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

from PIL import Image

from render.alt import fitted, shortened
from render.api import Picture, Words
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.encode import finished
from render.geometry import Box
from render.graphemes import clean
from render.numbers import decimal, number
from render.panels import FOOT, HEAD, MARGIN, head, medal, sky
from render.theme import NIGHT, WIDTH, Theme

MOST = 10
"""Rows the picture has room for."""

ROW = 76
_CAPTIONS = 44
_TOP = HEAD + _CAPTIONS

_LEAGUE = (("latest", 160), ("weeks", 140), ("points", 170))
_WEEK = (("seat", 120), ("score", 160), ("share", 170))
"""The columns on the right, and their widths in pixels; the last one is what counts."""


class LeagueLine(Protocol):
    """A person's line in the table of a league; `points` is the sum of their weeks.

    `latest` are their points in the latest week, from 0 to 100; None if they did not play it.
    """

    @property
    def place(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def weeks(self) -> int: ...
    @property
    def latest(self) -> float | None: ...
    @property
    def points(self) -> float: ...


class WeekLine(Protocol):
    """A person's line in the table of a week; `points` are from 0 to 100, `score` the game's."""

    @property
    def place(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def seat(self) -> int: ...
    @property
    def score(self) -> int: ...
    @property
    def points(self) -> float: ...


@dataclass(frozen=True, slots=True)
class Heading:
    """What stands above a table: which league it is, and which week of it (or after which)."""

    title: str
    remark: str


@dataclass(frozen=True, slots=True)
class _Row:
    place: int
    name: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Table:
    kind: str
    columns: tuple[tuple[str, int], ...]
    rows: tuple[_Row, ...]


def paint_league(
    heading: Heading, lines: Sequence[LeagueLine], words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first ten lines of a league's table."""
    rows = tuple(
        _Row(line.place, line.name, (
            words("picture.none") if line.latest is None else decimal(line.latest, words),
            str(line.weeks), decimal(line.points, words),
        ))
        for line in lines[:MOST]
    )  # fmt: skip
    return _paint(heading, _Table("league", _LEAGUE, rows), words, theme)


def paint_week(
    heading: Heading, lines: Sequence[WeekLine], words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first ten lines of the table of a week."""
    rows = tuple(
        _Row(line.place, line.name, (
            str(line.seat), number(line.score), decimal(line.points, words),
        ))
        for line in lines[:MOST]
    )  # fmt: skip
    return _paint(heading, _Table("week", _WEEK, rows), words, theme)


def _paint(heading: Heading, table: _Table, words: Words, theme: Theme) -> Picture:
    canvas = Canvas(_ground(max(len(table.rows), 1), theme), theme)
    head(canvas, heading.title, heading.remark)
    if not table.rows:
        empty = Box(MARGIN + 24, _TOP, WIDTH - 2 * MARGIN - 48, ROW)
        canvas.caption(words("picture.league.nobody"), empty, Lettered(PLAIN, theme.muted))
    for key, column in _columns(table) if table.rows else ():
        box = column._replace(y=HEAD - 4, h=_CAPTIONS)
        look = Lettered(SMALL._replace(size=34), theme.muted, "right")
        canvas.caption(words(f"picture.league.{key}"), box, look)
    for i, row in enumerate(table.rows):
        _paint_row(canvas, row, _row_box(i), table, words)
    return finished(canvas, _alt(heading, table, words))


@lru_cache(maxsize=2 * MOST)
def _ground(rows: int, theme: Theme) -> Image.Image:
    canvas = Canvas(sky(_TOP + rows * ROW + FOOT, theme))
    for i in range(rows):
        canvas.panel(_row_box(i), theme.panel if i % 2 else theme.panel_turn, radius=16)
    return canvas.image


def _row_box(i: int) -> Box:
    return Box(MARGIN, _TOP + i * ROW, WIDTH - 2 * MARGIN, ROW - 6)


def _columns(table: _Table) -> tuple[tuple[str, Box], ...]:
    """Return the columns with their places in a row that begins at height 0."""
    x = WIDTH - MARGIN - 20
    boxes = []
    for key, width in reversed(table.columns):
        x -= width
        boxes.append((key, Box(x, 0, width - 8, ROW - 6)))
    return tuple(reversed(boxes))


def _paint_row(canvas: Canvas, row: _Row, box: Box, table: _Table, words: Words) -> None:
    disc = Box(box.x + 12, box.y + 10, 50, 50)
    medal(canvas, row.place, disc.x, disc.y, disc.w)
    columns = _columns(table)
    left = box.x + 76
    room = Box(left, box.y, columns[0][1].x - left - 8, box.h)
    name = clean(row.name) or words("picture.somebody")
    canvas.text(name, room, Lettered(BIG, canvas.theme.text))
    for text, (key, column) in zip(row.cells, columns, strict=True):
        colour = canvas.theme.gold if key == columns[-1][0] else canvas.theme.text
        canvas.text(text, column._replace(y=box.y), Lettered(PLAIN, colour, "right"))


def _alt(heading: Heading, table: _Table, words: Words) -> str:
    keys = [key for key, _ in table.columns]

    def compose(length: int) -> str:
        lines = [
            words(
                f"alt.league.{table.kind}", place=row.place,
                name=shortened(clean(row.name), length) or words("picture.somebody"),
                **dict(zip(keys, row.cells, strict=True)),
            )
            for row in table.rows
        ]  # fmt: skip
        title = words(
            "alt.league.title", title=shortened(clean(heading.title), 80), remark=heading.remark
        )
        return " ".join([title, *(lines or [words("picture.league.nobody")])])

    return fitted(compose)

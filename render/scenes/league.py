"""Tables of a league, of a week of it, and of an evening: up to ten people, best first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from render.api import Nth, Picture, Words, capital, number, rounded, spoken
from render.canvas import PLAIN, Canvas, Lettered
from render.encode import finished
from render.lettering import clean
from render.scenes.leaderboard import (
    HELPED,
    ROWS_SHOWN,
    Heading,
    column_boxes,
    legend,
    paint_caption,
    paint_person,
    ranking_canvas,
    row_box,
)
from render.shapes import Box
from render.speech import fitted, shortened
from render.theme import NIGHT, Theme

Columns: TypeAlias = "tuple[tuple[str, int], ...]"

_LEAGUE = (("latest", 168), ("weeks", 132), ("points", 170))
_ROUNDS = (("round", 168), ("rounds", 132), ("points", 170))
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
    @property
    def has_medal(self) -> bool: ...


class RoundsLine(LeagueLine, Protocol):
    """A person's line in the table of an evening: its rounds are a league's weeks.

    `is_helped` is that a stand-in played most of it, which stands behind all others.
    """

    @property
    def is_helped(self) -> bool: ...


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
    @property
    def has_medal(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class _Row:
    place: int
    name: str
    cells: tuple[str, ...]
    has_medal: bool = True
    is_helped: bool = False


@dataclass(frozen=True, slots=True)
class _Table:
    kind: str
    columns: Columns
    rows: tuple[_Row, ...]


def paint_league(
    heading: Heading, lines: Sequence[LeagueLine], words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first ten lines of a league's table."""
    rows = tuple(_sum(line, words) for line in lines[:ROWS_SHOWN])
    return _paint(heading, _Table("league", _LEAGUE, rows), words, theme)


def paint_rounds(
    heading: Heading, lines: Sequence[RoundsLine], words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first ten lines of an evening's table."""
    rows = tuple(_sum(one, words, is_helped=one.is_helped) for one in lines[:ROWS_SHOWN])
    return _paint(heading, _Table("rounds", _ROUNDS, rows), words, theme)


def _sum(line: LeagueLine, words: Words, *, is_helped: bool = False) -> _Row:
    latest = words("picture.none") if line.latest is None else rounded(line.latest, words)
    cells = latest, str(line.weeks), rounded(line.points, words)
    return _Row(line.place, line.name, cells, line.has_medal, is_helped)


def paint_week(
    heading: Heading, lines: Sequence[WeekLine], words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first ten lines of the table of a week."""
    rows = tuple(
        _Row(line.place, line.name, (
            str(line.seat), number(line.score), rounded(line.points, words),
        ), line.has_medal)
        for line in lines[:ROWS_SHOWN]
    )  # fmt: skip
    return _paint(heading, _Table("week", _WEEK, rows), words, theme)


def _paint(heading: Heading, table: _Table, words: Words, theme: Theme) -> Picture:
    nobody = words("picture.league.nobody")
    canvas = ranking_canvas(len(table.rows), heading, nobody, theme)
    columns = column_boxes([width for _, width in table.columns], theme)
    if table.rows:
        for (key, _), column in zip(table.columns, columns, strict=True):
            paint_caption(canvas, words(f"picture.league.{key}"), column)
    for i, row in enumerate(table.rows):
        _paint_row(canvas, row, row_box(i, theme), columns, words)
    if any(row.is_helped for row in table.rows):
        legend(canvas, words("picture.evening.mostly"))
    return finished(canvas, _alt(heading, table, words))


def _paint_row(canvas: Canvas, row: _Row, box: Box, columns: Sequence[Box], words: Words) -> None:
    room = box._replace(w=columns[0].x - box.x)
    paint_person(canvas, row.place, row.name, room, words, has_medal=row.has_medal)
    for text, column in zip(row.cells, columns, strict=True):
        is_last = column is columns[-1]
        colour = canvas.theme.gold if is_last else canvas.theme.text
        sign = HELPED if is_last and row.is_helped else ""
        canvas.text(text + sign, column._replace(y=box.y), Lettered(PLAIN, colour, "right"))


def _alt(heading: Heading, table: _Table, words: Words) -> str:
    keys = [key for key, _ in table.columns]

    def compose(length: int) -> str:
        is_helped = any(row.is_helped for row in table.rows)
        helped = f" {capital(words('picture.evening.mostly'))}." if is_helped else ""
        lines = [
            words(
                f"alt.league.{table.kind}", place=Nth(row.place),
                name=shortened(clean(row.name), length) or words("picture.somebody"),
                **dict(zip(keys, (_spoken(cell, words) for cell in row.cells), strict=True)),
            ) + helped * row.is_helped
            for row in table.rows
        ]  # fmt: skip
        title = words(
            "alt.league.title", title=shortened(clean(heading.title), 80), remark=heading.remark
        )
        return " ".join([title, *(lines or [words("picture.league.nobody")])])

    return fitted(compose)


def _spoken(cell: str, words: Words) -> str:
    return words("alt.none.week") if cell == words("picture.none") else spoken(cell, words)

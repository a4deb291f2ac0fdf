"""The leaderboard: up to ten players, best first."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from render.api import Nth, Picture, Standing, Words, decimal, number, spoken
from render.canvas import BIG, PLAIN, SMALL, Anchor, Canvas, Lettered
from render.encode import finished
from render.lettering import clean
from render.panels import FOOT, HEAD, MARGIN, across, foot_box, head, medal, sky
from render.shapes import Box
from render.speech import fitted, shortened
from render.theme import NIGHT, Theme

# Parts shared by pictures that rank people: a head line, captions, rows with place and name.

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


_WINS = (("wins", 100), ("games", 124), ("average", 160), ("best", 164))
_RATINGS = (("rating", 150), ("doubt", 38), ("wins", 120), ("games", 124))
"""The columns on the right, and their widths in pixels; the first is what ranks. The mark of a
provisional rating has a column of its own, so that the numbers stand below each other."""


@dataclass(frozen=True, slots=True)
class Rated:
    """A line of the leaderboard by rating; `place` is None for those who have none yet.

    A provisional rating is still uncertain.
    """

    place: int | None
    name: str
    rating: int
    provisional: bool
    wins: int
    games: int


class _Line(NamedTuple):
    """A line as it is painted, with its numbers by column; `told` says all of it but the name."""

    place: int | None
    name: str
    numbers: Mapping[str, str]
    told: Callable[[str], str]


class _Column(NamedTuple):
    """A column: which numbers stand in it, what stands above it, and its place in a row."""

    key: str
    caption: str
    box: Box


def paint_ratings(
    heading: Heading, rows: Sequence[Rated], words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first ten rows by rating."""
    lines = [_rated_line(row, words) for row in rows[:ROWS_SHOWN]]
    columns = _columns(_RATINGS, {"doubt": ""}, words, theme)
    return _painted(heading, lines, columns, words, theme)


def paint_leaderboard(
    heading: Heading, rows: Sequence[Standing], unit: str, words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first ten rows by wins.

    `unit` says what the game is dealt in: deals, hands or trips.
    """
    captions = {
        "average": words(f"picture.column.average.{unit}"),
        "best": words(f"picture.column.best.{unit}"),
    }
    lines = [_line(row, captions, words) for row in rows[:ROWS_SHOWN]]
    return _painted(heading, lines, _columns(_WINS, captions, words, theme), words, theme)


def _line(row: Standing, captions: Mapping[str, str], words: Words) -> _Line:
    numbers = {
        "wins": str(row.wins),
        "games": str(row.games),
        "average": decimal(row.average, words),
        "best": words("picture.none") if row.best_deal is None else str(row.best_deal),
    }

    def told(name: str) -> str:
        said = {key: spoken(number, words) for key, number in numbers.items()}
        if row.best_deal is None:
            said["best"] = words("alt.none.best")
        return words(
            "alt.unranked" if row.place is None else "alt.ranked",
            place=Nth(row.place or 0), name=name, per=captions["average"], top=captions["best"],
            **said,
        )  # fmt: skip

    return _Line(row.place, row.name, numbers, told)


def _rated_line(row: Rated, words: Words) -> _Line:
    doubt = words("picture.provisional") if row.provisional else ""
    numbers = {"rating": number(row.rating), "wins": str(row.wins), "games": str(row.games)}

    def told(name: str) -> str:
        key = "alt.rated.provisional" if row.provisional else "alt.rated"
        said = {key: spoken(number, words) for key, number in numbers.items()}
        return words(key, place=Nth(row.place or 0), name=name, **said)

    return _Line(row.place, row.name, {**numbers, "doubt": doubt}, told)


def _columns(
    wanted: Sequence[tuple[str, int]], captions: Mapping[str, str], words: Words, theme: Theme
) -> list[_Column]:
    """Return columns; those without a caption here have the one that all leaderboards share."""
    boxes = column_boxes([width for _, width in wanted], theme)
    return [
        _Column(key, captions[key] if key in captions else words(f"picture.column.{key}"), box)
        for (key, _), box in zip(wanted, boxes, strict=True)
    ]


def _painted(
    heading: Heading, lines: Sequence[_Line], columns: Sequence[_Column], words: Words, theme: Theme
) -> Picture:
    """Paint lines below a title."""
    canvas = ranking_canvas(len(lines), heading, words("picture.nobody_yet"), theme)
    for column in columns if lines else ():
        if column.caption:
            paint_caption(canvas, column.caption, column.box)
    for i, line in enumerate(lines):
        _paint_line(canvas, line, row_box(i, theme), columns, words)
    return finished(canvas, _alt(heading, lines, words))


def _paint_line(
    canvas: Canvas, line: _Line, box: Box, columns: Sequence[_Column], words: Words
) -> None:
    paint_person(canvas, line.place, line.name, box._replace(w=columns[0].box.x - box.x), words)
    for i, column in enumerate(columns):
        if text := line.numbers[column.key]:
            colour = canvas.theme.text if i else canvas.theme.gold
            anchor: Anchor = "left" if column.key == "doubt" else "right"
            canvas.text(text, column.box._replace(y=box.y), Lettered(PLAIN, colour, anchor))


def _alt(heading: Heading, lines: Sequence[_Line], words: Words) -> str:
    somebody = words("picture.somebody")

    def compose(length: int) -> str:
        told = [line.told(shortened(clean(line.name), length) or somebody) for line in lines]
        head_line = words("alt.leaderboard", title=shortened(", ".join(heading), 80))
        return " ".join([head_line, *(told or [words("picture.nobody_yet")])])

    return fitted(compose)

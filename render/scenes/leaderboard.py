"""The leaderboard, and how people are ranked in any picture: some of them, best first."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from render.api import Nth, Picture, Standing, Words, decimal, number, spoken
from render.canvas import BIG, NARROW, READABLE, Canvas, Lettered
from render.charts import SIGN
from render.encode import finished
from render.glyphs import Style
from render.lettering import ELLIPSIS, clean, lettering
from render.panels import (
    MARGIN,
    across,
    filled_panel,
    foot,
    ground,
    medal,
    paint_face,
    seat_panel,
    write_name,
)
from render.shapes import Box
from render.speech import fitted, shortened
from render.theme import NIGHT, Colour, Theme

# Ranked people: captions, and below them rows with place, name and numbers. The message says what
# is ranked, and when.

HELPED = "*"
"""The sign of what a stand-in has played; the message tells what it means."""

CAPTION = Style(READABLE, 600, NARROW)
"""What stands above a column."""

NUMBER = Style(READABLE, 600, 75)

CAPTIONS = 60
"""Height of the captions."""

_TITLE = Style(52, 800, 85)
_FIRST = 82
"""Where names begin in a row."""

_GAP = 4
_ROW, _LARGE_ROW = 65, 59
"""Height of the rows of a list in which nobody comes first, in large print too."""

_PODIUM, _LARGE_PODIUM = (80, 70, 70, 56), (76, 64, 64, 56)
"""Heights of the rows of the first three, and of every other one."""

_SIGN = 28
"""Width of what may stand behind the last number."""


class Heading(NamedTuple):
    """What is ranked (a game, a league), and when (a season, a week)."""

    title: str
    remark: str


class Column(NamedTuple):
    """A column on the right: what stands above it, and how wide it is in pixels."""

    caption: str
    width: int


class Ranked(NamedTuple):
    """A row: a place, or None, a name, and a number for each column; the last one is what ranks.

    `sign` stands behind that one. `best` are the columns whose number nobody beat. A house player
    has no place, and a `portrait`. `mark` is a shape before the name, with its colour. Where they
    rank by `points`, a row is lighter up to its share of the most.
    """

    place: int | None
    name: str
    numbers: Sequence[str]
    has_medal: bool = True
    sign: str = ""
    best: Collection[int] = ()
    portrait: int | None = None
    mark: tuple[str, Colour] | None = None
    points: float = 0

    @property
    def has_won(self) -> bool:
        """Whether it is the winner's row."""
        return self.place == 1 and self.has_medal


def rows_shown(theme: Theme) -> int:
    """Return how many rows a picture has room for.

    >>> rows_shown(NIGHT)
    7
    """
    return 5 if theme.is_large else 7


def draw_ranking(
    title: str,
    rows: Sequence[Ranked],
    columns: Sequence[Column],
    words: Words,
    theme: Theme,
) -> Canvas:
    """Draw ranked people below a title, one at least and as many as there is room for.

    In large print there is only what ranks.
    """
    rows = rows[: rows_shown(theme)]
    boxes = podium(len(rows), theme)
    canvas = ground(boxes[-1].bottom + foot(theme), (), theme)
    most = max(row.points for row in rows)
    for row, box in zip(rows, boxes, strict=True):
        if row.has_won or most <= 0:
            seat_panel(canvas, box, row.has_won)
        else:
            filled_panel(canvas, box, row.points / most)
    paint_rows(canvas, rows, columns, boxes, words, title)
    return canvas


def paint_rows(
    canvas: Canvas,
    rows: Sequence[Ranked],
    columns: Sequence[Column],
    boxes: Sequence[Box],
    words: Words,
    title: str = "",
) -> None:
    """Paint rows into their boxes, and above them a title and captions.

    In large print there is only what ranks.
    """
    theme = canvas.theme
    columns, title = (columns[-1:], "") if theme.is_large else (columns, clean(title))
    rooms = column_boxes(columns, theme)
    if title:
        write_name(canvas, title, Box(MARGIN + 8, 0, rooms[0].x - MARGIN - 20, CAPTIONS), _TITLE)
    for column, room in zip(columns, rooms, strict=True):
        if column.caption:
            canvas.caption(column.caption, room, Lettered(CAPTION, theme.muted, "right"))
    for row, box in zip(rows, boxes, strict=True):
        _paint_person(canvas, row, box._replace(w=rooms[0].x - box.x), words)
        _paint_numbers(canvas, row, [room._replace(y=box.y, h=box.h) for room in rooms])


def _written(style: Style, box: Box) -> Style:
    """Return how something is written in a row, larger in a high one."""
    return style._replace(size=style.size + max(box.h - _ROW, 0) * 4 // 3)


def _paint_numbers(canvas: Canvas, row: Ranked, cells: Sequence[Box]) -> None:
    theme = canvas.theme
    for at, (told, cell) in enumerate(zip(row.numbers[-len(cells) :], cells, strict=True)):
        is_last, is_best = at == len(cells) - 1, at in row.best and len(cells) > 1
        if is_best:
            frame = Box(cell.right - 104, cell.y + 5, 112, cell.h - 10)
            canvas.panel(frame, theme.mark, radius=14, outline=4)
        colour = theme.text if is_best or is_last else theme.muted
        if is_last and row.has_won:
            colour = theme.gold
        if told:
            style = _written(NUMBER, cell) if is_last else NUMBER
            canvas.text(told, cell, Lettered(style, colour, "right"))
    if row.sign:
        behind = Box(cells[-1].right + 2, cells[-1].y, _SIGN, cells[-1].h)
        canvas.text(row.sign, behind, Lettered(NUMBER, theme.muted))


def row_boxes(rows: int, theme: Theme) -> list[Box]:
    """Return the places of rows that are alike below the captions."""
    return _boxes([_LARGE_ROW if theme.is_large else _ROW] * rows, theme)


def podium(rows: int, theme: Theme) -> list[Box]:
    """Return the places of ranked rows: those of the first three are higher."""
    *first, other = _LARGE_PODIUM if theme.is_large else _PODIUM
    return _boxes([*first, *[other] * rows][:rows], theme)


def _boxes(heights: Sequence[int], theme: Theme) -> list[Box]:
    tops = accumulate((high + _GAP for high in heights), initial=CAPTIONS)
    return [Box(MARGIN, y, across(theme), high) for y, high in zip(tops, heights, strict=False)]


def column_boxes(columns: Sequence[Column], theme: Theme) -> list[Box]:
    """Return the rooms of the captions of columns; numbers stand below them."""
    x = theme.width - MARGIN - _SIGN - 10 - sum(column.width for column in columns)
    boxes = []
    for _, width in columns:
        boxes.append(Box(x + 16, 0, width - 16, CAPTIONS))
        x += width
    return boxes


def _paint_person(canvas: Canvas, row: Ranked, box: Box, words: Words) -> None:
    """Paint a place, or that there is none yet, and a name in what is left of a row."""
    side = 48 + max(box.h - _ROW, 0)
    disc = Box(box.x + 40 - side // 2, box.middle - side // 2, side, side)
    if row.portrait is not None:
        paint_face(canvas, 1, row.portrait, disc)
    elif row.place is not None and row.place <= len(canvas.theme.medals) and row.has_medal:
        medal(canvas, row.place, disc)
    else:
        place = words("picture.none") if row.place is None else str(row.place)
        canvas.caption(place, disc.inset(-16, 0), Lettered(CAPTION, canvas.theme.muted, "middle"))
    room = Box(box.x + _FIRST, box.y, box.w - _FIRST, box.h)
    if row.mark is not None:
        shape, shade = row.mark
        canvas.shape(shape, Box(room.x, room.middle - SIGN // 2, SIGN, SIGN), shade)
        room = room._replace(x=room.x + SIGN + 12, w=room.w - SIGN - 12)
    shown = clean(row.name) or words("picture.somebody")
    colour = canvas.theme.text if row.portrait is None else canvas.theme.muted
    style = _written(BIG, box)
    if lettering(shown, style, room.w, READABLE).text.endswith(ELLIPSIS):
        style = style._replace(width=NARROW)
    canvas.text(shown, room, Lettered(style, colour))


# The leaderboard of a game, by rating or by wins.


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
    """A line of the leaderboard as it is painted; `told` says all of it but the name."""

    row: Ranked
    told: Callable[[str], str]


def paint_ratings(
    heading: Heading, rows: Sequence[Rated], words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first rows by rating."""
    lines = [_rated_line(row, words) for row in rows[: rows_shown(theme)]]
    columns = [_won(words), Column(words("picture.column.rating"), 180)]
    return _painted(heading, lines, columns, words, theme)


def paint_leaderboard(
    heading: Heading, rows: Sequence[Standing], unit: str, words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the first rows by wins.

    `unit` says what the game is dealt in: deals, hands or trips.
    """
    captions = {
        "average": words(f"picture.column.average.{unit}"),
        "best": words(f"picture.column.best.{unit}"),
    }
    lines = [_line(row, captions, words) for row in rows[: rows_shown(theme)]]
    return _painted(heading, lines, [Column(captions["average"], 218), _won(words)], words, theme)


def _won(words: Words) -> Column:
    return Column(words("picture.column.wins"), 225)


def _line(row: Standing, captions: Mapping[str, str], words: Words) -> _Line:
    average = decimal(row.average, words)
    best = words("alt.none.best") if row.best_deal is None else spoken(str(row.best_deal), words)

    def told(name: str) -> str:
        return words(
            "alt.unranked" if row.place is None else "alt.ranked",
            place=Nth(row.place or 0), name=name, per=captions["average"], top=captions["best"],
            wins=str(row.wins), games=str(row.games), average=spoken(average, words), best=best,
        )  # fmt: skip

    return _Line(Ranked(row.place, row.name, (average, _share(row))), told)


def _rated_line(row: Rated, words: Words) -> _Line:
    doubt = words("picture.provisional") if row.provisional else ""
    rating = number(row.rating)

    def told(name: str) -> str:
        key = "alt.rated.provisional" if row.provisional else "alt.rated"
        said = {"rating": spoken(rating, words), "wins": str(row.wins), "games": str(row.games)}
        return words(key, place=Nth(row.place or 0), name=name, **said)

    return _Line(Ranked(row.place, row.name, (_share(row), rating), sign=doubt), told)


def _share(row: Standing | Rated) -> str:
    """Write how many of their games somebody has won."""
    return f"{row.wins}/{row.games}"


def _painted(
    heading: Heading, lines: Sequence[_Line], columns: Sequence[Column], words: Words, theme: Theme
) -> Picture:
    rows = [line.row for line in lines]
    canvas = draw_ranking(heading.title, rows, columns, words, theme)
    return finished(canvas, _alt(heading, lines, words))


def _alt(heading: Heading, lines: Sequence[_Line], words: Words) -> str:
    somebody = words("picture.somebody")

    def compose(length: int) -> str:
        told = [line.told(shortened(clean(line.row.name), length) or somebody) for line in lines]
        head_line = words("alt.leaderboard", title=shortened(", ".join(heading), 80))
        return " ".join([head_line, *told])

    return fitted(compose)

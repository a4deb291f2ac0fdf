"""A person's page: their games, and how their ratings went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.api import Picture, Words, change, gain, number, rating_spoken, spoken
from render.canvas import Canvas, Lettered
from render.charts import WHOLE, Dash, Pen, paint_breaks, paint_track, span_of
from render.encode import finished
from render.lettering import clean
from render.panels import ALT_BADGE, foot, foot_box, ground, right_of
from render.scenes.leaderboard import CAPTION, Column, Ranked, paint_rows, row_boxes
from render.shapes import Box
from render.speech import fitted, shortened
from render.theme import NIGHT, Theme, tallest

MOST_RATED = 160
"""How many of the last rated games the chart shows."""

_CHART, _LEAST_CHART = 330, 150
"""How high the chart is at most; if there is less room than the least, there is none."""

_GAP = 10
_LEAST_RISE = 40
"""Points of rating that fill the height of the chart at least."""

_SIGNS = ("disc", "kite", "up", "star")
_DASHES = (WHOLE, Dash(24, 18), Dash(5, 14), Dash(44, 14))
"""The signs and dashes of games on their lines, as colours alone would not tell them apart."""


@dataclass(frozen=True, slots=True)
class GameLine:
    """A person's results in one game; `way` says in words what place that gives them, or how soon.

    `rating` is None without ratings, `gain` the change by the last game that was rated.
    """

    title: str
    games: int
    wins: int
    place: int | None
    way: str
    rating: int | None = None
    provisional: bool = False
    gain: int = 0


@dataclass(frozen=True, slots=True)
class Rise:
    """How a person's ratings went: after each rated game its number in `lines` and the rating.

    The earliest is first. `breaks` are the games, counted from 0, before which a new season began,
    `days` the days of the first and the last game, in words.
    """

    points: Sequence[tuple[int, int]]
    breaks: Sequence[int]
    days: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Page:
    """What is painted of a person."""

    name: str
    lines: Sequence[GameLine]
    rise: Rise | None = None

    @property
    def games(self) -> int:
        """How many games they have finished."""
        return sum(line.games for line in self.lines)


def paint_stats(page: Page, words: Words, theme: Theme = NIGHT) -> Picture:
    """Paint a person's page."""
    return finished(draw_stats(page, words, theme), _alt(page, words))


def draw_stats(page: Page, words: Words, theme: Theme) -> Canvas:
    """Draw it without encoding it: the games and, where it has room, the chart."""
    boxes = row_boxes(len(page.lines), theme)
    top = boxes[-1].bottom + _GAP
    chart = boxes[0]._replace(y=top, h=min(_CHART, tallest(theme) - foot(theme) - top))
    bands = [(box, False) for box in boxes]
    has_chart = page.rise is not None and chart.h >= _LEAST_CHART
    if has_chart:
        bands.append((chart, False))
    canvas = ground(bands[-1][0].bottom + foot(theme), bands, theme)
    columns = [Column(words("picture.column.wins"), 190)]
    is_rated = any(line.rating is not None for line in page.lines)
    if is_rated:
        columns += [Column("", 150), Column(words("picture.column.rating"), 170)]
    rows = [_row(line, at, words, theme) for at, line in enumerate(page.lines)]
    paint_rows(canvas, rows, columns, boxes, words, page.name)
    if page.rise is not None and has_chart:
        _paint_rise(canvas, page.rise, chart)
    return canvas


def _row(line: GameLine, at: int, words: Words, theme: Theme) -> Ranked:
    """Return what is painted of a game: its place, wins, the last change and the rating."""
    won = f"{line.wins}/{line.games}"
    if line.rating is None:
        return Ranked(line.place, line.title, (won,))
    gained = "" if line.provisional else f"({change(line.gain)})"
    doubt = words("picture.provisional") if line.provisional else ""
    numbers, pen = (won, gained, number(line.rating)), _pen_of(at, theme)
    return Ranked(line.place, line.title, numbers, sign=doubt, mark=(pen.sign, pen.colour))


def _paint_rise(canvas: Canvas, rise: Rise, box: Box) -> None:
    """Paint a line for each game, with words on the axes: ratings upwards, days to the right."""
    theme, ratings = canvas.theme, [rating for _, rating in rise.points]
    room = box.inset(10, 10)._replace(x=box.x + ALT_BADGE.w, w=box.w - ALT_BADGE.w - 10)
    canvas.panel(room, theme.well, radius=14)
    span = span_of(ratings, _LEAST_RISE)
    for value, y in ((span.high, room.y), (span.low, room.bottom - 44)):
        axis = Box(box.x + 8, y, room.x - box.x - 18, 44)
        canvas.text(number(round(value)), axis, Lettered(CAPTION, theme.muted, "right"))
    paint_breaks(canvas, rise.breaks, len(ratings), room, theme.line)
    last, signs = max(len(ratings) - 1, 1), list[Box]()
    for game in sorted({game for game, _ in rise.points}):
        track = [
            (i / last, float(rating)) for i, (of, rating) in enumerate(rise.points) if of == game
        ]
        signs.append(paint_track(canvas, track, span, room, _pen_of(game, theme), signs))
    below = foot_box(canvas.size.h, theme)
    since, until = rise.days
    used = canvas.text(until, right_of(below), Lettered(CAPTION, theme.muted, "right"))
    canvas.caption(since, below._replace(w=below.w - used - 20), Lettered(CAPTION, theme.muted))


def _pen_of(game: int, theme: Theme) -> Pen:
    """Return what the line of a game looks like."""
    at, colour = game % len(_SIGNS), theme.seats[game % len(theme.seats)]
    return Pen(colour, _SIGNS[at], _DASHES[at])


def _games(n: int, words: Words) -> str:
    return words("picture.stats.games", n=n)


def _alt(page: Page, words: Words) -> str:
    def compose(length: int) -> str:
        shown = shortened(clean(page.name), length) or words("picture.somebody")
        told = [words("alt.stats", name=shown, games=_games(page.games, words))]
        told += [_told(line, words) for line in page.lines]
        if page.rise is not None:
            told.append(_told_rise(page.rise, words))
        return " ".join(told)

    return fitted(compose)


def _told_rise(rise: Rise, words: Words) -> str:
    ratings, (first, last) = [rating for _, rating in rise.points], rise.days
    low, high = (spoken(number(rating), words) for rating in (min(ratings), max(ratings)))
    return words("alt.stats.rise", first=first, last=last, low=low, high=high)


def _told(line: GameLine, words: Words) -> str:
    played = words("picture.stats.played", n=line.games, wins=line.wins)
    values = {"title": shortened(line.title, 80), "played": played, "place": line.way}
    if line.rating is None:
        return words("alt.stats.game", **values)
    values["rating"] = rating_spoken(line.rating, words, provisional=line.provisional)
    if line.provisional:
        return words("alt.stats.provisional", **values)
    return words("alt.stats.rated", gain=gain(line.gain, words), **values)

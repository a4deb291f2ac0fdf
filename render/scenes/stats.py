"""A person's page: what features tell of them, their games, and how their ratings went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.api import (
    Picture,
    Words,
    capital,
    change,
    gain,
    number,
    rating_spoken,
    rating_text,
    spoken,
)
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.charts import SIGN, Span, paint_breaks, paint_track, span_of
from render.encode import finished
from render.glyphs import Style
from render.lettering import clean
from render.panels import FOOT, HEAD, ground, head, right_of, stacked
from render.shapes import Box
from render.speech import fitted, shortened
from render.theme import NIGHT, Colour, Theme

IN_A_ROW, LARGE_ROW = 4, 3
"""How many facts stand beside each other, and in large print."""

MOST_RATED = 160
"""How many of the last rated games the chart shows."""

_FACT = 116
_GAME = 118
_CHART = 330
_LINE = 50
_GAP = 10
_LEAST_RISE = 40
"""Points of rating that fill the height of the chart at least."""

_SIGNS = ("disc", "kite", "up", "star")
"""The signs of games on their lines, as colours alone would not tell them apart."""

_VALUE = Style(56, 700, 90)
_CAPTION = SMALL._replace(size=34)


@dataclass(frozen=True, slots=True)
class GameLine:
    """A person's results in one game; `place` says in words where that puts them, or how soon.

    `rating` is None without ratings, `gain` the change by the last game that was rated.
    """

    title: str
    games: int
    wins: int
    place: str
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
    """All that is known of a person; `facts` are captions with their values, in words."""

    name: str
    lines: Sequence[GameLine]
    facts: Sequence[tuple[str, str]] = ()
    rise: Rise | None = None

    @property
    def games(self) -> int:
        """How many games they have finished."""
        return sum(line.games for line in self.lines)


def paint_stats(page: Page, words: Words, theme: Theme = NIGHT) -> Picture:
    """Paint a person's page."""
    return finished(draw_stats(page, words, theme), _alt(page, words))


def draw_stats(page: Page, words: Words, theme: Theme) -> Canvas:
    """Draw it without encoding it."""
    facts = _fact_boxes(len(page.facts), theme)
    top = facts[-1].bottom + _GAP if facts else HEAD
    lines = stacked(top, len(page.lines), _GAME + theme.more(_LINE), theme=theme)
    boxes = [*facts, *lines]
    if page.rise is not None:
        boxes += stacked(boxes[-1].bottom + _GAP if boxes else HEAD, 1, _CHART, theme=theme)
    height = max((box.bottom for box in boxes), default=HEAD) + FOOT
    canvas = ground(height, [(box, False) for box in boxes], theme)
    head(canvas, clean(page.name) or words("picture.somebody"), _games(page.games, words))
    for fact, box in zip(page.facts, facts, strict=True):
        _paint_fact(canvas, fact, box)
    for at, (line, box) in enumerate(zip(page.lines, lines, strict=True)):
        _paint_line(canvas, line, at, box, words)
    if page.rise is not None:
        _paint_rise(canvas, page.rise, boxes[-1], words)
    return canvas


def _fact_boxes(count: int, theme: Theme) -> list[Box]:
    """Return the panels of facts, evenly filled rows of them."""
    rows = -(-count // (LARGE_ROW if theme.is_large else IN_A_ROW))
    each = -(-count // rows) if rows else 0
    boxes: list[Box] = []
    for row in stacked(HEAD, rows, _FACT, theme=theme):
        here = min(each, count - len(boxes))
        width = (row.w - _GAP * (here - 1)) // here
        boxes += [row._replace(x=row.x + i * (width + _GAP), w=width) for i in range(here)]
    return boxes


def _paint_fact(canvas: Canvas, fact: tuple[str, str], box: Box) -> None:
    caption, value = fact
    line = Box(box.x + 14, box.y + 6, box.w - 28, 62)
    canvas.text(value, line, Lettered(_VALUE, canvas.theme.gold, "middle"))
    below = line._replace(y=line.bottom, h=42)
    canvas.caption(caption, below, Lettered(_CAPTION, canvas.theme.muted, "middle"))


def _paint_line(canvas: Canvas, line: GameLine, at: int, box: Box, words: Words) -> None:
    """Paint a game: its title behind the sign of its line, rating and change; games and place."""
    theme, upper = canvas.theme, Box(box.x + 20, box.y + 6, box.w - 40, 56)
    used = 0
    if line.rating is not None:
        sign, colour = _line_of(at, theme)
        canvas.shape(sign, Box(upper.x, upper.middle - SIGN // 2, SIGN, SIGN), colour)
        gain = "" if line.provisional else f"({change(line.gain)})"
        used = canvas.text(gain, right_of(upper), _right(theme.text)) + 14 if gain else 0
        told = rating_text(line.rating, words, provisional=line.provisional)
        room = right_of(upper)._replace(w=right_of(upper).w - used)
        used += canvas.text(told, room, Lettered(_VALUE, theme.gold, "right"))
    left = 42 if line.rating is not None else 0
    title = upper._replace(x=upper.x + left, w=upper.w - left - used - 20)
    canvas.text(line.title, title, Lettered(BIG, theme.text))
    lower = upper._replace(y=upper.bottom, h=_LINE)
    if theme.is_large:
        canvas.text(line.place, lower.moved(0, _LINE), Lettered(PLAIN, theme.muted))
        used = -20
    else:
        used = canvas.text(line.place, right_of(lower), _right(theme.muted))
    played = words("picture.stats.played", n=line.games, wins=line.wins)
    canvas.text(played, lower._replace(w=lower.w - used - 20), Lettered(PLAIN, theme.muted))


def _right(colour: Colour) -> Lettered:
    return Lettered(PLAIN, colour, "right")


def _paint_rise(canvas: Canvas, rise: Rise, box: Box, words: Words) -> None:
    """Paint a line for each game, with words on the axes: ratings upwards, days to the right."""
    theme, ratings = canvas.theme, [rating for _, rating in rise.points]
    top = Box(box.x + 20, box.y + 6, box.w - 40, 46)
    canvas.caption(words("picture.stats.rise"), top, Lettered(_CAPTION, theme.muted))
    room = Box(box.x + 130, top.bottom, box.w - 146, box.h - 46 - 60)
    canvas.panel(room, theme.well, radius=14)
    span = span_of(ratings, _LEAST_RISE)
    for value, y in ((span.high, room.y), (span.low, room.bottom - 44)):
        axis = Box(box.x + 8, y, 112, 44)
        canvas.text(number(round(value)), axis, _right(theme.text)._replace(style=_CAPTION))
    paint_breaks(canvas, rise.breaks, len(ratings), room, theme.line)
    for at in sorted({at for at, _ in rise.points}):
        _paint_track(canvas, rise, at, span, room)
    below = Box(room.x, room.bottom + 6, room.w, 44)
    first, last = rise.days
    used = canvas.text(last, right_of(below), Lettered(_CAPTION, theme.muted, "right"))
    canvas.caption(first, below._replace(w=below.w - used - 20), Lettered(_CAPTION, theme.muted))


def _paint_track(canvas: Canvas, rise: Rise, game: int, span: Span, room: Box) -> None:
    last = max(len(rise.points) - 1, 1)
    track = [(i / last, float(rating)) for i, (of, rating) in enumerate(rise.points) if of == game]
    sign, colour = _line_of(game, canvas.theme)
    paint_track(canvas, track, span, room, colour, sign)


def _line_of(at: int, theme: Theme) -> tuple[str, Colour]:
    """Return the sign and the colour of the line of a game."""
    return _SIGNS[at % len(_SIGNS)], theme.seats[at % len(theme.seats)]


def _games(n: int, words: Words) -> str:
    return words("picture.stats.games", n=n)


def _alt(page: Page, words: Words) -> str:
    def compose(length: int) -> str:
        shown = shortened(clean(page.name), length) or words("picture.somebody")
        told = [words("alt.stats", name=shown, games=_games(page.games, words))]
        told += [_told_fact(*fact, words) for fact in page.facts]
        told += [_told(line, words) for line in page.lines]
        if page.rise is not None:
            told.append(_told_rise(page.rise, words))
        return " ".join(told)

    return fitted(compose)


def _told_fact(caption: str, value: str, words: Words) -> str:
    rating = value.removesuffix(words("picture.provisional"))
    if rating != value:
        value = words("rating.so_far", rating=rating)
    return words("alt.stats.fact", caption=capital(caption), value=spoken(value, words))


def _told_rise(rise: Rise, words: Words) -> str:
    ratings, (first, last) = [rating for _, rating in rise.points], rise.days
    low, high = (spoken(number(rating), words) for rating in (min(ratings), max(ratings)))
    return words("alt.stats.rise", first=first, last=last, low=low, high=high)


def _told(line: GameLine, words: Words) -> str:
    played = words("picture.stats.played", n=line.games, wins=line.wins)
    values = {"title": shortened(line.title, 80), "played": played, "place": line.place}
    if line.rating is None:
        return words("alt.stats.game", **values)
    values["rating"] = rating_spoken(line.rating, words, provisional=line.provisional)
    if line.provisional:
        return words("alt.stats.provisional", **values)
    return words("alt.stats.rated", gain=gain(line.gain, words), **values)

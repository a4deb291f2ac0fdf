"""How the chance to win went in a finished game, with its costly and its fine moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import ceil
from typing import NamedTuple

from engine.analysis.scale import Grade
from render.api import Picture, Words, capital
from render.canvas import BIG, PLAIN, READABLE, SMALL, Canvas, Lettered
from render.charts import grade_colour, grade_mark, grade_word, paint_curve, paint_dot
from render.context import C
from render.encode import finished
from render.glyphs import Style
from render.panels import HEAD, MARGIN, across, foot, foot_box, ground, head
from render.scenes.leaderboard import CAPTION
from render.shapes import Box, Point, Size, panel_mask
from render.speech import fitted, shortened
from render.theme import NIGHT, Theme

# Marks, in the picture of a position, the two moves that a review compares.

TOLD = 56
"""Height of a line that names the two moves."""

_SIGN = 36
_TOLD = Grade.GOOD, Grade.WEAK


def paint_told(canvas: Canvas, context: C, code: str, box: Box) -> None:
    """Mark a move, as the curve of the review does, if it is the best one or the one made."""
    if context.told is None or code not in context.told:
        return
    grade_mark(canvas, box, _TOLD[code != context.told[0]])


def frame_told(canvas: Canvas, context: C, code: str, box: Box) -> None:
    """Frame what a move plays or takes if it is the best one or the one made."""
    for n, told in enumerate(context.told or ()):
        if told == code:
            _paint_frame(canvas, _TOLD[n], box.inset(-_DARK - 2, -_DARK - 2))


def _paint_frame(canvas: Canvas, grade: Grade, box: Box) -> None:
    """Paint a thick frame in the colour of a grade, between two dark lines."""
    inner = box.inset(_DARK, _DARK)
    for at, colour, thick in (
        (box, canvas.theme.panel, _FRAME + 2 * _DARK),
        (inner, grade_colour(canvas.theme, grade), _FRAME),
    ):
        canvas.tint(panel_mask(Size(at.w, at.h), 10, thick), colour, at.x, at.y)


_FRAME, _DARK = 6, 3


def name_told(
    canvas: Canvas, context: C, name: Callable[[str], str], box: Box, free: int = 0
) -> None:
    """Say which mark is the best move's and which that of the move made, if two are compared.

    They stand beside each other or, in a box twice as high as a line, below each other; there they
    are framed, but in large print, and leave so many pixels `free`. A `name` is "" for what has its
    mark elsewhere.
    """
    is_high = box.h > TOLD
    for n, code in enumerate(context.told or ()):
        part = box._replace(w=box.w // 2 - 12).moved(n * box.w // 2, 0)
        if is_high:
            part = box._replace(h=box.h // 2).moved(0, n * box.h // 2)
        if is_high and not canvas.theme.is_large:
            part = _paint_panel(canvas, n, part, free)
        word, text = _paint_sign(canvas, context, n, part)
        used = canvas.caption(text, word, Lettered(SMALL, canvas.theme.muted)) + 12
        room = word._replace(x=word.x + used, w=max(word.w - used, 1))
        canvas.caption(name(code), room, Lettered(PLAIN, canvas.theme.text))


def show_told(
    canvas: Canvas, context: C, name: Callable[[str], str], box: Box, wide: int
) -> list[tuple[str, Box]]:
    """Name two moves compared in frames beside each other; in large print as `name_told` does.

    Return each with the room for a figure of it, so `wide`, at the right of its frame.
    """
    if canvas.theme.is_large:
        name_told(canvas, context, name, box)
        return []
    found = []
    for n, code in enumerate(context.told or ()):
        part = box._replace(w=box.w // 2 - 4).moved(n * (box.w // 2 + 4), 0)
        part = _paint_panel(canvas, n, part.inset(0, -_DARK), wide + 10)
        found.append((code, part._replace(x=part.right + 10, w=wide)))
        word, text = _paint_sign(canvas, context, n, part)
        above, below = (word._replace(y=word.middle + y, h=50) for y in (-53, -9))
        canvas.caption(text, above, Lettered(SMALL, canvas.theme.muted))
        canvas.caption(name(code), below, Lettered(BIG, canvas.theme.text))
    return found


def _paint_panel(canvas: Canvas, n: int, part: Box, free: int) -> Box:
    """Paint the framed panel of a move; return the room in it but for what is `free`."""
    framed = part.inset(_DARK, 2 * _DARK)
    canvas.panel(framed, canvas.theme.panel, radius=10)
    _paint_frame(canvas, _TOLD[n], framed)
    return part.inset(22, 0)._replace(w=part.w - 44 - free)


def _paint_sign(canvas: Canvas, context: C, n: int, part: Box) -> tuple[Box, str]:
    """Paint the mark of a move at the left of a box; return what is left, and its word."""
    sign = Box(part.x, part.middle - _SIGN // 2, _SIGN, _SIGN)
    grade_mark(canvas, sign, _TOLD[n])
    text = context.words("picture.told.chosen" if n else "picture.told.best")
    return part._replace(x=sign.right + 10, w=part.right - sign.right - 10), text


_CHART, _LARGE_CHART = 450, 300
_SCALE = 150
_DEALS = 56
_MARK = 58
_STEP = _MARK + 14
_RISE = 20
"""The chart shows chances up to a multiple of this."""

_FIGURE = Style(READABLE, 600, 75)
_NUMBER = Style(READABLE, 800, 75)


class Mark(NamedTuple):
    """A move that is told of: its number there, after how many moves it came, and the chance.

    `fall` is how many per cents higher the chance was before a costly move.
    """

    number: int
    move: int
    chance: int
    grade: Grade
    fall: int = 0

    @property
    def before(self) -> int:
        """The chance before the move, in per cents."""
        return min(100, self.chance + self.fall)


@dataclass(frozen=True, slots=True)
class Play:
    """The course of a game for one seat; chances to win are in per cents.

    `points`, two at least, are how many moves had been made before a decision, and the chance after
    it; `starts` how many had been made when each deal began, and `last` how many there were in all.
    """

    title: str
    points: Sequence[tuple[int, int]]
    starts: Sequence[int]
    last: int
    marks: Sequence[Mark] = ()

    @property
    def course(self) -> list[tuple[int, int]]:
        """The points, and before each costly move the chance that it threw away."""
        falls = {mark.move: mark.before for mark in self.marks if mark.fall}
        found: list[tuple[int, int]] = []
        for move, chance in self.points:
            if move in falls:
                found.append((move, falls[move]))
            found.append((move, chance))
        return found


def paint_play(play: Play, unit: str, words: Words, theme: Theme = NIGHT) -> Picture:
    """Paint the course of a game, which is dealt in deals, hands or trips."""
    return finished(draw_play(play, unit, words, theme), _alt(play, unit, words))


def draw_play(play: Play, unit: str, words: Words, theme: Theme) -> Canvas:
    """Draw it without encoding."""
    chart = Box(MARGIN, HEAD, across(theme), _LARGE_CHART if theme.is_large else _CHART)
    height = chart.bottom + foot(theme)
    canvas = ground(height, [(chart, False)], theme)
    head(canvas, words("picture.play.title"))
    below = _DEALS + 6 if len(play.starts) > 1 else 14
    room = Box(chart.x + _SCALE, chart.y + 14, chart.w - _SCALE - 14, chart.h - 14 - below)
    canvas.panel(room, theme.well, radius=14)
    top = _top(play)
    _paint_scale(canvas, room, top, words)
    _paint_deals(canvas, play, unit, room, words)
    place = _Place(room.inset(_MARK // 2, 16), play.last, top)
    paint_curve(canvas, [place(*point) for point in play.course], room, theme.mark)
    paint_dot(canvas, place(*play.points[-1]), theme.mark)
    _paint_marks(canvas, play.marks, place, room)
    _paint_legend(canvas, play.marks, height, words)
    return canvas


class _Place(NamedTuple):
    """Finds where a chance after some moves is in the chart."""

    room: Box
    last: int
    top: int

    def __call__(self, move: float, chance: int) -> Point:
        room = self.room
        return room.x + room.w * move / max(1, self.last), room.bottom - room.h * chance / self.top


def _top(play: Play) -> int:
    most = max(chance for _, chance in play.course)
    return max(1, ceil(most / _RISE)) * _RISE


def _paint_scale(canvas: Canvas, room: Box, top: int, words: Words) -> None:
    """Write the highest, the middle and the lowest chance beside the chart."""
    theme = canvas.theme
    for part, y in ((top, room.y), (top // 2, room.middle), (0, room.bottom)):
        chance = words("picture.percent", percent=part)
        box = Box(room.x - _SCALE, 0, _SCALE - 12, 46)
        y_text = max(room.y, min(y - box.h // 2, room.bottom - box.h))
        canvas.text(chance, box._replace(y=y_text), Lettered(_FIGURE, theme.muted, "right"))
    canvas.bar(Box(room.x + 6, room.middle - 1, room.w - 12, 2), theme.line)


def _paint_deals(canvas: Canvas, play: Play, unit: str, room: Box, words: Words) -> None:
    """Paint a line where each deal begins, and number below all of several, or every so many."""
    if len(play.starts) < 2:
        return
    theme, place = canvas.theme, _Place(room.inset(_MARK // 2, 16), play.last, 1)
    ends = [*play.starts[1:], play.last]
    caption = Box(MARGIN + 8, room.bottom + 4, _SCALE - 12, _DEALS - 8)
    canvas.caption(words(f"picture.play.{unit}"), caption, Lettered(CAPTION, theme.muted))
    deals = list(zip(play.starts, ends, strict=True))
    middles = [round(place((start + end) / 2, 0)[0]) for start, end in deals]
    halves = [14 * len(str(number)) + 8 for number in range(1, len(middles) + 1)]
    every = _every(middles, halves)
    for start in play.starts[every::every]:
        canvas.bar(Box(round(place(start, 0)[0]) - 1, room.y + 6, 3, room.h - 12), theme.line)
    for i in range(0, len(middles), every):
        box = Box(middles[i] - halves[i], caption.y, 2 * halves[i], caption.h)
        canvas.text(str(i + 1), box, Lettered(_FIGURE, theme.text, "middle"))


def _every(middles: Sequence[int], halves: Sequence[int]) -> int:
    """Return of how many numbers one is written, so that none touches the next."""
    ends = [(middle - half, middle + half) for middle, half in zip(middles, halves, strict=True)]
    steps = range(1, len(ends) + 1)
    return next(n for n in steps if all(a[1] <= b[0] for a, b in pairwise(ends[::n])))


def _paint_marks(canvas: Canvas, marks: Sequence[Mark], place: _Place, room: Box) -> None:
    """Paint each mark near its dot on the curve: costly ones below it, fine ones above."""
    boxes: list[Box] = []
    for mark in marks:
        x, y = place(mark.move, mark.chance)
        spots = _spots(round(x), round(y), room, is_up=mark.grade is Grade.GOOD)
        box = next((box for box in spots if not any(map(box.meets, boxes))), None)
        box = box or Box(round(x) - _MARK // 2, round(y) - _MARK // 2, _MARK, _MARK)
        colour = grade_colour(canvas.theme, mark.grade)
        paint_curve(canvas, [(x, y), (box.x + box.w / 2, box.middle)], room, colour)
        top = round(place(mark.move, mark.before)[1])
        canvas.bar(Box(round(x) - 3, top, 6, round(y) - top), colour)
        boxes.append(box)
    for mark, box in zip(marks, boxes, strict=True):
        colour = grade_colour(canvas.theme, mark.grade)
        paint_dot(canvas, place(mark.move, mark.chance), colour)
        _paint_mark(canvas, mark, box)


def _spots(x: int, y: int, room: Box, *, is_up: bool) -> Iterator[Box]:
    """Return the places for a mark over and under a point, the nearest on its own side first."""
    ways = (-1, 1) if is_up else (1, -1)
    steps = range(1, room.h // _STEP + 1)
    for step, way, aside in product(steps, ways, (0, -1, 1, -2, 2)):
        left = min(max(room.x, x - _MARK // 2 + aside * _STEP), room.right - _MARK)
        top = y - _MARK // 2 + way * step * _STEP
        if room.y <= top <= room.bottom - _MARK:
            yield Box(left, top, _MARK, _MARK)


def _paint_mark(canvas: Canvas, mark: Mark, box: Box) -> None:
    """Paint the mark of a move with its number."""
    is_weak = mark.grade is Grade.WEAK
    grade_mark(canvas, box.inset(-8, -8) if is_weak else box, mark.grade)
    canvas.text(
        str(mark.number), box.moved(0, -8 * is_weak), Lettered(_NUMBER, canvas.theme.ink, "middle")
    )


def _paint_legend(canvas: Canvas, marks: Sequence[Mark], height: int, words: Words) -> None:
    """Say in the foot what the shapes mean."""
    x, high = foot_box(height, canvas.theme).x, foot(canvas.theme)
    for grade in sorted({mark.grade for mark in marks}):
        mark = Box(x, height - (high + 40) // 2, 40, 40)
        grade_mark(canvas, mark, grade)
        left = mark.right + 12
        word = Box(left, height - high, min(300, canvas.theme.width - MARGIN - left), high)
        x = (
            word.x
            + 44
            + canvas.text(grade_word(grade, words), word, Lettered(CAPTION, canvas.theme.muted))
        )


def _alt(play: Play, unit: str, words: Words) -> str:
    def compose(length: int) -> str:
        lines = [words("alt.play", title=shortened(play.title, max(16, 3 * length)))]
        chances = [chance for _, chance in play.course]
        facts = {"low": min(chances), "high": max(chances)}
        first, last = chances[0], chances[-1]
        lines.append(words("alt.play.course", first=first, last=last, **facts))
        if len(play.starts) > 1:
            lines.append(words(f"alt.play.{unit}", chances=_by_deal(play, words)))
        for mark in play.marks:
            key = "alt.play.good" if mark.grade is Grade.GOOD else "alt.play.fall"
            grade = capital(grade_word(mark.grade, words))
            after = {"before": mark.before, "chance": mark.chance}
            lines.append(words(key, grade=grade, number=mark.number, move=mark.move + 1, **after))
        return " ".join(lines)

    return fitted(compose)


def _by_deal(play: Play, words: Words) -> list[str]:
    """Say the chance to win at the end of each deal: after the last decision up to then."""
    ends = [*play.starts[1:], play.last + 1]
    found = [[chance for move, chance in play.points if move < end] for end in ends]
    return [words("picture.percent", percent=chances[-1]) for chances in found if chances]

"""The result card of a daily, which gives no card of it away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from render.api import Nth, Picture, Words, spoken
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.encode import finished
from render.glyphs import Style
from render.lettering import clean, drawable
from render.panels import FOOT, HEAD, MARGIN, across, ground, head
from render.shapes import Box
from render.speech import fitted, shortened
from render.theme import NIGHT, Theme

_FIGURE = Style(110, 800, 90)
_CAPTION = SMALL._replace(size=38)

_TOP, _WEEK, _PLACES = 226, 104, 348
_HEADING = 52

_NONE = "\N{EN DASH}"
"""Stands for a place where there is none to tell."""

_DAY = 56
"""The size of the mark of one day."""

PLACES = ("first", "second", "third", "upper", "lower")
"""What places are counted as, in the order of the bars."""


@dataclass(frozen=True, slots=True)
class DailyCard:
    """The facts of a try that its result card tells.

    `title` names the daily and its game, `day` the day. `place` is the one among `total` tries;
    None for a try that has none: it was given up, or `later` begun after its day. `shared` is that
    others have the same place, `is_over` that no more tries come. `score` has its unit; "" is not
    told. The rest is of the person as of today: streaks in days, the marks of the last week
    (`played`, `mended`, `missed`, `open`), and how often they had each of PLACES.
    """

    title: str
    day: str
    name: str
    place: int | None
    total: int
    score: str
    streak: int
    longest: int
    week: Sequence[str]
    places: Sequence[int]
    is_over: bool = False
    later: bool = False
    shared: bool = False


def paint_daily(card: DailyCard, words: Words, theme: Theme = NIGHT) -> Picture:
    """Paint a result card; how the places fell only once there are some."""
    top = Box(MARGIN, HEAD, across(theme), _TOP)
    week = Box(MARGIN, top.bottom + 10, top.w, _WEEK + theme.more(_HEADING))
    places = Box(MARGIN, week.bottom + 10, top.w, _PLACES)
    boxes = (top, week, places) if any(card.places) else (top, week)
    canvas = ground(boxes[-1].bottom + FOOT, tuple((box, box is top) for box in boxes), theme)
    name = drawable(card.name) or words("picture.somebody")
    if card.total != 1:
        name = _named(name, card, words)
    head(canvas, card.title, card.day)
    room = Box(top.x + 24, top.y + 6, top.w - 48, 64)
    canvas.text(name, room, Lettered(BIG, canvas.theme.text, "middle"))
    _paint_standing(canvas, card, top, words)
    _paint_week(canvas, card, week, words)
    if any(card.places):
        _paint_places(canvas, card, places, words)
    return finished(canvas, _alt(card, words))


def _paint_standing(canvas: Canvas, card: DailyCard, top: Box, words: Words) -> None:
    """Paint the place and the streaks, each with what it is below."""
    figure, caption = _standing(card, words)
    columns = (
        (figure, caption),
        (str(card.streak), words("picture.daily.streak", n=card.streak)),
        (str(card.longest), words("picture.daily.longest")),
    )
    third = (top.w - 40) // len(columns)
    for i, (large, small) in enumerate(columns):
        box = Box(top.x + 30 + i * third, top.y + 68, third - 20, 96)
        shade = canvas.theme.gold if i == 0 and card.place == 1 < card.total else canvas.theme.text
        canvas.text(large, box, Lettered(_FIGURE, shade, "middle"))
        below = Box(box.x, box.bottom, box.w, 54)
        canvas.caption(small, below, Lettered(_CAPTION, canvas.theme.muted, "middle"))


def _named(name: str, card: DailyCard, words: Words) -> str:
    """Return the name, behind the score if that is told."""
    return words("picture.daily.name", name=name, score=card.score) if card.score else name


def _standing(card: DailyCard, words: Words) -> tuple[str, str]:
    """Return the place, large, and what it is of; where it would say nothing the score or a dash.

    Below these stands why.
    """
    if card.place is None:
        return _NONE, words("picture.daily.later" if card.later else "daily.no_place.gave_up")
    if card.total == 1:
        return card.score, words(
            "picture.daily.alone_over" if card.is_over else "picture.daily.alone"
        )
    key = ("over" if card.is_over else "so_far") + ("_shared" if card.shared else "")
    return words("picture.daily.nth", place=Nth(card.place)), words(
        f"picture.daily.{key}", n=card.total
    )


def _paint_week(canvas: Canvas, card: DailyCard, week: Box, words: Words) -> None:
    """Paint the last seven days, each with a shape of its own for what became of it."""
    line = Box(week.x + 24, week.y + 20, 380, 64)
    if canvas.theme.is_large:
        line = Box(week.x + 24, week.y + 8, week.w - 48, _HEADING)
        week = Box(week.x, line.bottom, week.w, week.bottom - line.bottom)
    canvas.caption(words("picture.daily.week"), line, Lettered(PLAIN, canvas.theme.text))
    left = week.right - 24 - len(card.week) * (_DAY + 16) + 16
    for i, mark in enumerate(card.week):
        box = Box(left + i * (_DAY + 16), week.y + (week.h - _DAY) // 2, _DAY, _DAY)
        if mark == "played":
            canvas.panel(box, canvas.theme.mark, radius=14)
            canvas.shape("tick", box.inset(12, 12), canvas.theme.panel)
        elif mark == "mended":
            canvas.panel(box, canvas.theme.mark, radius=14, outline=6)
            canvas.shape("tick", box.inset(14, 14), canvas.theme.mark)
        else:
            shade = canvas.theme.gold if mark == "open" else canvas.theme.line
            canvas.panel(box, shade, radius=14, outline=4)
            if mark == "open":
                canvas.shape("arrow", box.inset(16, 14), shade)


def _paint_places(canvas: Canvas, card: DailyCard, places: Box, words: Words) -> None:
    """Paint how the places fell: a bar each, with how often beside it."""
    title = Box(places.x + 24, places.y + 12, places.w - 48, _HEADING)
    canvas.caption(words("picture.daily.places"), title, Lettered(PLAIN, canvas.theme.text))
    most, height = max(*card.places, 1), (places.h - 28 - _HEADING) // len(PLACES)
    for i, (kind, often) in enumerate(zip(PLACES, card.places, strict=True)):
        line = Box(places.x + 24, places.y + 14 + _HEADING + i * height, places.w - 48, height)
        label = Box(line.x, line.y, 300, height)
        canvas.caption(
            words(f"picture.daily.place.{kind}"), label, Lettered(_CAPTION, canvas.theme.text)
        )
        track = Box(label.right + 16, line.y + 12, line.w - 416, height - 24)
        canvas.panel(track, canvas.theme.well, radius=12)
        if often:
            length = max(24, track.w * often // most)
            canvas.panel(track._replace(w=length), canvas.theme.mark, radius=12)
        end = Box(track.right + 16, line.y, 84, height)
        canvas.text(str(often), end, Lettered(_CAPTION, canvas.theme.text, "right"))


def _alt(card: DailyCard, words: Words) -> str:
    def compose(length: int) -> str:
        return " ".join(_sentences(card, words, length))

    return fitted(compose)


def _standing_said(card: DailyCard, words: Words) -> str:
    if card.place is None or card.total == 1:
        return _standing(card, words)[1]
    place: object = Nth(card.place)
    if card.shared:
        place = words("daily.place.shared", place=place)
    key = "daily.place.over" if card.is_over else "daily.place.so_far"
    return words(key, place=place, total=card.total)


def _sentences(card: DailyCard, words: Words, length: int) -> Iterable[str]:
    own = shortened(clean(card.name), length) or words("picture.somebody")
    name = own
    if card.score:
        name = words("alt.daily.scored", name=own, score=spoken(card.score, words))
    yield words(
        "alt.daily", title=shortened(clean(card.title), 80), day=card.day, name=name,
        standing=_standing_said(card, words),
    )  # fmt: skip
    yield words("alt.daily.streak", n=card.streak)
    yield words("alt.daily.longest", n=card.longest)
    yield words("alt.daily.week", marks=[words(f"alt.daily.mark.{mark}") for mark in card.week])
    often = [
        words("alt.daily.often", kind=words(f"picture.daily.place.{kind}"), n=often)
        for kind, often in zip(PLACES, card.places, strict=True)
        if often
    ]
    if often:
        yield words("alt.daily.places", places=often)

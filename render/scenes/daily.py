"""The result card of a daily, which gives no card of it away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from render.api import Nth, Picture, Words, spoken
from render.canvas import BIG, Canvas, Lettered
from render.encode import finished
from render.glyphs import Style
from render.lettering import clean
from render.panels import MARGIN, across, foot, ground
from render.scenes.leaderboard import CAPTION, NUMBER
from render.shapes import Box
from render.speech import fitted, shortened
from render.theme import NIGHT, Theme

_FIGURE = Style(150, 800, 85)

_LONGEST = 78
"""Width of the most days in a row."""
_LINE = 60

_DAY = 60
"""The size of the mark of one day."""

PLACES = ("first", "second", "third", "upper", "lower")
"""What places are counted as, in the order of the bars."""


@dataclass(frozen=True, slots=True)
class DailyCard:
    """The facts of a try that its result card tells.

    `title` names the daily and its game, `day` the day. `place` is the one among `total` tries;
    None for a try that has none: it was given up, or `later` begun after its day. `shared` is that
    others have the same place, `is_over` that no more tries come. `score` has its unit; "" is not
    told. The rest is of the person as of today: streaks in days (0 is not told), the marks of the
    last week (`played`, `mended`, `missed`, `open`), and how often they had each of PLACES.
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
    """Paint a result card: the place or score, the week and, once there are some, all places.

    In large print there is no room for these.
    """
    top, week, places = _boxes(theme)
    has_places = any(card.places) and not theme.is_large
    boxes = (top, week, places) if has_places else (top, week)
    has_won = card.place == 1 < card.total
    lit = [(box, box is top and has_won) for box in boxes]
    canvas = ground(boxes[-1].bottom + foot(theme), lit, theme)
    _paint_standing(canvas, card, top, words)
    _paint_week(canvas, card, week, words)
    if has_places:
        _paint_places(canvas, card, places, words)
    return finished(canvas, _alt(card, words))


def _boxes(theme: Theme) -> tuple[Box, Box, Box]:
    """Return the panels of the place, of the week and of all places."""
    top = Box(MARGIN, MARGIN, across(theme), 150 if theme.is_large else 190)
    week = Box(MARGIN, top.bottom + 10, top.w, 150 if theme.is_large else 132)
    return top, week, Box(MARGIN, week.bottom + 10, top.w, 178)


def _paint_standing(canvas: Canvas, card: DailyCard, top: Box, words: Words) -> None:
    """Paint the place, large, and beside it among how many, and the score."""
    theme = canvas.theme
    figure, caption = _standing(card, words)
    hero = Box(top.x + 24, top.y, 240 if theme.is_large else 400, top.h)
    if not caption:
        none = Lettered(_FIGURE._replace(size=84), theme.muted, "middle")
        canvas.text(figure, top.inset(24, 0), none)
        return
    shade = theme.gold if card.place == 1 < card.total else theme.text
    canvas.text(figure, hero, Lettered(_FIGURE, shade, "middle"))
    line = Box(hero.right + 24, top.y, top.right - hero.right - 48, top.h)
    if card.score and figure != card.score:
        line = line._replace(y=top.middle - _LINE, h=_LINE)
        canvas.text(card.score, line.moved(0, _LINE), Lettered(BIG, theme.text))
    canvas.caption(caption, line, Lettered(CAPTION, theme.muted))


def _standing(card: DailyCard, words: Words) -> tuple[str, str]:
    """Return the place, large, and what it is of; where it would say nothing the score, and why."""
    if card.place is None:
        why = words("picture.daily.later" if card.later else "daily.no_place.gave_up")
        return (card.score, why) if card.score else (why, "")
    if card.total == 1:
        return card.score, words(
            "picture.daily.alone_over" if card.is_over else "picture.daily.alone"
        )
    key = "picture.daily.over_shared" if card.shared else "picture.daily.over"
    return words("picture.daily.nth", place=Nth(card.place)), words(key, n=card.total)


def _paint_week(canvas: Canvas, card: DailyCard, week: Box, words: Words) -> None:
    """Paint the streaks and the last seven days, each with a shape for what became of it."""
    theme, gap = canvas.theme, 12
    line = Box(week.x + 24, week.y + 8, week.w - 48, _LINE)
    marks = len(card.week) * (_DAY + gap) - gap
    left, y = week.right - 24 - marks, week.middle - _DAY // 2
    if theme.is_large:
        left, y = line.x, week.bottom - _DAY - 14
        longest = line._replace(x=line.right - 220, w=220)
        line = line._replace(w=line.w - 220)
    else:
        line = Box(line.x, week.middle - _LINE, left - line.x - 16, _LINE)
        longest = line.moved(0, _LINE)
        if card.longest <= card.streak or not card.streak:
            line = line._replace(y=week.middle - _LINE // 2)
    if not card.streak:
        longest = line
    _paint_streaks(canvas, card, line, longest, words)
    for i, mark in enumerate(card.week):
        _paint_day(canvas, mark, Box(left + i * (_DAY + gap), y, _DAY, _DAY))


def _paint_streaks(canvas: Canvas, card: DailyCard, line: Box, longest: Box, words: Words) -> None:
    """Write how many days in a row were played, and the most there ever were, if that is more."""
    theme = canvas.theme
    if card.streak:
        used = canvas.text(str(card.streak), line, Lettered(BIG, theme.text)) + 14
        told = words("picture.daily.streak", n=card.streak)
        canvas.caption(told, _behind(line, used), Lettered(CAPTION, theme.muted))
    if card.longest > card.streak:
        told = words("picture.daily.longest")
        room = longest._replace(w=longest.w - _LONGEST)
        used = canvas.caption(told, room, Lettered(CAPTION, theme.muted)) + 14
        canvas.text(str(card.longest), _behind(longest, used), Lettered(NUMBER, theme.muted))


def _behind(line: Box, used: int) -> Box:
    """Return what is left of a line behind what stands in it."""
    return line._replace(x=line.x + used, w=line.w - used)


def _paint_day(canvas: Canvas, mark: str, box: Box) -> None:
    theme = canvas.theme
    if mark == "played":
        canvas.panel(box, theme.mark, radius=14)
        canvas.shape("tick", box.inset(12, 12), theme.panel)
    elif mark == "mended":
        canvas.panel(box, theme.mark, radius=14, outline=6)
        canvas.shape("tick", box.inset(14, 14), theme.mark)
    elif mark == "open":
        canvas.panel(box, theme.text, radius=14, outline=4)
        canvas.shape("arrow", box.inset(16, 14), theme.text)
    else:
        canvas.panel(box, theme.line, radius=14, outline=4)


def _paint_places(canvas: Canvas, card: DailyCard, places: Box, words: Words) -> None:
    """Paint how the places fell: a bar each, with how often above it."""
    theme = canvas.theme
    title = Box(places.x + 24, places.y, 330, places.h)
    canvas.caption(words("picture.daily.places"), title, Lettered(CAPTION, theme.muted))
    labels = [words("picture.daily.nth", place=Nth(place)) for place in (1, 2, 3)]
    labels += [words("picture.daily.upper"), words("picture.daily.lower")]
    width = (places.right - 24 - title.right) // len(PLACES)
    floor, most = places.bottom - 58, max(*card.places, 1)
    for i, (label, often) in enumerate(zip(labels, card.places, strict=True)):
        line = Box(title.right + i * width, floor + 2, width, 56)
        canvas.caption(label, line, Lettered(CAPTION, theme.muted, "middle"))
        height = max(4, (places.h - 58 - 56) * often // most)
        bar = Box(line.x + 16, floor - height, width - 32, height)
        canvas.bar(bar, theme.mark if often else theme.line)
        above = line._replace(y=bar.y - 52, h=52)
        canvas.text(str(often), above, Lettered(NUMBER, theme.text, "middle"))


def _alt(card: DailyCard, words: Words) -> str:
    def compose(length: int) -> str:
        return " ".join(_sentences(card, words, length))

    return fitted(compose)


def _standing_said(card: DailyCard, words: Words) -> str:
    if card.place is None or card.total == 1:
        figure, caption = _standing(card, words)
        return caption or figure
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
    if card.streak:
        yield words("alt.daily.streak", n=card.streak)
    if card.longest:
        yield words("alt.daily.longest", n=card.longest)
    yield words("alt.daily.week", marks=[words(f"alt.daily.mark.{mark}") for mark in card.week])
    often = [
        words("alt.daily.often", kind=words(f"picture.daily.place.{kind}"), n=often)
        for kind, often in zip(PLACES, card.places, strict=True)
        if often
    ]
    if often:
        yield words("alt.daily.places", places=often)

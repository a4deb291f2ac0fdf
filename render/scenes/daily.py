"""The result card of a daily, which gives no card of it away."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from render.alt import fitted, shortened
from render.api import Picture, Words
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.encode import finished
from render.fonts import Style
from render.geometry import Box
from render.graphemes import clean
from render.lettering import drawable
from render.numbers import change
from render.panels import FOOT, HEAD, MARGIN, ground, head, medal
from render.theme import NIGHT, WIDTH, Theme

_LEAD = Style(120, 800, 90)
_CAPTION = SMALL._replace(size=38)

_NAME = Box(MARGIN, HEAD, WIDTH - 2 * MARGIN, 84)
_NUMBERS = Box(MARGIN, _NAME.bottom + 10, WIDTH - 2 * MARGIN, 220)
_OTHERS = Box(MARGIN, _NUMBERS.bottom + 10, WIDTH - 2 * MARGIN, 136)
_HEIGHT = _OTHERS.bottom + FOOT


@dataclass(frozen=True, slots=True)
class DailyCard:
    """The facts of a try that its result card tells.

    `title` names the daily and its game, `day` the day. `lead` is the own total less the best other
    one, `place` the place at the table. `percentile` is how many of a hundred `others` did worse,
    None where there are no others yet. `streak` is in days. Of a try that its person `gave_up`
    nothing is told but that and the streak.
    """

    title: str
    day: str
    name: str
    lead: int
    place: int
    percentile: int | None
    others: int
    streak: int
    gave_up: bool = False


def paint_daily(card: DailyCard, words: Words, theme: Theme = NIGHT) -> Picture:
    """Paint a result card."""
    bands = tuple((box, box is _NUMBERS) for box in (_NAME, _NUMBERS, _OTHERS))
    canvas = ground(_HEIGHT, bands, theme)
    head(canvas, card.title, card.day)
    if not card.gave_up:
        medal(canvas, card.place, _NAME.x + 16, _NAME.y + 16, 52)
    name = drawable(card.name) or words("picture.somebody")
    room = Box(_NAME.x + 84, _NAME.y + 4, _NAME.w - 104, _NAME.h - 8)
    canvas.text(name, room, Lettered(BIG, canvas.theme.text))
    _paint_numbers(canvas, card, words)
    _paint_others(canvas, card, words)
    return finished(canvas, _alt(card, words))


def _paint_numbers(canvas: Canvas, card: DailyCard, words: Words) -> None:
    own = (change(card.lead), "picture.daily.lead", _LEAD, canvas.theme.text)
    if card.gave_up:
        own = (words("picture.daily.gave_up"), "picture.daily.no_place", BIG, canvas.theme.text)
    elif card.lead > 0:
        own = (*own[:3], canvas.theme.gold)
    half = (_NUMBERS.w - 40) // 2
    parts = (
        own,
        (str(card.streak), "picture.daily.streak", _LEAD, canvas.theme.text),
    )
    for i, (figure, caption, style, shade) in enumerate(parts):
        box = Box(_NUMBERS.x + 20 + i * half, _NUMBERS.y + 14, half - 20, 134)
        canvas.text(figure, box, Lettered(style, shade, "middle"))
        below = Box(box.x, box.bottom + 2, box.w, 56)
        text = words(caption, n=card.streak)
        canvas.caption(text, below, Lettered(_CAPTION, canvas.theme.muted, "middle"))


def _paint_others(canvas: Canvas, card: DailyCard, words: Words) -> None:
    """Paint a bar as long as the share of others who did worse, and say so."""
    line = Box(_OTHERS.x + 24, _OTHERS.y + 10, _OTHERS.w - 48, 60)
    canvas.caption(_others(card, words), line, Lettered(PLAIN, canvas.theme.text))
    track = Box(line.x, line.bottom + 14, line.w, 32)
    canvas.panel(track, canvas.theme.well, radius=16)
    if card.percentile is not None:
        length = max(32, track.w * card.percentile // 100)
        canvas.panel(track._replace(w=length), canvas.theme.mark, radius=16)


def _others(card: DailyCard, words: Words) -> str:
    if card.gave_up:
        return words("picture.daily.finished")
    if card.percentile is None:
        return words("picture.daily.first")
    return words("picture.daily.better", percent=card.percentile, n=card.others)


def _alt(card: DailyCard, words: Words) -> str:
    def compose(length: int) -> str:
        return " ".join(_sentences(card, words, length))

    return fitted(compose)


def _sentences(card: DailyCard, words: Words, length: int) -> Iterable[str]:
    name = shortened(clean(card.name), length) or words("picture.somebody")
    key = "alt.daily.gave_up" if card.gave_up else "alt.daily"
    yield words(
        key, title=shortened(clean(card.title), 80), day=card.day, name=name,
        place=card.place, lead=change(card.lead),
    )  # fmt: skip
    if not card.gave_up:
        key = "alt.daily.first" if card.percentile is None else "alt.daily.better"
        yield words(key, percent=card.percentile, n=card.others)
    yield words("alt.daily.streak", n=card.streak)

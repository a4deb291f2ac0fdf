"""A person's results in one game: rating over time, places, best deals and accuracy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.alt import fitted, shortened
from render.api import Picture, Words
from render.canvas import PLAIN, Canvas, Lettered
from render.charts import paint_breaks, paint_line, paint_shares, span_of
from render.encode import finished
from render.fonts import Style
from render.geometry import Box
from render.graphemes import clean
from render.numbers import number, rating_text
from render.panels import FOOT, HEAD, MARGIN, foot_box, ground, head, medal
from render.theme import NIGHT, WIDTH, Theme

MOST_PLACES = 4
"""Places that have a line of their own; the last stands for all below it, too."""

BEST = 3
"""How many of the best deals are named."""

_TOP = 300
_LOW = 170
_LEFT = 596
_GAP = 10
_RIGHT = MARGIN + _LEFT + _GAP
_LEAST_RISE = 40
"""Points of rating, or of accuracy, that fill the height of a chart at least."""

_SCALE = Style(43, 600, 75)
_VALUE = Style(56, 700, 90)


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers of a person in one game; those that are not there are left out of the picture.

    `ratings` and `accuracies` (0 to 100) are after each game that has one, the earliest first;
    `ratings` are None where there are none to be shown, not even that there are none yet.
    `places` counts the games ended in first, second, third place and so on. `best` are the best
    deals in points, best first. `days` are the days of the first and the last game, in words.
    `breaks` are the ratings, counted from 0, before which a new season began.
    """

    title: str
    games: int
    ratings: Sequence[int] | None = ()
    provisional: bool = False
    places: Sequence[int] = ()
    best: Sequence[int] = ()
    accuracies: Sequence[float] = ()
    days: tuple[str, str] = ("", "")
    breaks: Sequence[int] = ()


def paint_stats(
    name: str, numbers: Numbers, unit: str, words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the results of a person in one game, which is dealt in deals, hands or trips."""
    canvas = draw_stats(name, numbers, unit, words, theme)
    return finished(canvas, _alt(name, numbers, unit, words))


def draw_stats(name: str, numbers: Numbers, unit: str, words: Words, theme: Theme) -> Canvas:
    """Draw those results without encoding them."""
    boxes = _boxes(numbers)
    height = max(box.bottom for box in boxes.values()) + FOOT
    canvas = ground(height, [(box, False) for box in boxes.values()], theme)
    head(canvas, clean(name) or words("picture.somebody"), numbers.title)
    if ratings := boxes.get("ratings"):
        _paint_ratings(canvas, numbers, ratings, words)
    _paint_places(canvas, numbers.places, boxes["places"], words)
    if best := boxes.get("best"):
        _paint_best(canvas, numbers.best, unit, best, words)
    if accuracies := boxes.get("accuracies"):
        _paint_accuracies(canvas, numbers.accuracies, accuracies, words)
    said = foot_text(numbers, words)
    canvas.text(said, foot_box(height), Lettered(_SCALE, canvas.theme.muted, "right"))
    return canvas


def foot_text(numbers: Numbers, words: Words) -> str:
    """Say how many games there were and when."""
    first, last = numbers.days
    key = "picture.stats.day" if first == last else "picture.stats.days"
    return words(key, n=numbers.games, first=first, last=last)


def _boxes(numbers: Numbers) -> dict[str, Box]:
    """Return the panels by what they show."""
    left, right = Box(MARGIN, HEAD, _LEFT, _TOP), Box(_RIGHT, HEAD, WIDTH - MARGIN - _RIGHT, _TOP)
    lower = left.bottom + _GAP
    whole = Box(MARGIN, lower, WIDTH - 2 * MARGIN, _LOW)
    if numbers.ratings is None:
        boxes = {"places": left, "best": right}
        return boxes | ({"accuracies": whole} if numbers.accuracies else {})
    boxes = {"ratings": left, "places": right}
    if numbers.accuracies:
        boxes["accuracies"] = left._replace(y=lower, h=_LOW)
        boxes["best"] = right._replace(y=lower, h=_LOW)
    elif numbers.best:
        boxes["best"] = whole._replace(h=80)
    return boxes


def _paint_ratings(canvas: Canvas, numbers: Numbers, box: Box, words: Words) -> None:
    ratings = numbers.ratings
    if not ratings:
        text = words("picture.stats.unrated")
        canvas.caption(text, box.inset(24, 100), Lettered(PLAIN, canvas.theme.muted, "middle"))
        return
    now = rating_text(ratings[-1], words, provisional=numbers.provisional)
    room = _titled(canvas, (words("picture.column.rating"), now), ratings, box)
    paint_breaks(canvas, numbers.breaks, len(ratings), room, canvas.theme.line)
    paint_line(canvas, ratings, span_of(ratings, _LEAST_RISE), room, canvas.theme.mark)


def _paint_accuracies(canvas: Canvas, accuracies: Sequence[float], box: Box, words: Words) -> None:
    mean = number(round(sum(accuracies) / len(accuracies)))
    room = _titled(canvas, (words("picture.stats.accuracy"), mean), accuracies, box)
    paint_line(canvas, accuracies, span_of(accuracies, _LEAST_RISE), room, canvas.theme.mark)


def _titled(canvas: Canvas, titles: tuple[str, str], values: Sequence[float], box: Box) -> Box:
    """Paint what a line shows and its value above it, its highest and lowest value beside it.

    Returns the room of the line.
    """
    theme, top = canvas.theme, box._replace(x=box.x + 20, w=box.w - 40, y=box.y + 6, h=68)
    used = canvas.text(titles[1], top, Lettered(_VALUE, theme.gold, "right"))
    canvas.caption(titles[0], top._replace(w=top.w - used - 20), Lettered(PLAIN, theme.muted))
    room = Box(box.x + 12, top.bottom, box.w - 140, box.bottom - top.bottom - 10)
    canvas.panel(room, theme.well, radius=14)
    if len(values) > 1:
        ends = Box(room.right + 8, room.y, box.right - room.right - 22, 44)
        highest, lowest = (number(round(end)) for end in (max(values), min(values)))
        canvas.text(highest, ends, Lettered(_SCALE, theme.text, "right"))
        low = ends._replace(y=room.bottom - ends.h)
        canvas.text(lowest, low, Lettered(_SCALE, theme.text, "right"))
    return room


def _paint_places(canvas: Canvas, places: Sequence[int], box: Box, words: Words) -> None:
    """Paint a line for each place: its disc, a bar as long as its share, and how often it was."""
    rows = grouped(places)
    top = box._replace(x=box.x + 20, w=box.w - 40, y=box.y + 6, h=60)
    canvas.caption(words("picture.stats.places"), top, Lettered(PLAIN, canvas.theme.muted))
    most = max(rows, default=0)
    if not rows:
        none = top._replace(y=top.bottom)
        canvas.text(words("picture.none"), none, Lettered(_SCALE, canvas.theme.muted))
    for i, count in enumerate(rows):
        line = Box(box.x + 16, top.bottom + i * 56, box.w - 32, 52)
        medal(canvas, i + 1, line.x, line.y + 2, 46)
        if i + 1 == MOST_PLACES and len(places) > MOST_PLACES:
            mark = Box(line.x + 40, line.y, 24, 52)
            canvas.text("+", mark, Lettered(_SCALE, canvas.theme.muted))
        end = line._replace(x=line.right - 96, w=96)
        canvas.text(str(count), end, Lettered(_SCALE, canvas.theme.text, "right"))
        bar = Box(line.x + 66, line.y + 12, end.x - line.x - 66, 28)
        width = bar.w * count // most if most else 0
        if width:
            paint_shares(canvas, [(1, canvas.theme.mark)], bar._replace(w=max(width, 8)))


def grouped(places: Sequence[int]) -> list[int]:
    """Return counts by place, those of the lowest ones together.

    >>> grouped([3, 1, 2, 1, 5, 1]), grouped([3, 1])
    ([3, 1, 2, 7], [3, 1])
    """
    head_, tail = list(places[: MOST_PLACES - 1]), places[MOST_PLACES - 1 :]
    return [*head_, sum(tail)] if tail else head_


def _paint_best(canvas: Canvas, best: Sequence[int], unit: str, box: Box, words: Words) -> None:
    """Paint the best deals: below their caption, or beside it where the panel is low."""
    inner = box.inset(20, 6)
    if box.h < _LOW:
        half = inner.w // 2
        name, room = inner._replace(w=half), inner._replace(x=inner.x + half, w=inner.w - half)
    else:
        name, room = inner._replace(h=60), inner._replace(y=inner.y + 66, h=inner.h - 66)
    caption = words(f"picture.stats.best.{unit}")
    canvas.caption(caption, name, Lettered(PLAIN, canvas.theme.muted))
    look = Lettered(_VALUE, canvas.theme.gold, "right")
    lines = [number(one) for one in best[:BEST]] or [words("picture.none")]
    if box.h < _TOP:
        lines = [" · ".join(lines)]
    for i, line in enumerate(lines):
        canvas.text(line, room._replace(y=room.y + 72 * i, h=min(room.h, 72)), look)


def _alt(name: str, numbers: Numbers, unit: str, words: Words) -> str:
    def compose(length: int) -> str:
        shown = shortened(clean(name), length) or words("picture.somebody")
        title = shortened(numbers.title, 80)
        lines = [words("alt.stats", name=shown, game=title, games=foot_text(numbers, words))]
        lines += _rating_lines(numbers, words)
        lines += _place_lines(numbers.places, words)
        if numbers.best:
            best = list(map(number, numbers.best[:BEST]))
            lines.append(words(f"alt.stats.best.{unit}", best=best))
        if numbers.accuracies:
            lines.append(_accuracy_line(numbers.accuracies, words))
        return " ".join(lines)

    return fitted(compose)


def _rating_lines(numbers: Numbers, words: Words) -> list[str]:
    ratings = numbers.ratings
    if not ratings:
        return [] if ratings is None else [words("alt.stats.unrated")]
    now = words(
        "alt.stats.provisional" if numbers.provisional else "alt.stats.rating",
        rating=number(ratings[-1]),
    )
    if len(ratings) == 1:
        return [now]
    facts = {"first": ratings[0], "lowest": min(ratings), "highest": max(ratings)}
    since = words("alt.stats.ratings", **{key: number(n) for key, n in facts.items()})
    breaks = len(numbers.breaks)
    return [now, since, *([words("alt.stats.breaks", n=breaks)] if breaks else [])]


def _place_lines(places: Sequence[int], words: Words) -> list[str]:
    rows = grouped(places)
    is_open = len(places) > MOST_PLACES
    lines = [
        words(
            "alt.stats.low" if is_open and place == MOST_PLACES else "alt.stats.place",
            place=place, n=count,
        )
        for place, count in enumerate(rows, start=1)
    ]  # fmt: skip
    return [words("alt.stats.places", places=lines)] if lines else []


def _accuracy_line(accuracies: Sequence[float], words: Words) -> str:
    mean, last = (round(one) for one in (sum(accuracies) / len(accuracies), accuracies[-1]))
    return words("alt.stats.accuracy", mean=mean, last=last, n=len(accuracies))

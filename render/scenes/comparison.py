"""Two people side by side: who ended ahead of whom, and their ratings, game by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.api import Picture, Words, number, rating_spoken, rating_text
from render.canvas import BIG, PLAIN, READABLE, Canvas, Lettered
from render.charts import paint_shares
from render.encode import finished
from render.glyphs import Style
from render.lettering import clean
from render.panels import FOOT, MARGIN, across, ground, right_of
from render.shapes import Box
from render.speech import fitted, shortened
from render.theme import NIGHT, Theme

_NAMES = 132
_ROW = 122
_RATED = 54
_LINE = 52
_GAP = 10
_LEFT, _RIGHT = 1, 0
"""Which of the seats' colours the two have."""

_COUNT = Style(56, 700, 90)
_FIGURE = Style(READABLE, 600, 75)


@dataclass(frozen=True, slots=True)
class Meeting:
    """The record of two people in one game: `ahead` and `behind` are the first one's.

    `level` counts the games both ended at the same place. A rating is None before the first
    rated game; `provisional` says of each whether it is still uncertain.
    """

    title: str
    ahead: int
    level: int
    behind: int
    ratings: tuple[int | None, int | None] = (None, None)
    provisional: tuple[bool, bool] = (False, False)

    @property
    def games(self) -> int:
        """How many games both have played at one table."""
        return self.ahead + self.level + self.behind

    @property
    def is_rated(self) -> bool:
        """Whether one of them has a rating."""
        return self.ratings != (None, None)


def paint_comparison(
    names: tuple[str, str], meetings: Sequence[Meeting], words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint two people's games against each other, a line a game."""
    return finished(draw_comparison(names, meetings, words, theme), _alt(names, meetings, words))


def draw_comparison(
    names: tuple[str, str], meetings: Sequence[Meeting], words: Words, theme: Theme
) -> Canvas:
    """Draw them without encoding."""
    boxes = _boxes(meetings, theme)
    canvas = ground(boxes[-1].bottom + FOOT, [(box, False) for box in boxes], theme)
    totals = (sum(m.ahead for m in meetings), sum(m.behind for m in meetings))
    sides = (theme.seats[_LEFT], theme.seats[_RIGHT])
    for box, name, total, side in zip(boxes, names, totals, sides, strict=False):
        canvas.bar(Box(box.x + 20, box.bottom - 16, box.w - 40, 8), side)
        line = Box(box.x + 20, box.y + 6, box.w - 40, 52)
        canvas.text(clean(name) or words("picture.somebody"), line, Lettered(BIG, theme.text))
        told = words("picture.comparison.ahead", n=total)
        canvas.text(told, line._replace(y=line.bottom), Lettered(PLAIN, theme.gold))
    for meeting, box in zip(meetings, boxes[2:], strict=True):
        _paint_meeting(canvas, meeting, box, words)
    return canvas


def _boxes(meetings: Sequence[Meeting], theme: Theme) -> list[Box]:
    """Return the panels: of both people side by side, then of each game."""
    half = (across(theme) - _GAP) // 2
    boxes = [Box(MARGIN, MARGIN, half, _NAMES), Box(MARGIN + half + _GAP, MARGIN, half, _NAMES)]
    y = MARGIN + _NAMES + _GAP
    for meeting in meetings:
        height = _ROW + _RATED * meeting.is_rated + theme.more(_LINE)
        boxes.append(Box(MARGIN, y, across(theme), height))
        y += height + _GAP
    return boxes


def _paint_meeting(canvas: Canvas, meeting: Meeting, box: Box, words: Words) -> None:
    theme, line = canvas.theme, Box(box.x + 20, box.y + 6, box.w - 40, _LINE)
    key = "picture.comparison.level" if meeting.level else "picture.comparison.games"
    games = words(key, n=meeting.games, level=meeting.level)
    if theme.is_large:
        canvas.text(meeting.title, line, Lettered(PLAIN, theme.text))
        line = line.moved(0, _LINE)
        canvas.text(games, line, Lettered(_FIGURE, theme.muted))
    else:
        used = canvas.text(games, right_of(line), Lettered(_FIGURE, theme.muted, "right"))
        canvas.text(meeting.title, line._replace(w=line.w - used - 20), Lettered(PLAIN, theme.text))
    line = line._replace(y=line.bottom)
    left, right = line._replace(w=110), line._replace(x=line.right - 110, w=110)
    canvas.text(number(meeting.ahead), left, Lettered(_COUNT, theme.gold))
    canvas.text(number(meeting.behind), right, Lettered(_COUNT, theme.gold, "right"))
    bar = Box(left.right, line.y + 10, right.x - left.right, 32)
    if meeting.games:
        parts = (meeting.ahead, meeting.level, meeting.behind)
        colours = (theme.seats[_LEFT], theme.line, theme.seats[_RIGHT])
        paint_shares(canvas, tuple(zip(parts, colours, strict=True)), bar)
    else:
        canvas.panel(bar, theme.well, radius=10)
    if meeting.is_rated:
        _paint_ratings(canvas, meeting, line._replace(y=line.bottom), words)


def _paint_ratings(canvas: Canvas, meeting: Meeting, line: Box, words: Words) -> None:
    caption = words("picture.column.rating")
    canvas.caption(
        caption, line.inset(line.w // 3, 0), Lettered(PLAIN, canvas.theme.muted, "middle")
    )
    looks = (
        Lettered(PLAIN, canvas.theme.text),
        Lettered(PLAIN, canvas.theme.text, "right"),
    )
    for rating, provisional, look in zip(meeting.ratings, meeting.provisional, looks, strict=True):
        canvas.text(rating_text(rating, words, provisional=provisional), line, look)


def _alt(names: tuple[str, str], meetings: Sequence[Meeting], words: Words) -> str:
    def compose(length: int) -> str:
        somebody = words("picture.somebody")
        one, other = (shortened(clean(name), length) or somebody for name in names)
        lines = [words("alt.comparison", one=one, other=other)]
        for meeting in meetings:
            lines += _told(meeting, one, other, words)
        return " ".join(lines)

    return fitted(compose)


def _told(meeting: Meeting, one: str, other: str, words: Words) -> list[str]:
    game = words(
        "alt.comparison.game", game=meeting.title, one=one, other=other, n=meeting.games,
        ahead=meeting.ahead, behind=meeting.behind, level=meeting.level,
    )  # fmt: skip
    if not meeting.is_rated:
        return [game]
    first, second = (
        rating_spoken(rating, words, provisional=provisional)
        for rating, provisional in zip(meeting.ratings, meeting.provisional, strict=True)
    )
    return [game, words("alt.comparison.ratings", first=first, second=second)]

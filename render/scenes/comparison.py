"""Two people side by side: who ended ahead of whom, and their ratings, game by game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from render.api import Picture, Words, number, rating_spoken, rating_text
from render.canvas import BIG, Anchor, Canvas, Lettered
from render.charts import paint_shares
from render.encode import finished
from render.glyphs import Style
from render.lettering import clean
from render.panels import MARGIN, across, foot, ground
from render.scenes.leaderboard import CAPTION, NUMBER
from render.shapes import Box
from render.speech import fitted, shortened
from render.theme import NIGHT, Theme

_COUNT, _RATING = 90, 180
"""Width of a count, and of the rating outside of it."""

_GAP = 8
_LEFT, _RIGHT = 1, 0
"""Which of the seats' colours the two have."""

_SUM = Style(72, 800, 85)
_FIGURE = Style(56, 700, 80)


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
    """Draw them without encoding; in large print without bars and ratings."""
    step = 62 if theme.is_large else 105
    top = Box(MARGIN, MARGIN, across(theme), 92 if theme.is_large else 100)
    first = top.moved(0, top.h + _GAP)._replace(h=step - _GAP)
    games = [first.moved(0, i * step) for i in range(len(meetings))]
    boxes = [top, *games]
    canvas = ground(boxes[-1].bottom + foot(theme), [(box, False) for box in boxes], theme)
    _paint_sums(canvas, names, meetings, top, words)
    for meeting, box in zip(meetings, games, strict=True):
        _paint_meeting(canvas, meeting, box, words)
    return canvas


def _paint_sums(
    canvas: Canvas, names: tuple[str, str], meetings: Sequence[Meeting], box: Box, words: Words
) -> None:
    """Write how often who was ahead, large, between the names; bars say whose colour is whose."""
    theme, wide = canvas.theme, 100
    ahead, behind = sum(m.ahead for m in meetings), sum(m.behind for m in meetings)
    middle = box.x + box.w // 2
    counts = Box(middle - wide - 20, box.y, wide, box.h), Box(middle + 20, box.y, wide, box.h)
    left = Box(box.x + 20, box.y, counts[0].x - box.x - 36, box.h)
    right = Box(counts[1].right + 16, box.y, box.right - counts[1].right - 36, box.h)
    sides = (theme.seats[_LEFT], theme.seats[_RIGHT])
    anchors: tuple[Anchor, Anchor] = ("left", "right")
    told = zip(names, (ahead, behind), counts, (left, right), sides, anchors, strict=True)
    for name, total, count, room, side, anchor in told:
        has_more = total == max(ahead, behind) > min(ahead, behind)
        shade = theme.gold if has_more else theme.text
        other: Anchor = "right" if anchor == "left" else "left"
        canvas.text(number(total), count, Lettered(_SUM, shade, other))
        shown = clean(name) or words("picture.somebody")
        canvas.text(shown, room, Lettered(BIG, theme.text, anchor))
        canvas.bar(Box(room.x, box.bottom - 14, room.w, 8), side)
    canvas.text(":", Box(middle - 20, box.y, 40, box.h), Lettered(_SUM, theme.muted, "middle"))


def _paint_meeting(canvas: Canvas, meeting: Meeting, box: Box, words: Words) -> None:
    """Write a game's counts at its sides, outside of them ratings, and between them its bar."""
    theme = canvas.theme
    aside = 20 if theme.is_large else _RATING
    left = Box(box.x + aside, box.y, _COUNT, box.h)
    right = Box(box.right - aside - _COUNT, box.y, _COUNT, box.h)
    canvas.text(number(meeting.ahead), left, Lettered(_FIGURE, theme.text, "middle"))
    canvas.text(number(meeting.behind), right, Lettered(_FIGURE, theme.text, "middle"))
    title = Box(left.right + 10, box.y, right.x - left.right - 20, box.h)
    if not theme.is_large:
        title = title._replace(y=box.y + 4, h=56)
        _paint_bar(canvas, meeting, Box(title.x, box.bottom - 36, title.w, 24))
        if meeting.is_rated:
            _paint_ratings(canvas, meeting, box, words)
    canvas.text(meeting.title, title, Lettered(CAPTION, theme.muted, "middle"))


def _paint_bar(canvas: Canvas, meeting: Meeting, bar: Box) -> None:
    theme = canvas.theme
    if not meeting.games:
        canvas.panel(bar, theme.well, radius=10)
        return
    parts = (meeting.ahead, meeting.level, meeting.behind)
    colours = (theme.seats[_LEFT], theme.line, theme.seats[_RIGHT])
    paint_shares(canvas, tuple(zip(parts, colours, strict=True)), bar)


def _paint_ratings(canvas: Canvas, meeting: Meeting, box: Box, words: Words) -> None:
    line = box.inset(20, 0)
    looks = (Lettered(NUMBER, canvas.theme.muted), Lettered(NUMBER, canvas.theme.muted, "right"))
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

"""The result of an evening: who made more of the same cards, deal by deal, seat by seat."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from render.api import Picture, Words, capital, number, rounded, spoken
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.encode import finished
from render.lettering import clean
from render.panels import FOOT, HEAD, MARGIN, across, ground, head, medal
from render.scenes.leaderboard import HELPED, Heading, legend
from render.shapes import Box
from render.speech import fitted, shortened
from render.theme import NIGHT, Theme

_CAPTION = 56
_ROW = 70
_POINTS = 150
_DEALS = 400
"""The width of all deals."""

_WIDEST = 110
_NUMBERED = 4
"""So many deals are written as numbers; of more only the mark is shown that somebody did best."""

_MOST = 20
"""The most deals that have room."""

_TOLD_ROWS = 9
"""Up to so many rows the alt text names every deal."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who held the cards of a seat, and what they made in each deal.

    `best` is for each deal that nobody made more of the same cards, and somebody less. Place and
    points are None for house players; a place below the third has no medal anyway. `stood_in` are
    a person's deals, from 1, that a stand-in played.
    """

    name: str
    made: Sequence[int]
    best: Sequence[bool]
    place: int | None = None
    points: float | None = None
    has_medal: bool = True
    stood_in: Collection[int] = ()


@dataclass(frozen=True, slots=True)
class Cards:
    """Everybody who held the cards of one seat; of seat 0 everybody at a lone table."""

    seat: int
    holders: Sequence[Holder]


def paint_evening(
    heading: Heading, cards: Sequence[Cards], unit: str, words: Words, theme: Theme = NIGHT
) -> Picture:
    """Paint the result, the holders of each seat's cards below each other.

    `unit` is what the game calls its deals.
    """
    canvas = draw_evening(heading, cards, unit, words, theme)
    return finished(canvas, _alt(heading, cards, unit, words))


def draw_evening(
    heading: Heading, cards: Sequence[Cards], unit: str, words: Words, theme: Theme
) -> Canvas:
    """Draw it without encoding."""
    height = sum(_CAPTION + _ROW * len(group.holders) for group in cards)
    canvas = ground(HEAD + height + FOOT, [], theme)
    head(canvas, *heading)
    deals = max((len(one.made) for group in cards for one in group.holders), default=0)
    line = Box(MARGIN, HEAD, across(theme), _CAPTION)
    for group in cards:
        _paint_caption(canvas, group, line, _captions(deals, unit, words), words)
        line = line.moved(0, _CAPTION)
        for i, holder in enumerate(group.holders):
            box = line._replace(h=_ROW - 6)
            canvas.panel(box, theme.panel if i % 2 else theme.panel_turn, radius=16)
            _paint_holder(canvas, holder, box, deals, words)
            line = line.moved(0, _ROW)
    legend(canvas, _helped(cards, words))
    return canvas


def _helped(cards: Sequence[Cards], words: Words) -> str:
    """Return what the sign of a stand-in means; "" where there is none."""
    helped = [one for group in cards for one in group.holders if one.stood_in]
    is_last = any(2 * len(one.stood_in) > len(one.made) for one in helped)
    if not helped:
        return ""
    return words("picture.evening.helped.last" if is_last else "picture.evening.helped")


def _slots(deals: int, line: Box) -> Iterator[Box]:
    """Yield the places of the deals in a line, the last one beside the points."""
    shown = min(deals, _MOST)
    width = min(_WIDEST, _DEALS // max(shown, 1))
    left = line.right - _POINTS - shown * width
    for at in range(shown):
        yield Box(left + at * width, line.y, width - 6, line.h)


def _captions(deals: int, unit: str, words: Words) -> list[str]:
    """Return what stands above the deals: their names, or what the marks in their place mean."""
    if deals > _NUMBERED:
        return [words(f"picture.evening.best.{unit}")]
    return [words(f"picture.evening.{unit}", deal=deal) for deal in range(1, deals + 1)]


def _paint_caption(
    canvas: Canvas, group: Cards, line: Box, captions: Sequence[str], words: Words
) -> None:
    look = Lettered(SMALL._replace(size=34), canvas.theme.muted)
    left = Box(line.x + 12, line.y, 394, line.h)
    if group.seat:
        canvas.caption(words("picture.evening.cards", seat=group.seat), left, look)
    for caption, slot in zip(captions, _slots(len(captions), line), strict=True):
        room = (
            slot if len(captions) > 1 else Box(left.right, line.y, slot.right - left.right, line.h)
        )
        canvas.caption(caption, room, look._replace(anchor="right"))
    right = Box(line.right - _POINTS, line.y, _POINTS - 20, line.h)
    canvas.caption(words("picture.league.share"), right, look._replace(anchor="right"))


def _paint_holder(canvas: Canvas, holder: Holder, box: Box, deals: int, words: Words) -> None:
    theme = canvas.theme
    if holder.place is None:
        canvas.shape("robot", Box(box.x + 16, box.y + 11, 42, 42), theme.muted)
    else:
        medal(canvas, holder.place, box.x + 12, box.y + 8, 48, has_medal=holder.has_medal)
    slots = list(_slots(deals, box))
    end = slots[0].x if slots else box.right - _POINTS
    name = Box(box.x + 70, box.y, end - box.x - 78, box.h)
    colour = theme.muted if holder.place is None else theme.text
    canvas.text(clean(holder.name) or words("picture.somebody"), name, Lettered(BIG, colour))
    for deal, (slot, made, is_best) in enumerate(
        zip(slots, holder.made, holder.best, strict=False), start=1
    ):
        sign = HELPED if deal in holder.stood_in else ""
        if deals <= _NUMBERED:
            shade = theme.gold if is_best else theme.text
            write = canvas.caption if sign else canvas.text
            write(number(made) + sign, slot, Lettered(PLAIN, shade, "right"))
        elif sign:
            canvas.text(sign, slot, Lettered(PLAIN, theme.text, "middle"))
        if is_best:
            _paint_mark(canvas, slot, deals)
    if holder.points is not None:
        points = Box(box.right - _POINTS, box.y, _POINTS - 20, box.h)
        canvas.text(rounded(holder.points, words), points, Lettered(PLAIN, theme.gold, "right"))


def _paint_mark(canvas: Canvas, slot: Box, deals: int) -> None:
    """Mark the best of the same cards: a bar below the number, or a disc in its place."""
    if deals <= _NUMBERED:
        canvas.bar(Box(slot.right - 60, slot.bottom - 9, 60, 5), canvas.theme.gold)
        return
    size = min(slot.w, 30)
    middle = Box(slot.x + (slot.w - size) // 2, slot.middle - size // 2, size, size)
    canvas.shape("disc", middle, canvas.theme.gold)


def _alt(heading: Heading, cards: Sequence[Cards], unit: str, words: Words) -> str:
    is_whole = sum(len(group.holders) for group in cards) <= _TOLD_ROWS
    title = "alt.evening.title" if all(group.seat for group in cards) else "alt.evening.title.alone"

    def compose(length: int) -> str:
        told = [words(title, title=heading.title, remark=heading.remark)]
        for group in cards:
            if group.seat:
                told.append(words("alt.evening.cards", seat=group.seat))
            told += [_told(one, length, unit, words, is_whole=is_whole) for one in group.holders]
        if helped := _helped(cards, words):
            told.append(f"{capital(helped)}.")
        return " ".join(told)

    return fitted(compose)


def _told(holder: Holder, length: int, unit: str, words: Words, *, is_whole: bool) -> str:
    name = shortened(clean(holder.name), length) or words("picture.somebody")
    key = "alt.evening.house" if holder.points is None else "alt.evening.person"
    told = {} if holder.points is None else {"points": rounded(holder.points, words)}
    line = words(key, name=name, **told)
    if not is_whole:
        return line
    made = [spoken(number(one), words) for one in holder.made[:_MOST]]
    line = f"{line} {words('alt.evening.made', made=made)}"
    helped = [words(f"picture.evening.{unit}", deal=deal) for deal in sorted(holder.stood_in)]
    return f"{line} {words('alt.evening.stood_in', deals=helped)}" if helped else line

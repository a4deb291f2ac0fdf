"""A seat's own hand in Cloud Nine, and above it everybody's cloud in a line of its own."""

from __future__ import annotations

from functools import lru_cache

from engine.melds import Nine
from render.canvas import BARE, BIG, PLAIN, SMALL, Canvas, Lettered
from render.context import shown
from render.geometry import Box, Size
from render.nines import MARK, counted_marks, factor_line, factors, legend, nine_row
from render.panels import badge, foot_box, held_mark
from render.scenes.cloud_nine.parts import CloudNine, raised
from render.sprites import card
from render.theme import PACK, Theme
from render.told import paint_told
from render.tricks import FRAME, HAND_CARD, row_of

CLOUD_CARD = Size(90, 84)
CLOUD_LINE = CLOUD_CARD.h + 28
"""Height of a seat's line: its cloud with the marks below the cards."""

_CLOUD_WIDTH = 546
_CARD = HAND_CARD._replace(h=188)
_LIFT = 18
"""How much higher a card stands that has just been drawn, in pixels."""

HAND = _LIFT + 2 * FRAME + _CARD.h + MARK + 8
"""Height of the hand with the marks below its cards."""


def paint_cloud_line(canvas: Canvas, context: CloudNine, seat: int, line: Box) -> None:
    """Paint a seat's cloud small, with what it scores, the cards held and the points."""
    view, words = context.view, context.words
    badge(canvas, seat, line.x + 10, line.middle - 23)
    cloud = view.clouds[seat - 1]
    row = Box(line.x + 66, line.y + 8, _CLOUD_WIDTH, CLOUD_CARD.h)
    left = row.right + 24
    numbers = Box(left, line.y + 4, line.right - 14 - left, (line.h - 8) // 2)
    if cloud.cards:
        canvas.add(_cloud(cloud, row, numbers, canvas.theme))
    else:
        canvas.shape("cloud", Box(row.x + 10, row.y, 100, 88), canvas.theme.line)
        look = Lettered(SMALL._replace(size=40), canvas.theme.muted)
        canvas.caption(words("picture.cloud_nine.no_cloud"), row._replace(x=row.x + 140), look)
    below = numbers._replace(y=numbers.bottom)
    points = words("picture.points", n=view.scores[seat - 1])
    used = canvas.text(points, below, Lettered(PLAIN, canvas.theme.muted, "right"))
    held_mark(canvas, str(view.hand_counts[seat - 1]), below.right - used - 24, below)


@lru_cache(maxsize=256)
def _cloud(cloud: Nine, row: Box, numbers: Box, theme: Theme) -> Canvas:
    canvas = Canvas(BARE, theme)
    nine_row(canvas, cloud.cards, row, CLOUD_CARD)
    factor_line(canvas, cloud.meld, numbers)
    return canvas


def paint_hand(canvas: Canvas, context: CloudNine, top: int) -> None:
    """Paint the own hand large, marked by what it scores, which stands at the foot."""
    hand = shown(context.view.hand, "a spectator has no hand")
    places, step = row_of(hand.cards)
    new = [place.code for place in places].index(drawn) if (drawn := raised(context)) else None
    for i, (code, x, look) in enumerate(places):
        at = Box(x, top + FRAME + (0 if i == new else _LIFT), *_CARD)
        canvas.sprite(card(code, _CARD, look), at.x, at.y)
        if i == new:
            canvas.panel(at, PACK.back, radius=16, outline=FRAME + 1)
        paint_told(canvas, context, f"play {code}", x + min(step, _CARD.w) - 6, at.bottom - 8)
    if places:
        below = Box(places[0].x, top + HAND - MARK - 2, 0, MARK)
        counted_marks(canvas, hand.cards, below, step)
    _paint_score(canvas, hand, foot_box(canvas.size.h))
    legend(canvas, context.words)


def _paint_score(canvas: Canvas, hand: Nine, foot: Box) -> None:
    """Write what the hand scores now, beside the ALT badge."""
    canvas.shape("fan", Box(foot.x + 4, foot.middle - 23, 48, 46), canvas.theme.mark)
    line = Box(foot.x + 62, foot.y, 220, foot.h)
    x = line.x + factors(canvas, hand.meld, line) + 12
    value = Lettered(BIG, canvas.theme.text)
    canvas.text(f"= {hand.meld.score}", Box(x, foot.y, 120, foot.h), value)

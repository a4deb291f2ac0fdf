"""A seat's own hand in Cloud Nine, with its cloud and the trick to be answered."""

from __future__ import annotations

from engine.melds import Nine
from render.api import Picture
from render.canvas import BIG, PLAIN, Canvas, Lettered
from render.encode import finished
from render.geometry import Box, Size
from render.nines import factors, legend
from render.panels import FOOT, HEAD, MARGIN, foot_box, ground, head, stock_mark
from render.scenes.cloud_nine.alt import hand_alt
from render.scenes.cloud_nine.parts import BAND, TRICK, paint_band, paint_trick
from render.scenes.cloud_nine.sitting import Sitting
from render.sprites import Look, card
from render.theme import NIGHT, WIDTH

HAND_CARD = Size(160, 224)
RAISE = 26
"""How much higher a playable card stands, in pixels."""

_TRICK_TOP = HEAD
_CARDS_TOP = _TRICK_TOP + TRICK + RAISE
_WORTH_TOP = _CARDS_TOP + HAND_CARD.h + 34
_BAND_TOP = _WORTH_TOP + 62
HEIGHT = _BAND_TOP + BAND + FOOT


def paint_hand(sitting: Sitting) -> Picture:
    """Paint the private hand. Raises ValueError for a spectator's view."""
    canvas = draw_hand(sitting)
    return finished(canvas.image, hand_alt(sitting))


def draw_hand(sitting: Sitting) -> Canvas:
    """Draw the hand without encoding it."""
    view = sitting.view
    if view.seat is None or view.hand is None:
        raise ValueError("a spectator has no hand")
    band = Box(MARGIN, _BAND_TOP, WIDTH - 2 * MARGIN, BAND)
    canvas = ground(HEIGHT, ((band, view.seat in view.to_act),))
    left = stock_mark(canvas, view.stock, WIDTH - MARGIN - 8, 10)
    remark = sitting.words("picture.last_trick") if sitting.trick[1] else ""
    progress = sitting.progress
    # Beside the remark there is no room for the name too, and the message says it.
    title = progress if remark else sitting.words("picture.cloud_nine_head", progress=progress)
    head(canvas, title, remark, right_edge=left - 24)
    paint_trick(canvas, sitting, _TRICK_TOP)
    _paint_cards(canvas, view.hand, frozenset(view.legal))
    _paint_worth(canvas, sitting, view.hand)
    paint_band(canvas, sitting, view.seat, band)
    legend(canvas, foot_box(HEIGHT), sitting.words)
    return canvas


def _paint_cards(canvas: Canvas, hand: Nine, legal: frozenset[str]) -> None:
    """Paint the hand, suits together; playable cards stand higher and have a mark below."""
    if not hand.cards:
        return
    room = WIDTH - 2 * MARGIN
    step = min(HAND_CARD.w + 10, (room - HAND_CARD.w) // max(len(hand.cards) - 1, 1))
    width = HAND_CARD.w + step * (len(hand.cards) - 1)
    x = MARGIN + (room - width) // 2
    for i, code in enumerate(hand.cards):
        is_playable = f"play {code}" in legal
        is_top = i == len(hand.cards) - 1 or step >= HAND_CARD.w
        y = _CARDS_TOP - RAISE if is_playable else _CARDS_TOP
        canvas.sprite(
            card(code, HAND_CARD, Look.PLAIN if is_top else Look.COVERED), x + i * step, y
        )
        if is_playable:
            mark = Box(x + i * step + min(step, HAND_CARD.w) // 2 - 18, y + HAND_CARD.h + 8, 36, 26)
            canvas.shape("up", mark, NIGHT.gold)


def _paint_worth(canvas: Canvas, sitting: Sitting, hand: Nine) -> None:
    """Say what the hand is worth now."""
    label = Box(MARGIN + 14, _WORTH_TOP, 460, 56)
    words = sitting.words("picture.hand_worth")
    used = canvas.caption(words, label, Lettered(PLAIN, NIGHT.muted))
    line = Box(label.x + used + 24, label.y, 320, label.h)
    x = line.x + factors(canvas, hand.meld, line) + 16
    canvas.text(f"= {hand.meld.score}", Box(x, line.y, 140, line.h), Lettered(BIG, NIGHT.text))

"""A seat's own hand in Clumond, with the trick to be answered and the codes still possible."""

from __future__ import annotations

from render.api import Picture
from render.canvas import Canvas
from render.encode import finished
from render.geometry import Box
from render.panels import FOOT, HEAD, MARGIN, foot_box, ground, head
from render.scenes.clumond.alt import hand_alt
from render.scenes.clumond.asks import ASKS, paint_asks, paint_key
from render.scenes.clumond.parts import (
    STRIP,
    TRICK,
    paint_strip,
    paint_trick,
    strip_box,
)
from render.scenes.clumond.rows import ROW, paint_rows
from render.scenes.clumond.sitting import Sitting
from render.theme import WIDTH

_TRICK_TOP = HEAD + STRIP
_CARDS_TOP = _TRICK_TOP + TRICK
_ASKS_TOP = _CARDS_TOP + 2 * ROW
HEIGHT = _ASKS_TOP + ASKS + FOOT


def paint_hand(sitting: Sitting) -> Picture:
    """Paint the private hand. Raises ValueError for a spectator's view."""
    canvas = draw_hand(sitting)
    return finished(canvas.image, hand_alt(sitting))


def draw_hand(sitting: Sitting) -> Canvas:
    """Draw the hand without encoding it."""
    view = sitting.view
    if view.seat is None or view.hand is None:
        raise ValueError("a spectator has no hand")
    asks = Box(MARGIN, _ASKS_TOP, WIDTH - 2 * MARGIN, ASKS)
    bands = ((strip_box(HEAD), False), (asks, view.seat in view.to_act))
    canvas = ground(HEIGHT, bands)
    head(canvas, sitting.progress, sitting.remark)
    paint_strip(canvas, sitting, HEAD)
    paint_trick(canvas, sitting, _TRICK_TOP)
    paint_rows(canvas, view.hand, playable(sitting), _CARDS_TOP)
    paint_asks(canvas, sitting, view.seat, asks)
    paint_key(canvas, sitting, foot_box(HEIGHT))
    return canvas


def playable(sitting: Sitting) -> frozenset[str] | None:
    """Return the cards that may be played now; None when no card is asked for."""
    plays = [code.split()[1] for code in sitting.view.legal if code.startswith("play ")]
    return frozenset(plays) if plays else None

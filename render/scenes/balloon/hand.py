"""A seat's own hand in the balloon game: its cards by colour, the throw, the pilot's chances."""

from __future__ import annotations

from engine.games.balloon.view import BLANK, FACES, Odds
from render.api import Picture, Words
from render.canvas import BIG, PLAIN, Canvas, Lettered
from render.encode import finished
from render.geometry import Box, Size
from render.panels import HEAD, MARGIN, ground, head, stock_mark
from render.scenes.balloon.alt import hand_alt
from render.scenes.balloon.figures import tile
from render.scenes.balloon.parts import (
    ROW,
    STRIP,
    paint_dice,
    paint_discards,
    paint_row,
)
from render.scenes.balloon.sitting import Sitting
from render.theme import NIGHT, WIDTH

CARD = Size(124, 164)
_LAYER = 8
"""How far the cards of a stack peep out behind each other."""

_MOST = 4
"""Cards of a stack that are drawn; its number says how many there are."""

_ODDS = 74
_STACKS_TOP = HEAD + STRIP + _ODDS + 8
STACKS = CARD.h + _MOST * _LAYER + 70
"""Height of the stacks with their numbers."""

_ROW_TOP = _STACKS_TOP + STACKS + 6
HEIGHT = _ROW_TOP + ROW + MARGIN


def paint_hand(sitting: Sitting) -> Picture:
    """Paint the private hand. Raises ValueError for a spectator's view."""
    return finished(draw_hand(sitting).image, hand_alt(sitting))


def draw_hand(sitting: Sitting) -> Canvas:
    """Draw the hand without encoding it."""
    view = sitting.view
    if view.seat is None or view.hand is None:
        raise ValueError("a spectator has no hand")
    band = Box(MARGIN, _ROW_TOP, WIDTH - 2 * MARGIN, ROW)
    canvas = ground(HEIGHT, ((band, view.seat in view.to_act),))
    left = stock_mark(canvas, view.pile, WIDTH - MARGIN - 8, 10)
    title = sitting.words("picture.balloon.head", trip=view.deal, cloud=view.cloud)
    head(canvas, title, right_edge=left - 24)
    paint_dice(canvas, view, MARGIN, HEAD)
    paint_discards(canvas, sitting, WIDTH - MARGIN, HEAD)
    _paint_odds(canvas, sitting, Box(MARGIN + 8, HEAD + STRIP, WIDTH - 2 * MARGIN - 16, _ODDS))
    paint_stacks(canvas, view.hand, _STACKS_TOP, view.dice)
    paint_row(canvas, sitting, view.seat, band)
    return canvas


def paint_stacks(
    canvas: Canvas, hand: tuple[str, ...], top: int, dice: tuple[str, ...] = ()
) -> None:
    """Paint a hand as a stack for each colour and its number; what the dice ask for is marked."""
    width = (WIDTH - 2 * MARGIN) // len(FACES)
    for i, face in enumerate(FACES):
        count = hand.count(face)
        x = MARGIN + i * width + (width - CARD.w) // 2
        layers = min(count, _MOST)
        for layer in range(layers - 1, -1, -1):
            shift = layer * _LAYER
            # What lies below shows no mark: only its tip would peep out.
            shown = BLANK if layer else face
            canvas.sprite(tile(shown, CARD), x + shift, top + (_MOST - 1 - layer) * _LAYER)
        if not count:
            place = Box(x, top + (_MOST - 1) * _LAYER, CARD.w, CARD.h)
            canvas.panel(place, NIGHT.line, radius=16, outline=4)
        below = Box(x - 20, top + CARD.h + _MOST * _LAYER, CARD.w + 40, 62)
        _paint_number(canvas, count, dice.count(face), below)


def _paint_number(canvas: Canvas, count: int, needed: int, box: Box) -> None:
    """Write how many cards there are; of how many the throw asks, with a tick if they are there."""
    if not needed:
        look = Lettered(BIG, NIGHT.text if count else NIGHT.muted, "middle")
        canvas.text(str(count), box, look)
        return
    enough = count >= needed
    number = Box(box.x, box.y, box.w - 44 * enough, box.h)
    colour = NIGHT.gold if enough else NIGHT.run
    used = canvas.text(f"{count} / {needed}", number, Lettered(BIG, colour, "middle"))
    if enough:
        x = number.x + (number.w + used) // 2 + 8
        canvas.shape("tick", Box(x, box.middle - 18, 38, 36), NIGHT.gold)


def _paint_odds(canvas: Canvas, sitting: Sitting, box: Box) -> None:
    """Say how likely it is that the pilot can pay, or that the seat is pilot itself."""
    view, words = sitting.view, sitting.words
    if view.seat == view.pilot and not sitting.is_over:
        canvas.caption(words("picture.balloon.you_fly"), box, Lettered(PLAIN, NIGHT.gold))
        return
    if view.odds is None:
        return
    used = canvas.text(percent(view.odds, words), box, Lettered(BIG, NIGHT.gold, "right"))
    label = box._replace(w=box.w - used - 20)
    asks = words("picture.balloon.odds", n=view.hand_counts[view.pilot - 1])
    canvas.caption(asks, label, Lettered(PLAIN, NIGHT.muted))


def percent(odds: Odds, words: Words) -> str:
    """Write a chance in percent, to the nearest tenth."""
    tenths = round(1000 * odds.ways / odds.total)
    return words("picture.balloon.percent", whole=tenths // 10, tenth=tenths % 10)

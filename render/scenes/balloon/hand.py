"""A seat's own hand in the balloon game: its cards by colour, the throw, what staying may earn."""

from __future__ import annotations

from engine.games.balloon.view import BLANK, FACES, TOP, VALUES, Odds
from render.api import Picture, Words
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.encode import finished
from render.geometry import Box, Size
from render.panels import FOOT, HEAD, MARGIN, foot_box, ground, head, stock_mark
from render.scenes.balloon.alt import hand_alt
from render.scenes.balloon.figures import tile
from render.scenes.balloon.parts import DIE, ROW, paint_dice, paint_discards, paint_row
from render.scenes.balloon.sitting import Sitting, whole_percent
from render.theme import NIGHT, WIDTH

CARD = Size(124, 164)
_LAYER = 8
"""How far the cards of a stack peep out behind each other."""

_MOST = 4
"""Cards of a stack that are drawn; its number says how many there are."""

CAPTION = 44
"""Height of the words above the dice and the clouds."""

STRIP = CAPTION + DIE.h + 6
"""Height of the strip with the throw and with what this cloud and the next one bring."""

_CLOUD = Size(148, 98)
_CLOUDS_LEFT = 470
_CLOUDS_APART = 280
_WORD = SMALL._replace(size=38)

_ODDS = 74
_STACKS_TOP = HEAD + STRIP + _ODDS + 8
STACKS = CARD.h + _MOST * _LAYER + 70
"""Height of the stacks with their numbers."""

_ROW_TOP = _STACKS_TOP + STACKS + 6
HEIGHT = _ROW_TOP + ROW + FOOT


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
    if not sitting.is_over:
        paint_need(canvas, sitting, HEAD)
        _paint_clouds(canvas, sitting, HEAD)
    _paint_odds(canvas, sitting, Box(MARGIN + 8, HEAD + STRIP, WIDTH - 2 * MARGIN - 16, _ODDS))
    # What the throw asks for is the pilot's business: nobody else's cards are measured by it.
    paint_stacks(canvas, view.hand, _STACKS_TOP, view.dice if sitting.is_pilot else ())
    paint_row(canvas, sitting, view.seat, band)
    paint_discards(canvas, sitting, foot_box(HEIGHT))
    return canvas


def paint_need(canvas: Canvas, sitting: Sitting, top: int) -> None:
    """Paint the throw and say who has to pay it."""
    key = "next" if not sitting.view.dice else "yours" if sitting.is_pilot else "pilots"
    label = Box(MARGIN + 4, top, _CLOUDS_LEFT - MARGIN - 24, CAPTION)
    colour = NIGHT.gold if key == "yours" else NIGHT.muted
    canvas.caption(sitting.words(f"picture.balloon.need.{key}"), label, Lettered(_WORD, colour))
    paint_dice(canvas, sitting.view, MARGIN, top + CAPTION)


def _paint_clouds(canvas: Canvas, sitting: Sitting, top: int) -> None:
    """Paint what this cloud is worth, and the next one, which whoever stays may come to."""
    cloud = sitting.view.cloud
    box = Box(_CLOUDS_LEFT, top + CAPTION - 16, *_CLOUD)
    key = "jump" if sitting.may_jump else "here"
    _paint_cloud(canvas, sitting, f"picture.balloon.cloud.{key}", cloud, box)
    if cloud == TOP:
        return
    arrow = Box(box.right + 42, top + CAPTION + DIE.h // 2 - 20, 46, 42)
    canvas.shape("to", arrow, NIGHT.muted)
    beyond = box.moved(_CLOUDS_APART, 0)
    _paint_cloud(canvas, sitting, "picture.balloon.cloud.next", cloud + 1, beyond)


def _paint_cloud(canvas: Canvas, sitting: Sitting, key: str, cloud: int, box: Box) -> None:
    """Paint a cloud with its value, and above it what it is; gold is where the balloon is."""
    is_here = cloud == sitting.view.cloud
    canvas.shape("cloud", box, NIGHT.gold if is_here else NIGHT.back)
    room = Box(box.x + 8, box.y + 32, box.w - 16, 54)
    ink = NIGHT.ink if is_here else NIGHT.text
    canvas.text(str(VALUES[cloud]), room, Lettered(BIG, ink, "middle"))
    label = Box(box.x - 50, HEAD, box.w + 100, CAPTION)
    colour = NIGHT.gold if is_here else NIGHT.muted
    canvas.caption(sitting.words(key), label, Lettered(_WORD, colour, "middle"))


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
    if sitting.is_pilot and not sitting.is_over:
        canvas.caption(words("picture.balloon.you_fly"), box, Lettered(PLAIN, NIGHT.gold))
        return
    if view.odds is None:
        return
    used = canvas.text(percent(view.odds, words), box, Lettered(BIG, NIGHT.gold, "right"))
    label = box._replace(w=box.w - used - 20)
    asks = words("picture.balloon.odds", n=view.hand_counts[view.pilot - 1])
    canvas.caption(asks, label, Lettered(PLAIN, NIGHT.muted))


def percent(odds: Odds, words: Words) -> str:
    """Write a chance in percent; only what is certain is 0 or 100."""
    return words("picture.balloon.percent", whole=whole_percent(odds))

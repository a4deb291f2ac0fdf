"""A seat's own hand: cards by colour, the throw, the chance, the points that staying may earn."""

from __future__ import annotations

from engine.games.balloon.view import BLANK, FACES, TOP, VALUES
from render.api import Words
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.panels import MARGIN, across
from render.scenes.balloon.parts import DIE, Balloon, is_pilot, may_jump, paint_dice, percent, tile
from render.shapes import Box, Size
from render.theme import Theme

CARD = Size(124, 140)
_LAYER, _LARGE_LAYER = 8, 3
"""How far the cards of a stack peep out behind each other, in large print at their side."""

_MOST = 4
"""Cards of a stack that are drawn; its number says how many there are."""

CAPTION = 44
"""Height of the words above the dice and the clouds."""

STRIP = CAPTION + DIE.h + 6
"""Height of the strip with the throw and with what this cloud and the next one bring."""

_CLOUD = Size(148, 98)
STRIP_CLOUDS = CAPTION + _CLOUD.h + 6
"""Height of the clouds, which in large print stand below the throw."""

_CLOUDS_LEFT, _LARGE_LEFT = 470, 120
_CLOUDS_APART = 280
_WORD = SMALL._replace(size=38)

STACKS = CARD.h + _MOST * _LAYER + 70
"""Height of the stacks with their numbers."""


def strip_height(theme: Theme) -> int:
    """Return the height of the strip in a theme."""
    return STRIP + theme.more(STRIP_CLOUDS)


def paint_need(canvas: Canvas, context: Balloon, top: int) -> None:
    """Paint the throw and say who has to pay it."""
    key = "next" if not context.view.dice else "yours" if is_pilot(context.view) else "pilots"
    key = "nothing" if context.view.is_free else key
    width = across(canvas.theme) if canvas.theme.is_large else _CLOUDS_LEFT - MARGIN
    label = Box(MARGIN + 4, top, width - 24, CAPTION)
    colour = canvas.theme.gold if key == "yours" else canvas.theme.muted
    canvas.caption(context.words(f"picture.balloon.need.{key}"), label, Lettered(_WORD, colour))
    paint_dice(canvas, context.view, MARGIN, top + CAPTION)


def paint_clouds(canvas: Canvas, context: Balloon, top: int) -> None:
    """Paint what this cloud is worth, and the next one, which whoever stays may come to."""
    cloud, is_large = context.view.cloud, canvas.theme.is_large
    top += canvas.theme.more(STRIP)
    left = _LARGE_LEFT if is_large else _CLOUDS_LEFT
    box = Box(left, top + CAPTION - 16, *_CLOUD)
    key = "jump" if may_jump(context.view) else "here"
    _paint_cloud(canvas, context, f"picture.balloon.cloud.{key}", cloud, box)
    if cloud == TOP:
        return
    arrow = Box(box.right + 42, top + CAPTION + DIE.h // 2 - 20, 46, 42)
    canvas.shape("to", arrow, canvas.theme.muted)
    beyond = box.moved(_CLOUDS_APART, 0)
    _paint_cloud(canvas, context, "picture.balloon.cloud.next", cloud + 1, beyond)


def _paint_cloud(canvas: Canvas, context: Balloon, key: str, cloud: int, box: Box) -> None:
    """Paint a cloud with its value, and above it what it is; gold is where the balloon is."""
    is_here = cloud == context.view.cloud
    canvas.shape("cloud", box, canvas.theme.glow if is_here else canvas.theme.cloud)
    room = Box(box.x + 8, box.y + 32, box.w - 16, 54)
    ink = canvas.theme.ink if is_here else canvas.theme.text
    canvas.text(str(VALUES[cloud]), room, Lettered(BIG, ink, "middle"))
    label = Box(box.x - 50, box.y + 16 - CAPTION, box.w + 100, CAPTION)
    colour = canvas.theme.gold if is_here else canvas.theme.muted
    canvas.caption(context.words(key), label, Lettered(_WORD, colour, "middle"))


def paint_stacks(
    canvas: Canvas, hand: tuple[str, ...], top: int, words: Words, dice: tuple[str, ...] = ()
) -> None:
    """Paint a hand as a stack for each colour and its number; what the dice ask for is marked."""
    width = across(canvas.theme) // len(FACES)
    aside = _LARGE_LAYER if canvas.theme.is_large else _LAYER
    for i, face in enumerate(FACES):
        count = hand.count(face)
        left = MARGIN + i * width
        x = left + (width - CARD.w) // 2
        layers = min(count, _MOST)
        if not count:
            canvas.sprite(tile(face, CARD, dim=True), x, top + (_MOST - 1) * _LAYER)
        for layer in range(layers - 1, -1, -1):
            shift = layer * aside
            # What lies below shows no mark: only its tip would peep out.
            shown = BLANK if layer else face
            canvas.sprite(tile(shown, CARD), x + shift, top + (_MOST - 1 - layer) * _LAYER)
        below = Box(left + 4, top + CARD.h + _MOST * _LAYER, width - 8, 62)
        needed = dice.count(face)
        if count < needed:
            lacks = words("picture.balloon.lacks", n=count, needed=needed)
            lacks = f"{count}/{needed}" if canvas.theme.is_large else lacks
            canvas.text(lacks, below, Lettered(PLAIN, canvas.theme.run, "middle"))
        else:
            _paint_number(canvas, count, below, enough=bool(needed))


def _paint_number(canvas: Canvas, count: int, box: Box, *, enough: bool) -> None:
    """Write how many cards there are, with a tick if they are enough for the throw."""
    colour = canvas.theme.text if count else canvas.theme.muted
    number = Box(box.x, box.y, box.w - 44 * enough, box.h)
    look = Lettered(BIG, canvas.theme.gold if enough else colour, "middle")
    used = canvas.text(str(count), number, look)
    if enough:
        x = number.x + (number.w + used) // 2 + 8
        canvas.shape("tick", Box(x, box.middle - 18, 38, 36), canvas.theme.gold)


def paint_odds(canvas: Canvas, context: Balloon, box: Box) -> None:
    """Say how likely it is that the pilot can pay, or that the seat is pilot itself."""
    view, words = context.view, context.words
    if is_pilot(context.view) and not context.is_over:
        canvas.caption(words("picture.balloon.you_fly"), box, Lettered(PLAIN, canvas.theme.gold))
        return
    if view.odds is None:
        return
    used = canvas.text(percent(view.odds, words), box, Lettered(BIG, canvas.theme.gold, "right"))
    label = box._replace(w=box.w - used - 20)
    asks = words("picture.balloon.odds", n=view.hand_counts[view.pilot - 1])
    canvas.caption(asks, label, Lettered(PLAIN, canvas.theme.muted))

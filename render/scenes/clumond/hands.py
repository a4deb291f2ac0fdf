"""All hands at one moment of a finished game, as they lie open."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from render.canvas import PLAIN, Canvas, Lettered
from render.context import shown
from render.panels import MARGIN, beside_badge, ground, name_line
from render.scenes.clumond.parts import Clumond
from render.scenes.clumond.rows import paint_cards
from render.shapes import Box
from render.sprites import suit_colour
from render.theme import COURTS, PACK, tallest

_NAME = 56
_LARGE_HAND = 76
_SUIT = 30


def draw_hands(contexts: Sequence[Clumond]) -> Canvas:
    """Draw every seat's hand; in large print the ranks alone, as so many cards have no room."""
    theme = contexts[0].theme
    height = tallest(theme) // len(contexts)
    canvas = ground(tallest(theme), (), theme)
    for place, context in enumerate(contexts):
        hand = shown(context.view.hand, "a spectator has no hand")
        x, y = beside_badge(theme), place * height + 2
        line = Box(x, y, theme.width - MARGIN - x, _NAME)
        name_line(canvas, context.seating(context.own_seat, "picture.turn.play"), line)
        if theme.is_large:
            _paint_ranks(canvas, hand, line._replace(y=line.bottom, h=_LARGE_HAND))
        else:
            paint_cards(canvas, context, line.bottom)
    return canvas


def _paint_ranks(canvas: Canvas, hand: Sequence[str], box: Box) -> None:
    """Write the ranks of each suit after its figure."""
    letters = dict(zip(COURTS, canvas.theme.letters, strict=False))
    canvas.panel(box, PACK.paper, radius=12)
    x = box.x + 10
    for suit, cards in groupby(hand, key=lambda code: code[1]):
        colour = suit_colour(f"A{suit}")
        canvas.shape(suit, Box(x, box.middle - _SUIT // 2, _SUIT, _SUIT), colour)
        ranks = "".join(letters.get(code[0], code[0]) for code in cards)
        line = box._replace(x=x + _SUIT + 2, w=box.right - x - _SUIT - 4)
        x = line.x + canvas.text(ranks, line, Lettered(PLAIN._replace(width=70), colour)) + 10

"""All hands of cards at a moment of a finished game, below what all look at."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from engine.melds import NINE
from render.canvas import BARE, BIG, NARROW, PLAIN, Canvas, Lettered
from render.context import Context
from render.nines import LOW, TILE, tile_row
from render.panels import MARGIN, Lit, badge, beside_badge, deep, seat_panel, short_name_line
from render.shapes import Box
from render.sprites import JOKER, suit_colour
from render.strips import Strip, below_each_other
from render.theme import COURTS, PACK, tallest

_GAP = 4
_BADGE = 50
"""Width of a seat's badge with the air beside it."""

_MADE = 92
_LEAST_NAME, _MOST_NAME = 200, 330
"""A name that has less room is left out, as its seat has its number; and the most room for one."""

_LEAST = 54
"""The least height of a hand."""

_LEAST_STEP = 43
"""How far apart small cards stand at least."""

_SUIT = 30
_APART = 6
"""Between two ranks of nine cards at most, and between two suits; after a ten thrice that."""

_SUITS = "CHSD"


class OpenHand(NamedTuple):
    """A hand that lies open: its cards in their order, and what they make in points, if they do."""

    cards: Sequence[str]
    made: str = ""


def draw_open_hands(
    top: Strip, contexts: Sequence[Context[Any]], hands: Sequence[OpenHand], most: int
) -> Canvas:
    """Draw what all look at and below it every hand of at most so many cards, from all views.

    Where the hands would have too little room, they are all that is drawn.
    """
    theme, above = contexts[0].theme, top.drawn()
    room = tallest(theme) - above.size.h
    is_whole = room >= _LEAST * len(hands)
    below = deep(room if is_whole else tallest(theme), theme)
    left, pitch = beside_badge(theme), (below.size.h - _GAP) // len(hands)
    for at, (context, hand) in enumerate(zip(contexts, hands, strict=True)):
        box = Box(left, _GAP + at * pitch, theme.width - MARGIN - left, pitch - _GAP)
        seat_panel(below, box, Lit.BEST * (context.own_seat in context.view.to_act))
        _paint_hand(below, context, hand, box.inset(6, 0), most)
    return below_each_other([above, below]) if is_whole else below


def _paint_hand(canvas: Canvas, context: Context[Any], hand: OpenHand, box: Box, most: int) -> None:
    """Paint a seat, its cards or, where these have no room, their ranks, and what they make."""
    if hand.made:
        made = box._replace(x=box.right - _MADE, w=_MADE)
        canvas.text(hand.made, made, Lettered(BIG, canvas.theme.text, "right"))
        box = box._replace(w=box.w - _MADE - 8)
    step = min(TILE, (box.w - _BADGE) // most)
    used = step * most
    name = box._replace(w=min(box.w - used - 10, _MOST_NAME))
    if name.w >= _LEAST_NAME:
        short_name_line(canvas, context.seating(context.own_seat), name)
    else:
        name = name._replace(w=_BADGE)
        badge(canvas, context.own_seat, box.x, box.middle - 23)
    cards = box._replace(x=name.right + 6, w=box.right - name.right - 6)
    if box.h >= LOW.h and step >= _LEAST_STEP:
        row = Box(cards.x, box.middle - LOW.h // 2, 0, LOW.h)
        tile_row(canvas, hand.cards, row, step=step)
    elif hand.cards:
        _paint_ranks(canvas, hand.cards, cards)


def _paint_ranks(canvas: Canvas, hand: Sequence[str], box: Box) -> None:
    """Write the ranks of each suit after its figure; few are apart, as a ten has two digits."""
    letters = dict(zip(COURTS, canvas.theme.letters, strict=False))
    paper = box.inset(0, max((box.h - 76) // 2, 2))
    written = Canvas(BARE, canvas.theme)
    style = PLAIN._replace(width=NARROW)
    x, apart = box.x + 6, _APART if len(hand) <= NINE else 0
    jokers = [code for code in hand if code == JOKER]
    natural = sorted((code for code in hand if code != JOKER), key=lambda c: _SUITS.index(c[1]))
    for _ in jokers:
        shape = Box(x, box.middle - _SUIT // 2, _SUIT, _SUIT)
        written.shape("jester", shape, suit_colour(JOKER))
        x += _SUIT + 6
    for suit, cards in groupby(natural, key=lambda code: code[1]):
        colour = suit_colour(f"A{suit}")
        written.shape(suit, Box(x, box.middle - _SUIT // 2, _SUIT, _SUIT), colour)
        ranks = [letters.get(code[0], code[0].replace("T", "10")) for code in cards]
        x += _SUIT + 1
        for text in ranks if apart else ["".join(ranks)]:
            # Deep letters stay clear of the rim below them.
            line = box._replace(x=x, w=max(paper.right - x, 1), h=box.h - 6)
            x += written.text(text, line, Lettered(style, colour)) + apart
            x += 2 * apart * (text == "10" and text != ranks[-1])
        x += _APART - apart
    canvas.panel(paper._replace(w=x - paper.x + 2), PACK.paper, radius=12)
    canvas.add(written)

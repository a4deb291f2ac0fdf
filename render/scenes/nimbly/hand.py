"""A seat's own hand in Nimbly: the rows, what it holds and what each draw would make of it."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.melds import Meld
from render.api import Picture
from render.canvas import BIG, PLAIN, Canvas, Lettered
from render.encode import finished
from render.fonts import Style
from render.geometry import Box, Size
from render.nines import factors, legend
from render.panels import FOOT, HEAD, MARGIN, ground, head
from render.scenes.nimbly.alt import hand_alt
from render.scenes.nimbly.parts import (
    HAND_CARD,
    SHORT,
    paint_hand_row,
    paint_rows,
    row_card,
    row_height,
)
from render.scenes.nimbly.sitting import Sitting
from render.theme import NIGHT, WIDTH, Colour

COLUMNS = 3
CELL = 54
"""Height of a line that tells a draw."""

SPARED = 2
"""Cells at the bottom left that stay free for the ALT badge."""

TITLE = 56
"""Height of the line above the draws."""

_LETTERS = Style(43, 700, 75)


def paint_hand(sitting: Sitting) -> Picture:
    """Paint the private hand. Raises ValueError for a spectator's view."""
    canvas = draw_hand(sitting)
    return finished(canvas.image, hand_alt(sitting))


def draw_hand(sitting: Sitting) -> Canvas:
    """Draw the hand without encoding it."""
    view = sitting.view
    if view.seat is None or view.hand is None:
        raise ValueError("a spectator has no hand")
    size = row_card(view.seats, SHORT)
    top = HEAD + 3 * row_height(size) + 4
    band = Box(MARGIN, top, WIDTH - 2 * MARGIN, HAND_CARD.h + 34)
    below = _prospects_height(len(sitting.futures))
    foot = MARGIN if below else FOOT
    canvas = ground(band.bottom + below + foot, ((band, view.seat in view.to_act),))
    title = sitting.words("picture.nimbly.head", progress=sitting.progress)
    head(canvas, title, sitting.words("picture.nimbly.held", n=view.hand_counts[view.seat - 1]))
    paint_rows(canvas, sitting, HEAD, size)
    paint_hand_row(canvas, view.hand, band.inset(14, 12), sitting.words)
    _paint_prospects(canvas, sitting, Box(MARGIN, band.bottom, band.w, below))
    return canvas


def _prospects_height(count: int) -> int:
    return TITLE + _lines(count) * CELL if count else 0


def _lines(count: int) -> int:
    """Return how many lines so many draws take; the first column ends above the ALT badge."""
    return max(-(-(count + SPARED) // COLUMNS), SPARED)


def _paint_prospects(canvas: Canvas, sitting: Sitting, box: Box) -> None:
    """Paint what each draw would make, down the columns; the best in gold."""
    futures = sitting.futures
    if not futures:
        return
    title = Box(box.x + 8, box.y, box.w - 16, TITLE)
    canvas.caption(sitting.words("picture.nimbly.prospects"), title, Lettered(PLAIN, NIGHT.muted))
    legend(canvas, title, sitting.words)
    best = max(nine.meld.score for _, nine in futures)
    lines, width = _lines(len(futures)), (box.w + 12) // COLUMNS
    for i, (rows, nine) in enumerate(futures):
        place = i if i < lines - SPARED else i + SPARED
        column, line = divmod(place, lines)
        cell = Box(box.x + column * width, box.y + TITLE + line * CELL, width - 12, CELL - 6)
        _paint_prospect(canvas, rows, nine.meld, cell, is_best=nine.meld.score == best)


def _paint_prospect(canvas: Canvas, rows: str, meld: Meld, cell: Box, *, is_best: bool) -> None:
    """Write a draw: its rows, the factors it would make, and their value."""
    canvas.panel(cell, _cell_colour(is_best=is_best), radius=12)
    canvas.text(rows, Box(cell.x + 12, cell.y, 84, cell.h), Lettered(_LETTERS, NIGHT.text))
    room = Size(cell.w - 110, cell.h)
    canvas.lay(written_worth(meld, room, is_best=is_best), cell.x + 100, cell.y)


@lru_cache(maxsize=512)
def written_worth(meld: Meld, size: Size, *, is_best: bool) -> Canvas:
    """Write factors and their value as they lie in a cell."""
    canvas = Canvas(Image.new("RGB", size, _cell_colour(is_best=is_best)))
    factors(canvas, meld, Box(0, 0, 128, size.h))
    colour = NIGHT.gold if is_best else NIGHT.text
    value = Box(size.w - 76, 0, 76, size.h)
    canvas.text(str(meld.score), value, Lettered(BIG, colour, "right"))
    return canvas


def _cell_colour(*, is_best: bool) -> Colour:
    return NIGHT.panel_turn if is_best else NIGHT.well

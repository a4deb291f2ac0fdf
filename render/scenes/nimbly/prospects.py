"""The hand of Nimbly after each draw, in lines of three below it."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.games.nimbly.view import CARDS_A_MOVE, NimblyView
from engine.melds import Meld, Nine
from render.canvas import BIG, PLAIN, Canvas, Lettered
from render.fonts import Style
from render.geometry import Box, Size
from render.nines import factors, legend
from render.scenes.nimbly.parts import Nimbly
from render.theme import Theme
from render.told import paint_told

COLUMNS, LARGE_COLUMNS = 3, 2
CELL = 46
"""Height of a line that says what a draw makes."""

SPARED = 2
"""Cells at the bottom left that stay free for the ALT badge."""

MOST = 20
"""More draws than this are not all painted."""

TITLE = 56
"""Height of the line above the draws."""

_TOLD = 28
"""The size of the mark of a draw that a review compares, on the edge of its cell."""

_LETTERS = Style(43, 700, 75)


def futures(view: NimblyView) -> list[tuple[str, Nine]]:
    """Return the rows of each draw and the hand it would make, for the seat to move alone."""
    return [
        (prospect.code.partition(" ")[2], prospect.makes)
        for prospect in view.prospects
        if prospect.makes is not None
    ]


def painted(view: NimblyView) -> list[tuple[str, Nine]]:
    """Return the draws that a picture has room for: of very many, those of one and two cards."""
    draws = futures(view)
    return draws if len(draws) <= MOST else [draw for draw in draws if len(draw[0]) < CARDS_A_MOVE]


def prospects_height(view: NimblyView, theme: Theme) -> int:
    """Return the height of the draws with their title; 0 where there are none."""
    count = len(painted(view))
    return TITLE + theme.more(TITLE) + _lines(count, _columns(theme)) * CELL if count else 0


def _columns(theme: Theme) -> int:
    return LARGE_COLUMNS if theme.is_large else COLUMNS


def paint_prospects(canvas: Canvas, context: Nimbly, box: Box) -> None:
    """Paint what each draw would make, in the order of the buttons.

    None stands out: most points at once is no advice.
    """
    draws = painted(context.view)
    if not draws:
        return
    title = Box(box.x + 8, box.y, box.w - 16, TITLE)
    asked = Lettered(PLAIN, canvas.theme.muted)
    below = title.moved(0, canvas.theme.more(TITLE))
    left = legend(canvas, context.words, below)
    title = title if canvas.theme.is_large else title._replace(w=left - title.x - 16)
    canvas.caption(context.words("picture.nimbly.prospects"), title, asked)
    columns = _columns(canvas.theme)
    lines, width = _lines(len(draws), columns), (box.w + 12) // columns
    places = [
        (line, column)
        for line in range(lines)
        for column in range(columns)
        if column or line < lines - SPARED
    ]
    for (rows, nine), (line, column) in zip(draws, places, strict=False):
        cell = Box(box.x + column * width, below.bottom + line * CELL, width - 12, CELL - 5)
        _paint_prospect(canvas, rows, nine.meld, cell)
        code = f"draw {rows}"
        if code in (context.told or ()):
            canvas.panel(cell, canvas.theme.text, radius=12, outline=2)
        paint_told(canvas, context, code, cell.x + _TOLD // 2, cell.bottom - 6, _TOLD)


def _lines(count: int, columns: int) -> int:
    """Return how many lines this many draws take; the first column ends above the ALT badge."""
    return max(-(-(count + SPARED) // columns), SPARED)


def _paint_prospect(canvas: Canvas, rows: str, meld: Meld, cell: Box) -> None:
    """Write a draw: its rows, the factors it would make, and their value."""
    canvas.panel(cell, canvas.theme.well, radius=12)
    canvas.text(rows, Box(cell.x + 12, cell.y, 84, cell.h), Lettered(_LETTERS, canvas.theme.text))
    room = Size(cell.w - 110, cell.h)
    canvas.lay(written_meld(meld, room, canvas.theme), cell.x + 100, cell.y)


@lru_cache(maxsize=512)
def written_meld(meld: Meld, size: Size, theme: Theme) -> Canvas:
    """Write factors and their value as they lie in a cell."""
    canvas = Canvas(Image.new("RGB", size, theme.well), theme)
    factors(canvas, meld, Box(0, 0, 128, size.h))
    value = Box(size.w - 76, 0, 76, size.h)
    canvas.text(str(meld.score), value, Lettered(BIG, theme.text, "right"))
    return canvas

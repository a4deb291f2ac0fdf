"""Parts shared by the pictures of Nimbly: three rows, a seat's band, a hand with its factors."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

from PIL import Image

from engine.games.nimbly.view import CARDS_A_MOVE, ROWS, USUAL_ROWS, NimblyView
from engine.melds import NINE, Meld, Nine
from render.api import Words
from render.canvas import BIG, PLAIN, READABLE, SMALL, Canvas, Lettered
from render.context import Context, others_lines
from render.glyphs import Style
from render.nines import FACTORS_LINE, NINE_CARD, NINE_WIDTH, factors, legend, nine_panel
from render.panels import NAME, badge, held_mark, name_line, short_name_line
from render.scenes.play import paint_told
from render.shapes import Box, Size
from render.sprites import STRIP, Look, lay
from render.theme import NIGHT, Theme

Nimbly: TypeAlias = Context[NimblyView]

START = 8
"""Where a row's covered end lies."""

LABEL = 46
"""Width of a row's letter and the number of its cards, which stand at its open end."""

GAP = 7
"""Space between a row's open end, its letter, and the cards just taken from it."""

FRAME = 5
"""Width of the frame of a card just taken."""

BAND = NAME + 22
"""Height of a seat's band: its name line, and nine marks for the cards of its hand."""

HAND_BAND = NINE_CARD.h + 34
"""Height of the panel with a hand."""

OTHERS = NAME + 2
"""Height of the line that says what the others hold and have."""

_EMPTY = 72
"""Height of the panel without a card."""

_NAMED = 250
"""Least room beside which somebody's name is written too."""

TALL, SHORT = (118, 1.4), (100, 1.0)
"""The widest a row's cards may be, and how tall in widths: on the table, and above a hand."""

_MOST = 9
"""Cards of a line in large print, those just taken among them."""

_LOW = 0.92
"""How tall cards are, in widths, where rows have two lines."""

_BADGE = 46
_OVERHANG = 24
"""How far the badge of who took cards reaches beyond them."""

_MARK = 8
_NUMBER = Style(READABLE, 700, 75)
_LETTER = Style(54, 800, 95)
_ROOM = 90
"""The height of a row in which both fit as they are."""


def row_card(
    seats: int, kind: tuple[int, float] = TALL, theme: Theme = NIGHT, *, rows: int = USUAL_ROWS
) -> Size:
    """Return the size of the cards of rows that begin with nine cards a seat in all.

    More rows are no higher than the usual ones together.
    A row and the cards just taken from it must fit side by side, or in large print fill two lines.
    """
    widest, tallness = kind
    if theme.is_large and seats > 3:
        tallness = _LOW
    if rows > USUAL_ROWS:
        widest = widest * USUAL_ROWS // rows
    strips = (min(NINE * seats // rows, _MOST if theme.is_large else 99) - 2) * STRIP + 2
    beside = START + LABEL + 2 * (GAP + FRAME) + _OVERHANG
    width = min(widest, int((theme.width - beside) / strips))
    return Size(width, round(width * tallness))


def row_height(size: Size) -> int:
    """Return the height of a line of cards with its frames and a little air."""
    return size.h + 2 * FRAME + 6


def rows_height(view: NimblyView, size: Size, theme: Theme) -> int:
    """Return the height of all rows."""
    lines = (len(row_lines(view, row, theme)) for row in ROWS[: len(view.rows)])
    return sum(lines) * row_height(size)


def row_lines(view: NimblyView, row: str, theme: Theme) -> list[tuple[str, ...]]:
    """Return the cards of a row by lines: one, but in large print where they would not fit."""
    cards = view.rows[ROWS.index(row)]
    if not theme.is_large or len(cards) + len(gone(view, row)) <= _MOST:
        return [cards]
    return [cards[:_MOST], cards[_MOST:]]


def gone(view: NimblyView, row: str) -> tuple[str, ...]:
    """Return the cards the last move took from a row, in the order they lay there."""
    last = view.last_draw
    if last is None:
        return ()
    taken = [code for code, place in zip(last.cards, last.rows, strict=True) if place == row]
    return tuple(reversed(taken))


def paint_rows(canvas: Canvas, context: Nimbly, y: int, size: Size) -> None:
    """Paint the rows, each with its letter at the open end."""
    view = context.view
    for row, cards in zip(ROWS, view.rows, strict=False):
        *above, last = row_lines(view, row, canvas.theme)
        for line in above:
            _paint_row(canvas, line, START, y + FRAME, size)
            y += row_height(size)
        x = _paint_row(canvas, last, START, y + FRAME, size)
        _paint_label(canvas, row, len(cards), Box(x, y, LABEL, size.h + 2 * FRAME))
        at = Box(x + LABEL + GAP + FRAME, y + FRAME, *size)
        _paint_gone(canvas, view, gone(view, row), at)
        y += row_height(size)


def _paint_label(canvas: Canvas, row: str, count: int, box: Box) -> None:
    """Write a row's letter, and below it how many cards it has."""
    canvas.panel(box, canvas.theme.well, radius=12)
    half = box.h // 2
    letter, number = (_lower(style, box.h) for style in (_LETTER, _NUMBER))
    canvas.text(row, box._replace(h=half), Lettered(letter, canvas.theme.gold, "middle"))
    below = Box(box.x, box.y + half, box.w, box.h - half)
    canvas.text(str(count), below, Lettered(number, canvas.theme.text, "middle"))


def _lower(style: Style, height: int) -> Style:
    """Return a style as large as a row of this height has room for."""
    return style._replace(size=min(style.size, style.size * height // _ROOM))


def _paint_row(canvas: Canvas, cards: tuple[str, ...], x: int, y: int, size: Size) -> int:
    """Paint a row from its covered to its open end; return where the next thing may begin."""
    step = round(size.w * STRIP)
    for i, code in enumerate(cards):
        look = Look.PLAIN if i == len(cards) - 1 else Look.COVERED
        lay(canvas, code, Box(x + i * step, y, *size), look)
    return x + (len(cards) - 1) * step + size.w + GAP if cards else x


def _paint_gone(canvas: Canvas, view: NimblyView, cards: tuple[str, ...], at: Box) -> None:
    """Paint the cards just taken where they lay, dimmed, framed and with their taker's badge."""
    last = view.last_draw
    if last is None or not cards:
        return
    step = round(at.w * STRIP)
    for i, code in enumerate(cards):
        look = Look.DIM if i == len(cards) - 1 else Look.DIM_COVERED
        lay(canvas, code, at.moved(i * step, 0), look)
    whole = Box(at.x, at.y, (len(cards) - 1) * step + at.w, at.h)
    canvas.panel(whole.inset(-FRAME, -FRAME), canvas.theme.gold, radius=14, outline=FRAME)
    badge(canvas, last.seat, whole.right + _OVERHANG - _BADGE, whole.y + whole.h // 2 - 4, _BADGE)


def paint_band(canvas: Canvas, context: Nimbly, seat: int, band: Box) -> None:
    """Paint a seat: who sits there, its total, how many of its nine cards it holds."""
    view, held = context.view, context.view.hand_counts[seat - 1]
    line = Box(band.x + 14, band.y + 2, band.w - 28, NAME)
    points = context.words("picture.points", n=view.scores[seat - 1])
    room = Box(line.right - 190, line.y, 190, line.h)
    used = canvas.text(points, room, Lettered(PLAIN, canvas.theme.text, "right"))
    left = line.right - used - 10 if canvas.theme.is_large else room.x
    x = held_mark(canvas, f"{held}/{NINE}", left - 8, line)
    names = context.seating(seat, "picture.nimbly.turn")
    name_line(canvas, names, line._replace(w=x - line.x - 12))
    _paint_marks(canvas, held, Box(line.x, band.bottom - 17, line.w, _MARK))


def _paint_marks(canvas: Canvas, count: int, box: Box) -> None:
    """Paint nine marks: thick ones for cards held, thin ones for those still to be drawn."""
    step = box.w / NINE
    for i in range(NINE):
        mark = Box(box.x + round(i * step), box.y, round(step) - 8, box.h)
        if i < count:
            canvas.bar(mark, canvas.theme.mark)
        else:
            canvas.bar(mark.inset(0, box.h // 2 - 1), canvas.theme.line)


def paint_others(canvas: Canvas, context: Nimbly, y: int) -> None:
    """Paint in one line what every other seat holds of its nine cards, and its points."""
    view = context.view
    for seat, line in others_lines(context, y, NAME, 14):
        points = str(view.scores[seat - 1])
        used = canvas.text(points, line, Lettered(PLAIN, canvas.theme.gold, "right"))
        held = str(view.hand_counts[seat - 1])
        left = held_mark(canvas, held, line.right - used - 16, line)
        names = context.seating(seat)
        if left - line.x > _NAMED:
            short_name_line(canvas, names, line._replace(w=left - line.x - 12))
        else:
            badge(canvas, seat, left - _BADGE - 8, line.y + (NAME - _BADGE) // 2, _BADGE)


def others_height(view: NimblyView, theme: Theme) -> int:
    """Return the height of what the others hold and have."""
    return OTHERS + NAME * (theme.is_large and view.seats > 3)


def band_height(hand: Nine, theme: Theme) -> int:
    """Return the height of the panel with a hand."""
    return HAND_BAND + theme.more(FACTORS_LINE) if hand.cards else _EMPTY


def paint_hand_row(canvas: Canvas, hand: Nine, at: Box, words: Words) -> None:
    """Paint a hand of up to nine cards, its factors on the right."""
    width = NINE_WIDTH if hand.cards else at.w
    tray = Box(at.x - 6, at.y - 6, width + 12, at.h + 12)
    canvas.panel(tray, canvas.theme.well, radius=14)
    if hand.cards:
        nine_panel(canvas, hand, at, words)
        return
    canvas.shape("fan", Box(at.x + 28, tray.middle - 25, 52, 50), canvas.theme.line)
    text = tray._replace(x=at.x + 110, w=min(NINE_WIDTH, at.w) - 120)
    look = Lettered(SMALL._replace(size=40), canvas.theme.muted)
    canvas.caption(words("picture.nimbly.no_cards"), text, look)


# The hand of Nimbly after each draw, in lines of three below it.

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

_LETTERS = Style(READABLE, 700, 75)


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

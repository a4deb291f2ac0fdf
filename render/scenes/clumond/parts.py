"""What the pictures of Clumond share: the contract, the trick, a seat's band."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from engine.games.clumond.view import Played, Trick, Trumps
from render.api import Words
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered, Piece, Sprite
from render.geometry import Box, Size
from render.numbers import number
from render.panels import MARGIN, NAME, badge, name_line, short_name_line
from render.scenes.clumond.sitting import LAST, Sitting, contract
from render.shapes import panel_mask
from render.sprites import Look, card, suit_colour
from render.theme import NIGHT, WIDTH

STRIP = 68
"""Height of the strip with the contract and the pot, with the air below it."""

TRICK_CARD = Size(110, 154)
LAST_CARD = Size(90, 98)
"""A card of the last trick, while the next one goes on."""

FRAME = 5
"""Width of the frame of the card that wins."""

TRICK = NAME + 2 * FRAME + TRICK_CARD.h + 10
"""Height of the trick: names, cards with their frames and a little air."""

ROW = 56
"""Height of a line of numbers."""

BAND = NAME + ROW + 12
"""Height of a seat's band: its name line, and below it tricks and cards held."""

TILE = 46
"""Side of a tile with a suit."""

_PIP = Size(24, 38)
_PIP_STEP = _PIP.w + 5


def strip_box(y: int) -> Box:
    """Return the place of the strip with the contract."""
    return Box(MARGIN, y, WIDTH - 2 * MARGIN, STRIP - 8)


def paint_strip(canvas: Canvas, sitting: Sitting, y: int) -> None:
    """Say what is trumps, who declared it, and what is in the pot."""
    view, words = sitting.view, sitting.words
    box = strip_box(y).inset(14, 0)
    right = box.right
    if sitting.has_chips:
        right = paint_chips(canvas, words("picture.clumond.pot", pot=view.pot), box) - 20
    x = paint_contract(canvas, view.trumps, box._replace(w=right - box.x), words)
    if view.trumps is not None:
        paint_declarer(canvas, view.declarer, Box(x + 24, box.y, right - x - 24, box.h), words)


def paint_contract(canvas: Canvas, trumps: Trumps | None, box: Box, words: Words) -> int:
    """Paint the suit that is trumps and say so; give the right edge."""
    x = box.x
    if trumps is not None and trumps is not Trumps.NONE:
        suit_tile(canvas, trumps.value, x, box.middle - TILE // 2)
        x += TILE + 14
    line = Box(x, box.y, min(box.right - x, 480), box.h)
    return x + canvas.text(contract(trumps, words), line, Lettered(PLAIN, NIGHT.text))


def paint_declarer(canvas: Canvas, seat: int | None, box: Box, words: Words) -> None:
    """Say who declared, or that nobody did."""
    if seat is None:
        canvas.caption(words("picture.clumond.undeclared"), box, Lettered(PLAIN, NIGHT.muted))
        return
    badge(canvas, seat, box.x, box.middle - 23)
    line = Box(box.x + 56, box.y, max(box.w - 56, 1), box.h)
    canvas.caption(words("picture.clumond.declares"), line, Lettered(PLAIN, NIGHT.gold))


def paint_chips(canvas: Canvas, text: str, box: Box) -> int:
    """Write an amount of chips at the right of a box, a chip before it; give the left edge."""
    used = canvas.text(text, box, Lettered(BIG, NIGHT.gold, "right"))
    x = box.right - used - 52
    canvas.shape("chip", Box(x, box.middle - 20, 40, 40), NIGHT.gold)
    return x


def suit_tile(canvas: Canvas, suit: str, x: int, y: int, side: int = TILE) -> None:
    """Paint a suit in its colour on a little card."""
    canvas.panel(Box(x, y, side, side), NIGHT.face, radius=10)
    inner = Box(x, y, side, side).inset(side // 8, side // 8)
    canvas.shape(suit, inner, suit_colour(f"A{suit}"))


def paint_trick(canvas: Canvas, sitting: Sitting, y: int) -> None:
    """Paint the call or the trick in three columns, in the order of calling or playing."""
    view = sitting.view
    width = (WIDTH - 2 * MARGIN) // view.seats
    trick, is_last = sitting.trick
    for place in range(view.seats):
        seat = (trick.leader - 1 + place) % view.seats + 1
        box = Box(MARGIN + place * width + 4, y, width - 8, TRICK)
        names = sitting.seating(seat)
        short_name_line(canvas, names, box._replace(h=NAME))
        at = Box(box.x + FRAME, box.y + NAME + FRAME, TRICK_CARD.w, TRICK_CARD.h)
        if sitting.is_calling:
            _paint_call(canvas, sitting, seat, at)
        else:
            _paint_played(canvas, _Column(sitting, trick, seat, place, is_last), at)


@dataclass(frozen=True, slots=True)
class _Column:
    sitting: Sitting
    trick: Trick
    seat: int
    place: int
    is_last: bool

    @property
    def played(self) -> Played | None:
        return self.trick.cards[self.place] if self.place < len(self.trick.cards) else None

    @property
    def has_won(self) -> bool:
        return self.trick.winner == self.seat

    @property
    def role(self) -> str:
        """Say what the seat is in this trick: its winner, else whether it leads."""
        words = self.sitting.words
        if self.has_won:
            return words("picture.role.1")
        return words("picture.role.leads") if self.place == 0 else ""


def _paint_call(canvas: Canvas, sitting: Sitting, seat: int, at: Box) -> None:
    """Paint what a seat has called, or that it is to call (C2)."""
    view, words = sitting.view, sitting.words
    if seat not in view.passed:
        _paint_gap(canvas, at, is_turn=seat in view.to_act)
    else:
        canvas.panel(at, NIGHT.well, radius=10)
        text = words("picture.clumond.passed")
        canvas.caption(text, at.inset(6, 0), Lettered(PLAIN, NIGHT.muted, "middle"))
    if seat == view.dealer:
        line = Box(at.right + 16, at.y + 10, 170, 54)
        canvas.caption(words("picture.clumond.deals"), line, Lettered(PLAIN, NIGHT.muted))


def _paint_played(canvas: Canvas, column: _Column, at: Box) -> None:
    """Paint a card of the trick, or its empty place, and what its player is in the trick."""
    if column.played is None:
        _paint_gap(canvas, at, is_turn=column.seat in column.sitting.view.to_act)
    else:
        look = Look.DIM if column.is_last and not column.has_won else Look.PLAIN
        canvas.sprite(card(column.played.card, TRICK_CARD, look), at.x, at.y)
        if column.has_won:
            canvas.panel(at.inset(-FRAME, -FRAME), NIGHT.gold, radius=14, outline=FRAME)
    line = Box(at.right + 16, at.y, 170, 50)
    colour = NIGHT.gold if column.has_won else NIGHT.muted
    canvas.caption(column.role, line, Lettered(PLAIN, colour))
    _paint_before(canvas, column, at.right + 20, at.bottom - LAST_CARD.h)


def _paint_before(canvas: Canvas, column: _Column, x: int, y: int) -> None:
    """Paint small what the seat played to the last trick, while the next one goes on (C9)."""
    last = column.sitting.view.last_trick
    if last is None or column.is_last or column.sitting.is_over:
        return
    before = next(played for played in last.cards if played.seat == column.seat)
    canvas.sprite(card(before.card, LAST_CARD, Look.DIM), x, y)
    if last.winner == column.seat:
        canvas.panel(Box(x, y, *LAST_CARD).inset(-3, -3), NIGHT.gold, radius=12, outline=3)


def _paint_gap(canvas: Canvas, at: Box, *, is_turn: bool) -> None:
    """Paint the place of a card or call that is still to come; an arrow if it is asked for."""
    canvas.panel(at, NIGHT.gold if is_turn else NIGHT.line, radius=10, outline=4)
    if is_turn:
        canvas.shape("arrow", Box(at.x + at.w // 2 - 22, at.middle - 26, 48, 52), NIGHT.gold)


def paint_band(canvas: Canvas, sitting: Sitting, seat: int, band: Box) -> None:
    """Paint a seat: its name line and balance, its tricks, how many cards it holds."""
    view, words = sitting.view, sitting.words
    line = Box(band.x + 14, band.y + 4, band.w - 28, NAME)
    x = paint_balance(canvas, sitting, seat, line)
    names = sitting.seating(seat, sitting.turn(seat), crown=seat in view.winners)
    name_line(canvas, names, line._replace(w=x - line.x - 12), words)
    row = Box(line.x, line.bottom, line.w, ROW)
    x = paint_tricks(canvas, view.tricks[seat - 1], seat, row, words)
    right = _paint_held(canvas, view.hand_counts[seat - 1], row)
    paint_part(canvas, sitting, seat, Box(x + 24, row.y, right - x - 40, row.h))


def paint_balance(canvas: Canvas, sitting: Sitting, seat: int, line: Box) -> int:
    """Write a seat's balance at the right of a line; give the left edge."""
    return paint_amount(canvas, sitting, sitting.view.scores[seat - 1], line)


def paint_amount(canvas: Canvas, sitting: Sitting, balance: int, line: Box) -> int:
    """Write so many chips or points at the right of a line; give the left edge."""
    if sitting.has_chips:
        return paint_chips(canvas, number(balance), line)
    text = sitting.words("picture.points", n=balance)
    return line.right - canvas.text(text, line, Lettered(PLAIN, NIGHT.gold, "right"))


def paint_tricks(canvas: Canvas, won: int, seat: int, row: Box, words: Words) -> int:
    """Say how many tricks a seat has won, as a number and as marks; give the right edge."""
    count = Box(row.x, row.y, 58, row.h)
    canvas.text(str(won), count, Lettered(BIG, NIGHT.text, "middle"))
    label = Box(count.right + 4, row.y, 104, row.h)
    canvas.caption(words("picture.clumond.tricks", n=won), label, Lettered(SMALL, NIGHT.muted))
    x = label.right + 8
    canvas.sprite(_pips(won, seat), x, row.middle - _PIP.h // 2)
    return x + LAST * _PIP_STEP


@lru_cache(maxsize=128)
def _pips(won: int, seat: int) -> Sprite:
    """Draw the marks of a seat's tricks: those won in its colour, the others dark."""
    size = Size(LAST * _PIP_STEP, _PIP.h)
    picture, mask = Image.new("RGB", size, NIGHT.well), Image.new("L", size)
    picture.paste(NIGHT.seats[seat - 1], (0, 0, won * _PIP_STEP, size.h))
    for place in range(LAST):
        mask.paste(panel_mask(_PIP, 6), (place * _PIP_STEP, 0))
    return Sprite((Piece(0, picture, mask),))


def _paint_held(canvas: Canvas, count: int, row: Box) -> int:
    """Paint how many cards a seat holds at the right of a row; give the left edge."""
    room = Box(row.right - 60, row.y, 60, row.h)
    used = canvas.text(str(count), room, Lettered(BIG, NIGHT.text, "right"))
    x = row.right - used - 54
    canvas.shape("fan", Box(x, row.middle - 23, 48, 46), NIGHT.back_line)
    return x


def paint_part(canvas: Canvas, sitting: Sitting, seat: int, box: Box) -> None:
    """Say whether a seat declared, with what, or else whether it deals."""
    view, words = sitting.view, sitting.words
    if seat == view.declarer:
        text = words("picture.clumond.declares")
        used = canvas.caption(text, box._replace(w=box.w - 60), Lettered(SMALL, NIGHT.gold))
        if view.trumps is not None and view.trumps is not Trumps.NONE:
            suit_tile(canvas, view.trumps.value, box.x + used + 12, box.middle - TILE // 2)
    elif seat == view.dealer:
        canvas.caption(words("picture.clumond.deals"), box, Lettered(SMALL, NIGHT.muted))

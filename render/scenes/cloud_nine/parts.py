"""What the table and the hand of Cloud Nine share: the head, the trick, a seat's cloud."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.cloud_nine.view import Phase, Played, Trick
from engine.melds import Nine
from render.api import Words
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.geometry import Box, Size
from render.nines import factor_tiles, nine_row
from render.panels import MARGIN, NAME, badge, name_line, short_name_line
from render.scenes.cloud_nine.sitting import Sitting
from render.sprites import Look, card
from render.theme import NIGHT, WIDTH

BAND = 220
"""Height of a seat's band: its name line, its cloud and the marks below."""

CLOUD_CARD = Size(98, 137)
CLOUD_WIDTH = 634
TRICK_CARD = Size(110, 154)
FRAME = 5
"""Width of the frame of a card that may be taken."""

TRICK = NAME + 2 * FRAME + TRICK_CARD.h + 4
"""Height of the trick: names, cards with their frames and a little air."""


def paint_trick(canvas: Canvas, sitting: Sitting, y: int) -> None:
    """Paint the trick in three columns in the order of play, the leader first."""
    view = sitting.view
    trick, is_last = sitting.trick
    width = (WIDTH - 2 * MARGIN) // view.seats
    for place in range(view.seats):
        seat = (trick.leader - 1 + place) % view.seats + 1
        box = Box(MARGIN + place * width + 4, y, width - 8, TRICK)
        column = _Column(sitting, trick, seat, place, is_last)
        _paint_column(canvas, column, box)


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
    def is_free(self) -> bool:
        """Whether the card may be taken now (N5)."""
        taking = self.sitting.view.phase is Phase.TAKE and not self.is_last
        return taking and self.played is not None and self.played.taken_by is None

    @property
    def role(self) -> str:
        """Say what the seat is in this trick: its place once settled, else whether it leads."""
        words = self.sitting.words
        if self.seat in self.trick.ranking:
            return words(f"picture.role.{self.trick.ranking.index(self.seat) + 1}")
        return words("picture.role.leads") if self.place == 0 else ""


def _paint_column(canvas: Canvas, column: _Column, box: Box) -> None:
    sitting, seat = column.sitting, column.seat
    names = sitting.seating(seat)
    short_name_line(canvas, names, box._replace(h=NAME))
    at = Box(box.x, box.y + NAME + FRAME, TRICK_CARD.w, TRICK_CARD.h)
    if column.played is None:
        _paint_gap(canvas, column, at)
    else:
        gone = column.is_last or column.played.taken_by is not None
        look = Look.DIM if gone else Look.PLAIN
        canvas.sprite(card(column.played.card, TRICK_CARD, look), at.x, at.y)
        if column.is_free:
            frame = at.inset(-FRAME, -FRAME)
            canvas.panel(frame, NIGHT.gold, radius=14, outline=FRAME)
    _paint_fate(canvas, column, Box(at.right + 14, at.y, box.right - at.right - 14, at.h))


def _paint_gap(canvas: Canvas, column: _Column, at: Box) -> None:
    """Paint the place of a card not yet played; an arrow in it for the seat to play."""
    is_turn = column.seat in column.sitting.view.to_act
    canvas.panel(at, NIGHT.gold if is_turn else NIGHT.line, radius=10, outline=4)
    if is_turn:
        canvas.shape("arrow", Box(at.x + at.w // 2 - 22, at.middle - 26, 48, 52), NIGHT.gold)


def _paint_fate(canvas: Canvas, column: _Column, box: Box) -> None:
    """Say beside a card what its player is in the trick, and into whose cloud the card went."""
    line = Box(box.x, box.y + 14, box.w, 54)
    won = column.trick.ranking[:1] == (column.seat,)
    colour = NIGHT.gold if won else NIGHT.muted
    canvas.caption(column.role, line, Lettered(PLAIN, colour))
    if column.played is None or column.played.taken_by is None:
        return
    y = box.y + 80
    canvas.shape("to", Box(box.x, y + 4, 44, 40), NIGHT.text)
    canvas.shape("cloud", Box(box.x + 48, y - 22, 92, 92), NIGHT.haze)
    badge(canvas, column.played.taken_by, box.x + 72, y, 44)


def paint_band(canvas: Canvas, sitting: Sitting, seat: int, band: Box) -> None:
    """Paint a seat: its name line, hand count and total, and its cloud with the factors."""
    view = sitting.view
    line = Box(band.x + 14, band.y + 4, band.w - 28, NAME)
    total = sitting.words("picture.points", n=view.scores[seat - 1])
    score = Box(line.right - 200, line.y, 200, line.h)
    used = canvas.text(total, score, Lettered(PLAIN, NIGHT.text, "right"))
    x = _paint_held(canvas, view.hand_counts[seat - 1], line.right - used - 18, line)
    names = sitting.seating(seat, sitting.turn(seat), crown=seat in view.winners)
    name_line(canvas, names, line._replace(w=x - line.x - 12), sitting.words)
    paint_cloud(
        canvas, view.clouds[seat - 1], Box(line.x, band.y + NAME + 6, line.w, 0), sitting.words
    )


def _paint_held(canvas: Canvas, count: int, right: int, line: Box) -> int:
    """Paint how many cards a seat holds, ending at `right`; give the left edge."""
    used = canvas.text(
        str(count), Box(right - 60, line.y, 60, line.h), Lettered(BIG, NIGHT.text, "right")
    )
    x = right - used - 54
    canvas.shape("fan", Box(x, line.middle - 23, 48, 46), NIGHT.back_line)
    return x


def paint_cloud(canvas: Canvas, cloud: Nine, at: Box, words: Words) -> None:
    """Paint a cloud of up to nine cards, its factors on the right."""
    well = Box(at.x - 4, at.y, CLOUD_WIDTH + 8, CLOUD_CARD.h + 12)
    if cloud.cards:
        row = Box(at.x, at.y, CLOUD_WIDTH, CLOUD_CARD.h)
        nine_row(canvas, cloud.cards, row, CLOUD_CARD)
        box = Box(at.x + CLOUD_WIDTH + 16, at.y + 2, at.w - CLOUD_WIDTH - 16, CLOUD_CARD.h - 4)
        factor_tiles(canvas, cloud.meld, box, words)
        return
    canvas.panel(well, NIGHT.well, radius=14)
    canvas.shape("cloud", Box(well.x + 24, well.y + 18, 110, 110), NIGHT.line)
    text = Box(well.x + 160, well.y, well.w - 170, well.h)
    canvas.caption(words("picture.no_cloud"), text, Lettered(SMALL._replace(size=40), NIGHT.muted))

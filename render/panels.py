"""What the pictures of all games share: the sky, the head line, seats and their marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from render.api import Person, Words
from render.canvas import BIG, PLAIN, SMALL, Canvas, Lettered
from render.fonts import Style
from render.geometry import Box, Size
from render.names import clean
from render.shapes import shape_mask
from render.sprites import card_back
from render.theme import NIGHT, WIDTH, mix

MARGIN = 16
HEAD = 70
"""Height of the head line."""

_NUMBER = Style(38, 800, 90)
_CLOUDS = ((-60, 20, 420, 300), (560, -40, 520, 340), (240, 380, 600, 420), (-120, 640, 460, 340))


@lru_cache(maxsize=8)
def sky(height: int) -> Image.Image:
    """Give the night sky all pictures lie on: a smooth gradient and faint clouds."""
    picture = Image.new("RGB", (WIDTH, height))
    draw = ImageDraw.Draw(picture)
    for y in range(height):
        draw.line((0, y, WIDTH, y), mix(NIGHT.sky_top, NIGHT.sky_bottom, y / height))
    for x, y, w, h in _CLOUDS:
        mask = shape_mask("cloud", Size(w, h)).point([i * 5 // 16 for i in range(256)])
        picture.paste(NIGHT.haze, (x, y), mask)
    return picture


def name_of(people: Sequence[Person], seat: int, words: Words) -> str:
    """Give the name of a seat as it can be shown; never empty."""
    name = clean(people[seat - 1].name) if seat <= len(people) else ""
    return name or words("picture.nameless", seat=seat)


def head(
    canvas: Canvas, left: str, right: str = "", *, right_edge: int = WIDTH - MARGIN - 8
) -> None:
    """Write the head line: what is played on the left, a remark on the right."""
    box = Box(MARGIN + 8, 8, right_edge - MARGIN - 8, HEAD - 12)
    used = canvas.text(right, box, Lettered(PLAIN, NIGHT.gold, "right")) + 24 if right else 0
    canvas.text(left, box._replace(w=box.w - used), Lettered(BIG, NIGHT.text))


def badge(canvas: Canvas, seat: int, x: int, y: int, size: int = 46) -> None:
    """Paint a seat's disc with its number."""
    box = Box(x, y, size, size)
    canvas.shape("disc", box, NIGHT.seats[(seat - 1) % len(NIGHT.seats)])
    style = _NUMBER._replace(size=round(size * 0.84))
    canvas.caption(str(seat), box, Lettered(style, NIGHT.ink, "middle"))


def stock_mark(canvas: Canvas, count: int, right: int, y: int) -> int:
    """Paint a small pile and how many cards it has, ending at `right`; give its left edge."""
    box = Box(right - 60, y, 60, 54)
    used = canvas.text(str(count), box, Lettered(BIG, NIGHT.text, "right"))
    x = right - used - 58
    for shift in (8, 4, 0):
        canvas.sprite(card_back(Size(36, 48)), x + shift, y + 3)
    return x


@dataclass(frozen=True, slots=True)
class Seating:
    """One seat's name line: who sits there, whether it is his turn (and to do what)."""

    seat: int
    name: str
    house: bool
    turn: str = ""


def name_line(canvas: Canvas, seating: Seating, box: Box, words: Words) -> None:
    """Write badge, name, the house player's robot, and the turn's pill, from the left."""
    badge(canvas, seating.seat, box.x, box.y + (box.h - 46) // 2)
    left, right = box.x + 58, box.right
    pill = 0
    if seating.turn:
        pill = min(230, box.w // 3)
    house = 138 if seating.house else 0
    room = Box(left, box.y, right - left - pill - house - 12, box.h)
    left += canvas.text(seating.name, room, Lettered(BIG, NIGHT.text)) + 14
    if seating.house:
        left += _robot(canvas, left, box, words)
    if seating.turn:
        _pill(canvas, seating.turn, Box(left, box.y + 3, pill, box.h - 6))


def _robot(canvas: Canvas, x: int, box: Box, words: Words) -> int:
    canvas.shape("robot", Box(x, box.middle - 23, 44, 44), NIGHT.muted)
    word = Box(x + 50, box.y, 84, box.h)
    return 64 + canvas.caption(words("picture.house"), word, Lettered(SMALL, NIGHT.muted))


def _pill(canvas: Canvas, text: str, box: Box) -> None:
    """Paint the mark of whose turn it is: an arrow and a word on gold."""
    canvas.panel(box, NIGHT.gold, radius=box.h // 2)
    canvas.shape("arrow", Box(box.x + 18, box.middle - 14, 26, 28), NIGHT.ink)
    word = Box(box.x + 52, box.y, box.w - 70, box.h)
    canvas.caption(text, word, Lettered(PLAIN._replace(size=40, weight=700), NIGHT.ink, "middle"))

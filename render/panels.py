"""Parts shared by the pictures of all games: the sky, the head line, seats and their marks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from PIL import Image

from render.api import Person, Words
from render.canvas import BIG, NARROW, PLAIN, READABLE, Canvas, Lettered
from render.faces import head as person
from render.faces import portrait
from render.glyphs import Style, is_plain
from render.lettering import drawable, lettering
from render.shapes import Box, Size, dashed_mask, shape_mask
from render.theme import HAZE, NIGHT, WIDTH, Theme, sky_colour, tallest

MARGIN = 16
HEAD = 70
"""Height of the head line."""

ALT_BADGE = Size(130, 88)
"""The part of the lower left corner that Discord's ALT badge covers on a touch screen, and more.

The badge was seen on 12 % of the width and 8 % of the height; nothing but the plain ground of a
panel is ever painted there.
"""

FOOT = ALT_BADGE.h
"""Height of the strip at the bottom of a picture, whose left end is the badge's."""

NAME = 60
"""Height of a line with a name; deep letters of Arabic and Thai fit in."""

_DEEP, _LOWEST = 64, 46
"""Height of a line from which on no letter of Latin lifts it, and that of the lowest with air."""

LEFT = 0.3
"""Share of a line that the words on its left keep, however long those on its right are."""

_HELD = 38, 54
"""Width of the outline of a card with one figure, and with two."""

PORTRAIT, BADGE = 50, 46
"""Width and height of a face and of a seat's disc on a line."""

_ARROW = 62
"""Width of a turn's pill without words."""

NUMBER = Style(READABLE, 800, 75)
"""A number on a disc."""

ONE_COLUMN = 3
"""The most seats that stand below each other; more stand in two columns."""

_BESIDE = 8
"""Width between two seats in a line, and between two lines where there is room."""

_CLOUDS = ((-60, -14, 420, 290), (560, -50, 520, 330))


DEPTH = 320
"""Rows over which the sky changes; below it has one colour.

A lower picture shows the upper part: what two pictures share is painted once.
"""


def sky(height: int, theme: Theme = NIGHT) -> Image.Image:
    """Return the sky all pictures lie on: a smooth gradient and faint clouds."""
    return _shared_sky(height, theme).crop((0, 0, theme.width, height))


def _shared_sky(height: int, theme: Theme) -> Image.Image:
    """Return the sky that nearly all pictures of a theme share, or a higher one."""
    return _sky(max(height, _HIGHEST), theme)


_HIGHEST = tallest(NIGHT)


@lru_cache(maxsize=8)
def _sky(height: int, theme: Theme) -> Image.Image:
    """Return a sky for all pictures that are no higher; shared, so never changed."""
    picture, clouds = _gradient(height, 0, theme), _gradient(height, HAZE, theme)
    for x, y, w, h in _CLOUDS:
        mask = shape_mask("cloud", Size(w, h))
        part = clouds.crop((x, y, x + w, y + h))
        picture.paste(part, (x, y), mask)
    return picture


def _gradient(height: int, haze: float, theme: Theme) -> Image.Image:
    column = Image.new("RGB", (1, height))
    depths = (min(y / DEPTH, 1.0) for y in range(height))
    column.putdata([sky_colour(depth, haze, theme) for depth in depths])
    return column.resize((theme.width, height), Image.Resampling.NEAREST)


def across(theme: Theme) -> int:
    """Return the width of a picture but for its margins."""
    return theme.width - 2 * MARGIN


def stacked(
    top: int, count: int, height: int, gap: int = 10, theme: Theme = NIGHT, left: int = MARGIN
) -> list[Box]:
    """Return boxes of one height below each other, as wide as the picture but for its margins.

    >>> stacked(70, 2, 100)
    [Box(x=16, y=70, w=968, h=100), Box(x=16, y=180, w=968, h=100)]
    """
    width = theme.width - MARGIN - left
    return [Box(left, top + i * (height + gap), width, height) for i in range(count)]


class Lit(IntEnum):
    """Why a panel stands out: who has won (gold), it is their turn (a frame), or just lighter."""

    NOT = 0
    WON = 1
    BEST = 2
    TURN = 3


def lit(
    boxes: Iterable[Box],
    seats: Collection[int],
    order: Iterable[int] = range(1, 9),
    as_what: Lit = Lit.TURN,
) -> list[tuple[Box, Lit]]:
    """Return the panels of seats, in that order, for `ground`, those of some seats lit.

    >>> [is_lit.name for _, is_lit in lit([Box(0, 0, 9, 9)] * 3, {1}, order=(2, 1, 3))]
    ['NOT', 'TURN', 'NOT']
    """
    whole = zip(order, boxes, strict=False)
    return [(box, as_what if seat in seats else Lit.NOT) for seat, box in whole]


def ground(height: int, bands: Sequence[tuple[Box, int]], theme: Theme) -> Canvas:
    """Return a canvas with the sky and panels on it, lit as `Lit` says; True is who has won."""
    canvas = Canvas(_shared_sky(height, theme), theme, height)
    for band, light in bands:
        seat_panel(canvas, band, light)
    return canvas


def deep(height: int, theme: Theme) -> Canvas:
    """Return a canvas in the one colour that the sky has below its upper part."""
    return Canvas(_deep(height, theme), theme, height)


@lru_cache(maxsize=64)
def _deep(height: int, theme: Theme) -> Image.Image:
    """Return a plain background; shared, so never changed."""
    return Image.new("RGB", (theme.width, height), sky_colour(1, 0, theme))


def seat_panel(canvas: Canvas, box: Box, light: int) -> None:
    """Paint the panel of a seat, lit as `Lit` says: gold frames who has won, and nobody else.

    What stands beside the ALT badge has a panel that reaches below it.
    """
    theme = canvas.theme
    box = widened(box, theme)
    canvas.panel(box, theme.panel_turn if light else theme.panel)
    frame = {Lit.WON: theme.gold, Lit.TURN: theme.mark}.get(Lit(light))
    canvas.panel(box, frame or theme.rim, outline=4 if frame else 2)


def filled_panel(canvas: Canvas, box: Box, share: float, *, is_turn: bool = False) -> None:
    """Paint a panel of which a share (0...1) is lighter: how far its seat or person has come."""
    theme, done = canvas.theme, round(share * box.w)
    canvas.panel(box, theme.well)
    if done > 2 * _ROUND:
        canvas.panel(box._replace(w=done), theme.panel_turn if is_turn else theme.panel)
    canvas.panel(box, theme.mark if is_turn else theme.rim, outline=4 if is_turn else 2)


_ROUND = 20
"""The radius of a panel's corners."""


def widened(box: Box, theme: Theme) -> Box:
    """Return the panel of what stands beside the ALT badge: it begins at the picture's margin."""
    margin = MARGIN - theme.more(6)
    return box if box.x > beside_badge(theme) else box._replace(x=margin, w=box.right - margin)


def beside_badge(theme: Theme) -> int:
    """Return where begins what stands beside the ALT badge."""
    return ALT_BADGE.w * theme.width // WIDTH + MARGIN


def foot(theme: Theme) -> int:
    """Return the height of the strip at the bottom of a picture of a theme."""
    return FOOT * theme.width // WIDTH


def foot_box(height: int, theme: Theme = NIGHT) -> Box:
    """Return the room beside the ALT badge at the bottom of a picture of that height."""
    left, high = beside_badge(theme), foot(theme)
    return Box(left, height - high * 8 // 9, theme.width - MARGIN - left, high * 3 // 4)


def name_of(people: Sequence[Person], seat: int, words: Words) -> str:
    """Return the name of a seat as it can be shown; the seat's number if nothing of it can be."""
    name = drawable(people[seat - 1].name) if seat <= len(people) else ""
    return name or words("picture.nameless", seat=seat)


def head(canvas: Canvas, text: str) -> None:
    """Write the head line."""
    box = Box(MARGIN + 8, 8, canvas.theme.width - 2 * MARGIN - 16, HEAD - 12)
    canvas.text(text, box, Lettered(BIG, canvas.theme.text))


def right_of(line: Box) -> Box:
    """Return the share of a line that the words on its right may take, however long they are."""
    kept = round(line.w * LEFT)
    return line._replace(x=line.x + kept, w=line.w - kept)


def badge(canvas: Canvas, seat: int, x: int, y: int, size: int = BADGE) -> None:
    """Paint a seat's disc with its number."""
    box = Box(x, y, size, size)
    canvas.shape("disc", box, canvas.theme.seats[(seat - 1) % len(canvas.theme.seats)])
    style = NUMBER._replace(size=max(READABLE, size * 3 // 5))
    canvas.text(str(seat), box, Lettered(style, canvas.theme.ink, "middle"))


def medal(canvas: Canvas, place: int, box: Box) -> None:
    """Paint one of the first places of a ranking on a gold burst, or on silver or bronze."""
    canvas.shape("disc" if place > 1 else "burst", box, canvas.theme.medals[place - 1])
    style = NUMBER._replace(size=max(READABLE, box.h * 3 // 4))
    canvas.text(str(place), box, Lettered(style, canvas.theme.ink, "middle"))


def paint_burst(canvas: Canvas, text: str, box: Box, style: Style, share: float) -> None:
    """Write what is a moment of its own on a burst, at a share (0...1) of 0 half as large."""
    grown = (1 + share) / 2
    w, h = round((box.w + 28) * grown), round((box.h + 32) * grown)
    at = Box(box.x + (box.w - w) // 2, box.middle - h // 2, w, h)
    canvas.shape("burst", at, canvas.theme.glow)
    canvas.text(text, box, Lettered(style, canvas.theme.ink, "middle"))


def held_mark(canvas: Canvas, text: str, right: int, line: Box) -> int:
    """Write how many cards a seat holds on the outline of one; return its left edge."""
    card = Box(right - _HELD[len(text) > 1], line.middle - 22, _HELD[len(text) > 1], 44)
    canvas.panel(card, canvas.theme.mark, radius=9, outline=3)
    canvas.text(text, card, Lettered(NUMBER._replace(weight=600), canvas.theme.text, "middle"))
    return card.x


def paint_missing(canvas: Canvas, place: Box, radius: int = 12) -> None:
    """Paint the dashed place of a card that is not there."""
    canvas.tint(dashed_mask(Size(place.w, place.h), radius, 3), canvas.theme.line, place.x, place.y)


def turn_arrow(canvas: Canvas, x: int, middle: int) -> None:
    """Paint the mark of whose turn it is, without words, on the left edge of a seat's panel."""
    canvas.shape("arrow", Box(x - 8, middle - 20, 22, 40), canvas.theme.mark)


def seat_boxes(
    seats: int, top: int, pitch: int, height: int, theme: Theme, gap: int = _BESIDE
) -> list[Box]:
    """Return places for seats in a strip of that height; from four on two stand in a line.

    If one of them is as low as the ALT badge's corner, all stand right of it.

    >>> seat_boxes(3, 0, 100, 300, NIGHT)[1:]
    [Box(x=146, y=100, w=838, h=92), Box(x=146, y=200, w=838, h=92)]
    """
    columns, left = 1 if seats <= ONE_COLUMN else 2, MARGIN - theme.more(6)
    right, lines = theme.width - left, -(-seats // columns)
    is_free = top + lines * pitch - gap <= height - foot(theme)
    if not is_free and seats % columns == 0:
        left = beside_badge(theme) - theme.more(4)
    width = (right - left - (columns - 1) * _BESIDE) // columns
    rows = range(top, top + lines * pitch, pitch)
    boxes = [
        Box(left + i * (width + _BESIDE), y, width, pitch - gap)
        for y in rows
        for i in range(columns)
    ]
    # A seat that is alone in the last line stands in the right column.
    return boxes if seats % columns == 0 else [*boxes[:-2], boxes[-1]]


@dataclass(frozen=True, slots=True)
class Seating:
    """One seat's name line: who sits there, what they have to do now, whether they have won.

    `portrait` is that of a house player, None a person's.
    """

    seat: int
    name: str
    portrait: int | None = None
    turn: str = ""
    crown: bool = False


def name_line(canvas: Canvas, seating: Seating, box: Box) -> None:
    """Write badge, name with a house player's portrait, crown and the turn's pill, from the left.

    In large print the pill has no words.
    """
    badge(canvas, seating.seat, box.x, box.y + (box.h - BADGE) // 2)
    pill = _ARROW if canvas.theme.is_large else min(230, box.w // 3)
    pill *= bool(seating.turn)
    x, marks = box.x + 58, pill + 64 * seating.crown
    room = Box(x, box.y, box.right - x - marks - 14, box.h)
    x += _write_seated(canvas, seating, room) + 14
    if seating.crown:
        canvas.shape("crown", Box(x, box.middle - 24, 50, 46), canvas.theme.gold)
        x += 64
    if seating.turn:
        asked = "" if canvas.theme.is_large else seating.turn
        turn_pill(canvas, asked, Box(x, box.y + 3, pill, box.h - 6))


def short_name_line(canvas: Canvas, seating: Seating, box: Box) -> int:
    """Write badge, name and the portrait of a house player in little room; return the width."""
    badge(canvas, seating.seat, box.x, box.y + (box.h - BADGE) // 2)
    return 52 + _write_seated(canvas, seating, Box(box.x + 52, box.y, box.w - 52, box.h))


def _write_seated(canvas: Canvas, seating: Seating, room: Box) -> int:
    """Write a name, and a face beside it where it would not be cut for it; return the width."""
    beside = room._replace(w=room.w - PORTRAIT - 8)
    if is_cut(seating.name, BIG, beside.w):
        return write_name(canvas, seating.name, room, BIG)
    used = write_name(canvas, seating.name, beside, BIG) + 8
    at = Box(room.x + used, room.middle - PORTRAIT // 2, PORTRAIT, PORTRAIT)
    paint_face(canvas, seating.seat, seating.portrait, at)
    return used + PORTRAIT


def paint_face(canvas: Canvas, seat: int, number: int | None, box: Box) -> None:
    """Paint the portrait of a house player, by its number, or else the head of a seat's person."""
    colour = canvas.theme.seats[(seat - 1) % len(canvas.theme.seats)]
    face = portrait(number, box.w) if number is not None else person(seat, box.w, colour)
    canvas.sprite(face, box.x, box.y)


def is_cut(name: str, style: Style, width: int) -> bool:
    """Return whether a name is cut in that width, however small its letters may be."""
    return lettering(name, style, width, READABLE).text != name


def write_name(canvas: Canvas, name: str, room: Box, style: Style) -> int:
    """Write a name, in narrow letters where it would be cut else; return its width.

    Where its line is low it has a little more, so that deep letters of Latin do not lift it; the
    lowest lines have something just below them.
    """
    if is_cut(name, style, room.w):
        style = style._replace(width=NARROW, weight=600)
    more = max(_DEEP - room.h, 0) // 2 * (room.h >= _LOWEST and is_plain(name))
    more = min(more, room.y, canvas.size.h - room.bottom)
    return canvas.text(name, room.inset(0, -more), Lettered(style, canvas.theme.text))


def turn_pill(canvas: Canvas, text: str, box: Box, *, end: int = 18) -> None:
    """Paint the mark of whose turn it is: an arrow and any words, `end` pixels free."""
    canvas.shape("arrow", Box(box.x + 18, box.middle - 14, 26, 28), canvas.theme.mark)
    if text:
        word = Box(box.x + 52, box.y, box.w - 52 - end, box.h)
        look = Lettered(PLAIN._replace(width=75, weight=700), canvas.theme.text, "middle")
        canvas.caption(text, word, look)

"""The line of a seat, in a game with cards or without, and where the others stand above a hand."""

from __future__ import annotations

from typing import Any

from engine.game import View
from engine.seats import Seat, round_from
from render.canvas import PLAIN, Canvas, Lettered
from render.context import Context
from render.panels import MARGIN, across, held_mark, name_line
from render.shapes import Box

_POINTS = 200
"""The most room for a seat's points, in pixels."""


def others_lines(context: Context[Any], y: int, height: int, gap: int) -> list[tuple[Seat, Box]]:
    """Return every other seat from the own one's left on, side by side in one line of a hand.

    In large print two share a line.
    """
    others = round_from(context.own_seat, context.view.seats)[1:]
    columns = min(len(others), 2) if context.theme.is_large else len(others)
    width = across(context.theme) // columns
    boxes = (divmod(place, columns) for place in range(len(others)))
    return [
        (seat, Box(MARGIN + column * width, y + line * height, width - gap, height))
        for seat, (line, column) in zip(others, boxes, strict=True)
    ]


def seat_line(
    canvas: Canvas,
    context: Context[View],
    seat: int,
    line: Box,
    *,
    held: int | None = None,
    turn: str = "picture.turn.play",
) -> None:
    """Paint who sits there, whose turn it is, and their points.

    `held` is how many cards they hold; None in a game without cards. `turn` is the key of the words
    for what they are to do.
    """
    view, words = context.view, context.words
    points = words("picture.points", n=view.scores[seat - 1])
    room = Box(line.right - _POINTS, line.y, _POINTS, line.h)
    x = line.right - canvas.text(points, room, Lettered(PLAIN, canvas.theme.text, "right"))
    if held is not None:
        x = held_mark(canvas, str(held), x - 18, line)
    name_line(canvas, context.seating(seat, turn), line._replace(w=x - line.x - 12), words)

"""The result of a trip of the balloon game."""

from __future__ import annotations

from engine.games.balloon.view import Ending, TripResult
from render.api import Picture
from render.canvas import BIG, PLAIN, Canvas, Lettered
from render.encode import finished
from render.geometry import Box, Size
from render.panels import FOOT, HEAD, MARGIN, ground, head, name_line
from render.scenes.balloon.alt import result_alt
from render.scenes.balloon.figures import parachute, tile
from render.scenes.balloon.parts import TOKEN, paint_track, row_box
from render.scenes.balloon.sitting import Sitting
from render.theme import NIGHT, WIDTH

_STORY = 84
"""Height of the line that tells how the trip ended."""

_ROWS_TOP = HEAD + _STORY


def paint_result(sitting: Sitting) -> Picture:
    """Paint the last finished trip. Raises ValueError if none is finished."""
    result = sitting.view.last_trip
    if result is None:
        raise ValueError("no trip is finished")
    return finished(draw_result(sitting, result).image, result_alt(sitting, result))


def draw_result(sitting: Sitting, result: TripResult) -> Canvas:
    """Draw the result without encoding it."""
    boxes = [row_box(_ROWS_TOP, seat) for seat in sitting.seats]
    best = sitting.best(result.points)
    bands = tuple((box, seat in best) for seat, box in zip(sitting.seats, boxes, strict=True))
    canvas = ground(boxes[-1].bottom + FOOT, bands)
    words = sitting.words
    title = words("picture.balloon.result", trip=result.trip, cloud=result.cloud)
    head(canvas, title, words("picture.balloon.columns"))
    _paint_story(canvas, sitting, result)
    for seat, box in zip(sitting.seats, boxes, strict=True):
        _paint_seat(canvas, sitting, result, seat, box, crown=seat in best)
    return canvas


def _paint_story(canvas: Canvas, sitting: Sitting, result: TripResult) -> None:
    """Tell how the trip ended: by whom, how, and with which dice."""
    y, right = HEAD + 4, WIDTH - MARGIN
    for face in reversed(result.dice):
        right -= TOKEN.w + 6
        canvas.sprite(tile(face, TOKEN), right, y)
    seat = result.pilot
    names = sitting.seating(seat)
    line = Box(MARGIN + 12, y, (right - MARGIN) // 2 + 20, TOKEN.h)
    name_line(canvas, names, line, sitting.words)
    words = sitting.words(f"picture.balloon.{result.ending.value}")
    room = Box(line.right + 8, y, right - line.right - 20, TOKEN.h)
    colour = NIGHT.run if result.ending is Ending.FALL else NIGHT.gold
    canvas.caption(words, room, Lettered(PLAIN, colour, "right"))


def _paint_seat(
    canvas: Canvas, sitting: Sitting, result: TripResult, seat: int, box: Box, *, crown: bool
) -> None:
    """Paint what a seat made, from where it jumped, and its total."""
    line = Box(box.x + 12, box.y + 2, box.w - 24, 60)
    total = Box(line.right - 100, line.y, 100, line.h)
    canvas.text(str(result.totals[seat - 1]), total, Lettered(BIG, NIGHT.gold, "right"))
    made = Box(total.x - 120, line.y, 110, line.h)
    points = result.points[seat - 1]
    look = Lettered(PLAIN, NIGHT.text if points else NIGHT.muted, "right")
    canvas.text(f"+{points}", made, look)
    if result.jumps[seat - 1]:
        canvas.sprite(parachute(Size(52, 48), NIGHT.muted), made.x - 62, line.middle - 24)
    names = sitting.seating(seat, crown=crown)
    name_line(canvas, names, line._replace(w=made.x - 70 - line.x), sitting.words)
    paint_track(canvas, sitting, result.totals[seat - 1], box)

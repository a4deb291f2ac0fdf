from __future__ import annotations

import pytest
from PIL import Image

from render.canvas import Canvas
from render.charts import SIGN, Span, paint_shares, paint_track, span_of
from render.shapes import Box
from render.theme import NIGHT, Colour

BOX = Box(20, 10, 300, 100)
WHITE = (252, 252, 252)
RED = (252, 0, 0)


def painted(canvas: Canvas, colour: Colour) -> list[tuple[int, int]]:
    """Return every pixel that has a colour."""
    w, h = canvas.image.size
    return [(x, y) for x in range(w) for y in range(h) if canvas.image.getpixel((x, y)) == colour]


@pytest.fixture
def canvas() -> Canvas:
    return Canvas(Image.new("RGB", (340, 120)), NIGHT)


def test_a_line_rises_with_its_values_and_stays_in_its_box(canvas: Canvas) -> None:
    paint_track(canvas, [(0, 0), (1, 10)], Span(0, 10), BOX, WHITE)
    points = painted(canvas, WHITE)
    left, right = min(points), max(points)
    assert left[1] > right[1] + 40
    assert all(BOX.x <= x < BOX.right and BOX.y <= y < BOX.bottom for x, y in points)


def test_a_single_value_is_a_dot_in_the_middle(canvas: Canvas) -> None:
    paint_track(canvas, [(0.5, 5)], span_of([5], 10), BOX, WHITE)
    points = painted(canvas, WHITE)
    middle = (BOX.x + BOX.w // 2, BOX.middle)
    assert points
    assert all(
        abs(x - middle[0]) <= SIGN // 2 and abs(y - middle[1]) <= SIGN // 2 for x, y in points
    )


def test_even_equal_values_have_a_place(canvas: Canvas) -> None:
    paint_track(canvas, [(0, 5), (0.5, 5), (1, 5)], Span(5, 5), BOX, WHITE)
    assert painted(canvas, WHITE)


def test_a_bar_is_divided_as_its_numbers_are(canvas: Canvas) -> None:
    paint_shares(canvas, [(3, WHITE), (0, NIGHT.gold), (1, RED)], BOX, radius=0)
    row = [canvas.image.getpixel((x, BOX.middle)) for x in range(canvas.image.width)]
    assert abs(row.count(WHITE) - 3 * row.count(RED)) <= 3
    assert NIGHT.gold not in row
    assert row[BOX.x] == WHITE
    assert row[BOX.right - 1] == RED
    assert row[BOX.right] == (0, 0, 0)


def test_the_smallest_share_can_be_seen(canvas: Canvas) -> None:
    paint_shares(canvas, [(100_000, WHITE), (1, RED)], BOX)
    assert painted(canvas, RED)

"""The line of a seat."""

from __future__ import annotations

import pytest

from render.api import Person, Words
from render.canvas import Canvas
from render.context import Context
from render.panels import NAME, sky
from render.seats import seat_line
from render.shapes import Box
from tests.render.test_context import Plain

LINE = Box(16, 20, 968, NAME)


@pytest.mark.parametrize(("held", "told"), [(None, []), (0, ["0"]), (5, ["5"])])
def test_cards_are_counted_where_there_are_any(
    held: int | None, told: list[str], words: Words
) -> None:
    canvas = Canvas(sky(100))
    context = Context(Plain(scores=(7, 0, 0)), [Person("Annie")] * 3, words)
    seat_line(canvas, context, 1, LINE, held=held)
    texts = [line.text for line, _, _ in canvas.texts]
    assert "Annie" in texts
    assert words("picture.points", n=7) in texts
    assert [text for text in texts if text in ("0", "5")] == told

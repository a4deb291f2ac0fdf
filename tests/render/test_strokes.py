from __future__ import annotations

import pytest
from PIL import Image

from render.canvas import BIG, Canvas, Lettered, Stroke, painted
from render.shapes import Box
from render.theme import NIGHT, Colour

GROUND = Image.new("RGB", (300, 100), NIGHT.panel)


def _canvas() -> Canvas:
    canvas = Canvas(GROUND)
    canvas.panel(Box(-10, -10, 200, 130), NIGHT.gold)
    canvas.shape("disc", Box(250, 60, 80, 80), NIGHT.glow)
    canvas.text("word", Box(20, 10, 250, 60), Lettered(BIG, NIGHT.text))
    return canvas


@pytest.mark.parametrize(("top", "bottom"), [(0, 100), (0, 33), (33, 34), (34, 100)])
def test_some_rows_look_as_they_do_in_the_whole_picture(top: int, bottom: int) -> None:
    canvas = _canvas()
    rows = painted(GROUND, canvas.strokes, top, bottom)
    assert rows.tobytes() == canvas.image.crop((0, top, 300, bottom)).tobytes()


def test_a_picture_looked_at_between_two_strokes_is_painted_on() -> None:
    canvas, whole = Canvas(GROUND), _canvas()
    for stroke in whole.strokes:
        canvas.strokes.append(stroke)
        before = canvas.image
        assert canvas.image is before
    assert canvas.image.tobytes() == whole.image.tobytes()


def test_strokes_have_one_mark_only_where_they_paint_the_same() -> None:
    mask, other = Image.new("L", (5, 5), 255), Image.new("L", (5, 5), 254)
    made: tuple[Image.Image | Colour, Image.Image | None, int, int, int, int]
    made = (NIGHT.gold, mask, 1, 2, 6, 7)
    plain = Stroke(*made)
    others = [
        Stroke(NIGHT.ink, *made[1:]), Stroke(GROUND, *made[1:]),
        Stroke(NIGHT.gold, other, *made[2:]), Stroke(NIGHT.gold, None, *made[2:]),
        Stroke(NIGHT.gold, mask, 2, *made[3:]),
        Stroke(*made[:5], 8),
    ]  # fmt: skip
    assert plain.mark == Stroke(*made).mark
    assert plain.mark == Stroke(NIGHT.gold, mask.copy(), *made[2:]).mark
    assert len({plain.mark, *(each.mark for each in others)}) == 1 + len(others)

"""Dice of any game."""

from __future__ import annotations

import pytest

from render.canvas import Canvas
from render.dice import die, tile
from render.panels import sky
from render.shapes import Size
from render.theme import PACK

SIDE = Size(80, 80)


def dark(face: str) -> int:
    """Return how many pixels of a die are as dark as a pip."""
    canvas = Canvas(sky(200))
    canvas.sprite(die(face, SIDE), 10, 10)
    shown = canvas.image.crop((18, 18, 82, 82)).getcolors(10_000) or []
    return sum(count for count, colour in shown if colour == PACK.ink)


def test_a_face_has_as_many_pips_as_it_says() -> None:
    one = dark("1")
    assert one > 100
    assert dark("") == 0
    assert [round(dark(face) / one) for face in "123456"] == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("face", ["0", "7", "R", "-"])
def test_a_face_without_pips_is_painted_by_its_game(face: str) -> None:
    with pytest.raises(KeyError):
        die(face, SIDE)
    assert tile(SIDE, None).pieces

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from render.shapes import SHAPES, Size, panel_mask, shape_mask

SUITS = ("S", "H", "D", "C", "jester", "star")


@pytest.mark.parametrize(("one", "other"), list(combinations(SUITS, 2)))
def test_suits_differ_in_shape_and_not_by_colour_only(one: str, other: str) -> None:
    a, b = shape_mask(one, 34), shape_mask(other, 34)
    both = ImageStat.Stat(ImageChops.darker(a, b)).sum[0]
    either = ImageStat.Stat(ImageChops.lighter(a, b)).sum[0]
    assert both / either < 0.8


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape_fills_its_box(name: str) -> None:
    box = shape_mask(name, 48).getbbox()
    assert box is not None
    assert box[2] - box[0] >= 30
    assert box[3] - box[1] >= 30


@pytest.mark.parametrize("suit", ["S", "H", "D", "C", "jester", "crown"])
def test_suits_and_crowns_are_symmetrical(suit: str) -> None:
    mask = shape_mask(suit, 40)
    turned = mask.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    assert ImageStat.Stat(ImageChops.difference(mask, turned)).mean[0] < 3


def test_the_robots_eyes_are_holes() -> None:
    mask = shape_mask("robot", 100)
    assert mask.getpixel((34, 50)) == 0
    assert mask.getpixel((50, 50)) == 255


def test_a_panels_corners_are_round_and_its_outline_is_empty_inside() -> None:
    full, outline = panel_mask(Size(60, 40), 12), panel_mask(Size(60, 40), 12, 3)
    assert full.getpixel((0, 0)) == 0
    assert full.getpixel((30, 20)) == 255
    assert outline.getpixel((30, 20)) == 0
    assert outline.getpixel((30, 1)) == 255

from __future__ import annotations

from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from render.shapes import SHAPES, Box, Size, circle, curve, mirrored, panel_mask, shape_mask, star


def test_a_box_knows_its_edges() -> None:
    box = Box(10, 20, 30, 40)
    assert (box.right, box.bottom, box.middle) == (40, 60, 40)
    assert box.inset(5, 10) == Box(15, 30, 20, 20)


def test_a_curve_begins_and_ends_where_it_should() -> None:
    points = curve((0, 0), ((0, 1), (1, 1), (1, 0)))
    assert points[0] == (0, 0)
    assert points[-1] == pytest.approx((1, 0))
    assert max(y for _, y in points) == pytest.approx(0.75)


def test_a_mirrored_figure_is_symmetrical() -> None:
    figure = mirrored(((0.5, 0), (0.2, 0.5), (0.5, 1)))
    assert {(round(1 - x, 6), y) for x, y in figure} == {(round(x, 6), y) for x, y in figure}


def test_a_circle_has_its_radius_everywhere() -> None:
    assert all((x - 3) ** 2 + (y - 4) ** 2 == pytest.approx(4) for x, y in circle((3, 4), 2))


def test_a_star_stands_on_two_tips_with_one_up() -> None:
    points = star((0, 0), 1, 0.5)
    assert len(points) == 10
    assert min(points, key=lambda point: point[1]) == pytest.approx((0, -1), abs=1e-9)


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

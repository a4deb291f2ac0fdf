from __future__ import annotations

import pytest

from render.shapes import Box, circle, curve, mirrored, star


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

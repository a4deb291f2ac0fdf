from __future__ import annotations

import pytest

from render.api import MINUS, Words, change, decimal, number, rounded


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0.0"), (123.44, "123.4"), (-0.06, "\u22120.1"), (-12.5, "\u221212.5"), (9.96, "10.0")],
)
def test_averages_have_one_decimal(value: float, text: str, words: Words) -> None:
    assert decimal(value, words) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(100.0, "100"), (66.66, "66.7"), (99.97, "100"), (-0.01, "0"), (-4.0, "\u22124")],
)
def test_points_have_a_decimal_only_where_they_are_not_whole(
    value: float, text: str, words: Words
) -> None:
    assert rounded(value, words) == text


def test_numbers_and_changes_have_a_proper_minus_sign() -> None:
    assert (number(7), number(0), number(-7)) == ("7", "0", f"{MINUS}7")
    assert (change(7), change(0), change(-7)) == ("+7", "0", f"{MINUS}7")

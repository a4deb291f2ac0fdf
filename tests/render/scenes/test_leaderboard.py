from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from render.api import MAX_ALT, Ranked, Words
from render.scenes.leaderboard import MOST, decimal, paint_leaderboard
from tests.render.conftest import ABSURD


def _rows(names: tuple[str, ...]) -> list[Ranked]:
    return [Ranked(i, name, 99, 1000, 123.46, 512) for i, name in enumerate(names, 1)]


def test_each_row_is_in_the_alt_text(words: Words) -> None:
    alt = paint_leaderboard("Cloud Nine", _rows(("Annie", "Benny")), words).alt
    assert "Leaderboard: Cloud Nine." in alt
    assert "2. Benny: wins 99, games 1000, average 123.5, best 512." in alt


def test_absurd_names_keep_every_number_in_the_alt_text(words: Words) -> None:
    picture = paint_leaderboard("x" * 300, _rows(ABSURD[:MOST]), words)
    assert len(picture.alt) <= MAX_ALT
    assert picture.alt.count("average 123.5") == MOST


def test_only_ten_rows_are_shown(words: Words) -> None:
    ten = paint_leaderboard("All", _rows(("A",) * 10), words)
    more = paint_leaderboard("All", _rows(("A",) * 14), words)
    assert ten == more


def test_nobody_yet_is_said(words: Words) -> None:
    picture = paint_leaderboard("Cloud Nine", [], words)
    assert words("picture.nobody_yet") in picture.alt
    assert Image.open(BytesIO(picture.data)).size == (picture.width, picture.height)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0.0"), (123.44, "123.4"), (-0.06, "-0.1"), (-12.5, "-12.5"), (9.96, "10.0")],
)
def test_averages_have_one_decimal(number: float, text: str, words: Words) -> None:
    assert decimal(number, words) == text

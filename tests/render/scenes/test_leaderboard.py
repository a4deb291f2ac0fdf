from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.store.rows import Standing
from render.api import MAX_ALT, Words
from render.panels import HEAD
from render.scenes.leaderboard import MOST, ROW, paint_leaderboard
from render.theme import NIGHT
from tests.render.conftest import ABSURD


def _rows(names: tuple[str, ...]) -> list[Standing]:
    return [Standing(0, name, 1000, 99, 123.46, 512, i) for i, name in enumerate(names, 1)]


def test_each_row_is_in_the_alt_text(words: Words) -> None:
    alt = paint_leaderboard("Cloud Nine", _rows(("Annie", "Benny")), "deals", words).alt
    assert "Leaderboard: Cloud Nine." in alt
    assert "2. Benny: wins 99, games 1000, points per deal 123.5, best deal 512." in alt


@pytest.mark.parametrize(
    ("unit", "told"),
    [
        ("deals", "points per deal 123.5, best deal 512."),
        ("hands", "points per hand 123.5, best hand 512."),
        ("trips", "points per trip 123.5, best trip 512."),
    ],
)
def test_columns_are_named_as_the_game_names_its_deals(unit: str, told: str, words: Words) -> None:
    assert told in paint_leaderboard("Some game", _rows(("Annie",)), unit, words).alt


def test_who_has_not_won_has_no_place_and_no_medal(words: Words) -> None:
    winless = Standing(0, "Carol", 3, 0, 41.0, None, None)
    picture = paint_leaderboard("Cloud Nine", [*_rows(("Annie",)), winless], "deals", words)
    assert (
        "No place yet: Carol: games 3, points per deal 41.0, best deal \N{EN DASH}." in picture.alt
    )
    gold = NIGHT.medals[0]
    shown = Image.open(BytesIO(picture.data)).convert("RGB")
    lit = {y for y in range(picture.height) for x in range(90) if shown.getpixel((x, y)) == gold}
    assert lit
    assert max(lit) < HEAD + 44 + ROW


def test_absurd_names_keep_every_number_in_the_alt_text(words: Words) -> None:
    picture = paint_leaderboard("x" * 300, _rows(ABSURD[:MOST]), "deals", words)
    assert len(picture.alt) <= MAX_ALT
    assert picture.alt.count("points per deal 123.5") == MOST


def test_only_ten_rows_are_shown(words: Words) -> None:
    ten = paint_leaderboard("All", _rows(("A",) * 10), "deals", words)
    more = paint_leaderboard("All", _rows(("A",) * 14), "deals", words)
    assert ten == more


def test_nobody_yet_is_said(words: Words) -> None:
    picture = paint_leaderboard("Cloud Nine", [], "deals", words)
    assert words("picture.nobody_yet") in picture.alt
    assert Image.open(BytesIO(picture.data)).size == (picture.width, picture.height)

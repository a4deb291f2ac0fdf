from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.store.rows import LeaderboardRow
from render.api import Words
from render.panels import HEAD
from render.scenes.leaderboard import (
    ROW,
    Heading,
    Rated,
    paint_leaderboard,
    paint_ratings,
    ranking_canvas,
)
from render.theme import NIGHT
from tests.render.scenes.test_sheets import ranked

HEADING = Heading("Cloud Nine (cards)", "Oct to Dec 2026")


def test_game_and_season_are_written_whole(words: Words) -> None:
    drawn = ranking_canvas(1, HEADING, words("picture.nobody_yet"), NIGHT)
    assert {text.line.text for text in drawn.texts} == set(HEADING)


def test_each_row_is_in_the_alt_text(words: Words) -> None:
    alt = paint_leaderboard(HEADING, ranked(("Annie", "Benny")), "deals", words).alt
    assert "Leaderboard: Cloud Nine (cards), Oct to Dec 2026." in alt
    assert "2nd, Benny: wins 99, games 1000, points per deal 123.5, best deal 512." in alt


@pytest.mark.parametrize(
    ("unit", "told"),
    [
        ("deals", "points per deal 123.5, best deal 512."),
        ("hands", "points per hand 123.5, best hand 512."),
        ("trips", "points per trip 123.5, best trip 512."),
    ],
)
def test_columns_are_named_as_the_game_names_its_deals(unit: str, told: str, words: Words) -> None:
    assert told in paint_leaderboard(HEADING, ranked(("Annie",)), unit, words).alt


def test_who_has_not_won_has_no_place_and_no_medal(words: Words) -> None:
    winless = LeaderboardRow(0, "Carol", 3, 0, 41.0, None, None)
    picture = paint_leaderboard(HEADING, [*ranked(("Annie",)), winless], "deals", words)
    assert "No place yet, Carol: games 3, points per deal 41.0, best deal none." in picture.alt
    gold = NIGHT.medals[0]
    shown = Image.open(BytesIO(picture.data)).convert("RGB")
    lit = {y for y in range(picture.height) for x in range(90) if shown.getpixel((x, y)) == gold}
    assert lit
    assert max(lit) < HEAD + 44 + ROW


def test_a_line_by_rating_says_all_its_numbers(words: Words) -> None:
    rows = [Rated(1, "Annie", 1680, False, 98, 137), Rated(None, "Benny", 1012, True, 0, 1)]
    assert paint_ratings(HEADING, rows, words).alt == (
        "Leaderboard: Cloud Nine (cards), Oct to Dec 2026. "
        "1st, Annie: rating 1680, wins 98, games 137. "
        "No place yet, Benny: rating 1012 so far, wins 0, games 1."
    )


def test_a_provisional_rating_bears_a_mark(words: Words) -> None:
    sure, unsure = (
        paint_ratings(HEADING, [Rated(1, "Annie", 1012, provisional, 0, 1)], words)
        for provisional in (False, True)
    )
    assert sure.data != unsure.data

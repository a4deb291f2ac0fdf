from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from render.api import MINUS, Words
from render.canvas import Canvas
from render.scenes.stats import GameLine, Page, Rise, draw_stats, paint_stats
from render.theme import DAY, NIGHT
from tests.render.hostile import assert_told_and_free

SURE = GameLine("Cloud Nine", 26, 11, "place 2", 1220, provisional=False, gain=12)
UNSURE = GameLine("Nimbly", 1, 0, "a few more games for a place", 984, provisional=True, gain=-16)
RISE = Rise([(0, 1000), (0, 1208), (1, 984), (0, 1220)], [2], ("3 Oct", "24 Nov"))
FACTS = (("puzzle rating", "1060?"), ("daily streak", "6 days"), ("league 1", "place 2"))
FULL = Page("Annie", [SURE, UNSURE], FACTS, RISE)
FIRST = Page("Annie", [UNSURE], (), Rise([(0, 984)], [], ("24 Nov", "24 Nov")))
OFF = Page("Annie", [replace(SURE, rating=None), replace(UNSURE, rating=None)], FACTS[1:])
LONG = GameLine("A game with a long name", 99_999, 99_999, "x" * 60, -12_345, True, -12_345)
HUGE = Page(
    "W" * 80, [LONG] * 4, (("a caption that is long", "-12345?"),) * 7,
    Rise([(i % 4, (-1) ** i * 12_345) for i in range(160)], [9], ("22 November 2026",) * 2),
)  # fmt: skip
ALL = (FULL, FIRST, OFF, replace(FULL, facts=FACTS[:1]), HUGE)


def assert_apart(canvas: Canvas) -> None:
    """Hold the texts of a picture to stand apart from each other, and within it."""
    w, h = canvas.size
    for text in canvas.texts:
        assert text.ink.x >= 0
        assert text.ink.right <= w
        assert text.ink.bottom <= h
    for one, other in combinations([text.ink for text in canvas.texts], 2):
        aside = one.right <= other.x or other.right <= one.x
        assert aside or one.bottom <= other.y or other.bottom <= one.y


def written(page: Page, words: Words) -> list[str]:
    return [text.line.text for text in draw_stats(page, words, NIGHT).texts]


def test_all_that_is_known_is_in_the_alt_text(words: Words) -> None:
    assert paint_stats(FULL, words).alt == (
        "Annie: 27 games. Puzzle rating: 1060 so far. Daily streak: 6 days. League 1: place 2. "
        "Cloud Nine: rating 1220, up 12 by the last game; 26 games, 11 won, place 2. "
        "Nimbly: rating 984 so far; 1 game, 0 won, "
        "a few more games for a place. Ratings from 3 Oct to 24 Nov: between 984 and 1220."
    )


def test_a_rating_stands_beside_its_last_change_and_the_chart_has_words_on_its_axes(
    words: Words,
) -> None:
    found = written(FULL, words)
    for text in (
        "1220",
        "(+12)",
        "984?",
        "3 Oct",
        "24 Nov",
        "984",
        "26 games, 11 won",
    ):
        assert text in found
    assert f"({MINUS}16)" not in found
    assert words("picture.stats.rise") in found


def test_each_game_has_a_line_of_its_own_colour(words: Words) -> None:
    drawn = draw_stats(FULL, words, NIGHT).image
    chart = drawn.crop((150, drawn.height - 370, 960, drawn.height - 150))
    colours = {colour for _, colour in chart.getcolors(1 << 20) or ()}
    assert {NIGHT.seats[0], NIGHT.seats[1]} <= colours
    assert NIGHT.seats[2] not in colours


def test_where_there_are_no_ratings_none_are_missed(words: Words) -> None:
    assert "ating" not in paint_stats(OFF, words).alt
    assert not [text for text in written(OFF, words) if "rating" in text]


@pytest.mark.parametrize("page", ALL)
def test_no_two_texts_touch(page: Page, words: Words) -> None:
    assert_apart(draw_stats(replace(page, name="W" * 80), words, DAY))
    assert_told_and_free(paint_stats(page, words))

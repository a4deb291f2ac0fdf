from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from render.api import Words
from render.canvas import Canvas
from render.scenes.stats import Numbers, draw_stats, paint_stats
from render.theme import DAY, NIGHT
from tests.render.hostile import assert_told_and_free

FULL = Numbers(
    "Cloud Nine", 137, (1000, 1180, 1150), False, (40, 51, 30, 12, 3, 1), (75, 71, 68),
    (60.0, 95.0), ("3 Sep", "22 Nov"),
)  # fmt: skip
FIRST = Numbers("Nimbly", 1, (1012,), True, (0, 1), (12,), (), ("22 Nov", "22 Nov"))
UNRATED = replace(FULL, ratings=(), best=(), places=())
OFF = replace(FULL, ratings=None)
HUGE = Numbers(
    "A game with a long name", 99_999, (-12_345, 12_345), True, (99_999,) * 6, (-9999,) * 3,
    (0.0, 100.0), ("22 November 2026", "23 November 2027"),
)  # fmt: skip
ALL = (FULL, FIRST, UNRATED, OFF, replace(OFF, accuracies=(), best=()), HUGE)


def assert_apart(canvas: Canvas) -> None:
    """Hold the texts of a picture to stand apart from each other, and within it."""
    w, h = canvas.image.size
    for text in canvas.texts:
        assert text.ink.x >= 0
        assert text.ink.right <= w
        assert text.ink.bottom <= h
    for one, other in combinations([text.ink for text in canvas.texts], 2):
        aside = one.right <= other.x or other.right <= one.x
        assert aside or one.bottom <= other.y or other.bottom <= one.y


def test_all_that_is_known_is_in_the_alt_text(words: Words) -> None:
    alt = paint_stats("Annie", FULL, "deals", words).alt
    assert alt == (
        "Results of Annie in Cloud Nine: 137 games, 3 Sep to 22 Nov. Rating now 1150. "
        "At first it was 1000, since then between 1000 and 1180. "
        "How often: place 1: 40, place 2: 51, place 3: 30, place 4 or lower: 16. "
        "Best deals: 75, 71, 68. "
        "Accuracy: 78 of 100 on average in 2 games reviewed, 95 in the last."
    )


def test_a_first_game_is_told_as_one(words: Words) -> None:
    alt = paint_stats("Annie", FIRST, "trips", words).alt
    assert alt == (
        "Results of Annie in Nimbly: 1 game, 22 Nov. Rating now 1012, still provisional. "
        "How often: place 1: 0, place 2: 1. Best trips: 12."
    )


def test_who_has_no_rating_is_told_so(words: Words) -> None:
    picture = paint_stats("Annie", UNRATED, "deals", words)
    assert "No rating yet." in picture.alt
    drawn = draw_stats("Annie", UNRATED, "deals", words, NIGHT)
    assert words("picture.stats.unrated") in [text.line.text for text in drawn.texts]


def test_where_there_are_no_ratings_none_are_missed(words: Words) -> None:
    assert "ating" not in paint_stats("Annie", OFF, "deals", words).alt
    drawn = draw_stats("Annie", OFF, "deals", words, NIGHT)
    assert not [text for text in drawn.texts if "rat" in text.line.text]


def test_a_provisional_rating_bears_its_mark(words: Words) -> None:
    drawn = draw_stats("Annie", FIRST, "deals", words, NIGHT)
    assert "1012?" in [text.line.text for text in drawn.texts]


@pytest.mark.parametrize("numbers", ALL)
def test_no_two_texts_touch(numbers: Numbers, words: Words) -> None:
    assert_apart(draw_stats("W" * 80, numbers, "deals", words, DAY))
    assert_told_and_free(paint_stats("W" * 80, numbers, "deals", words))

"""The result card of a daily: everything on it is said, and no card of the deal is."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

from PIL import Image

from render.api import Words
from render.scenes.daily import DailyCard, paint_daily
from tests.render.hostile import assert_told_and_free

WEEK = ("missed", "played", "mended", "played", "played", "played", "open")
CARD = DailyCard(
    "Daily: Cloud Nine", "22 Nov", "Annie", place=2, total=12, score="14 points", streak=5,
    longest=9, week=WEEK, places=(3, 5, 1, 0, 2),
)  # fmt: skip


def test_everything_on_it_is_in_the_alt_text(words: Words) -> None:
    assert paint_daily(CARD, words).alt == (
        "Daily: Cloud Nine, 22 Nov. Annie, 14 points: 2nd of 12 so far. Played 5 days in a row. "
        "Longest streak: 9 days. The last 7 days: not played, played, mended, played, played, "
        "played, still to play. "
        "Places so far: 3 times 1st, 5 times 2nd, once 3rd, 2 times further down."
    )


def test_when_the_day_is_over_the_place_is_the_last_one(words: Words) -> None:
    assert (
        "Annie, 14 points: 21st of 30. "
        in paint_daily(replace(CARD, place=21, total=30, is_over=True), words).alt
    )
    shared = replace(CARD, place=1, shared=True)
    assert "Annie, 14 points: shared 1st of 12 so far. " in paint_daily(shared, words).alt
    assert (
        "Annie, 14 points: shared 1st of 12. "
        in paint_daily(replace(shared, is_over=True), words).alt
    )


def test_a_try_without_a_place_says_why(words: Words) -> None:
    bare = replace(CARD, place=None, total=0, score="", places=(0,) * 5)
    given_up = paint_daily(bare, words)
    assert " Annie: given up. " in given_up.alt
    assert "Places so far" not in given_up.alt
    assert " Annie: played later. " in paint_daily(replace(bare, later=True), words).alt
    assert_told_and_free(given_up)


def test_places_that_nobody_has_are_left_out_and_who_is_alone_sees_their_score(
    words: Words,
) -> None:
    alone = replace(CARD, place=1, total=1)
    assert "Annie, 14 points: first to finish. " in paint_daily(alone, words).alt
    assert paint_daily(alone, words) != paint_daily(replace(alone, score="15 points"), words)
    heights = [
        Image.open(BytesIO(paint_daily(card, words).data)).height
        for card in (CARD, replace(CARD, places=(0,) * 5))
    ]
    assert heights[0] > heights[1]


def test_each_mark_of_a_day_and_each_bar_is_seen(words: Words) -> None:
    weeks = [(mark,) * 7 for mark in ("missed", "played", "mended", "open")]
    shown = [paint_daily(replace(CARD, week=week), words).data for week in weeks]
    shown += [
        paint_daily(replace(CARD, places=(often, 4, 0, 0, 0)), words).data for often in (0, 1)
    ]
    assert len(set(shown)) == 6

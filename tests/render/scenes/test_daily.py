"""The result card of a daily: everything on it is said, and no card of the deal is."""

from __future__ import annotations

from dataclasses import replace

from render.api import Words
from render.scenes.daily import DailyCard, paint_daily
from tests.render.hostile import assert_told_and_free

CARD = DailyCard("Daily deal · Cloud Nine", "22 Nov", "Annie", 37, 1, 84, 23, 5)


def test_everything_on_it_is_in_the_alt_text(words: Words) -> None:
    assert paint_daily(CARD, words).alt == (
        "Daily deal · Cloud Nine, 22 Nov. Annie: place 1 of 3, +37 to the best other player. "
        "Better than 84 % of 23 others. Played on 5 days in a row."
    )


def test_who_is_first_is_better_than_nobody(words: Words) -> None:
    first = replace(CARD, percentile=None, others=0, streak=1)
    assert "The first to finish. Played on 1 day in a row." in paint_daily(first, words).alt


def test_who_is_behind_is_not_called_ahead(words: Words) -> None:
    alt = paint_daily(replace(CARD, lead=-12, place=3), words).alt
    assert "place 3 of 3, \N{MINUS SIGN}12 to the best other player." in alt


def test_a_try_that_was_given_up_tells_neither_place_nor_lead(words: Words) -> None:
    given_up = replace(CARD, percentile=None, others=0, streak=0, gave_up=True)
    picture = paint_daily(given_up, words)
    assert picture.alt == (
        "Daily deal · Cloud Nine, 22 Nov. Annie gave up. Played on 0 days in a row."
    )
    # What the house player made of it cannot be seen, either.
    others = replace(given_up, lead=-50, place=3)
    assert paint_daily(others, words).data == picture.data
    assert_told_and_free(picture)


def test_a_longer_bar_is_a_better_place(words: Words) -> None:
    lengths = [paint_daily(replace(CARD, percentile=p), words).data for p in (0, 50, 100)]
    assert len(set(lengths)) == 3

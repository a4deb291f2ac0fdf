from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.leagues.matchpoints import LeagueLine, WeekLine
from render.api import MAX_ALT, Words
from render.ranking import ROWS_SHOWN
from render.scenes.league import Heading, paint_league, paint_week
from render.theme import THEMES
from tests.render.conftest import ABSURD
from tests.render.hostile import HOSTILE, assert_told_and_free
from tests.soak.amounts import some

HEADING = Heading("League 7 · Nimbly", "week 3/4")


def league(names: tuple[str, ...]) -> list[LeagueLine]:
    return [LeagueLine(i, i, name, 12, 33.333, 1166.667) for i, name in enumerate(names, 1)]


def week(names: tuple[str, ...]) -> list[WeekLine]:
    return [WeekLine(i, i, name, 2, -123, 1, 0, 3) for i, name in enumerate(names, 1)]


def test_the_alt_text_says_what_the_tables_say(words: Words) -> None:
    shown = paint_league(HEADING, league(("Annie", "Benny")), words).alt
    assert shown == (
        "League 7 · Nimbly, week 3/4."
        " 1. Annie: total 1166.7, weeks 12, last week 33.3."
        " 2. Benny: total 1166.7, weeks 12, last week 33.3."
    )
    shown = paint_week(HEADING, week(("Annie",)), words).alt
    assert shown == "League 7 · Nimbly, week 3/4. 1. Annie: points 33.3, seat 2, score −123."  # noqa: RUF001


def test_a_week_not_played_is_no_number(words: Words) -> None:
    line = LeagueLine(1, 5, "Annie", 1, None, 50.0)
    assert "last week –." in paint_league(HEADING, [line], words).alt  # noqa: RUF001


@pytest.mark.parametrize("rows", some(range(0, ROWS_SHOWN + 1, 2), 3))
def test_the_corner_is_free_and_the_alt_text_short_enough(rows: int, words: Words) -> None:
    names = HOSTILE[-rows:] if rows else ()
    assert_told_and_free(paint_league(HEADING, league(names), words))
    assert_told_and_free(paint_week(HEADING, week(names), words))


def test_absurd_names_keep_every_number_in_the_alt_text(words: Words) -> None:
    picture = paint_league(Heading("x" * 300, "week 1"), league(ABSURD[:ROWS_SHOWN]), words)
    assert len(picture.alt) <= MAX_ALT
    assert picture.alt.count("total 1166.7, weeks 12, last week 33.3") == ROWS_SHOWN


def test_only_ten_rows_are_shown(words: Words) -> None:
    ten, more = (paint_league(HEADING, league(("A",) * n), words) for n in (10, 14))
    assert ten == more


def test_that_nobody_played_is_said(words: Words) -> None:
    picture = paint_week(HEADING, [], words)
    assert words("picture.league.nobody") in picture.alt
    assert Image.open(BytesIO(picture.data)).size == (picture.width, picture.height)


def test_the_tables_have_both_themes(words: Words) -> None:
    night, day = (
        paint_league(HEADING, league(("Annie",)), words, theme) for theme in THEMES.values()
    )
    assert night.alt == day.alt
    assert night.data != day.data

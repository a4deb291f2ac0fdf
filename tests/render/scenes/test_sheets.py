"""What sheets about people owe, which show no table, whatever people and games are called."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from bot.leagues.matchpoints import LeagueLine, WeekLine
from bot.store.rows import LeaderboardRow
from render.api import Picture, Words
from render.scenes.comparison import paint_comparison
from render.scenes.daily import paint_daily
from render.scenes.evening import paint_evening
from render.scenes.leaderboard import ROWS_SHOWN, Heading, Rated, paint_leaderboard, paint_ratings
from render.scenes.league import paint_league, paint_week
from render.scenes.stats import paint_stats
from render.theme import NIGHT, THEMES, Theme
from tests.render.hostile import HOSTILE, assert_told_and_free
from tests.render.scenes.test_comparison import MEETINGS
from tests.render.scenes.test_daily import CARD
from tests.render.scenes.test_evening import held
from tests.render.scenes.test_stats import FULL
from tests.soak.amounts import some

Sheet = Callable[[Sequence[str], str, Words, Theme], Picture]


def ranked(names: Sequence[str]) -> list[LeaderboardRow]:
    return [LeaderboardRow(0, name, 1000, 99, 123.46, 512, i) for i, name in enumerate(names, 1)]


def rated(names: Sequence[str]) -> list[Rated]:
    return [Rated(i, name, 99_999, i > 3, 1000, 1000) for i, name in enumerate(names, 1)]


def league(names: Sequence[str]) -> list[LeagueLine]:
    return [LeagueLine(i, i, name, 12, 33.333, 1166.667) for i, name in enumerate(names, 1)]


def week(names: Sequence[str]) -> list[WeekLine]:
    return [WeekLine(i, i, name, 2, -123, 1, 0, 3) for i, name in enumerate(names, 1)]


LISTS: dict[str, tuple[str, Sheet]] = {
    "leaderboard": (
        "points per deal 123.5",
        lambda names, title, words, theme: paint_leaderboard(
            Heading(title, ""), ranked(names), "deals", words, theme
        ),
    ),
    "ratings": (
        "rating 99999",
        lambda names, title, words, theme: paint_ratings(
            Heading(title, ""), rated(names), words, theme
        ),
    ),
    "league": (
        "total 1166.7, weeks 12, last week 33.3",
        lambda names, title, words, theme: paint_league(
            Heading(title, "week 1"), league(names), words, theme
        ),
    ),
    "week": (
        "points 33.3, seat 2",
        lambda names, title, words, theme: paint_week(
            Heading(title, "week 1"), week(names), words, theme
        ),
    ),
}
"""Sheets with a line a person: what each line says beside the name, and how they are painted."""

SHEETS: dict[str, Sheet] = {
    **{name: paint for name, (_, paint) in LISTS.items()},
    "comparison": lambda names, _, words, theme: paint_comparison(
        (names[0], names[0][::-1]), MEETINGS, words, theme
    ),
    "daily": lambda names, _, words, theme: paint_daily(replace(CARD, name=names[0]), words, theme),
    "evening": lambda names, title, words, theme: paint_evening(
        Heading(title, "2 tables"), held(names), "hands", words, theme
    ),
    "stats": lambda names, _, words, theme: paint_stats(replace(FULL, name=names[0]), words, theme),
}


@pytest.mark.parametrize("start", some(range(len(HOSTILE)), 14))
@pytest.mark.parametrize("sheet", SHEETS)
def test_all_is_told_and_the_corner_is_free_whatever_people_are_called(
    sheet: str, start: int, words: Words
) -> None:
    names = (HOSTILE[start:] + HOSTILE)[: 1 + start % ROWS_SHOWN]
    picture = SHEETS[sheet](names, "x" * 300, words, NIGHT)
    assert_told_and_free(picture)
    if sheet in LISTS:
        assert picture.alt.count(LISTS[sheet][0]) == len(names)
    told = {"comparison": "games together", "daily": "2nd", "stats": "Daily streak: 6 days"}
    assert told.get(sheet, "") in picture.alt


@pytest.mark.parametrize("sheet", SHEETS)
def test_all_themes_say_the_same(sheet: str, words: Words) -> None:
    painted = [SHEETS[sheet](["A"], "Nimbly", words, theme) for theme in THEMES.values()]
    assert len({picture.alt for picture in painted}) == 1
    assert len({picture.data for picture in painted}) == len(THEMES)


@pytest.mark.parametrize("sheet", LISTS)
def test_only_ten_lines_are_shown_and_none_is_no_picture_less(sheet: str, words: Words) -> None:
    ten, more, none = (SHEETS[sheet](["A"] * n, "Nimbly", words, NIGHT) for n in (10, 14, 0))
    assert ten == more
    assert_told_and_free(none)
    assert Image.open(BytesIO(none.data)).size == (none.width, none.height)
    nobody = "picture.league.nobody" if sheet in {"league", "week"} else "picture.nobody_yet"
    assert words(nobody) in none.alt

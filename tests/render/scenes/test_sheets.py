"""Sheets about people: dailies, evenings, leagues and boards. They show no table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO

import pytest
from PIL import Image

from bot.leagues.matchpoints import WeekLine
from bot.match.table.season import SeasonLine
from bot.store.rows import LeaderboardRow
from bot.texts import Texts
from render.api import MAX_ALT, Picture, Words
from render.canvas import Canvas
from render.faces import PORTRAITS
from render.faces import portrait as face
from render.lettering import cap_height
from render.scenes.comparison import draw_comparison, paint_comparison
from render.scenes.daily import DailyCard, paint_daily
from render.scenes.evening import Cards, Holder, draw_evening, paint_evening
from render.scenes.leaderboard import (
    Heading,
    Rated,
    paint_leaderboard,
    paint_ratings,
    podium,
    rows_shown,
)
from render.scenes.league import paint_league, paint_week
from render.scenes.play import draw_play
from render.scenes.stats import draw_stats, paint_stats
from render.theme import LEGIBLE, NIGHT, THEMES, Theme, large, tallest
from tests.render.hostile import HOSTILE, assert_told_and_free
from tests.render.scenes.played import drawn_by
from tests.render.scenes.test_stats import ALL as PAGES
from tests.render.scenes.test_stats import FULL, MEETINGS, PLAYS
from tests.soak.amounts import some

# The result card of a daily: everything on it is said, and no card of the deal is.

WEEK = ("missed", "played", "mended", "played", "played", "played", "open")
CARD = DailyCard(
    "Daily: Cloud Nine", "22 Nov", "Annie", place=2, total=12, score="14 points", streak=5,
    longest=9, week=WEEK, places=(3, 5, 1, 0, 2),
)  # fmt: skip


SHARED = replace(CARD, place=1, shared=True, total=2048, streak=1000, longest=1000)
ALONE = replace(CARD, place=1, total=1)
LATE = replace(CARD, place=None, total=0, score="", streak=0, later=True)


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


HEADING = Heading("Nimbly", "2 tables")


def held(names: Sequence[str], deals: int = 2) -> list[Cards]:
    """Return who held the cards of seats, two to a seat, a house player last of all."""
    holders = [
        Holder(name, range(-5, 40 * deals - 5, 40), [at % 2 == 0] * deals, at + 1, 33.333)
        for at, name in enumerate(names)
    ]
    holders.append(Holder("Annie", range(deals), [True] * deals))
    return [
        Cards(seat, holders[first : first + 2])
        for seat, first in enumerate(range(0, len(holders), 2), 1)
    ]


def test_the_alt_text_says_who_held_which_cards_and_what_was_made(words: Words) -> None:
    shown = paint_evening(HEADING, held(("Annie", "Benny", "Cy")), "deals", words).alt
    assert shown == (
        "Nimbly, 2 tables: who did better with the same cards."
        " Cards of seat 1:"
        " Annie: 33.3 points. Scores: minus 5, 35. Benny: 33.3 points. Scores: minus 5, 35."
        " Cards of seat 2: Cy: 33.3 points. Scores: minus 5, 35. Annie, house player. Scores: 0, 1."
    )


def test_of_many_people_the_alt_text_says_the_points_alone(words: Words) -> None:
    picture = paint_evening(HEADING, held(["A" * 32] * 24, deals=9), "trips", words)
    assert picture.alt.count("33.3 points") == 24
    assert "Made" not in picture.alt
    assert len(picture.alt) <= MAX_ALT


def test_few_deals_are_numbers_and_of_many_it_is_told_how_often_somebody_did_best(
    words: Words,
) -> None:
    for deals in (3, 4):
        drawn = draw_evening(held(("Annie", "Benny", "Cy"), deals), "deals", words, NIGHT)
        written = {line.line.text for line in drawn.texts}
        assert {"deal 1", "2", "3", "75"} <= written or deals == 4
        assert ({"ahead", "4/4", "0/4"} <= written) is (deals == 4)


def test_the_best_is_at_the_top_and_house_players_come_last(words: Words) -> None:
    late = [Cards(1, [Holder("Nim", [9], [True])]), *held(("Annie", "Benny", "Cy"), 1)[:1]]
    drawn = draw_evening(late, "deals", words, NIGHT)
    names = [text.line.text for text in drawn.texts]
    assert names.index("Annie") < names.index("Benny") < names.index("Nim")


def test_cards_are_said_to_be_a_seats_and_those_of_a_lone_table_to_be_nobodys(words: Words) -> None:
    groups = held(("Annie", "Benny", "Cy"), deals=1)
    lone = [Cards(0, [holder for group in groups for holder in group.holders])]
    for cards, said in ((groups, True), (lone, False)):
        canvas = draw_evening(cards, "deals", words, NIGHT)
        written = [line.line.text for line in canvas.texts]
        assert ("seat" in written) is said
        alt = paint_evening(HEADING, cards, "deals", words).alt
        assert [text in alt for text in ("Cards of seat", "the same cards")] == [said] * 2


def helped(made: Sequence[int], *stood_in: int) -> list[Cards]:
    """Return Annie and Benny, who held the same cards; a stand-in played some deals of hers."""
    best = [False] * len(made)
    annie = Holder("Annie", made, best, 2, 60.0, has_medal=False, stood_in=stood_in)
    return [Cards(1, [Holder("Benny", made, best, 1, 50.0), annie])]


@pytest.mark.parametrize(("made", "stood_in", "signs"), [
    ((3, 12), (), []),
    ((3, 12), (2,), ["12*"]),
    ((3, 12), (1, 2), ["3*", "12*"]),
    (range(5), (4, 5), ["0/5*"]),
])  # fmt: skip
def test_what_a_stand_in_played_has_a_sign_that_the_alt_text_explains(
    made: Sequence[int], stood_in: Sequence[int], signs: list[str], words: Words
) -> None:
    cards = helped(made, *stood_in)
    legend = "played by a house player: the average at most"
    if 2 * len(stood_in) > len(made):
        legend = "by a house player: the average at most; "
        legend += "if it played most deals, behind all others"
    written = [line.line.text for line in draw_evening(cards, "deals", words, NIGHT).texts]
    assert [text for text in written if text.endswith("*")] == signs
    alt = paint_evening(HEADING, cards, "deals", words).alt
    told = ", ".join(f"deal {deal}" for deal in stood_in)
    assert (f"By a house player: {told}." in alt) is bool(signs)
    assert alt.endswith(f" {legend.capitalize()}.") is bool(signs)


# What sheets about people owe, which show no table, whatever people and games are called.

Sheet = Callable[[Sequence[str], str, Words, Theme], Picture]


def ranked(names: Sequence[str]) -> list[LeaderboardRow]:
    return [LeaderboardRow(0, name, 1000, 99, 123.46, 512, i) for i, name in enumerate(names, 1)]


def rated(names: Sequence[str]) -> list[Rated]:
    return [Rated(i, name, 99_999, i > 3, 1000, 1000) for i, name in enumerate(names, 1)]


def league(names: Sequence[str]) -> list[SeasonLine]:
    return [SeasonLine(i, i, name, 12, 1166.667, 97.222, 33.333) for i, name in enumerate(names, 1)]


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
        "1166.7 points, weeks 12, average 97.2, spread 33.3",
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
    names = (HOSTILE[start:] + HOSTILE)[: 1 + start % rows_shown(NIGHT)]
    picture = SHEETS[sheet](names, "x" * 300, words, NIGHT)
    assert_told_and_free(picture)
    if sheet in LISTS:
        assert picture.alt.count(LISTS[sheet][0]) == len(names)
    told = {"comparison": "games together", "daily": "2nd", "stats": "26 games, 11 won"}
    assert told.get(sheet, "") in picture.alt


LOOKS = [*THEMES.values(), *map(large, THEMES.values())]


def drawn_sheets(theme: Theme, words: Words) -> Iterator[Canvas]:
    """Draw every sheet with somebody, with some, and with as many as there can be."""
    for names in (["Annie"], ["Annie", "Benny", "Cy"], ["W" * 32] * 48):
        for sheet in LISTS:
            yield drawn_by(partial(SHEETS[sheet], names, "Nimbly", words, theme))
        for deals in (1, 3, 4, 20):
            yield draw_evening(held(names, deals), "trips", words, theme)
    for card in (CARD, replace(CARD, places=(0,) * 5), SHARED, ALONE, LATE):
        yield drawn_by(partial(paint_daily, card, words, theme))
    for n in range(len(MEETINGS) + 1):
        yield draw_comparison(("Annie", "Benny"), MEETINGS[:n], words, theme)
    yield from (draw_stats(page, words, theme) for page in PAGES)
    yield from (draw_play(play, "trips", words, theme) for play in PLAYS)


@pytest.mark.parametrize("theme", LOOKS)
def test_a_sheet_is_seen_whole_and_all_on_it_can_be_read(theme: Theme, words: Words) -> None:
    for canvas in drawn_sheets(theme, words):
        assert canvas.size.h <= tallest(theme)
        for line, ink, room in canvas.texts:
            assert cap_height(line.size) >= LEGIBLE, line.text
            assert 0 <= room.x <= ink.x
            assert ink.right <= room.right <= theme.width
            assert room.y >= 0
            assert room.bottom <= canvas.size.h
            if any(char.isdigit() for char in line.text):
                assert not line.text.endswith("…"), line.text


@pytest.mark.parametrize("language", some(Texts.load().locales, 2))
def test_captions_of_sheets_can_be_read_in_every_language(language: str) -> None:
    for theme in (NIGHT, large(NIGHT)):
        for canvas in drawn_sheets(theme, Texts.load().words(language)):
            for line, _, _ in canvas.texts:
                assert cap_height(line.size) >= LEGIBLE, line.text
                assert not line.text.endswith("…") or line.text[:1] in "WA", line.text


@pytest.mark.parametrize("sheet", SHEETS)
def test_all_themes_say_the_same(sheet: str, words: Words) -> None:
    painted = [SHEETS[sheet](["A"], "Nimbly", words, theme) for theme in THEMES.values()]
    assert len({picture.alt for picture in painted}) == 1
    assert len({picture.data for picture in painted}) == len(THEMES)


@pytest.mark.parametrize("sheet", LISTS)
def test_only_some_lines_are_shown(sheet: str, words: Words) -> None:
    some, more = (SHEETS[sheet](["A"] * n, "Nimbly", words, NIGHT) for n in (7, 14))
    assert some == more


LEADERBOARD_HEADING = Heading("Clouds", "Oct to Dec 2026")


def test_each_row_is_in_the_alt_text(words: Words) -> None:
    alt = paint_leaderboard(LEADERBOARD_HEADING, ranked(("Annie", "Benny")), "deals", words).alt
    assert "Leaderboard: Clouds, Oct to Dec 2026." in alt
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
    assert told in paint_leaderboard(LEADERBOARD_HEADING, ranked(("Annie",)), unit, words).alt


def test_who_has_not_won_has_no_place_and_no_medal(words: Words) -> None:
    winless = LeaderboardRow(0, "Carol", 3, 0, 41.0, None, None)
    picture = paint_leaderboard(LEADERBOARD_HEADING, [*ranked(("Annie",)), winless], "deals", words)
    assert "No place yet, Carol: games 3, points per deal 41.0, best deal none." in picture.alt
    gold = NIGHT.medals[0]
    shown = Image.open(BytesIO(picture.data)).convert("RGB")
    lit = {y for y in range(picture.height) for x in range(90) if shown.getpixel((x, y)) == gold}
    assert lit
    assert max(lit) < podium(1, NIGHT)[0].bottom


def test_the_first_three_have_a_medal_and_the_winner_a_row_in_gold(words: Words) -> None:
    for place in (1, 2, 3, 4):
        rows = [Rated(place, "Annie", 1680, False, 98, 137)]
        paint = partial(paint_ratings, LEADERBOARD_HEADING, rows, words)
        image = drawn_by(paint).image.convert("RGB")
        colours = {colour for _, colour in image.getcolors(1 << 20) or ()}
        assert [medal in colours for medal in NIGHT.medals] == [place == n for n in (1, 2, 3)]
        row = podium(1, NIGHT)[0]
        ground = image.getpixel((row.right - 8, row.middle))
        assert (ground == NIGHT.panel_turn) is (place == 1)


@pytest.mark.parametrize("theme", [NIGHT, large(NIGHT)], ids=["usual", "large"])
def test_the_first_three_are_larger_and_the_winner_the_largest(theme: Theme, words: Words) -> None:
    names = ["Ann", "Ben", "Cid", "Dot", "Eva"]
    for sheet in LISTS:
        written = drawn_by(partial(SHEETS[sheet], names, "", words, theme)).texts
        sizes = [line.size for line, _, _ in written if line.text in names]
        assert sizes[0] > sizes[1] == sizes[2] >= sizes[3] == sizes[4]


def test_house_players_have_their_portraits_in_an_evening(words: Words) -> None:
    """And nobody else has one, whose place stands there."""
    for portrait in range(len(PORTRAITS)):
        house = Holder("Nim", [9], [True], portrait=portrait)
        cards = [Cards(1, [Holder("Annie", [8], [False], 1, 50.0), house])]
        canvas = draw_evening(cards, "deals", words, NIGHT)
        faces = [one for one in canvas.strokes if isinstance(one.source, Image.Image)]
        side = faces[-1].right - faces[-1].x
        pieces = face(portrait, side).pieces
        assert [one.source for one in faces][-len(pieces) :] == [each.picture for each in pieces]


def test_a_line_by_rating_says_all_its_numbers(words: Words) -> None:
    rows = [Rated(1, "Annie", 1680, False, 98, 137), Rated(None, "Benny", 1012, True, 0, 1)]
    assert paint_ratings(LEADERBOARD_HEADING, rows, words).alt == (
        "Leaderboard: Clouds, Oct to Dec 2026. "
        "1st, Annie: rating 1680, wins 98, games 137. "
        "No place yet, Benny: rating 1012 so far, wins 0, games 1."
    )


def test_a_provisional_rating_bears_a_mark(words: Words) -> None:
    sure, unsure = (
        paint_ratings(LEADERBOARD_HEADING, [Rated(1, "Annie", 1012, provisional, 0, 1)], words)
        for provisional in (False, True)
    )
    assert sure.data != unsure.data


LEAGUE_HEADING = Heading("League 7: Nimbly", "week 3 of 4")


def test_the_alt_text_says_what_the_tables_say(words: Words) -> None:
    shown = paint_league(LEAGUE_HEADING, league(("Annie", "Benny")), words).alt
    assert shown == (
        "League 7: Nimbly, week 3 of 4."
        " 1st, Annie: 1166.7 points, weeks 12, average 97.2, spread 33.3."
        " 2nd, Benny: 1166.7 points, weeks 12, average 97.2, spread 33.3."
    )
    shown = paint_week(LEAGUE_HEADING, week(("Annie",)), words).alt
    assert shown == (
        "League 7: Nimbly, week 3 of 4. 1st, Annie: points 33.3, seat 2, score minus 123."
    )

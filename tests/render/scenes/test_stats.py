"""Pages of one person and of two who are compared, and of how they play."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from engine.analysis.scale import Grade
from render.api import MAX_ALT, MINUS, Words
from render.canvas import Canvas
from render.scenes.comparison import Meeting, draw_comparison, paint_comparison
from render.scenes.play import Mark, Play, draw_play, paint_play
from render.scenes.stats import GameLine, Page, Rise, draw_stats, paint_stats
from render.theme import DAY, NIGHT, large
from tests.render.hostile import HOSTILE, assert_told_and_free
from tests.texts.pseudo import LOCALE, with_pseudo

SURE = GameLine("Cloud Nine", 26, 11, 2, "place 2", 1220, provisional=False, gain=12)
UNSURE = GameLine(
    "Nimbly", 1, 0, None, "a few more games for a place", 984, provisional=True, gain=-16
)
RISE = Rise([(0, 1000), (0, 1208), (1, 984), (0, 1220)], [2], ("3 Oct", "24 Nov"))
FULL = Page("Annie", [SURE, UNSURE], RISE)
FIRST = Page("Annie", [UNSURE], Rise([(0, 1000), (0, 984)], [], ("24 Nov", "24 Nov")))
OFF = Page("Annie", [replace(SURE, rating=None), replace(UNSURE, rating=None)])
LONG = GameLine("A game with a long name", 999, 999, 123, "x" * 60, 9_999, False, -999)
HUGE = Page(
    "W" * 80, [LONG] * 4,
    Rise([(i % 4, 1_000 * (i % 2) + 8_999) for i in range(160)], [9], ("22 November 2026",) * 2),
)  # fmt: skip
ALL = (FULL, FIRST, OFF, HUGE)


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
        "Annie: 27 games. "
        "Cloud Nine: rating 1220, up 12 in the last game; 26 games, 11 won, place 2. "
        "Nimbly: rating 984 so far; 1 game, 0 won, "
        "a few more games for a place. Ratings from 3 Oct to 24 Nov: between 984 and 1220."
    )


def test_a_rating_stands_beside_its_last_change_and_the_chart_has_words_on_its_axes(
    words: Words,
) -> None:
    found = written(FULL, words)
    for text in ("1220", "(+12)", "?", "3 Oct", "24 Nov", "984", "11/26", "0/1"):
        assert text in found
    assert f"({MINUS}16)" not in found


def test_the_chart_has_the_room_that_games_leave(words: Words) -> None:
    """Large print has none for it beside three games."""
    for theme, games, height in ((NIGHT, 1, 553), (NIGHT, 4, 637), (large(NIGHT), 3, 308)):
        page = replace(FULL, lines=[SURE] * games)
        drawn = draw_stats(page, words, theme)
        assert drawn.size.h == height
        assert ("24 Nov" in [text.line.text for text in drawn.texts]) is (theme is NIGHT)


def test_each_game_has_a_line_of_its_own_colour(words: Words) -> None:
    drawn = draw_stats(FULL, words, NIGHT).image
    chart = drawn.crop((150, drawn.height - 370, 960, drawn.height - 90))
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


MEETINGS = (
    Meeting("Cloud Nine", 24, 2, 17, (1520, 1480)),
    Meeting("Nimbly", 0, 0, 1, (1180, None), (True, False)),
    Meeting("Balloon", 1, 0, 0),
    Meeting("Clumond", 0, 0, 0, (9_999, -9_999), (True, True)),
)


def test_every_number_is_in_the_alt_text(words: Words) -> None:
    assert paint_comparison(("Annie", "Benny"), MEETINGS[:3], words).alt == (
        "Annie and Benny side by side. "
        "Cloud Nine: 43 games together, Annie ahead in 24, Benny ahead in 17, level in 2. "
        "Ratings: 1520 and 1480. "
        "Nimbly: 1 game together, Annie ahead in 0, Benny ahead in 1, level in 0. "
        "Ratings: 1180 so far and none. "
        "Balloon: 1 game together, Annie ahead in 1, Benny ahead in 0, "
        "level in 0."
    )


def test_the_sums_stand_between_the_names(words: Words) -> None:
    drawn = draw_comparison(("Annie", "Benny"), MEETINGS, words, NIGHT)
    left_to_right = sorted(drawn.texts[:5], key=lambda text: text.ink.x)
    assert [text.line.text for text in left_to_right] == ["Annie", "25", ":", "18", "Benny"]


def test_a_game_keeps_its_name_beside_many_words() -> None:
    say = with_pseudo(LOCALE).words(LOCALE)
    drawn = draw_comparison(("Annie", "Benny"), MEETINGS, say, NIGHT)
    told = [text.line.text for text in drawn.texts]
    for meeting in MEETINGS:
        # A long name may lose its end, but never all of it.
        assert any(
            text.removesuffix("…") and meeting.title.startswith(text.removesuffix("…"))
            for text in told
        ), meeting.title
    assert not [text for text in told if text == "…"]


@pytest.mark.parametrize("count", range(5))
def test_the_corner_is_free_and_no_two_texts_touch(count: int, words: Words) -> None:
    names = (HOSTILE[count], "W" * 80)
    assert_told_and_free(paint_comparison(names, MEETINGS[:count], words))
    assert_apart(draw_comparison(("W" * 80, "M" * 80), MEETINGS[:count], words, DAY))


POINTS = ((0, 32), (7, 28), (22, 14), (42, 51), (45, 31), (63, 24), (85, 13), (101, 3), (135, 0))
MARKS = (
    Mark(1, 22, 14, grade=Grade.FAIR, fall=34),
    Mark(2, 63, 24, grade=Grade.FAIR, fall=8),
    Mark(3, 42, 51, grade=Grade.GOOD),
)
PLAY = Play("Clouds, table 12", POINTS, (0, 45, 91), 135, MARKS)
CROWDED = replace(
    PLAY,
    marks=tuple(Mark(n, 40 + n, 90 + n, grade=Grade(n % 3)) for n in range(1, 6)),
    points=((0, 90), (45, 95), (135, 100)),
)
LONG_PLAY = Play("Cloud 9, table 123456", ((0, 3), (400, 100)), tuple(range(0, 400, 20)), 400)
PLAYS = (
    PLAY,
    CROWDED,
    LONG_PLAY,
    Play("Nimbly, table 7", ((0, 40), (7, 50)), (0,), 9),
    replace(PLAY, title="A game with a long name " * 9),
)


def test_all_that_is_painted_is_in_the_alt_text(words: Words) -> None:
    assert paint_play(PLAY, "deals", words).alt == (
        "Your chance of winning, move by move. Clouds, table 12. "
        "It began at 32%, ranged from 0% to 51% and ended at 0%. "
        "At the end of each deal: 51%, 13%, 0%. "
        "Fair, number 1: move 23, from 48% down to 14%. "
        "Fair, number 2: move 64, from 32% down to 24%. "
        "Good, number 3: move 43, 51% after it."
    )


def test_a_costly_move_falls_from_the_chance_it_threw_away(words: Words) -> None:
    """Or it would cost more, in the words, than the curve ever had."""
    low = replace(
        PLAY, points=((0, 30), (22, 14), (135, 0)), marks=(Mark(1, 22, 14, Grade.FAIR, 60),)
    )
    assert low.course == [(0, 30), (22, 74), (22, 14), (135, 0)]
    assert "ranged from 0% to 74%" in paint_play(low, "deals", words).alt
    scale = [text.line.text for text in draw_play(low, "deals", words, NIGHT).texts]
    assert "80%" in scale
    assert Mark(1, 22, 70, Grade.FAIR, 60).before == 100


def test_of_a_game_of_one_deal_no_deals_are_told(words: Words) -> None:
    alt = paint_play(PLAYS[3], "deals", words).alt
    assert alt.endswith("ended at 50%.")
    assert "each deal" not in alt
    written = [text.line.text for text in draw_play(PLAYS[3], "deals", words, NIGHT).texts]
    assert not {"1", words("picture.play.deals")} & {*written}


@pytest.mark.parametrize("play", PLAYS)
@pytest.mark.parametrize("theme", [NIGHT, DAY])
def test_nothing_covers_anything_however_close_the_moves_are(
    play: Play, theme: object, words: Words
) -> None:
    canvas = draw_play(play, "deals", words, theme)  # type: ignore[arg-type] # one of the themes
    assert_apart(canvas)
    numbers = [text.line.text for text in canvas.texts]
    assert all(str(mark.number) in numbers for mark in play.marks)
    assert len(paint_play(play, "trips", words).alt) <= MAX_ALT


def test_deals_are_all_numbered_or_every_so_many_of_them(words: Words) -> None:
    def numbers(starts: tuple[int, ...]) -> list[int]:
        play = Play("Cloud 9, table 7", ((0, 3), (400, 100)), starts, 400)
        written = (text.line.text for text in draw_play(play, "trips", words, NIGHT).texts)
        return [int(text) for text in written if text.isdigit()]

    assert numbers(tuple(range(0, 400, 40))) == [*range(1, 11)]
    assert numbers(tuple(range(0, 400, 16))) == [*range(1, 26, 3)]
    # One short trip is enough.
    assert numbers((*range(0, 320, 40), 318, 320, 360)) == [1, 3, 5, 7, 9, 11]


def test_the_picture_has_no_room_for_what_the_words_above_it_say(words: Words) -> None:
    texts = [text.line.text for text in draw_play(PLAY, "deals", words, NIGHT).texts]
    assert "Your chance of winning" in texts
    assert PLAY.title not in texts


def test_costly_and_fine_moves_differ_in_shape_and_colour(words: Words) -> None:
    costly = replace(PLAY, marks=(Mark(1, 45, 31, grade=Grade.WEAK),))
    fine = replace(PLAY, marks=(Mark(1, 45, 31, grade=Grade.GOOD),))
    one, other = (draw_play(each, "deals", words, NIGHT) for each in (costly, fine))
    colours = [
        {stroke.source for stroke in each.strokes if isinstance(stroke.source, tuple)}
        for each in (one, other)
    ]
    assert NIGHT.seats[0] in colours[0]
    assert NIGHT.seats[0] not in colours[1]
    masks = [
        {stroke.mask.tobytes() for stroke in each.strokes if stroke.mask is not None}
        for each in (one, other)
    ]
    assert masks[0] - masks[1]


def test_the_curve_ends_higher_with_a_better_chance(words: Words) -> None:
    """The dot at the end is the last thing of the curve's own colour."""
    ends = [
        draw_play(replace(PLAY, points=((0, 50), (135, end)), marks=()), "deals", words, NIGHT)
        for end in (10, 90)
    ]
    low, high = (
        max(stroke.y for stroke in each.strokes if stroke.source == NIGHT.mark) for each in ends
    )
    assert high < low


def test_marks_of_moves_close_to_each_other_stand_side_by_side(words: Words) -> None:
    written = draw_play(CROWDED, "deals", words, NIGHT).texts[-len(CROWDED.marks) - 3 :]
    marks = [text.room for text in written if text.line.text.isdigit()]
    assert len(marks) == len(CROWDED.marks)
    assert max(mark.y for mark in marks) - min(mark.y for mark in marks) < min(m.h for m in marks)

from __future__ import annotations

from dataclasses import replace

import pytest

from render.api import MAX_ALT, Words
from render.scenes.play import Mark, Play, draw_play, paint_play
from render.theme import DAY, NIGHT
from tests.render.scenes.test_stats import assert_apart

POINTS = ((0, 32), (7, 28), (22, 14), (42, 51), (45, 31), (63, 24), (85, 13), (101, 3), (135, 0))
MARKS = (
    Mark(1, 22, 14, is_fine=False, fall=34),
    Mark(2, 63, 24, is_fine=False, fall=8),
    Mark(3, 42, 51, is_fine=True),
)
FULL = Play("Cloud Nine (cards), table 12", POINTS, (0, 45, 91), 135, MARKS, 6)
CROWDED = replace(
    FULL,
    marks=tuple(Mark(n, 40 + n, 90 + n, is_fine=n > 3) for n in range(1, 6)),
    points=((0, 90), (45, 95), (135, 100)),
)
LONG = Play("Cloud 9, table 123456", ((0, 3), (400, 100)), tuple(range(0, 400, 20)), 400, (), -100)
ALL = (
    FULL,
    CROWDED,
    LONG,
    Play("Nimbly, table 7", ((0, 50),), (0,), 9),
    Play("Nimbly, table 7", (), (0,), 0),
    replace(FULL, title="A game with a long name " * 9, luck=None),
)


def test_all_that_is_painted_is_in_the_alt_text(words: Words) -> None:
    assert paint_play(FULL, "deals", words).alt == (
        "Your chance to win, move by move. Cloud Nine (cards), table 12. "
        "It began at 32%, ranged from 0% to 51% and ended at 0%. "
        "At the end of each deal: 51%, 13%, 0%. "
        "Costly, number 1: move 23, from 48% down to 14%. "
        "Costly, number 2: move 64, from 32% down to 24%. "
        "Fine, number 3: move 43, 51% after it. Luck gave you 6%."
    )


def test_a_costly_move_falls_from_the_chance_it_threw_away(words: Words) -> None:
    """Or it would cost more, in the words, than the curve ever had."""
    low = replace(FULL, points=((0, 30), (22, 14), (135, 0)), marks=(Mark(1, 22, 14, False, 60),))
    assert low.course == [(0, 30), (22, 74), (22, 14), (135, 0)]
    assert "ranged from 0% to 74%" in paint_play(low, "deals", words).alt
    scale = [text.line.text for text in draw_play(low, "deals", words, NIGHT).texts]
    assert "80%" in scale
    assert Mark(1, 22, 70, False, 60).before == 100


def test_luck_that_is_none_and_a_game_of_one_deal_are_told_as_such(words: Words) -> None:
    alt = paint_play(ALL[3], "deals", words).alt
    assert alt.endswith("ended at 50%. Luck made no clear difference.")
    assert "each deal" not in alt
    written = [text.line.text for text in draw_play(ALL[3], "deals", words, NIGHT).texts]
    assert not {"1", words("picture.play.deals")} & {*written}


@pytest.mark.parametrize("play", ALL)
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
    texts = [text.line.text for text in draw_play(FULL, "deals", words, NIGHT).texts]
    assert "Your chance to win" in texts
    assert FULL.title not in texts


def test_costly_and_fine_moves_differ_in_shape_and_colour(words: Words) -> None:
    costly = replace(FULL, marks=(Mark(1, 45, 31, is_fine=False),))
    fine = replace(FULL, marks=(Mark(1, 45, 31, is_fine=True),))
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
        draw_play(replace(FULL, points=((0, 50), (135, end)), marks=()), "deals", words, NIGHT)
        for end in (10, 90)
    ]
    low, high = (
        max(stroke.y for stroke in each.strokes if stroke.source == NIGHT.mark) for each in ends
    )
    assert high < low

from __future__ import annotations

import pytest

from render.api import Words
from render.scenes.comparison import Meeting, draw_comparison, paint_comparison
from render.theme import DAY, NIGHT
from tests.render.hostile import HOSTILE, assert_told_and_free
from tests.render.scenes.test_stats import assert_apart
from tests.texts.pseudo import LOCALE, with_pseudo

MEETINGS = (
    Meeting("Cloud Nine", 24, 2, 17, (1520, 1480)),
    Meeting("Nimbly", 0, 0, 1, (1180, None), (True, False)),
    Meeting("Cloud 9, the balloon game", 1, 0, 0),
    Meeting("Clumond", 0, 0, 0, (99_999, -99_999), (True, True)),
)


def test_every_number_is_in_the_alt_text(words: Words) -> None:
    assert paint_comparison(("Annie", "Benny"), MEETINGS[:3], words).alt == (
        "Annie and Benny side by side. "
        "Cloud Nine: 43 games together, Annie ahead in 24, Benny ahead in 17, level in 2. "
        "Ratings: 1520 and 1480. "
        "Nimbly: 1 game together, Annie ahead in 0, Benny ahead in 1, level in 0. "
        "Ratings: 1180 so far and none. "
        "Cloud 9, the balloon game: 1 game together, Annie ahead in 1, Benny ahead in 0, "
        "level in 0."
    )


def test_the_sums_stand_below_the_names(words: Words) -> None:
    drawn = draw_comparison(("Annie", "Benny"), MEETINGS, words, NIGHT)
    one, ahead, other, behind = (text.line.text for text in drawn.texts[:4])
    assert (one, ahead, other, behind) == ("Annie", "ahead 25 times", "Benny", "ahead 18 times")


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

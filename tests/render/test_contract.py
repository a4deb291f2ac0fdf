"""What every picture of every game owes, whatever people are called."""

from __future__ import annotations

from dataclasses import astuple, replace
from random import Random

import pytest

from engine.games import GAMES
from engine.games.nimbly.view import NimblyView
from render.api import Words
from render.context import Context
from render.final import draw_final
from render.panels import ALT_BADGE
from render.scenes import SCENES
from render.theme import DAY, NIGHT, PACK, THEMES, WIDTH, Colour, Theme
from tests.engine.walks import Beginning, everyone, walk
from tests.render.hostile import assert_told_and_free, hostile, pictures
from tests.soak.amounts import by_seats, some

MOMENTS = 2
"""Of each game, beside the first and the last; `make soak` has thousands."""
BLENDED = 20
"""Pixels that the edges of letters and figures may happen to give a colour."""


@pytest.mark.whole
@pytest.mark.parametrize(
    ("key", "seats"),
    by_seats((key, seats) for key in SCENES for seats in GAMES[key].info.seats),
)
def test_alt_texts_are_whole_and_the_badges_corner_is_free(
    key: str, seats: int, words: Words
) -> None:
    """At some moments of a random game, the end among them, for everybody."""
    moments = list(walk(Beginning(key, seats, {}, seats)))
    chosen = Random(seats).sample(range(len(moments)), min(MOMENTS, len(moments)))
    for number, at in enumerate({*chosen, 0, len(moments) - 1}):
        people = hostile(seats, number * seats)
        for picture in pictures(SCENES[key], moments[at].course, people, words):
            assert_told_and_free(picture)
            assert not picture.alt.endswith("…")


@pytest.mark.parametrize("key", SCENES)
def test_the_corner_is_free_in_the_pictures_of_the_rules(key: str, words: Words) -> None:
    for picture in filter(None, [SCENES[key].rules(page, words) for page in range(6)]):
        assert_told_and_free(picture)


@pytest.mark.parametrize("count", some(range(1, 20), 4))
def test_the_corner_is_free_however_many_draws_a_hand_of_nimbly_has(
    count: int, words: Words
) -> None:
    course = Beginning("nimbly", 3, {}, 1).course()
    view = course.view(course.to_act()[0])
    assert isinstance(view, NimblyView)
    fewer = SCENES["nimbly"].hand(_with_draws(view, count), hostile(3, 0), words)
    assert_told_and_free(fewer)


def _with_draws(view: NimblyView, count: int) -> NimblyView:
    assert len(view.prospects) == 19
    return replace(view, prospects=view.prospects[:count])


def colours_of(theme: Theme) -> set[Colour]:
    """Return the colours of grounds, letters and marks."""
    fields = [value for value in astuple(theme) if isinstance(value, tuple)]
    return {
        colour for value in fields for colour in (value if type(value[0]) is tuple else [value])
    }


@pytest.mark.whole
@pytest.mark.parametrize("key", SCENES)
def test_nothing_in_a_picture_by_day_has_a_colour_of_the_night(key: str, words: Words) -> None:
    scene, seats = SCENES[key], max(GAMES[key].info.seats)
    foreign = colours_of(NIGHT) - colours_of(DAY) - {*astuple(PACK)}
    moments = list(walk(Beginning(key, seats, {}, 5)))
    for at in (0, len(moments) // 3, len(moments) // 2, len(moments) - 1):
        course = moments[at].course
        contexts = [
            Context(course.view(seat), hostile(seats, at), words, DAY) for seat in everyone(seats)
        ]
        table, *hands = contexts
        drawn = [scene.draw_table(table), *map(scene.draw_hand, hands)]
        if table.view.deal_scores:
            drawn += [draw_final(table, scene.unit), *filter(None, [scene.draw_deal(table)])]
        for canvas in drawn:
            assert canvas.theme is DAY
            found = canvas.image.getcolors(canvas.image.width * canvas.image.height) or []
            assert foreign.isdisjoint({colour for count, colour in found if count > BLENDED})


@pytest.mark.parametrize("key", SCENES)
def test_a_picture_says_the_same_in_every_theme_and_is_as_large(key: str, words: Words) -> None:
    scene, seats = SCENES[key], min(GAMES[key].info.seats)
    people, view = hostile(seats, 0), Beginning(key, seats, {}, 1).course().view(None)
    painted = [scene.table(view, people, words, theme) for theme in THEMES.values()]
    assert len({(one.alt, one.width, one.height) for one in painted}) == 1
    assert len({one.data for one in painted}) == len(THEMES)
    for page in range(1, 6):
        shown = [scene.rules(page, words, theme) for theme in THEMES.values()]
        assert len({picture and (picture.alt, picture.height) for picture in shown}) == 1
        assert None in shown or len({picture.data for picture in shown if picture}) == len(THEMES)


def test_the_corner_is_as_large_as_the_badge_was_seen() -> None:
    assert ALT_BADGE.w >= 0.12 * WIDTH
    assert ALT_BADGE.h >= 0.08 * WIDTH

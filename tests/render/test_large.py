"""Large print, for phones: all is as many pixels high on a picture that is narrower."""

from __future__ import annotations

import pytest
from PIL import ImageChops

from render.canvas import READABLE, Canvas, painted
from render.panels import ALT_BADGE, sky
from render.scenes.nimbly.parts import SHORT, row_card
from render.sprites import INDEX
from render.theme import DAY, LARGE, LEGIBLE, WIDTH, large
from tests.render.conftest import ABSURD
from tests.render.contrasts import poor
from tests.render.gallery import LONG, gallery, pictures
from tests.render.scenes.test_stats import assert_apart

THEME = large(DAY)
"""Colours are those of usual print, so one theme will do: that with the least contrasts."""

TIMES = 1.35
HUGE = "stats-4"
"""A page of what is longer than anybody's, which shrinks here and there."""

PUBLIC = ("evening",)
"""Pictures that nobody sees alone: they have the server's look, and its print."""

HIGHEST = 2.3
"""The most of a picture's height, in parts of its width."""

NAMES = {"long": LONG, "absurd": ABSURD[:6], "odd": ABSURD[6:12]}


@pytest.mark.whole
def test_what_is_painted_is_shown_larger_and_never_smaller() -> None:
    assert WIDTH / LARGE >= TIMES
    usual = pictures(DAY)
    for name, canvas in pictures(THEME).items():
        sizes: dict[str, int] = {}
        for text in usual[name].texts:
            sizes[text.line.text] = min(text.line.size, sizes.get(text.line.text, READABLE))
        for text in canvas.texts if name != HUGE else ():
            size = sizes.get(text.line.text, 0)
            assert text.line.size * WIDTH / LARGE >= size * TIMES, (name, text.line)


@pytest.mark.parametrize("names", NAMES)
def test_nothing_leaves_its_picture_is_cut_or_lies_on_something_else(names: str) -> None:
    for name, canvas in gallery(THEME, 2, NAMES[names]):
        if name.startswith(PUBLIC):
            continue
        assert canvas.size.w == LARGE
        assert canvas.size.h <= HIGHEST * LARGE, name
        assert all(one.x >= -20 and one.right <= LARGE + 10 for one in canvas.strokes), name
        assert_apart(canvas)
        assert_figures_whole(canvas, name)
        assert is_corner_free(canvas), name


@pytest.mark.whole
def test_all_is_told_from_what_it_lies_on() -> None:
    drawn = pictures(THEME).items()
    assert not [(name, *each) for name, canvas in drawn for each in poor(canvas)]


def test_cards_of_rows_can_be_read() -> None:
    for seats in (3, 4, 5):
        assert row_card(seats, SHORT, THEME).w * INDEX >= LEGIBLE


def assert_figures_whole(canvas: Canvas, name: str) -> None:
    for text in canvas.texts:
        if any(char.isdigit() for char in text.line.text) and len(text.line.text) < 20:
            assert not text.line.text.endswith("…"), (name, text.line.text)


def is_corner_free(canvas: Canvas) -> bool:
    w, h = (side * LARGE // WIDTH for side in ALT_BADGE)
    top, bottom = canvas.size.h - h, canvas.size.h
    foot = painted(canvas.background, canvas.strokes, top, bottom).crop((0, 0, w, h))
    bare = sky(bottom, canvas.theme).crop((0, top, w, bottom))
    return ImageChops.difference(foot, bare).getbbox() is None

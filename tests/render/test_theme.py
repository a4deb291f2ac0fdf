from __future__ import annotations

from dataclasses import astuple
from typing import Any

import pytest

from render.theme import (
    DAY,
    DIMMED,
    HAZE,
    NIGHT,
    PACK,
    THEMES,
    Colour,
    Theme,
    contrast,
    mix,
    sky_colour,
    snap,
)

AA_LARGE = 3.0
AA = 4.5
MARK = 2.0
"""What tells a mark from its ground where a word or a number says the same."""

THEME = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def grounds(theme: Theme) -> dict[str, Colour]:
    return {
        "panel": theme.panel,
        "panel_turn": theme.panel_turn,
        "well": theme.well,
        "sky top": sky_colour(0, 0, theme),
        "sky bottom": sky_colour(1, 0, theme),
        "haze": sky_colour(0, HAZE, theme),
        "haze at the bottom": sky_colour(1, HAZE, theme),
    }


@THEME
@pytest.mark.parametrize("letter", ["text", "muted", "gold", "flush", "run", "sets", "bonus"])
def test_every_text_colour_stands_aa_contrast_on_every_ground(theme: Theme, letter: str) -> None:
    for name, ground in grounds(theme).items():
        assert contrast(ground, getattr(theme, letter)) >= AA, name


@THEME
def test_numbers_on_clouds_stand_aa_contrast(theme: Theme) -> None:
    for cloud in (theme.cloud, theme.line):
        assert contrast(cloud, theme.text) >= AA


@THEME
def test_numbers_on_discs_and_pills_stand_aa_contrast(theme: Theme) -> None:
    for disc in (*theme.seats, *theme.medals, theme.glow):
        assert contrast(disc, theme.ink) >= AA


def test_by_day_even_what_is_out_of_reach_stands_aa_contrast() -> None:
    assert contrast(DAY.well, DAY.faint) >= AA


@THEME
def test_marks_are_told_from_what_they_lie_on(theme: Theme) -> None:
    for seat in theme.seats:
        assert contrast(seat, theme.well) >= MARK
    for mark in (theme.mark, theme.line):
        assert contrast(mark, theme.panel) >= MARK
    assert contrast(theme.mark, theme.line) >= MARK


@pytest.mark.parametrize("suit", ["black", "red", "blue", "green", "joker"])
def test_suits_stand_aa_contrast_on_a_card_and_large_contrast_on_a_dimmed_one(suit: str) -> None:
    colour = getattr(PACK, suit)
    assert contrast(PACK.paper, colour) >= AA
    dimmed = mix(PACK.paper, PACK.shade, DIMMED), mix(colour, PACK.shade, DIMMED)
    assert contrast(*dimmed) >= AA_LARGE


def test_the_first_theme_is_the_usual_one() -> None:
    assert next(iter(THEMES.values())) is NIGHT


@pytest.mark.parametrize("colours", [PACK, *THEMES.values()], ids=["pack", *THEMES])
def test_all_colours_survive_the_palette_lookup_of_pillow(colours: Any) -> None:
    for value in astuple(colours):
        for colour in value if isinstance(value[0], tuple) else (value,):
            assert snap(colour) == colour


def test_contrast_is_that_of_wcag_for_black_and_white() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)

from __future__ import annotations

from dataclasses import astuple
from itertools import combinations
from math import dist
from typing import Any

import pytest

from bot.preferences.server import Look
from render.theme import (
    COLOURS,
    HAZE,
    NIGHT,
    PACK,
    THEMES,
    Colour,
    Theme,
    dimmed,
    sky_colour,
    snap,
)
from tests.render.contrasts import contrast

AA_LARGE = 3.0
AA = 4.5

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
    for cloud in (theme.cloud, theme.well):
        assert contrast(cloud, theme.text) >= AA


@THEME
def test_numbers_on_discs_and_pills_stand_aa_contrast(theme: Theme) -> None:
    for disc in (*theme.seats, *theme.medals, theme.glow):
        assert contrast(disc, theme.ink) >= AA


@THEME
def test_marks_are_told_from_what_they_lie_on(theme: Theme) -> None:
    for sign in (*theme.seats, theme.mark, theme.line):
        for name, ground in grounds(theme).items():
            assert contrast(sign, ground) >= AA_LARGE, name


@pytest.mark.parametrize("suit", ["black", "red", "blue", "green", "joker"])
def test_suits_stand_aa_contrast_on_a_card_and_on_a_dimmed_one(suit: str) -> None:
    colour = getattr(PACK, suit)
    assert contrast(PACK.paper, colour) >= AA
    assert contrast(PACK.dim, dimmed(colour)) >= AA


VISIONS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "trichromat": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanope": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranope": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanope": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""What is left of linear red, green and blue in the common kinds of colour-blindness (Machado)."""

TOLD = 15.0
"""The distance in CIE Lab from which on plain areas are told apart easily; 2 is just seen."""


def seen(colour: Colour, vision: str) -> tuple[float, float, float]:
    """Return a colour in CIE Lab as somebody with that vision has it."""
    parts = [((c / 255 + 0.055) / 1.055) ** 2.4 if c > 10 else c / 3294.6 for c in colour]
    left = (sum(a * b for a, b in zip(row, parts, strict=True)) for row in VISIONS[vision])
    r, g, b = (min(1.0, max(0.0, part)) for part in left)
    x = 0.4339 * r + 0.3762 * g + 0.1899 * b
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = 0.0177 * r + 0.1095 * g + 0.8728 * b
    fx, fy, fz = (v ** (1 / 3) if v > 0.00886 else 7.787 * v + 0.1379 for v in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


SAFE = {
    "suits": (PACK.black, PACK.red, PACK.blue, PACK.green, PACK.joker),
    "dice": (PACK.black, PACK.red, PACK.green, PACK.joker, PACK.yellow),
    "seats": COLOURS.seats,
    "factors": COLOURS.factors,
}


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("group", SAFE)
def test_colours_are_told_apart_by_all_eyes(group: str, vision: str) -> None:
    for one, other in combinations(SAFE[group], 2):
        assert dist(seen(one, vision), seen(other, vision)) >= TOLD, (one, other)


def test_looks_are_the_names_of_themes() -> None:
    assert [*Look] == [*THEMES]


def test_the_first_theme_is_the_usual_one() -> None:
    assert next(iter(THEMES.values())) is NIGHT


@pytest.mark.parametrize("colours", [PACK, *THEMES.values()], ids=["pack", *THEMES])
def test_all_colours_survive_the_palette_lookup_of_pillow(colours: Any) -> None:
    for value in (value for value in astuple(colours) if isinstance(value, tuple)):
        for colour in value if isinstance(value[0], tuple) else (value,):
            assert snap(colour) == colour


def test_contrast_is_that_of_wcag_for_black_and_white() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)

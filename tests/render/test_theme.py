from __future__ import annotations

from dataclasses import astuple

import pytest

from render.theme import DIMMED, HAZE, NIGHT, Colour, contrast, mix, sky_colour, snap

AA_LARGE = 3.0
AA = 4.5
GROUNDS = {
    "panel": NIGHT.panel,
    "panel_turn": NIGHT.panel_turn,
    "well": NIGHT.well,
    "sky top": sky_colour(0),
    "sky bottom": sky_colour(1),
    "haze": sky_colour(0, HAZE),
}


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("letter", ["text", "muted", "gold", "flush", "run", "sets", "bonus"])
def test_every_text_colour_stands_aa_contrast_on_every_ground(ground: str, letter: str) -> None:
    assert contrast(GROUNDS[ground], getattr(NIGHT, letter)) >= AA


@pytest.mark.parametrize("suit", ["black", "red", "blue", "green", "joker"])
def test_suits_stand_aa_contrast_on_a_card_and_large_contrast_on_a_dimmed_one(suit: str) -> None:
    colour = getattr(NIGHT, suit)
    assert contrast(NIGHT.paper, colour) >= AA
    assert (
        contrast(mix(NIGHT.paper, NIGHT.panel, DIMMED), mix(colour, NIGHT.panel, DIMMED))
        >= AA_LARGE
    )


@pytest.mark.parametrize("disc", [*NIGHT.seats, *NIGHT.medals, NIGHT.gold])
def test_numbers_on_discs_and_pills_stand_aa_contrast(disc: Colour) -> None:
    assert contrast(disc, NIGHT.ink) >= AA


def test_all_colours_survive_the_palette_lookup_of_pillow() -> None:
    for value in astuple(NIGHT):
        for colour in value if isinstance(value[0], tuple) else (value,):
            assert snap(colour) == colour


def test_contrast_is_that_of_wcag_for_black_and_white() -> None:
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)

from __future__ import annotations

from random import Random

import pytest
from PIL import Image

from engine.cards import CARD_OF_FACE, FACES, mask_of
from engine.melds import meld, nine_of
from render.api import Words
from render.canvas import Canvas
from render.lettering import TIMES
from render.nines import MARK, arrange, factor_line, nine_panel, nine_row, row_step
from render.shapes import Box, Size
from render.theme import NIGHT, WIDTH

PACK = list(FACES)


def _random_nines(count: int) -> list[tuple[str, ...]]:
    random = Random(5)
    return [tuple(random.sample(PACK, random.randint(1, 9))) for _ in range(count)]


def test_the_marks_count_what_the_meld_counts() -> None:
    """M1-M3: as many cards are marked for a factor as the factor says, one or none if it is 1."""
    for cards in _random_nines(300):
        laid, worth = arrange(cards), meld(mask_of(CARD_OF_FACE[code] for code in _distinct(cards)))
        assert len(laid.flush) == (worth.flush if worth.flush > 1 else 0), cards
        assert len(laid.run) == (worth.run if worth.run > 1 else 0), cards
        assert len(laid.sets) == (worth.sets if worth.sets > 1 else 0), cards


def _distinct(cards: tuple[str, ...]) -> list[str]:
    """Leave out the second joker, which has the spelling of the first."""
    return list(dict.fromkeys(cards))


def test_arranging_loses_no_card() -> None:
    for cards in _random_nines(40):
        assert sorted(arrange(cards).cards) == sorted(cards)


def test_ranks_stand_from_high_to_low_and_jokers_last() -> None:
    assert arrange(("JK", "2C", "AS", "KH", "AD")).cards == ("AS", "AD", "KH", "2C", "JK")


@pytest.mark.parametrize(
    ("cards", "factor", "marked"),
    [
        pytest.param(
            "AS 2C 3D KH", "run", "3D 2C AS", id="M2 an ace stands low in the longest run"
        ),
        pytest.param("KS AS 2S", "run", "AS KS", id="M2 an ace never joins both ends"),
        pytest.param("9C 9D 8C", "run", "9C 8C", id="M1 a rank counts once in a run"),
        pytest.param("9C 9D 9H 4C 4D", "sets", "9H 9D 9C", id="M3 a loose pair has no mark"),
        pytest.param("9C 9D 4C 4D", "sets", "9D 9C", id="M3 only one of two pairs is marked"),
    ],
)
def test_the_cards_that_make_a_factor_are_marked(cards: str, factor: str, marked: str) -> None:
    laid = arrange(tuple(cards.split()))
    assert {laid.cards[at] for at in getattr(laid, factor)} == {*marked.split()}


def test_marks_lie_below_the_cards_in_the_factors_colours() -> None:
    canvas = Canvas(Image.new("RGB", (300, 200)))
    size = Size(98, 137)
    nine_row(canvas, ("9C", "8C"), Box(0, 0, 290, size.h), size)
    below = canvas.image.crop((0, size.h + 4, 300, size.h + 4 + MARK))
    colours = {colour for _, colour in below.getcolors(100) or ()}
    assert colours == {(0, 0, 0), NIGHT.flush, NIGHT.run}


def test_nine_cards_fill_a_row_exactly() -> None:
    assert row_step(634, 98) * 8 + 98 <= 634


def test_a_line_of_factors_says_the_jokers_and_the_value() -> None:
    canvas = Canvas(Image.new("RGB", (400, 60)))
    factor_line(canvas, meld(mask_of([0, 1, 2, 52, 53])), Box(0, 0, 400, 60))
    assert [line.text for line, _, _ in canvas.texts] == [
        "= 29",
        "3",
        TIMES,
        "3",
        TIMES,
        "1",
        "+20",
    ]


def test_a_nine_that_was_painted_before_has_the_same_strokes(words: Words) -> None:
    nine = nine_of(mask_of([0, 1, 2, 52, 53]))
    first, again = (Canvas(Image.new("RGB", (WIDTH, 150))) for _ in range(2))
    for canvas in (first, again):
        nine_panel(canvas, nine, Box(0, 0, WIDTH, 0), words)
    assert first.strokes == again.strokes
    assert [line.text for line, _, _ in first.texts][:2] == [words("picture.flush"), "3"]

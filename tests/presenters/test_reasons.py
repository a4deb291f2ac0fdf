"""The numbers of moves in words: what a nine makes, averages and chances."""

from __future__ import annotations

import pytest

from bot.presenters.cards import amount, counted, made, percent
from bot.texts import Texts
from engine.melds import Meld

SAY = Texts.load().words("en")


def test_a_nine_is_spelled_with_its_factors() -> None:
    assert made(Meld(4, 3, 2, 0, 24), SAY) == "suit 4 \u00d7 run 3 \u00d7 sets 2 = 24"
    assert made(Meld(4, 3, 2, 1, 34), SAY).endswith("sets 2 + 10 for a joker = 34")
    assert made(Meld(4, 3, 2, 2, 44), SAY).endswith("sets 2 + 20 for both jokers = 44")


@pytest.mark.parametrize(
    ("number", "shown"),
    [(41.4, "41"), (4.26, "4.3"), (-0.5, "\u22120.5"), (-12.0, "\u221212"), (0, "0"), (-0.04, "0")],
)
def test_averages_are_as_exact_as_they_need_to_be(number: float, shown: str) -> None:
    assert amount(number, SAY) == shown


@pytest.mark.parametrize(
    ("number", "english", "french"),
    [
        (0.1, "0.1 points", "0,1 point"),
        (-1.5, "\u22121.5 points", "\u22121,5 point"),
        (1.0, "1.0 points", "1,0 point"),
        (2.5, "2.5 points", "2,5 points"),
        (0, "0 points", "0 point"),
    ],
)
def test_a_fraction_has_its_unit_as_the_language_counts(
    number: float, english: str, french: str
) -> None:
    for language, told in (("en", english), ("fr", french)):
        say = Texts.load().words(language)
        n, points = counted(number, say)
        assert say("result.points", n=n, points=points) == told


@pytest.mark.parametrize(
    ("share", "shown"),
    [(0, 0), (0.001, 1), (0.456, 46), (0.999, 99), (1, 100), (-0.02, 1), (1.03, 99)],
)
def test_a_chance_is_neither_nothing_nor_certain_unless_it_is(share: float, shown: int) -> None:
    assert percent(share) == shown

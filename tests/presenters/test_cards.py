"""How sentences name people and what each of them has."""

from __future__ import annotations

import pytest

from bot.presenters.cards import amount, counted, listed, made, name_of, percent, won
from bot.texts import Texts
from engine.melds import Meld
from engine.seats import Seat

SAY = Texts.load().words("en")
NAMES = ("Ada", "Ben", "Cem")


def test_a_seat_has_the_name_of_who_sits_there() -> None:
    assert [name_of(NAMES, Seat(seat)) for seat in (1, 3)] == ["Ada", "Cem"]


def test_points_are_listed_in_seat_order() -> None:
    text = listed((7, 0, "+2"), NAMES, SAY)
    found = [text.index(part) for part in ("Ada", "7", "Ben", "0", "Cem", "+2")]
    assert found == sorted(found)


def test_one_winner_wins_and_several_share() -> None:
    alone, shared = won((Seat(2),), NAMES, SAY), won((Seat(1), Seat(3)), NAMES, SAY)
    assert "Ben" in alone
    assert "Ada" in shared
    assert "Cem" in shared
    assert alone.replace("Ben", "") != shared.replace("Ada", "").replace("Cem", "")


# The numbers of moves in words: what a nine makes, averages and chances.


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

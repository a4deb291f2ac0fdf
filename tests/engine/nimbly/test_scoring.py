"""What the nines of a deal are given: J5, J6, M4 and M5."""

from __future__ import annotations

import pytest

from engine.cards import mask_of_faces
from engine.games.nimbly.state import deal_result, nine_of
from tests.engine.nimbly.positions import (
    ANNIE,
    BENNY,
    CONNIE,
)

HANDS = tuple(mask_of_faces(hand.split()) for hand in (ANNIE, BENNY, CONNIE))


@pytest.mark.parametrize(("seats", "cards", "run"), [(3, "AC 6D 7H", 2), (5, "AC 2D 3H 4S", 4)])
def test_j5_the_ace_is_low_only_with_52_cards(seats: int, cards: str, run: int) -> None:
    assert nine_of(mask_of_faces(cards.split()), seats).meld.run == run


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_j5_the_ace_is_high_with_any_pack_but_never_both_ends_at_once(seats: int) -> None:
    assert nine_of(mask_of_faces(["QC", "KD", "AH"]), seats).meld.run == 3
    assert nine_of(mask_of_faces(["KD", "AH", "2C"]), seats).meld.run == 2


def test_j6_who_made_as_much_as_par_keeps_it() -> None:
    result = deal_result(1, HANDS, HANDS[1], (0, 0, 0))
    assert result.points == (60, 36, 45)
    assert deal_result(1, HANDS, HANDS[2], (1, 2, 3)).totals == (61, 2, 48)

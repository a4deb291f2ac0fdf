"""The deal, the ante and the call: C1, C2."""

from __future__ import annotations

import pytest

from engine.chance import Chance
from engine.course import Course
from engine.games.clumond.state import PACK
from engine.games.clumond.view import (
    Declared,
    Phase,
    Trumps,
)
from engine.seats import Seat
from tests.engine.clumond.positions import (
    GAME,
    HIGH,
    LOW,
    MIDDLE,
    PASSES,
    SEED,
    keeping,
    played,
    seen,
    table,
    told,
)


def test_the_pack_has_48_cards_and_no_tens() -> None:
    assert len(PACK) == len(set(PACK)) == 48
    assert not [card for card in PACK if card[0] == "T" or card.startswith("JK")]


def test_sixteen_cards_are_dealt_each_one_at_a_time_from_the_dealers_left() -> None:
    order = Chance(SEED).shuffle("clumond", 1, PACK)
    course = Course.begin(GAME, 3, {}, Chance(SEED))
    for place in range(3):
        hand = seen(course, place + 1).hand
        assert hand is not None
        assert sorted(hand) == sorted(order[place::3])
    assert seen(course).dealer == 3


def test_the_dealer_rotates_left_and_the_next_deal_begins_at_their_left() -> None:
    course = keeping(played(table(HIGH, MIDDLE, LOW), *PASSES))
    order = Chance(SEED).shuffle("clumond", 2, PACK)
    assert (seen(course).dealer, seen(course).to_act) == (1, (2,))
    assert sorted(seen(course, 2).hand or ()) == sorted(order[0::3])


@pytest.mark.parametrize("trumps", list(Trumps))
@pytest.mark.parametrize("declarer", [1, 2, 3])
def test_c2_the_first_to_declare_ends_the_call(declarer: int, trumps: Trumps) -> None:
    course = played(table(), *PASSES[: declarer - 1], f"{declarer} declare {trumps.value}")
    view = seen(course)
    assert (view.phase, view.declarer, view.trumps) == (Phase.PLAY, declarer, trumps)
    assert view.passed == tuple(range(1, declarer))
    assert told(course) == (Declared(Seat(declarer), trumps, Seat(declarer % 3 + 1)),)

from __future__ import annotations

import pytest

from engine.games.cloud_nine.view import CloudNineView
from engine.melds import NINE
from tests.engine.players.stupidities.pattern import Proof
from tests.engine.players.stupidities.proofs import Firing, firings, hold


def can_be_checked(firing: Firing) -> bool:
    """Return whether everything can be tried, or need not be."""
    view = firing.question.view
    assert isinstance(view, CloudNineView)
    return view.trick.number == NINE or firing.proof is Proof.ALIKE


@pytest.mark.parametrize(
    ("positions", "patterns"),
    [(400, 7), pytest.param(1500, 11, marks=[pytest.mark.soak, pytest.mark.timeout(0)])],
)
def test_what_is_stupid_is_so_wherever_the_cards_are(positions: int, patterns: int) -> None:
    found = list(firings("cloud_nine", positions, each=3))
    held = hold(found, can_be_checked, worlds=3)
    assert len(held) >= patterns
    assert held["last_second_take_is_a_gift"]
    assert held["last_card_costs_the_hand"]

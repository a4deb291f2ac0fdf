from __future__ import annotations

import pytest

from engine.games.clumond.view import TRICKS, ClumondView, Phase
from tests.engine.players.stupidities.proofs import Firing, firings, hold


def is_nearly_over(firing: Firing) -> bool:
    """Return whether a decision is one of the game's last two tricks."""
    view = firing.question.view
    assert isinstance(view, ClumondView)
    late = view.phase is Phase.PLAY and view.trick.number >= TRICKS - 1
    return late and view.deal == view.deals


@pytest.mark.parametrize(
    ("positions", "patterns"),
    [(500, 1), pytest.param(3500, 4, marks=[pytest.mark.soak, pytest.mark.timeout(0)])],
)
def test_what_is_stupid_in_the_last_tricks_is_so_wherever_the_cards_are(
    positions: int, patterns: int
) -> None:
    found = list(firings("clumond", positions, each=4))
    held = hold(found, is_nearly_over, worlds=4)
    assert len(held) >= patterns

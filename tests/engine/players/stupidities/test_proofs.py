"""What is stupid is so wherever the cards are: small endings, both moves solved by the rules."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.games.clumond.view import TRICKS, Phase
from engine.melds import NINE
from engine.players.levels import HOUSE_PLAYERS
from tests.engine.players.stupidities.exact import Solver
from tests.engine.players.stupidities.pattern import Proof, Question
from tests.engine.players.stupidities.positions import decisions
from tests.engine.players.stupidities.proofs import firings, hold, imagined


def left(view: Any) -> int:
    """Return how many cards are left to draw in Nimbly."""
    return sum(map(len, view.rows))


def is_late(view: Any) -> bool:
    """Return whether a decision of Clumond is one of the game's last two tricks."""
    ends = view.phase is Phase.PLAY and view.trick.number >= TRICKS - 1
    return ends and view.deal == view.deals


SMALL: dict[str, Callable[[Any], bool]] = {
    "cloud_nine": lambda view: view.trick.number == NINE,
    "clumond": is_late,
    "nimbly": lambda view: left(view) <= 6,
}
"""Where everything can be tried."""

SURELY = {
    "cloud_nine": {"last_second_take_is_a_gift", "last_card_costs_the_hand"},
    "clumond": set[str](),
    "nimbly": {"gives_up_a_sure_win", "last_draw_is_a_gift"},
}
"""Patterns that are among those held."""

SOAK = [pytest.mark.soak, pytest.mark.timeout(0)]


@pytest.mark.whole
@pytest.mark.parametrize(
    ("game", "each", "worlds", "positions", "patterns"),
    [
        ("cloud_nine", 3, 3, 400, 7), pytest.param("cloud_nine", 3, 3, 1500, 11, marks=SOAK),
        ("clumond", 4, 4, 500, 1), pytest.param("clumond", 4, 4, 3500, 4, marks=SOAK),
        ("nimbly", 6, 1, 200, 5), pytest.param("nimbly", 6, 1, 700, 9, marks=SOAK),
    ],
)  # fmt: skip
def test_what_is_stupid_is_so_wherever_the_cards_are(
    game: str, each: int, worlds: int, positions: int, patterns: int
) -> None:
    def is_small(view: Any, proof: Proof) -> bool:
        return SMALL[game](view) or (game == "cloud_nine" and proof is Proof.ALIKE)

    found = [
        one for one in firings(game, positions, each) if is_small(one.question.view, one.proof)
    ]
    held = hold(found, worlds)
    assert len(held) >= patterns
    assert held.keys() >= SURELY[game]


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_hard_and_expert_regret_nothing_in_the_last_draws_of_nimbly(level: str) -> None:
    questions = map(Question.at, decisions("nimbly", 11))
    for asked in islice((each for each in questions if 3 <= left(each.view) <= 7), 8):
        (state,) = imagined(asked, 1)
        code = HOUSE_PLAYERS["nimbly"][level].choose(
            asked.view, asked.heard, asked.legal, Random(1)
        )
        regret = Solver(asked.course.game).regret(state, code)
        assert regret == pytest.approx(0), (code, asked.view)

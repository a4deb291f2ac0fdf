"""What is told of the win in Nimbly against others who do not play as well."""

from __future__ import annotations

from random import Random

import pytest

from engine.players.nimbly.lookahead import DealUtility
from engine.players.nimbly.opponent_model import Edge
from engine.players.nimbly.position import position_of
from engine.players.nimbly.robots import HOUSE_PLAYERS
from engine.players.nimbly.trials import NimblyTrials
from engine.players.robot import is_of_a_seat
from engine.players.trials import Value
from tests.engine.nimbly.positions import state_of
from tests.engine.players.nimbly.searching import late
from tests.engine.walks import ranking


def edge(cards: int, *, exact: bool = False, **options: int | bool) -> Edge:
    """The edge where at most this many cards are left in the rows."""
    state = state_of(late(3, cards, 3, **options))
    _, position = position_of(state)
    return Edge(position, DealUtility(state, position.turn), exact=exact)


def test_the_more_others_have_to_draw_the_more_is_expected() -> None:
    shares = [edge(cards).told(1 / 3) for cards in (10, 20, 30)]
    assert 1 / 3 < shares[0] < shares[1] < shares[2] < 0.5
    assert edge(30).told(0) == 0
    assert edge(30).told(1) == 1


def test_every_deal_to_come_adds_to_it() -> None:
    shares = [edge(14, exact=True, deals=deals).told(0.5) for deals in (2, 3)]
    assert 0.5 < shares[0] < shares[1]
    assert edge(14, target=500).told(0.5) > edge(14, target=50).told(0.5) > 0.5


def test_what_the_best_would_win_is_not_certain_before_the_last_draws() -> None:
    assert 0.8 < edge(12, exact=True).told(1) < edge(9, exact=True).told(1) < 1
    assert edge(4, exact=True).told(1) == 1
    assert edge(12, exact=True).told(0) > 0
    assert edge(12, exact=True).told(1 / 3) == pytest.approx(1 / 3)


@pytest.mark.parametrize(("level", "told"), [("hard", True), ("normal", False)])
def test_players_who_look_far_tell_it_of_every_move_as_reviews_do(level: str, told: bool) -> None:
    course = late(3, 8, 2)
    seat = course.to_act()[0]
    trials = NimblyTrials(course.view(seat), course.heard(seat), Random(1))
    moves = ranking(HOUSE_PLAYERS[level], course, Random(1))
    found = trials.tried([move.code for move in moves], Random(1))
    for move, value in zip(moves, found, strict=True):
        expected = trials.settled(move.code, value, 1) if told else value
        assert move.share == pytest.approx(expected.share)
        others = [number for name, number in move.facts if is_of_a_seat(name)]
        assert move.share + sum(others) == pytest.approx(1, abs=0.02)
    assert trials.settled("draw A", Value(0, 1), 1).share < 1

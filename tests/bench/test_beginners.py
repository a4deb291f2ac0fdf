from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from bench.beginners import BEGINNERS
from bench.ladder import Pairing, play_deal, play_game
from tests.engine.walks import beginnings, walk
from tests.soak.amounts import later

HERE = [later(key) if key == "clumond" else key for key in BEGINNERS]
"""Its hundreds of moves take longer than those of all others."""


@pytest.mark.parametrize("key", HERE)
def test_a_beginner_answers_every_question_with_a_legal_move(key: str) -> None:
    asked = 0
    for beginning in (one for one in beginnings(2) if one.key == key):
        for course, seat, _ in walk(beginning):
            if seat and len(legal := course.legal(seat)) > 1:
                view, heard = course.view(seat), course.heard(seat)
                assert BEGINNERS[key].choose(view, heard, legal, Random(1)) in legal
                asked += 1
    assert asked > 30


@pytest.mark.parametrize("key", HERE)
def test_beginners_among_themselves_win_what_is_fair(key: str) -> None:
    """Nothing of theirs is left to chance, so in all seats of a deal everybody wins alike."""
    pairing = Pairing(key, ("beginner",) * 3, 1)
    assert [round(play_deal(pairing, number).share, 9) for number in (1, 2)] == [0.333333333] * 2


@pytest.mark.parametrize("key", HERE)
def test_a_beginner_beats_players_who_know_nothing(key: str) -> None:
    pairing = Pairing(key, ("beginner", "random", "random"), 1)
    assert fmean(play_game(pairing, number, number % 3).share for number in range(12)) > 0.4

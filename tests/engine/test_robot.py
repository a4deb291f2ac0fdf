from random import Random

import pytest

from engine.robot import ROBOTS
from tests.engine.cloud_nine.positions import seen, table


@pytest.mark.parametrize("level", ROBOTS)
def test_a_house_player_chooses_a_legal_move_and_the_same_one_again(level: str) -> None:
    view = seen(table(), 1)
    chosen = [ROBOTS[level].choose(view, (), view.legal, Random(9), 10) for _ in range(2)]
    assert chosen[0] in view.legal
    assert chosen[0] == chosen[1]


def test_the_random_player_plays_every_legal_move_now_and_then() -> None:
    view, random = seen(table(), 1), Random(9)
    chosen = {ROBOTS["random"].choose(view, (), view.legal, random, 0) for _ in range(200)}
    assert chosen == set(view.legal)

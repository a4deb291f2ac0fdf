"""House players as such; what they play in each game stands with the game."""

from random import Random

from engine.players.robot import UNSURE, HousePlayer, RandomRobot, RankedMove, in_order
from tests.engine.cloud_nine.positions import played, seen, table

RANDOM = HousePlayer(RandomRobot(), 0)


class Counting(RandomRobot):
    """Notes that it was asked."""

    def __init__(self) -> None:
        self.asked = 0

    def rank(self, *asked, **more):  # type: ignore[no-untyped-def] # hands on what it is given
        self.asked += 1
        return super().rank(*asked, **more)


def test_the_random_player_plays_every_legal_move_now_and_then() -> None:
    view, random = seen(table(), 1), Random(9)
    chosen = {RANDOM.choose(view, (), view.legal, random) for _ in range(200)}
    assert chosen == set(view.legal)


def test_a_move_that_promises_more_than_one_ranked_before_it_is_marked_as_less_sure() -> None:
    moves = [RankedMove("a", 3.0, 0.5), RankedMove("b", 9.0, 0.6), RankedMove("c", 1.0, 0.2)]
    unsure = ((UNSURE, 1.0),)
    assert in_order(moves) == (moves[0], moves[1]._replace(facts=unsure), moves[2])
    last = RankedMove("d", share=0.3)
    assert in_order([*moves, last])[-1] == last._replace(facts=unsure)


def test_a_move_that_is_moved_down_for_another_reason_keeps_that_one() -> None:
    moves = (RankedMove("a", share=0.5), RankedMove("b", share=0.6, facts=(("risky", 1.0),)))
    assert in_order(moves) == moves


def test_smaller_differences_than_choices_see_are_none() -> None:
    moves = (RankedMove("a", share=0.3), RankedMove("b", share=0.1 + 0.2))
    assert in_order(moves) == moves


def test_a_forced_move_takes_no_thought() -> None:
    robot = Counting()
    view = seen(played(table(), "1 play 2C"), 2)
    assert HousePlayer(robot, 9).choose(view, (), view.legal[:1], Random(9)) == view.legal[0]
    assert robot.asked == 0
    assert HousePlayer(robot, 9).choose(view, (), view.legal, Random(9)) in view.legal
    assert robot.asked == 1

"""House players as such; what they play in each game stands with the game."""

from random import Random

from engine.players.robot import HousePlayer, RandomRobot, RankedMove, in_order
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


def test_no_move_promises_more_than_one_ranked_before_it() -> None:
    moves = [RankedMove("a", 3.0, 0.5), RankedMove("b", 9.0, 0.6), RankedMove("c", 1.0, 0.2)]
    assert in_order(moves) == (moves[0], RankedMove("b", 9.0, 0.5), moves[2])


def test_a_forced_move_takes_no_thought() -> None:
    robot = Counting()
    view = seen(played(table(), "1 play 2C"), 2)
    assert HousePlayer(robot, 9).choose(view, (), view.legal[:1], Random(9)) == view.legal[0]
    assert robot.asked == 0
    assert HousePlayer(robot, 9).choose(view, (), view.legal, Random(9)) in view.legal
    assert robot.asked == 1

"""The search that any game can have."""

from random import Random

from engine.games import GAMES
from engine.players.robot import HousePlayer, RandomRobot
from engine.players.search import Ending, Searcher, hope
from engine.seats import Seat
from tests.engine.cloud_nine.positions import GAME, seen, table
from tests.engine.walks import Beginning


def test_a_game_won_counts_whole_and_a_lead_by_how_usual_it_is() -> None:
    assert hope(Ending(10, -3, 1.0), 5) == 1.0
    assert hope(Ending(10, 0, None), 5) == 0.5
    assert 0.5 < hope(Ending(10, 3, None), 30) < hope(Ending(10, 3, None), 3) < 1


def test_more_budget_is_more_simulations() -> None:
    counting = CountingGame()
    view = seen(table(), 1)
    made = []
    for budget in (0, 50, 500):
        counting.imagined = 0
        Searcher(counting).rank(view, (), view.legal, Random(1), budget)
        made.append(counting.imagined)
    assert 0 < made[0] < made[1] < made[2]


class CountingGame(type(GAME)):  # type: ignore[misc] # the class of the one game at hand
    """Counts the positions made up."""

    imagined = 0

    def imaginer(self, *asked):  # type: ignore[no-untyped-def] # hands on what it is given
        imagine = super().imaginer(*asked)

        def counted(random: Random) -> object:
            self.imagined += 1
            return imagine(random)

        return counted


def test_the_searcher_beats_random_players() -> None:
    """Searching, even a little, makes more points than not looking at all."""
    searcher = HousePlayer(Searcher(GAMES["cloud_nine"]), 60)
    scores = [_points(searcher, seed) for seed in range(3)]
    assert sum(mine > max(others) for mine, *others in scores) >= 2


def _points(player: HousePlayer, seed: int) -> tuple[int, ...]:
    course = Beginning("cloud_nine", 3, {"deals": 1}, seed).course()
    random, other = Random(seed), HousePlayer(RandomRobot(), 0)
    while acting := course.to_act():
        seat = acting[0]
        mover = player if seat == Seat(1) else other
        view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
        course = course.then(seat, mover.choose(view, heard, legal, random))
    return course.view(None).scores

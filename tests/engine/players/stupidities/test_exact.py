from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.players.levels import HOUSE_PLAYERS
from tests.engine.players.stupidities.exact import POINT, Solver
from tests.engine.players.stupidities.pattern import Question
from tests.engine.players.stupidities.positions import decisions
from tests.engine.players.stupidities.proofs import imagined
from tests.engine.players.stupidities.test_nimbly import left

NIMBLY = GAMES["nimbly"]
REGRETS = 8


def ending(cards: int, seed: int = 1) -> Course:
    """Play at random until no more cards than these are left in the rows."""
    random = Random(seed)
    course = Course.begin(NIMBLY, 3, {"deals": 1}, Chance(random.randbytes(32)))
    while sum(map(len, course.state.rows)) > cards:
        (seat,) = course.to_act()
        course = course.then(seat, random.choice(course.legal(seat)))
    return course


def test_a_finished_game_is_worth_what_it_gave() -> None:
    course = ending(cards=0)
    outcome = NIMBLY.outcome(course.state)
    assert outcome
    worth = Solver(NIMBLY).worth(course.state)
    winner = max(range(3), key=lambda seat: outcome.scores[seat])
    assert worth.shares[winner] == 1 / len(outcome.winners)
    assert worth.values[winner] == worth.shares[winner] + POINT * outcome.scores[winner]
    assert sum(worth.shares) == pytest.approx(1)


def test_the_best_move_has_no_regret_and_what_is_sure_is_no_more_than_the_most() -> None:
    course = ending(cards=5)
    solver, (seat,) = Solver(NIMBLY), course.to_act()
    regrets = [solver.regret(course.state, code) for code in course.legal(seat)]
    assert min(regrets) == pytest.approx(0)
    assert max(regrets) <= 1
    sure, most = solver.bounds(course.state, seat)
    assert sure <= solver.worth(course.state).shares[seat - 1] <= most


@pytest.mark.parametrize(
    "level", [each for each in ("hard", "expert") if each in HOUSE_PLAYERS["nimbly"]]
)
def test_hard_and_expert_regret_nothing_in_the_last_draws_of_nimbly(level: str) -> None:
    questions = (Question.at(course) for course in decisions("nimbly", 11))
    small = (question for question in questions if 3 <= left(question) <= 7)
    for question in islice(small, REGRETS):
        (state,) = imagined(question, 1)
        player = HOUSE_PLAYERS["nimbly"][level]
        code = player.choose(question.view, question.heard, question.legal, Random(1))
        assert Solver(NIMBLY).regret(state, code) == pytest.approx(0), (code, question.view)

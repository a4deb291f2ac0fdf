from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from engine.games.nimbly.view import NimblyView
from tests.engine.players.stupidities.endings import Ending
from tests.engine.players.stupidities.exact import Solver
from tests.engine.players.stupidities.pattern import Question
from tests.engine.players.stupidities.positions import decisions
from tests.engine.players.stupidities.proofs import firings, hold, imagined

SMALL = 6


def left(question: Question) -> int:
    view = question.view
    assert isinstance(view, NimblyView)
    return sum(map(len, view.rows))


@pytest.mark.parametrize(
    ("positions", "patterns"),
    [(200, 5), pytest.param(700, 9, marks=[pytest.mark.soak, pytest.mark.timeout(0)])],
)
def test_what_is_stupid_is_so_whatever_the_others_draw_or_if_they_draw_best(
    positions: int, patterns: int
) -> None:
    found = list(firings("nimbly", positions, each=6))
    held = hold(found, lambda firing: left(firing.question) <= SMALL, worlds=1)
    assert len(held) >= patterns
    assert held["gives_up_a_sure_win"]
    assert held["last_draw_is_a_gift"]


def test_endings_are_solved_as_the_rules_solve_them() -> None:
    questions = (Question.at(course) for course in decisions("nimbly", 2))
    small = (question for question in questions if left(question) <= SMALL)
    for question in islice(small, 6):
        (state,) = imagined(question, 1)
        ending, solver = Ending(state), Solver(question.course.game)
        exact = ending.exact(ending.start)
        assert exact[len(state.hands) :] == pytest.approx(solver.worth(state).shares)
        assert ending.bounds(ending.start) == pytest.approx(solver.bounds(state, question.seat))


def test_a_deal_is_forced_once_one_player_alone_draws() -> None:
    question = next(
        question for question in map(Question.at, decisions("nimbly", 3)) if left(question) <= SMALL
    )
    (state,) = imagined(question, 1)
    ending = Ending(state)
    random = Random(1)
    position = ending.start
    while ending.forced(position) is None:
        position = random.choice([after for _, after in ending.after(position)])
    end = ending.forced(position)
    assert end
    assert {hand.bit_count() for hand in end.hands} == {9}

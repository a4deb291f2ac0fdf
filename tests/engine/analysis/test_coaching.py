"""The coach: what it says of a move agrees with the review, and comes from what the seat sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from engine.analysis.coaching import COSTLY, Advice, advice
from engine.analysis.judging import PRAISEWORTHY
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.players.trying import TRYING
from engine.seats import Seat
from tests.soak.amounts import wholly

pytestmark = pytest.mark.usefixtures("less_effort")


def said(key: str, seed: int, most: int) -> Iterator[tuple[Course, str, Advice]]:
    """Play a game by random moves; return what the coach says of some of them, one by one."""
    generator = random.Random(seed)
    course = Course.begin(GAMES[key], 3, {}, Chance(seed.to_bytes(32, "big")))
    while course.to_act() and most:
        seat = course.to_act()[0]
        legal = course.legal(seat)
        code = generator.choice(legal)
        if len(legal) > 1 and seat == 1:
            most -= 1
            told = advice(key, course.view(seat), course.heard(seat), legal, code, Random(most))
            if told is not None:
                yield course, code, told
        course = course.then(seat, code)


@pytest.mark.parametrize(
    ("key", "most"), [*((key, 1) for key in TRYING), *(wholly(key, 12) for key in TRYING)]
)
def test_what_it_says_is_clear_and_names_the_move_and_one_other(key: str, most: int) -> None:
    spoken = list(islice(said(key, 8, 12), most))
    assert spoken
    for course, code, told in spoken:
        assert code in (told.best, told.rival)
        assert {told.best, told.rival} <= set(course.legal(Seat(1)))
        assert told.best != told.rival
        least = PRAISEWORTHY if code == told.best else COSTLY
        assert told.gap.is_clear(least=least)
        assert told.shares[0] - told.shares[1] == pytest.approx(told.gap.share, abs=0.02)
        assert Advice.from_json(told.to_json()) == told


@pytest.mark.parametrize("key", TRYING)
def test_the_same_question_has_the_same_answer(key: str) -> None:
    course, code, told = next(said(key, 8, 12))
    view, heard, legal = course.view(Seat(1)), course.heard(Seat(1)), course.legal(Seat(1))
    generators = [Random(7), Random(7)]
    first, again = (advice(key, view, heard, legal, code, each) for each in generators)
    assert first == again
    assert told.best in legal


def test_it_says_nothing_of_a_game_without_trials_or_a_move_without_choice() -> None:
    course = Course.begin(GAMES["nimbly"], 3, {}, Chance(bytes(32)))
    view, heard, legal = course.view(Seat(1)), course.heard(Seat(1)), course.legal(Seat(1))
    assert advice("whist", view, heard, legal, legal[0], Random(1)) is None
    assert advice("nimbly", view, heard, legal[:1], legal[0], Random(1)) is None

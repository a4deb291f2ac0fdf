"""Judging how carefully seats choose, by what they drew."""

from __future__ import annotations

from random import Random

from engine.course import Course
from engine.players.levels import HOUSE_PLAYERS
from engine.players.nimbly.evaluation import evaluation_for
from engine.players.nimbly.opponent_model import LEAST, temperatures_of
from tests.engine.nimbly.positions import drawn_apart, printed_example, table
from tests.engine.walks import Beginning, answer, wander

WORTH = evaluation_for(3)


def temperatures(course: Course) -> tuple[float, ...]:
    return temperatures_of(course.heard(None), 3, WORTH)


def with_a_careless_seat(seed: int) -> Course:
    """Let seats 1 and 2 draw what is best at first sight, and seat 3 at random."""
    course, random = Beginning("nimbly", 3, {"deals": 1}, seed).course(), Random(seed)
    while acting := course.to_act():
        player = HOUSE_PLAYERS["nimbly"]["random" if acting[0] == 3 else "quick"]
        course = course.then(acting[0], answer(player, course, random))
    return course


def test_who_draws_at_random_is_found_out() -> None:
    found = [temperatures(with_a_careless_seat(seed)) for seed in range(10)]
    one, two, three = (sum(column) for column in zip(*found, strict=True))
    assert three > 1.3 * max(one, two)
    assert all(temperature >= LEAST for each in found for temperature in each)


def test_who_was_not_watched_is_like_anybody() -> None:
    unknown = temperatures_of((), 3, WORTH)
    assert len(set(unknown)) == 1
    assert temperatures(table()) == unknown


def test_the_deal_before_is_remembered() -> None:
    course = drawn_apart(table(deals=2))
    assert (
        temperatures(course) == temperatures(drawn_apart(table(deals=1))) != temperatures(table())
    )


def test_older_deals_are_forgotten() -> None:
    """What counts is the present deal and the one before."""
    heard = wander(Beginning("nimbly", 3, {"deals": 4}, 2).course(), Random(2)).heard(None)
    begun = [at for at, (_, event) in enumerate(heard) if type(event).__name__ == "DealStarted"]
    assert temperatures_of(heard, 3, WORTH) == temperatures_of(heard[begun[-2] :], 3, WORTH)
    assert temperatures_of(heard, 3, WORTH) != temperatures_of(heard[begun[-1] :], 3, WORTH)


def test_what_began_unheard_is_not_judged() -> None:
    course = printed_example()
    assert temperatures_of(course.heard(None)[1:], 3, WORTH) == temperatures_of((), 3, WORTH)

"""How decisions are judged: no trial counts twice, and nothing is known that the seat could not."""

from __future__ import annotations

from random import Random
from statistics import fmean

import pytest

from engine.analysis.decision import Gap
from engine.analysis.judging import EFFORTS, DecisionPoint, Judge
from engine.analysis.paired import Comparison
from engine.analysis.review import review
from engine.course import Course
from engine.games import GAMES
from engine.players.trying import TRYING
from engine.seats import Seat
from tests.engine.analysis.games import SMALL, at_the_top, played


def compared(course: Course, *, known: bool = False) -> Gap:
    """Compare to stay with to jump."""
    seat, random = course.to_act()[0], Random(1)
    truth = course.state if known else None
    trials = TRYING["balloon"].trials(course.view(seat), course.heard(seat), random, truth)
    return Comparison(trials, ("stay", "jump"), random, 64).gap("stay", "jump")


PAYS, FALLS = at_the_top("RGPYWW"), at_the_top("RRRGGG")


def test_what_a_seat_could_not_know_changes_nothing() -> None:
    assert compared(PAYS) == compared(FALLS)


def test_with_all_cards_known_the_truth_is_told() -> None:
    """Who stays wins if the pilot pays; who jumps shares with seat 3 if the pilot falls (B11)."""
    pays, falls = compared(PAYS, known=True), compared(FALLS, known=True)
    assert (pays.share, pays.points) == (1, 5)
    assert (falls.share, falls.points) == (-0.5, -20)
    assert (pays.share_error, falls.share_error) == (0, 0)


@pytest.mark.parametrize("key", ["balloon", "nimbly"])
def test_no_round_counts_the_chance_of_another(key: str) -> None:
    """Whatever was picked because it looked best is looked at again by new chance."""
    record, names = played(key, ("any", "any", "quick"), 5), list[str]()

    def generators(name: str) -> Random:
        names.append(name)
        return Random(name)

    found = review(record, Seat(1), generators, effort=SMALL)
    rounds = [name.rsplit("/", 1)[-1] for name in names]
    assert {"asked", "screened", "asked again", "checked", "told"} <= set(rounds)
    drawn = [name for name in names if not name.endswith("/quick")]
    assert len(drawn) == len(set(drawn))
    assert found.mistakes


def test_a_random_move_stands_for_all_that_are_legal() -> None:
    """One picked by chance alone would make the accuracy of a short game a matter of luck."""
    record = played("nimbly", ("any", "quick", "quick"), 5)
    course = Course.begin(GAMES["nimbly"], 3, record.options, record.chance)
    for line in record.moves[:5]:
        course = course.then(line.seat, line.code)
    seat, effort = course.to_act()[0], SMALL._replace(asked=24, screened=600)
    moment = DecisionPoint(course, seat, 5, course.legal(seat)[0])
    names = ("a", "b", "c")
    judged = [Judge("nimbly", Random, name, effort).screened([moment])[0] for name in names]
    trials = TRYING["nimbly"].trials(course.view(seat), course.heard(seat), Random(2))
    truth = Comparison(trials, moment.legal, Random(3), 96)
    means = [fmean(truth.gap(each.best, code).share for code in moment.legal) for each in judged]
    assert [each.random for each in judged] == pytest.approx(means, abs=0.1)


def test_what_can_be_tried_is_a_game_and_only_that_has_an_effort() -> None:
    assert EFFORTS.keys() <= TRYING.keys() <= GAMES.keys()

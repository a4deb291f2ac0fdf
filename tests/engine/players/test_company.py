"""Company: what is told of the chance to win is true of whoever sits there."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean

import pytest

from bench import calibration
from bench.calibration import COMPANIES, WIN, Guess, as_alike, binned, pairing_in, play_deal
from engine.players.cases import TRYING, telling_at
from engine.players.company import AS_ESTIMATED, FITS, STRENGTHS, Telling, Who, telling, worth
from engine.players.levels import HOUSE_PLAYERS, levels_of
from engine.players.robot import RankedMove, seat_facts
from tests.engine.walks import Beginning, open_situations, usual_seats
from tests.soak.amounts import later, wholly

SHARES = [0.0, 1e-12, 0.01, 0.2, 0.5, 0.8, 0.99, 1 - 1e-12, 1.0]
every_game = pytest.mark.parametrize("key", FITS)


@every_game
def test_the_order_of_moves_and_what_is_certain_stay(key: str) -> None:
    for own, other in (("hard", "easy"), ("easy", "hard"), (40.0, 10.0), ("", "random")):
        told = [*map(telling(key, 1.0, own, (other, other)).share, SHARES)]
        assert (told[0], told[-1]) == (0, 1)
        assert all(below < above for below, above in pairwise(told))


@every_game
def test_the_stronger_the_others_the_less_is_told_and_the_stronger_oneself_the_more(
    key: str,
) -> None:
    strengths: list[Who] = [10.0, "easy", 23.0, "normal", 26.0, "hard", 45.0]
    against = [telling(key, 0.5, "normal", ("normal", each)).share(0.4) for each in strengths]
    oneself = [telling(key, 0.5, each, ("normal", "normal")).share(0.4) for each in strengths]
    assert sorted(against, reverse=True) == against
    assert sorted(oneself) == oneself
    assert worth(key, "hard") == worth(key, STRENGTHS[key]["hard"])
    assert worth(key, "") == worth(key, 25.0) == 0


@every_game
def test_with_nothing_to_come_strength_is_worth_nothing(key: str) -> None:
    assert telling(key, 0.0, "hard", ("easy", "easy")).odds == 1


@every_game
def test_less_and_less_is_to_come(key: str) -> None:
    beginning = Beginning(key, usual_seats(key), {}, 2)
    left = [
        TRYING[key].to_come(course.view(seat))
        for course, seat, _ in open_situations(beginning)
        if seat is not None
    ]
    assert left[0] > left[-1] >= 0


def test_where_nobody_knows_who_sits_there_estimates_are_told_as_they_are() -> None:
    view = Beginning("nimbly", 3, {}, 1).course().view(None)
    assert telling_at("nimbly", view, ()) is AS_ESTIMATED
    assert telling_at("nimbly", view, ("hard",) * 3) is AS_ESTIMATED  # nobody's view
    assert telling("hail", 1.0, "hard", ("easy",)) is AS_ESTIMATED


def test_what_is_told_of_all_seats_fills_up_one() -> None:
    move = RankedMove("a", share=0.4, facts=(("win", 0.4), *seat_facts((0.4, 0.5, 0.1), 0)))
    told = Telling(0.3, 0.8, 0.5).move(move)
    won, *others = (value for _, value in told.facts)
    assert won == told.share < 0.4
    assert won + sum(others) == pytest.approx(1)


def test_every_level_that_plays_has_a_strength() -> None:
    for key in STRENGTHS:
        assert {*levels_of(key)} <= {*STRENGTHS[key]}
        assert {*STRENGTHS[key]} <= {*HOUSE_PLAYERS[key], "expert"}


OFF = 0.08
"""By how much what is told may be off on the average, and a tenth of it beyond its interval."""

ENOUGH = 40
"""Estimates of a tenth that tell something."""

DEALS = {"balloon": 24, "nimbly": 16, "cloud_nine": 30, "clumond": 8}


@pytest.mark.parametrize(
    "key", [wholly("balloon"), wholly("nimbly"), later("cloud_nine"), later("clumond")]
)
def test_no_tenth_of_what_is_told_is_far_off_in_any_company(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The players are those of `bench.calibration`, which plays more of it."""
    monkeypatch.setattr(calibration, "TRIED", 0.0)
    for company in COMPANIES:
        pairing = pairing_in(key, company)
        guesses = [one for number in range(DEALS[key]) for one in play_deal(pairing, number)]
        found = [guess for guess in guesses if guess.kind == WIN]
        assert abs(mean_gap(found)) <= OFF
        for each in binned(found):
            if each.number >= ENOUGH:
                assert abs(each.estimate - each.outcome) <= OFF + each.error
        assert company != "weak" or abs(mean_gap(as_alike(found))) > abs(mean_gap(found))


def mean_gap(guesses: list[Guess]) -> float:
    """By how much these promise more than came of them."""
    return fmean(guess.estimate - guess.outcome for guess in guesses)

"""Who pays, who takes, what stays, and how the game ends: C5-C8."""

from __future__ import annotations

import pytest

from engine.course import Course
from engine.events import DealScored, GameEnded
from engine.game import OptionValue
from engine.games.clumond.settling import settled
from engine.games.clumond.view import Phase, Scoring
from engine.match import winners
from tests.engine.clumond.positions import (
    HIGH,
    LOW,
    MIDDLE,
    PASSES,
    keeping,
    played,
    result_of,
    seen,
    table,
    told,
)

NOBODY = 0
THREE_DIAMONDS = ("AD", "KD", "QD", "9D", "8D", "7D", "5D", "4D", "3D")
CLUB_AND_DIAMONDS = ("AC", "AD", "KD", "9C", "9D", "8D", "5C", "5D", "4D")


def high_wins_all(*calls: str, keep: tuple[str, ...], **options: OptionValue) -> Course:
    """Let seat 1 win all thirteen tricks and everybody keep these cards, if they can."""
    return keeping(played(table(HIGH, MIDDLE, LOW, **options), *calls), *keep)


@pytest.mark.parametrize(
    ("off", "took", "stays"),
    [((0, 2, 1), (3, 0, 0), 6), ((0, 0, 1), (2, 2, 0), 3), ((0, 0, 0), (2, 2, 2), 0)],
)
def test_c5_the_rule_sheets_own_values(
    off: tuple[int, ...], took: tuple[int, ...], stays: int
) -> None:
    assert settled(Scoring.CHIPS, 6, NOBODY, off) == (off, took, stays)


def test_c5_nobody_makes_it_and_all_stays() -> None:
    assert settled(Scoring.CHIPS, 6, NOBODY, (1, 4, 2)) == ((1, 4, 2), (0, 0, 0), 13)


def test_c5_a_third_is_rounded_down() -> None:
    assert settled(Scoring.CHIPS, 7, NOBODY, (0, 1, 0)) == ((0, 1, 0), (2, 0, 2), 4)


def test_c5_a_hand_played_out_undeclared() -> None:
    course = high_wins_all(*PASSES, keep=THREE_DIAMONDS)
    result = result_of(course)
    assert (result.codes, result.tricks, result.off) == ((0, 0, 0), (13, 0, 0), (3, 0, 0))
    assert (result.pot, result.paid, result.took, result.stays) == (6, (3, 0, 0), (0, 3, 3), 3)
    assert result.points == (-5, 1, 1)
    assert seen(course).scores == (-7, -1, -1)


def test_c6_a_declarer_who_makes_it_takes_the_whole_pot() -> None:
    assert settled(Scoring.CHIPS, 6, 2, (4, 0, 1)) == ((0, 0, 0), (0, 6, 0), 0)


def test_c6_a_declarer_who_fails_gives_each_opponent_half_and_the_odd_chip_stays() -> None:
    assert settled(Scoring.CHIPS, 7, 2, (0, 3, 1)) == ((0, 0, 0), (3, 0, 3), 1)


def test_c6_hands_played_out_declared() -> None:
    made = result_of(high_wins_all("1 declare NT", keep=CLUB_AND_DIAMONDS))
    assert (made.off, made.took, made.stays) == ((0, 3, 3), (6, 0, 0), 0)
    assert made.points == (4, -2, -2)
    failed = result_of(high_wins_all("1 declare NT", keep=THREE_DIAMONDS))
    assert (failed.off, failed.took, failed.stays) == ((3, 0, 0), (0, 3, 3), 0)
    assert failed.points == (-2, 1, 1)


@pytest.mark.parametrize(
    ("declarer", "off", "change"),
    [
        (1, (0, 2, 0), (10, 0, 0)),
        (1, (1, 0, 0), (0, 5, 5)),
        (3, (0, 0, 9), (5, 5, 0)),
        (NOBODY, (0, 3, 1), (2, -3, -1)),
        (NOBODY, (0, 0, 0), (2, 2, 2)),
    ],
)
def test_c7_points(declarer: int, off: tuple[int, ...], change: tuple[int, ...]) -> None:
    paid, took, stays = settled(Scoring.POINTS, 0, declarer, off)
    assert tuple(got - gave for got, gave in zip(took, paid, strict=True)) == change
    assert stays == 0


def test_c7_with_points_there_are_no_antes_and_no_pot() -> None:
    course = table(HIGH, MIDDLE, LOW, scoring="points", ante=5)
    assert (seen(course).ante, seen(course).pot, seen(course).scores) == (0, 0, (0, 0, 0))
    result = result_of(high_wins_all(*PASSES, keep=THREE_DIAMONDS, scoring="points"))
    assert result.points == (-3, 2, 2)
    assert (result.pot, result.stays, result.share) == (0, 0, 0)


def played_on(course: Course) -> Course:
    """Let every later hand go by undeclared."""
    while course.to_act():
        seat = course.to_act()[0]
        course = course.then(seat, course.legal(seat)[0])
    return course


@pytest.mark.parametrize("deals", [3, 6, 30])
def test_c8_the_game_ends_after_its_hands(deals: int) -> None:
    course = played_on(high_wins_all(*PASSES, keep=THREE_DIAMONDS, deals=deals))
    view = seen(course)
    assert (view.phase, view.deal, len(view.deal_scores)) == (Phase.OVER, deals, deals)
    assert view.to_act == ()


def test_c8_at_the_end_the_pot_is_split_in_thirds_and_odd_chips_are_dropped() -> None:
    course = played_on(high_wins_all(*PASSES, keep=THREE_DIAMONDS, deals=3))
    result, view = result_of(course), seen(course)
    assert result.share == result.stays // 3
    assert view.pot == 0
    assert sum(view.scores) == -(result.stays % 3)
    assert view.scores == tuple(map(sum, zip(*view.deal_scores, strict=True)))


def test_c8_only_the_last_hand_splits_the_pot() -> None:
    course = high_wins_all(*PASSES, keep=THREE_DIAMONDS, deals=3)
    assert (result_of(course).stays, result_of(course).share) == (3, 0)


def test_c8_the_highest_balance_wins_and_ties_share() -> None:
    assert winners((-3, -1, -2)) == (2,)
    assert winners((4, 4, -9)) == (1, 2)
    assert winners((0, 0, 0)) == (1, 2, 3)


def test_c8_the_end_is_told_after_the_last_settlement() -> None:
    course = played_on(high_wins_all(*PASSES, keep=THREE_DIAMONDS, deals=3))
    *_, scored, ended = told(course)
    view = seen(course)
    assert scored == DealScored(result_of(course))
    assert ended == GameEnded(view.scores, view.winners)
    outcome = course.game.outcome(course.state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == (view.scores, view.winners)


def test_chips_may_go_below_zero() -> None:
    course = high_wins_all(*PASSES, keep=THREE_DIAMONDS, ante=10)
    assert min(seen(course).scores) < -10

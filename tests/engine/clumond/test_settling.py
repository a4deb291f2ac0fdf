"""Who pays, who takes, what stays, and how the game ends: C5-C8."""

from __future__ import annotations

import pytest

from engine.course import Course
from engine.events import DealScored, GameEnded
from engine.game import OptionValue
from engine.games.clumond.settling import settled
from engine.games.clumond.view import Phase, Scoring
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
    to_the_end,
    told,
)

NOBODY = 0
THREE_DIAMONDS = ("AD", "KD", "QD", "9D", "8D", "7D", "5D", "4D", "3D")


def high_wins_all(*calls: str, keep: tuple[str, ...], **options: OptionValue) -> Course:
    """Let seat 1 win all thirteen tricks and everybody keep these cards, if they can."""
    return keeping(played(table(HIGH, MIDDLE, LOW, **options), *calls), *keep)


@pytest.mark.parametrize(
    ("rule", "scoring", "pot", "declarer", "off", "settlement"),
    [
        ("C5 the rule sheet's own", "chips", 6, NOBODY, (0, 2, 1), ((0, 2, 1), (3, 0, 0), 6)),
        ("C5 the rule sheet's own", "chips", 6, NOBODY, (0, 0, 1), ((0, 0, 1), (2, 2, 0), 3)),
        ("C5 the rule sheet's own", "chips", 6, NOBODY, (0, 0, 0), ((0, 0, 0), (2, 2, 2), 0)),
        ("C5 nobody is right", "chips", 6, NOBODY, (1, 4, 2), ((1, 4, 2), (0, 0, 0), 13)),
        ("C5 a third is rounded down", "chips", 7, NOBODY, (0, 1, 0), ((0, 1, 0), (2, 0, 2), 4)),
        ("C6 who makes it takes all", "chips", 6, 2, (4, 0, 1), ((0, 0, 0), (0, 6, 0), 0)),
        ("C6 the odd chip stays", "chips", 7, 2, (0, 3, 1), ((0, 0, 0), (3, 0, 3), 1)),
        ("C7 made", "points", 0, 1, (0, 2, 0), ((0, 0, 0), (10, 0, 0), 0)),
        ("C7 missed", "points", 0, 1, (1, 0, 0), ((0, 0, 0), (0, 5, 5), 0)),
        ("C7 missed by far", "points", 0, 3, (0, 0, 9), ((0, 0, 0), (5, 5, 0), 0)),
        ("C7 undeclared", "points", 0, NOBODY, (0, 3, 1), ((0, 3, 1), (2, 0, 0), 0)),
        ("C7 all right", "points", 0, NOBODY, (0, 0, 0), ((0, 0, 0), (2, 2, 2), 0)),
    ],
)
def test_who_pays_who_takes_and_what_stays(
    rule: str, scoring: str, pot: int, declarer: int, off: tuple[int, ...], settlement: object
) -> None:
    assert settled(Scoring(scoring), pot, declarer, off) == settlement, rule


@pytest.mark.parametrize("deals", [3, 6, 30])
def test_c8_the_game_ends_after_its_hands(deals: int) -> None:
    course = to_the_end(high_wins_all(*PASSES, keep=THREE_DIAMONDS, deals=deals))
    view = seen(course)
    assert (view.phase, view.deal, len(view.deal_scores)) == (Phase.OVER, deals, deals)
    assert view.to_act == ()


def test_c8_at_the_end_the_pot_is_split_in_thirds_and_odd_chips_are_dropped() -> None:
    course = to_the_end(high_wins_all(*PASSES, keep=THREE_DIAMONDS, deals=3))
    result, view = result_of(course), seen(course)
    assert result.share == result.stays // 3
    assert view.pot == 0
    assert sum(view.scores) == -(result.stays % 3)
    assert view.scores == tuple(map(sum, zip(*view.deal_scores, strict=True)))


def test_c8_only_the_last_hand_splits_the_pot() -> None:
    course = high_wins_all(*PASSES, keep=THREE_DIAMONDS, deals=3)
    assert (result_of(course).stays, result_of(course).share) == (3, 0)


def test_c8_the_end_is_told_after_the_last_settlement() -> None:
    course = to_the_end(high_wins_all(*PASSES, keep=THREE_DIAMONDS, deals=3))
    *_, scored, ended = told(course)
    view = seen(course)
    assert scored == DealScored(result_of(course))
    assert ended == GameEnded(view.scores, view.winners)
    outcome = course.game.outcome(course.state)
    assert outcome is not None
    assert (outcome.scores, outcome.winners) == (view.scores, view.winners)

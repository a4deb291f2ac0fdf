"""How house players of Clumond play."""

from __future__ import annotations

from random import Random

import pytest

from engine.course import Course
from engine.players.clumond.evaluation import DOUBTFUL, HOPELESS
from engine.players.clumond.robots import HOUSE_PLAYERS
from engine.players.levels import HOUSE_PLAYERS as EVERY
from engine.players.manner import in_company
from engine.players.robot import RankedMove, is_of_a_seat
from engine.seats import Seat
from tests.engine.clumond.positions import (
    HIGH,
    LOW,
    PASSES,
    played,
    result_of,
    seen,
    table,
)
from tests.engine.walks import Beginning, answer, ranking, wander
from tests.soak.amounts import later, some

SHARP = ("normal", "hard")


def ranked(course: Course, level: str, seed: int = 1) -> tuple[RankedMove, ...]:
    return ranking(HOUSE_PLAYERS[level], course, Random(seed))


def facts(move: RankedMove) -> dict[str, float]:
    return dict(move.facts)


@pytest.mark.parametrize("level", SHARP)
def test_a_hopeless_hand_is_not_declared(level: str) -> None:
    """Three diamonds must stay to win no trick; the others need only lead them (C3, C4)."""
    course = table(LOW, HIGH, scoring="points")
    moves = ranked(course, level)
    assert moves[0].code == "pass"
    assert all(facts(move)["success"] < HOPELESS for move in moves[1:])
    assert all(facts(move)["risky"] for move in moves[1:])


@pytest.mark.parametrize("level", SHARP)
def test_a_declaration_promises_more_than_a_pass_and_is_likely_enough(level: str) -> None:
    """In a first hand nobody has reason to despair (C6)."""
    declared, player = 0, in_company(HOUSE_PLAYERS[level], ("hard", "hard"))
    for seed in range(30):
        course = Beginning("clumond", 3, {}, seed).course()
        best, *others = ranking(player, course, Random(1))
        if best.code != "pass":
            declared += 1
            assert facts(best)["success"] >= DOUBTFUL
            assert best.share > next(move.share for move in others if move.code == "pass")
    assert 0 < declared < 20


@pytest.mark.parametrize("level", SHARP)
@pytest.mark.parametrize("seed", some(range(12), 3))
def test_the_last_card_of_a_hand_makes_the_target_if_any_does(level: str, seed: int) -> None:
    """Whoever plays the very last card knows what each choice comes to (C4, C5)."""
    course = to_the_last_card(seed)
    seat = course.to_act()[0]
    ends = {code: result_of(course.then(seat, code)) for code in course.legal(seat)}
    off = {code: result.off[seat - 1] for code, result in ends.items()}
    best = ranked(course, level)[0]
    if not min(off.values()):
        assert off[best.code] == 0
    assert facts(best)["success"] == (off[best.code] == 0)


@pytest.mark.parametrize("options", [{}, {"ante": 10}, {"scoring": "points"}])
@pytest.mark.parametrize("level", SHARP)
def test_the_points_of_the_very_last_card_are_those_its_result_tells(
    level: str, options: dict[str, str | int]
) -> None:
    """The ante (C1), what is paid and taken (C5, C7)."""
    course = to_the_last_card(5, **options)
    seat = course.to_act()[0]
    for move in ranked(course, level):
        assert move.points == result_of(course.then(seat, move.code)).points[seat - 1]


def test_the_points_of_a_last_hand_hold_the_share_of_the_pot() -> None:
    """C8: what is left is split in thirds."""
    course = to_the_last_card(2, deals=3)
    while (
        seen(course).deal < 3
        or len(course.heard(Seat(1))) < 2
        or sum(seen(course).hand_counts) > 10
    ):
        seat = course.to_act()[0]
        course = course.then(seat, course.legal(seat)[0])
    seat = course.to_act()[0]
    for move in ranked(course, "hard"):
        result = result_of(course.then(seat, move.code))
        assert result.share > 0
        assert move.points == result.points[seat - 1]


def to_the_last_card(seed: int, **options: str | int) -> Course:
    """Play a hand that nobody declared at random up to its last card, which is not forced."""
    random = Random(seed)
    while True:
        beginning = Beginning("clumond", 3, options, random.getrandbits(32))
        course = played(beginning.course(), *PASSES)
        course = wander(course, random, moves=38)
        if len(course.legal(course.to_act()[0])) > 1:
            return course


def test_facts_are_numbers_of_the_hand() -> None:
    course = played(table(HIGH), *PASSES)
    for move in ranked(course, "hard"):
        given = facts(move)
        assert set(given) == {"tricks", "success", "code", "seat 2", "seat 3"}
        assert 0 <= given["tricks"] <= 13
        assert 0 <= given["success"] <= 1
        assert given["code"] in range(10)


@pytest.mark.parametrize("calls", [(), PASSES, ("1 declare NT",)])
def test_what_a_move_gives_all_three_is_one_win(calls: tuple[str, ...]) -> None:
    for move in ranked(played(table(HIGH), *calls), "hard"):
        others = [share for name, share in move.facts if is_of_a_seat(name)]
        assert len(others) == 2
        assert move.share + sum(others) == pytest.approx(1.0, abs=0.02)


def test_against_a_declarer_the_facts_tell_their_chance_to_miss() -> None:
    course = played(table(HIGH), "1 declare NT")
    moves = ranked(course, "hard")
    assert all(set(facts(move)) == {"tricks", "stopped", "seat 1", "seat 3"} for move in moves)
    assert all(0 <= facts(move)["stopped"] <= 1 for move in moves)


def test_a_hand_that_wins_everything_expects_many_tricks() -> None:
    strong, weak = (
        facts(ranked(played(table(hand), *PASSES), "hard")[0])["tricks"] for hand in (HIGH, LOW)
    )
    assert strong > 9
    assert weak < 2


@pytest.mark.parametrize("options", [{"scoring": "points"}, {"ante": 10}, {"deals": 3}])
def test_all_ways_of_scoring_are_played(options: dict[str, str | int]) -> None:
    course, random = Beginning("clumond", 3, options, 4).course(), Random(4)
    while seen(course).last_deal is None:
        course = course.then(course.to_act()[0], answer(HOUSE_PLAYERS["normal"], course, random))
    assert result_of(course).tricks


@pytest.mark.parametrize("level", ["normal", later("hard")])
def test_better_levels_make_more_targets_than_random_players(level: str) -> None:
    """In hands nobody declares one seat makes its target far more often than two at random."""
    made, theirs = 0, 0
    for seed in range(12):
        course = played(Beginning("clumond", 3, {}, seed).course(), *PASSES)
        random = Random(seed)
        while seen(course).last_deal is None:
            seat = course.to_act()[0]
            player = EVERY["clumond"][level if seat == 1 else "random"]
            course = course.then(seat, answer(player, course, random))
        result = result_of(course)
        made += result.off[0] == 0
        theirs += (result.off[1] == 0) + (result.off[2] == 0)
    assert made >= 5
    assert 2 * made > theirs + 3

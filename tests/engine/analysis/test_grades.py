"""Grades: what a person chose, against what `hard` would have chosen."""

from __future__ import annotations

from random import Random

import pytest

from engine.analysis.grades import Grade, graded, grades_of
from engine.analysis.judging import DecisionPoint, Judged
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.options import settle
from engine.players.levels import HOUSE_PLAYERS
from engine.players.trying import TRYING
from engine.record import MoveLine, Record, RecordError
from engine.seats import Seat

OPTIONS = {
    "balloon": {"target": 20}, "cloud_nine": {"deals": 1}, "clumond": {"deals": 1},
    "nimbly": {"deals": 1},
}  # fmt: skip

pytestmark = pytest.mark.usefixtures("less_effort")


def played(game: str, seed: int, level: str) -> Record:
    """Play a short game of which the first seat makes choices of a level, or none."""
    options = settle(GAMES[game].info, 3, OPTIONS[game])
    course = Course.begin(GAMES[game], 3, options, Chance(bytes([seed]) * 32))
    random, moves = Random(seed), []
    while course.to_act():
        seat = course.to_act()[0]
        legal = course.legal(seat)
        player = HOUSE_PLAYERS[game][level if seat == 1 else "quick"]
        code = player.choose(course.view(seat), course.heard(seat), legal, random)
        if level == "random" and seat == 1:
            code = random.choice(legal)
        moves.append(MoveLine(seat, code))
        course = course.then(seat, code)
    return Record(game, 3, options, bytes([seed]) * 32, moves=tuple(moves))


def choices(record: Record) -> int:
    """Count the real choices of the first seat."""
    course, found = Course.begin(GAMES[record.game], 3, record.options, record.chance), 0
    for line in record.moves:
        found += line.seat == 1 and len(course.legal(line.seat)) > 1
        course = course.then(line.seat, line.code)
    return found


@pytest.mark.parametrize("game", sorted(TRYING))
def test_a_game_has_the_same_grades_each_time_and_no_more_than_real_choices(game: str) -> None:
    record = played(game, 3, "quick")
    grades = graded(record, Seat(1), Random)
    assert len(grades) <= choices(record) < len(record.moves)
    assert grades == graded(record, Seat(1), Random)


def judged(lost: float, *losses: float, move: int = 0) -> Judged:
    course = Course.begin(GAMES["nimbly"], 3, {}, Chance(bytes(32)))
    return Judged(DecisionPoint(course, Seat(1), move, "draw A"), "", 0.0, lost, losses, 0.0, 0.5)


def rows(*found: Judged, named: frozenset[int] = frozenset()) -> tuple[Grade, ...]:
    return grades_of(found, named)


def test_a_grade_is_between_the_best_and_random_moves_of_the_same_game() -> None:
    others = (0.0, 0.3, 0.3, 0.2)
    assert rows(judged(0.05, *others), judged(0.2, *others), judged(0.21, *others)) == (
        Grade.GOOD, Grade.FAIR, Grade.WEAK,
    )  # fmt: skip
    small = tuple(loss / 10 for loss in others)
    assert rows(judged(0.005, *small), judged(0.02, *small), judged(0.021, *small)) == (
        Grade.GOOD, Grade.FAIR, Grade.WEAK,
    )  # fmt: skip


def test_choices_whose_moves_do_not_differ_have_no_square() -> None:
    assert rows(judged(0.0, 0.0, 0.0, 0.004), judged(0.0)._replace(losses=(0.0, 0.0))) == ()
    clear = judged(0.0, 0.0, 0.3, 0.3)
    assert rows(clear, judged(0.0, 0.02, 0.01, 0.02), clear) == (Grade.GOOD, Grade.GOOD)


def test_a_square_stands_for_as_many_choices_as_are_hard_to_guess() -> None:
    right, wrong = judged(0.0, 0.0, 0.4), judged(0.4, 0.0, 0.4)
    assert rows(right, right, right, wrong) == (Grade.GOOD, Grade.WEAK)
    assert rows(right, right, wrong) == (Grade.WEAK,)
    assert rows(right) == ()


def test_a_mistake_that_a_review_names_is_not_good() -> None:
    others = (0.0, 0.3, 0.3, 0.2)
    assert rows(judged(0.0, *others, move=7), named=frozenset({7})) == (Grade.FAIR,)


@pytest.mark.whole
@pytest.mark.parametrize("game", ["balloon", "nimbly"])
def test_hard_has_better_grades_than_random_moves(game: str) -> None:
    totals = []
    for level in ("hard", "random"):
        grades = [
            grade
            for seed in range(2)
            for grade in graded(played(game, seed, level), Seat(1), Random)
        ]
        totals.append(sum(grades) / len(grades))
    assert totals[0] > 0.9 * Grade.GOOD
    assert totals[0] > totals[1] + 0.1


def test_moves_of_a_stand_in_have_no_grade() -> None:
    record = played("nimbly", 3, "quick")
    own = [move for move, line in enumerate(record.moves) if line.seat == 1]
    assert graded(record, Seat(1), Random, others=own) == ()


def test_an_impossible_record_has_no_grades() -> None:
    record = Record("balloon", 3, {}, bytes(32), moves=(MoveLine(Seat(1), "play KH"),))
    with pytest.raises(RecordError):
        graded(record, Seat(1), Random)

"""What a person chose is graded, and the coach says of it what a seat can see."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from engine.analysis.coach import COSTLY, Advice, advice
from engine.analysis.grades import graded, grades_of
from engine.analysis.judgement import PRAISEWORTHY, DecisionPoint, Judged
from engine.analysis.scale import Grade
from engine.chance import Chance
from engine.course import Course
from engine.games import GAMES
from engine.options import settle
from engine.players.cases import TRYING
from engine.players.levels import HOUSE_PLAYERS
from engine.record import MoveLine, Record, RecordError
from engine.seats import Seat
from tests.soak.amounts import wholly

# The coach: what it says of a move agrees with the review, and comes from what the seat sees.

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


# Grades: what a person chose, against what `hard` would have chosen.

OPTIONS = {
    "balloon": {"target": 20}, "cloud_nine": {"deals": 1}, "clumond": {"deals": 1},
    "nimbly": {"deals": 1},
}  # fmt: skip


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
            for seed in range(3)
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

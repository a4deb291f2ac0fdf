"""Grades: what a person chose, against what `hard` would have chosen."""

from __future__ import annotations

from random import Random

import pytest

from engine.analysis.grades import FAIR, Grade, graded
from engine.analysis.judging import courses_of, decisions_of
from engine.analysis.review import review
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
def test_each_real_choice_has_a_grade_the_same_each_time_and_forced_moves_have_none(
    game: str,
) -> None:
    record = played(game, 3, "quick")
    grades = graded(record, Seat(1), Random)
    assert len(grades) == choices(record) < len(record.moves)
    assert grades == graded(record, Seat(1), Random)


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


@pytest.mark.whole
@pytest.mark.parametrize(("game", "seed"), [("balloon", 3), ("balloon", 5), ("nimbly", 2)])
def test_no_mistake_that_the_review_names_has_the_grade_of_a_good_move(
    game: str, seed: int
) -> None:
    record = played(game, seed, "random")
    made = decisions_of(record, list(courses_of(record)), Seat(1), ())
    grades = dict(zip((each.move for each in made), graded(record, Seat(1), Random), strict=True))
    mistakes = review(record, Seat(1), Random).mistakes
    assert mistakes
    for mistake in mistakes:
        assert grades[mistake.move] == (Grade.FAIR if mistake.gap.share <= FAIR else Grade.WEAK)


def test_moves_of_a_stand_in_have_no_grade() -> None:
    record = played("nimbly", 3, "quick")
    own = [move for move, line in enumerate(record.moves) if line.seat == 1]
    assert graded(record, Seat(1), Random, others=own) == ()


def test_an_impossible_record_has_no_grades() -> None:
    record = Record("balloon", 3, {}, bytes(32), moves=(MoveLine(Seat(1), "play KH"),))
    with pytest.raises(RecordError):
        graded(record, Seat(1), Random)

"""The grades of the choices of a game: a row of squares that agrees with its review."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from engine.analysis.decision import Generators
from engine.analysis.judgement import (
    EFFORTS,
    USUAL,
    Judge,
    Judged,
    courses_of,
    decisions_of,
    differing,
)
from engine.analysis.review import chance_of
from engine.analysis.scale import Grade
from engine.players.company import Who
from engine.record import Record, replay
from engine.seats import Seat

GOOD_PART = 0.25
"""A good choice costs no more than this part of what random moves would have cost in its deal."""

FAIR_PART = 1.0
"""A fair one costs no more than such moves."""

ALIKE = 0.9
"""Where so many of the moves are good, none has to be found."""

GUESSED = 1 / 3
"""A square is good by random moves no more often than this."""


def graded(
    record: Record,
    seat: Seat,
    generators: Generators,
    *,
    others: Collection[int] = (),
    table: Sequence[Who] = (),
) -> tuple[Grade, ...]:
    """Return grades of the choices of a seat, in the order in which they were made.

    Only choices whose moves differ count, and a grade is for one of them, or for as many in a row
    as it takes that random moves would be good at all of them one time in three: then it is that
    of the worst. They are graded by what `hard` thinks in the first round of a review, between the
    best moves and random ones in this very game; a mistake that a review names is never good.
    `others` are the moves that stand-ins made, counted from 0; `table` is who sits in each seat, as
    in the review. The same arguments give the same grades; `generators` is `random.Random`. Takes a
    few seconds of a processor. Raises RecordError for an impossible record, ValueError for a game
    whose moves cannot be tried.
    """
    replay(record)
    effort = EFFORTS.get(record.game, USUAL).at_table_of(record.seats)
    judge = Judge(record.game, generators, chance_of(record), effort, table)
    judged = judge.screened(decisions_of(record, list(courses_of(record)), seat, others))
    return grades_of(judged, {each.move for each in judge.named(judged)})


def grades_of(judged: Iterable[Judged], named: Collection[int]) -> tuple[Grade, ...]:
    """Return the grades of choices; `named` are the moves that are mistakes of a review."""
    counted = differing(judged)
    usual = sum(each.random for each in counted) / max(1, len(counted))
    return tuple(_in_rows([_chosen(each, usual, named) for each in counted]))


class _Chosen(NamedTuple):
    """The grade of a choice, and how often (0…1) a random move would be good."""

    grade: Grade
    guessed: float


def _chosen(judged: Judged, usual: float, named: Collection[int]) -> _Chosen:
    """Grade a choice by what random moves `usual`ly cost in its game."""
    most, losses = GOOD_PART * usual, judged.losses
    guessed = sum(loss <= most for loss in losses) / len(losses)
    if judged.lost <= most and judged.moment.move not in named:
        return _Chosen(Grade.GOOD, guessed)
    is_fair = judged.lost <= FAIR_PART * usual
    return _Chosen(Grade.FAIR if is_fair else Grade.WEAK, guessed)


def _in_rows(chosen: Iterable[_Chosen]) -> list[Grade]:
    """Put choices in a row together until their grade can hardly be guessed; the rest goes last.

    >>> _in_rows([_Chosen(Grade.GOOD, 0.5), _Chosen(Grade.FAIR, 0.5), _Chosen(Grade.WEAK, 0.2)])
    [<Grade.FAIR: 1>, <Grade.WEAK: 0>]
    """
    grades, worst, guessed = list[Grade](), Grade.GOOD, 1.0
    for each in chosen:
        if each.guessed > ALIKE:
            continue
        worst, guessed = min(worst, each.grade), guessed * each.guessed
        if guessed <= GUESSED:
            grades.append(worst)
            worst, guessed = Grade.GOOD, 1.0
    if grades:
        grades[-1] = min(grades[-1], worst)
    return grades

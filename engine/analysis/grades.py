"""The grade of each decision of a game: a row of squares that agrees with its review."""

from __future__ import annotations

from collections.abc import Collection
from enum import IntEnum

from engine.analysis.generators import Generators
from engine.analysis.judging import EFFORTS, USUAL, Judge, courses_of, decisions_of
from engine.analysis.review import chance_of
from engine.record import Record, replay
from engine.seats import Seat

CLOSE = 0.02
"""A decision that costs no more than this share of the win is as good as the best."""

FAIR = 0.08
"""One that costs no more than this is fair."""


class Grade(IntEnum):
    """How good a decision was."""

    WEAK = 0
    FAIR = 1
    GOOD = 2


def graded(
    record: Record, seat: Seat, generators: Generators, *, others: Collection[int] = ()
) -> tuple[Grade, ...]:
    """Return the grade of each unforced decision of a seat, in the order in which they were made.

    It is by what `hard` thinks of it in the first round of a review; a mistake that a review names
    is never a good one. `others` are the moves that stand-ins made, counted from 0. The same
    arguments give the same grades; `generators` is `random.Random`. Takes a few seconds of a
    processor. Raises RecordError for an impossible record, ValueError for a game whose moves
    cannot be tried.
    """
    replay(record)
    effort = EFFORTS.get(record.game, USUAL).at_table_of(record.seats)
    judge = Judge(record.game, generators, chance_of(record), effort)
    judged = judge.screened(decisions_of(record, list(courses_of(record)), seat, others))
    told = {each.move: min(Grade.FAIR, _grade(each.gap.share)) for each in judge.named(judged)}
    return tuple(told.get(each.moment.move, _grade(each.lost)) for each in judged)


def _grade(lost: float) -> Grade:
    if lost <= CLOSE:
        return Grade.GOOD
    return Grade.FAIR if lost <= FAIR else Grade.WEAK

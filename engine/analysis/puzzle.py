"""Positions in which one move is clearly best."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.analysis.decision import Facts, Gap
from engine.analysis.generators import Generators
from engine.analysis.paired import Comparison
from engine.analysis.reasons import Reasons
from engine.course import Course
from engine.players.levels import HOUSE_PLAYERS
from engine.players.reasons import Reason
from engine.players.robot import RankedMove
from engine.players.trying import trying_of
from engine.seats import Seat

CLEAR = 0.08
"""The least gap, as a share of the win, between the best move of a puzzle and any other."""
SURE = 4.0
"""How many standard errors of it that gap is at least."""

_GLANCES = 64
_TRIALS = 320
"""Trials of each move, at first and to be sure."""
_HOPE = 2.0
"""A gap that is too small by this many standard errors at first is not looked at again."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of a puzzle: the share of the win (0…1) and the points to expect, and why.

    `behind` is by how much the best move is better; of the best move itself it is 0 everywhere.
    `reasons` say why, () of the best move itself.
    """

    code: str
    share: float
    points: float
    behind: Gap
    facts: Facts = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class ClearBest:
    """A position in which one move is clearly best.

    `choices` are all legal moves, the best first; `choices[0].code` is the solution.
    """

    choices: tuple[Choice, ...]


def clear_best(course: Course, seat: Seat, generators: Generators, name: str) -> ClearBest | None:
    """Return the choices of the seat to act if one is clearly best, from what it can know.

    It is if it is better than every other by CLEAR and by SURE errors. `name` names the position,
    such as its match and move: it decides all chance, so the same name has the same answer.
    `generators` is `random.Random`. Returns None where no move is, or only one is legal. Raises
    ValueError if the seat is not to act, the course does not know what happened before, or moves of
    the game cannot be tried.
    """
    legal, game = course.legal(seat), course.game.info.key
    if not legal:
        raise ValueError(f"seat {seat} is not to act")
    if len(legal) == 1:
        return None
    view, heard = course.view(seat), course.heard(seat)
    ranked = HOUSE_PLAYERS[game]["hard"].rank(view, heard, legal, generators(f"{name}/hard"))
    best = ranked[0]

    def compared(round_: str, times: int) -> Comparison:
        random = generators(f"{name}/{round_}")
        trials = trying_of(game).trials(view, heard, random)
        return Comparison(trials, legal, random, times)

    glance = compared("glance", _GLANCES)
    gaps = [glance.gap(best.code, move.code) for move in ranked[1:]]
    if any(gap.share + _HOPE * gap.share_error < CLEAR for gap in gaps):
        return None
    found = compared("sure", _TRIALS)
    first, *others = (_choice(move, best, found) for move in ranked)
    if not all(other.behind.is_clear(SURE, CLEAR) for other in others):
        return None
    reasons = Reasons(game, view, heard, legal, generators(f"{name}/why"))
    others = [replace(other, reasons=reasons.why(best.code, other.code)) for other in others]
    return ClearBest((first, *sorted(others, key=lambda choice: -choice.share)))


def _choice(move: RankedMove, best: RankedMove, found: Comparison) -> Choice:
    points, share = found.expected(move.code)
    return Choice(move.code, share, points, found.gap(best.code, move.code), move.facts)

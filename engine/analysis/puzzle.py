"""Positions in which one move is clearly best, and that are worth the thought."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.analysis.decision import Gap, Generators
from engine.analysis.paired import Comparison, Reasons
from engine.course import Course
from engine.players.cases import telling_at, trying_of
from engine.players.company import PERSON
from engine.players.levels import HOUSE_PLAYERS
from engine.players.reasons import Reason
from engine.players.robot import RankedMove
from engine.seats import Seat

if TYPE_CHECKING:
    from random import Random

CLEAR = 0.08
"""The least gap, as a share of the win, between the best move of a puzzle and any other."""
SURE = 4.0
"""How many standard errors of it that gap is at least."""
SEARCHED = 0.04
"""The least gap that the search itself finds: it and the trials have to agree. A larger search that
is asked for a second look has to find CLEAR."""

HOPE = 0.15
"""The least share of the win that the best move has: where all is lost, there is no puzzle."""
WON, AT_RISK = 0.97, 0.5
"""A best move with more than WON is one only where any other has at most AT_RISK."""

SOLVER = "hard"
"""Who solves a puzzle is taken to play on as this level, among people."""

_GLANCES = 64
_TRIALS = 320
"""Trials of each move, at first and to be sure."""
_HOPE = 2.0
"""A gap that is too small by this many standard errors at first is not looked at again."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move of a puzzle: the share of the win (0…1) to expect, and why it is no more.

    `behind` is by how much the best move is better; of the best move itself it is 0 everywhere.
    `reasons` say of the next best why the best move is better; () of all others.
    """

    code: str
    share: float
    behind: Gap
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class ClearBest:
    """A position in which one move is clearly best.

    `choices` are all legal moves, the best first; `choices[0].code` is the solution.
    """

    choices: tuple[Choice, ...]


def clear_best(
    course: Course, seat: Seat, generators: Generators, name: str, *, times: int = 1
) -> ClearBest | None:
    """Return the choices of the seat to act if one is clearly best, from what it can know.

    It is if it is better than every other by CLEAR and by SURE errors, and neither all is lost nor
    all won (`is_worth_it`). `name` names the position, such as its match and move: it decides all
    chance, so the same name has the same answer. `generators` is `random.Random`. With `times` a
    second look follows, with this many times the simulations and, of the moves that come near, the
    trials. Returns None where no move is clearly best, or only one is legal. Raises ValueError if
    the seat is not to act, the course does not know what happened before, or moves of the game
    cannot be tried.
    """
    legal = course.legal(seat)
    if not legal:
        raise ValueError(f"seat {seat} is not to act")
    if len(legal) == 1:
        return None
    look = _Look(course, seat, generators, name)
    moves = look.found(times)
    choices = look.choices(moves, times) if moves else ()
    if not choices or not all(each.behind.is_clear(SURE, CLEAR) for each in choices[1:]):
        return None
    if not is_worth_it(choices[0].share, choices[1].share):
        return None
    return ClearBest(look.argued(choices))


def is_worth_it(best: float, second: float) -> bool:
    """Return whether a choice decides something: neither all is lost nor all won anyway.

    Both are shares of the win (0…1), of the best move and of the next best.
    """
    return best >= HOPE and (best <= WON or second <= AT_RISK)


class _Look:
    """A look at the moves of one decision."""

    def __init__(self, course: Course, seat: Seat, generators: Generators, name: str) -> None:
        self._game, self._legal = course.game.info.key, course.legal(seat)
        self._view, self._heard = course.view(seat), course.heard(seat)
        self._generators, self._name = generators, name
        self._trials = trying_of(self._game).trials
        table = [SOLVER if at == seat else PERSON for at in range(1, self._view.seats + 1)]
        self._telling = telling_at(self._game, self._view, table)

    def found(self, times: int) -> Sequence[RankedMove]:
        """Rank all moves; return none where even a glance shows that no move is clearly best."""
        moves = self._ranked("hard", 1)
        best = moves[0].code
        if not _is_found(moves, best):
            return ()
        glance = self._compared("glance", self._legal, _GLANCES)
        if any(_is_too_small(glance.gap(best, move.code)) for move in moves[1:]):
            return ()
        again = moves if times == 1 else self._ranked("hard again", times)
        return again if _is_found(again, best, SEARCHED if times == 1 else CLEAR) else ()

    def choices(self, moves: Sequence[RankedMove], times: int) -> tuple[Choice, ...]:
        """Return all moves with what trials find of them, the best first; () if one is near."""
        best, others = moves[0].code, [move.code for move in moves[1:]]
        found = self._compared("sure", self._legal, _TRIALS)
        gaps = {code: found.gap(best, code) for code in (best, *others)}
        if any(_is_too_small(gaps[other]) for other in others):
            return ()
        if times > 1:
            nearest = min(others, key=lambda other: gaps[other].share)
            near = [other for other in others if other == nearest or _is_near(gaps[other])]
            found = self._compared("sure again", (best, *near), _TRIALS * times)
            gaps |= {code: found.gap(best, code) for code in near}
        share = found.expected(best).share
        first, *rest = (Choice(code, share - gap.share, gap) for code, gap in gaps.items())
        return (first, *sorted(rest, key=lambda choice: choice.behind.share))

    def argued(self, choices: Sequence[Choice]) -> tuple[Choice, ...]:
        """Say of the next best choice why the first is better: that is the point of it."""
        best, second, *others = choices
        codes, random = (best.code, second.code), self._random("why")
        reasons = Reasons(self._game, self._view, self._heard, codes, random)
        return (best, replace(second, reasons=reasons.why(*codes)), *others)

    def _ranked(self, look: str, times: int) -> Sequence[RankedMove]:
        hard, random = HOUSE_PLAYERS[self._game]["hard"], self._random(look)
        budget = hard.budget * times
        ranked = hard.robot.rank(self._view, self._heard, self._legal, random, budget)
        return [*map(self._telling.move, ranked)]

    def _compared(self, look: str, codes: Sequence[str], times: int) -> Comparison:
        random = self._random(look)
        trials = self._trials(self._view, self._heard, random)
        return Comparison(trials, codes, random, times, self._telling)

    def _random(self, look: str) -> Random:
        return self._generators(f"{self._name}/{look}")


def _is_found(moves: Sequence[RankedMove], best: str, gap: float = SEARCHED) -> bool:
    """Return whether the search finds this move, and finds it better than every other by a gap."""
    first, *others = moves
    return first.code == best and all(first.share - each.share >= gap for each in others)


def _is_too_small(gap: Gap) -> bool:
    return gap.share + _HOPE * gap.share_error < CLEAR


def _is_near(gap: Gap) -> bool:
    return not gap.is_clear(2 * SURE, 2 * CLEAR)

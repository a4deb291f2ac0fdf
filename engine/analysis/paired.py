"""Moves compared by trials with common chance: what to expect of each, with standard errors.

The standard errors are jackknifed over batches of trials: what to expect is computed again without
each batch, and the spread of these numbers tells the error of the whole. So they hold for numbers
that are no mean (a declaration's chance in Clumond), and where one made-up state follows from the
one before (batches are long enough to be nearly independent).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from typing import TYPE_CHECKING, TypeAlias

from engine.analysis.decision import Gap
from engine.players.cases import TRYING
from engine.players.company import AS_ESTIMATED, Telling
from engine.players.reasons import ADVICE, Compared, Observed, Reason
from engine.players.trials import Value

if TYPE_CHECKING:
    from random import Random

    from engine.events import Heard
    from engine.game import View
    from engine.players.robot import RankedMove
    from engine.players.trials import Trials


BATCHES = 32


class Comparison:
    """The trials of some moves of one decision.

    `times` are as many as asked for, rounded up to whole batches; one where all is certain. What
    trials find is told by `telling`.
    """

    def __init__(
        self,
        trials: Trials,
        codes: Iterable[str],
        random: Random,
        times: int,
        telling: Telling = AS_ESTIMATED,
    ) -> None:
        self._telling = telling
        self.is_open = trials.is_open
        self._trials = trials
        self._codes = tuple(dict.fromkeys(codes))
        batches = 1 if trials.is_certain else min(BATCHES, max(2, times))
        self._batch = 1 if trials.is_certain else -(-times // batches)
        self.times = self._batch * batches
        self._sums = [self._tried(random) for _ in range(batches)]
        self._total = {
            code: _added(sums[place] for sums in self._sums)
            for place, code in enumerate(self._codes)
        }

    def expected(self, code: str) -> Value:
        """Return the expected result of a move."""
        return self._settled(code, self._total[code], self.times)

    def gap(self, better: str, worse: str) -> Gap:
        """Return by how much one move is better than another."""
        points, share = _less(self.expected(better), self.expected(worse))
        without = [
            _less(*pair) for pair in zip(self._without(better), self._without(worse), strict=True)
        ]
        return Gap(
            share,
            jackknifed([value.share for value in without]),
            points,
            jackknifed([value.points for value in without]),
            self.times,
        )

    def _tried(self, random: Random) -> list[Value]:
        """Make one batch of trials; return their sum for each move."""
        points, shares = [0.0] * len(self._codes), [0.0] * len(self._codes)
        for _ in range(self._batch):
            for place, value in enumerate(self._trials.tried(self._codes, random)):
                points[place] += value.points
                shares[place] += value.share
        return [Value(*each) for each in zip(points, shares, strict=True)]

    def _without(self, code: str) -> list[Value]:
        """Return the expected result of a move without each of the batches."""
        if len(self._sums) == 1:
            return []
        place, total, times = self._codes.index(code), self._total[code], self.times - self._batch
        return [self._settled(code, _less(total, sums[place]), times) for sums in self._sums]

    def _settled(self, code: str, total: Value, times: int) -> Value:
        points, share = self._trials.settled(code, total, times)
        return Value(points, self._telling.share(share))


def jackknifed(without: Sequence[float]) -> float:
    """Return the standard error of a number, given the numbers without each batch; 0 for none.

    >>> jackknifed([]), round(jackknifed([1.5, 2.5]), 3)
    (0.0, 0.5)
    """
    if not without:
        return 0.0
    mean = sum(without) / len(without)
    squares = sum([(number - mean) ** 2 for number in without])
    return sqrt(squares * (len(without) - 1) / len(without))


def _added(values: Iterable[Value]) -> Value:
    points = share = 0.0
    for value in values:
        points += value.points
        share += value.share
    return Value(points, share)


def _less(value: Value, other: Value) -> Value:
    return Value(value.points - other.points, value.share - other.share)


# Why a move is better than another, found from what both lead to in the same imagined games.

TOLD = 2
"""How many reasons are told at most."""

LIGHTEST = 0.3
"""A further reason weighs at least this much of the first."""

CLEARLY = 0.02
"""By how much less a share of the win (0…1) is clearly less."""

Seen: TypeAlias = "Mapping[str, Sequence[Observed]]"


class Reasons:
    """The reasons for some moves of one decision of the seat whose view it is.

    They are found in games imagined from what the seat sees and has heard; all moves are tried in
    each. A game that gives none has no reasons.
    """

    def __init__(
        self, game: str, view: View, heard: Sequence[Heard], codes: Iterable[str], random: Random
    ) -> None:
        maker = TRYING[game].cases if game in TRYING else None
        self.cases = maker(view, heard, random) if maker is not None else None
        self.seen: Seen = {}
        if self.cases is not None:
            moves = tuple(dict.fromkeys(codes))
            rows = [self.cases.observed(moves, random) for _ in range(self.cases.times)]
            self.seen = dict(zip(moves, zip(*rows, strict=True), strict=True))

    def why(self, better: str, worse: str) -> tuple[Reason, ...]:
        """Return the one or two strongest reasons; () where none is clear."""
        if self.cases is None:
            return ()
        found = Compared(self.seen[better], self.seen[worse])
        if not found.is_better:
            return ()
        arguments = sorted(
            self.cases.arguments(better, worse, found), key=lambda each: -each.weight
        )
        least = LIGHTEST * arguments[0].weight if arguments else 0.0
        return tuple(each.reason for each in arguments[:TOLD] if each.weight >= least)

    def merits(self, code: str, other: str) -> tuple[Reason, ...]:
        """Return what speaks most for a move against one that is about as good; () for nothing."""
        if self.cases is None:
            return ()
        found = Compared(self.seen[code], self.seen[other], is_even=True)
        arguments = self.cases.arguments(code, other, found)
        most = max(arguments, key=lambda each: each.weight, default=None)
        return () if most is None else (most.reason,)


def argued(
    game: str,
    view: View,
    heard: Sequence[Heard],
    ranked: Sequence[RankedMove],
    number: int,
    random: Random,
) -> tuple[RankedMove, ...]:
    """Say of the second and following of this many ranked moves why the first is better.

    Of those about as good it is also said what speaks for them.
    Where there is nothing to say of any of them, it is said of the next that is clearly worse.
    """
    told, further = list(ranked[:number]), ranked[number:]
    if len(told) < 2:
        return tuple(ranked)
    told = _argued(game, view, heard, told, random)
    worse = next((move for move in further if told[0].share - move.share >= CLEARLY), None)
    if worse is None or any(move.reasons for move in told):
        return (*told, *further)
    _, worse = _argued(game, view, heard, [told[0], worse], random)
    return (*told, *(worse if move.code == worse.code else move for move in further))


def _argued(
    game: str, view: View, heard: Sequence[Heard], moves: Sequence[RankedMove], random: Random
) -> list[RankedMove]:
    found = Reasons(game, view, heard, [move.code for move in moves], random)
    best, *others = moves
    return [best, *(_beside(best, move, found) for move in others)]


def _beside(best: RankedMove, move: RankedMove, found: Reasons) -> RankedMove:
    """Say why the best move is better than another, or what speaks for each of two alike."""
    reasons = found.why(best.code, move.code)
    if not best.share or best.share - move.share >= CLEARLY:
        return move._replace(reasons=reasons)
    merits = tuple(each for each in found.merits(move.code, best.code) if each.key not in ADVICE)
    reasons = reasons or found.merits(best.code, move.code)
    return move._replace(reasons=reasons[:1] if merits else reasons, merits=merits)

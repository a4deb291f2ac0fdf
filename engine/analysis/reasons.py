"""Why a move is better than another, found from what both lead to in the same imagined games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from engine.players.reasons import Compared, Observed, Reason
from engine.players.trying import TRYING

if TYPE_CHECKING:
    from random import Random

    from engine.events import Heard
    from engine.game import View
    from engine.players.robot import RankedMove

TOLD = 2
"""How many reasons are told at most."""

LIGHTEST = 0.3
"""A further reason weighs at least this much of the first."""

Seen: TypeAlias = "Mapping[str, Sequence[Observed]]"


class Reasons:
    """The reasons for some moves of one decision of the seat whose view it is.

    They are found in games imagined from what the seat sees and has heard; all moves are tried in
    each. A game that gives none has no reasons.
    """

    def __init__(
        self,
        game: str,
        view: View,
        heard: Sequence[Heard],
        codes: Iterable[str],
        random: Random,
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


def argued(
    game: str,
    view: View,
    heard: Sequence[Heard],
    ranked: Sequence[RankedMove],
    number: int,
    random: Random,
) -> tuple[RankedMove, ...]:
    """Say of the second and following of this many ranked moves why the first is better."""
    told = ranked[:number]
    if len(told) < 2:
        return tuple(ranked)
    reasons = Reasons(game, view, heard, [move.code for move in told], random)
    best, *others = told
    why = [move._replace(reasons=reasons.why(best.code, move.code)) for move in others]
    return (best, *why, *ranked[number:])

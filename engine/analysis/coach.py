"""The coach: whether a move costs clearly more than another, before it is made.

It is found as a review finds it (`engine.analysis.judgement`), from what the seat sees and has
heard alone: `hard` ranks the moves, trials with common chance tell what the move gives away, and
if that is clear new trials have to say so again. What the coach says would stand in the review.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, cast

from engine.analysis.decision import Gap
from engine.analysis.judgement import EFFORTS, PRAISEWORTHY, USUAL
from engine.analysis.paired import Comparison, Reasons
from engine.events import Heard
from engine.game import Json, View
from engine.players.cases import TRYING, telling_at
from engine.players.levels import HOUSE_PLAYERS
from engine.players.reasons import Reason

if TYPE_CHECKING:
    from random import Random

    from engine.players.company import Who


COSTLY = 0.04
"""The least share of the win (0…1) that a move gives away which the coach asks back."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The word of the coach on a move: `best` is better than `rival` by the `gap`.

    One of them is the move: the rival if it costs too much, or the best if it is a fine one.
    `shares` (0…1) of the win are to be expected of both. `reasons` say why.
    """

    best: str
    rival: str
    gap: Gap
    shares: tuple[float, float]
    reasons: tuple[Reason, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """Write the advice as JSON values."""
        return {
            "best": self.best,
            "rival": self.rival,
            "gap": self.gap.to_json(),
            "shares": list(self.shares),
            "reasons": [reason.to_json() for reason in self.reasons],
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """Read back what `to_json` wrote."""
        given = cast("Mapping[str, Json]", data)
        best, rival = (float(share) for share in cast("Sequence[float]", given["shares"]))
        reasons = cast("list[Json]", given["reasons"])
        return cls(
            str(given["best"]), str(given["rival"]), Gap.from_json(given["gap"]), (best, rival),
            tuple(map(Reason.from_json, reasons)),
        )  # fmt: skip


def advice(  # noqa: PLR0913 - all that a decision is
    game: str,
    view: View,
    heard: Sequence[Heard],
    legal: Sequence[str],
    code: str,
    random: Random,
    *,
    table: Sequence[Who] = (),
) -> Advice | None:
    """Return what the coach says of a legal move; None if nothing, or if moves cannot be tried.

    `table` is who sits in each seat, () where nobody knows.
    """
    if game not in TRYING or len(legal) < 2:
        return None
    hard, effort = HOUSE_PLAYERS[game]["hard"], EFFORTS.get(game, USUAL).at_table_of(view.seats)
    ranked = hard.robot.rank(view, heard, tuple(legal), random, min(effort.again, hard.budget))
    best, others = ranked[0].code, [move.code for move in ranked[1:]]
    is_fine = best == code
    rival, least = (others[0], PRAISEWORTHY) if is_fine else (code, COSTLY)
    if is_fine and HOUSE_PLAYERS[game]["quick"].choose(view, heard, tuple(legal), random) == code:
        return None  # nobody is praised for what is plain
    codes = (best, rival)
    trials, telling = TRYING[game].trials(view, heard, random), telling_at(game, view, table)
    checked = Comparison(trials, codes, random, effort.checked, telling)
    if not checked.gap(*codes).is_clear(least=least):
        return None
    compared = Comparison(trials, codes, random, effort.told, telling)
    gap = compared.gap(*codes)
    if not gap.is_clear(least=least):
        return None
    shares = compared.expected(best).share, compared.expected(rival).share
    reasons = () if is_fine else Reasons(game, view, heard, codes, random).why(*codes)
    return Advice(best, rival, gap, shares, reasons)

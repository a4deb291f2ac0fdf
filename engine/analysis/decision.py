"""A decision, and by how much one move was better than another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, TypeAlias, cast

from engine.analysis.scale import Grade, grade_of
from engine.game import Json
from engine.players.reasons import Reason

if TYPE_CHECKING:
    from random import Random


# Where the chance of an analysis comes from.

Generators: TypeAlias = "Callable[[str], Random]"
"""Makes a generator from a text, the same for the same text: `random.Random` itself."""


NOTHING = 1e-9
"""A smaller difference is a rounding error."""


@dataclass(frozen=True, slots=True)
class Gap:
    """By how much one move is better than another: means of trials with common chance.

    `share` is in shares of the win (-1…1), `points` in points of the deal; the errors are their
    standard errors, 0 where everything is known and nothing left to chance. `trials` says how many
    there were.

    >>> Gap(share=0.1, share_error=0.03, points=4, points_error=2, trials=300).is_clear()
    True
    >>> Gap(share=0.1, share_error=0.03, points=4, points_error=2, trials=300).is_clear(4)
    False
    """

    share: float
    share_error: float
    points: float
    points_error: float
    trials: int

    def is_clear(self, errors: float = 2.0, least: float = 0.0) -> bool:
        """Return whether the gap in shares exceeds this many standard errors, and is `least`."""
        return self.share > max(NOTHING, errors * self.share_error) and self.share >= least

    def to_json(self) -> dict[str, Json]:
        """Write the gap as JSON values."""
        return {
            "share": self.share,
            "share_error": self.share_error,
            "points": self.points,
            "points_error": self.points_error,
            "trials": self.trials,
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """Read back what `to_json` wrote."""
        given = cast("Mapping[str, float]", data)
        share, share_error, points, points_error = (
            float(given[key]) for key in ("share", "share_error", "points", "points_error")
        )
        return cls(share, share_error, points, points_error, int(given["trials"]))


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice of the seat, and how its best move compares to a rival.

    `move` counts the moves made before it in the whole game: the table stood at the course's
    position after this many moves. `deal` is the number of the deal or trip. `code` is what was
    played and `best` what `hard` would have played. `rival` is what the best move is compared to:
    of a mistake the move played, of a praised move (played and best alike) the next best one.

    `gap` is by how much `best` is better than `rival`, from what the seat could know; `known` is
    the same comparison with all cards on the table. `share_best` and `share_rival` are the shares
    of the win (0…1) to expect of both, `points_best` and `points_rival` the points of the deal.
    `reasons` say why `best` is better than `rival`.
    """

    move: int
    deal: int
    code: str
    best: str
    rival: str
    gap: Gap
    known: Gap
    share_best: float
    share_rival: float
    points_best: float
    points_rival: float
    reasons: tuple[Reason, ...] = ()

    @property
    def share(self) -> float:
        """The chance to win (0…1) with the move played."""
        return self.share_best if self.code == self.best else self.share_rival

    @property
    def grade(self) -> Grade:
        """How good the move played was."""
        return Grade.GOOD if self.code == self.best else grade_of(self.gap.share)

    def to_json(self) -> dict[str, Json]:
        """Write the decision as JSON values."""
        return {
            "move": self.move,
            "deal": self.deal,
            "code": self.code,
            "best": self.best,
            "rival": self.rival,
            "gap": self.gap.to_json(),
            "known": self.known.to_json(),
            "share_best": self.share_best,
            "share_rival": self.share_rival,
            "points_best": self.points_best,
            "points_rival": self.points_rival,
            "reasons": [reason.to_json() for reason in self.reasons],
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """Read back what `to_json` wrote."""
        given = cast("Mapping[str, Json]", data)
        reasons = cast("list[Json]", given["reasons"])
        return cls(
            move=cast("int", given["move"]),
            deal=cast("int", given["deal"]),
            code=cast("str", given["code"]),
            best=cast("str", given["best"]),
            rival=cast("str", given["rival"]),
            gap=Gap.from_json(given["gap"]),
            known=Gap.from_json(given["known"]),
            share_best=cast("float", given["share_best"]),
            share_rival=cast("float", given["share_rival"]),
            points_best=cast("float", given["points_best"]),
            points_rival=cast("float", given["points_rival"]),
            reasons=tuple(map(Reason.from_json, reasons)),
        )

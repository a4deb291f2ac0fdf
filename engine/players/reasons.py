"""Reasons: what is better after one move than after another, in the same imagined games.

Both moves are tried in one imagined state after the other, and the same players go on (`Cases`).
A game says what of it a person at the table would see or count (its `reasons` module): what their
cards make, what others get, who picks first. A difference is told only if it is clear.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple, Protocol, Self, TypeAlias, cast

if TYPE_CHECKING:
    from random import Random

    from engine.game import Json

CLEAR = 2.5
"""How many standard errors a difference exceeds that is told."""

USUALLY = 0.8
"""The chance (0…1) from which something is told to happen usually; 1 is surely."""

PARTS = 10
"""Chances are told as so many times in ten."""

VAGUE = 0.01
"""By how much a reason counts that names nothing to be seen: it is told only where it is alone."""

ADVICE = frozenset(
    {
        "can_pay", "catch", "free", "hand", "keep_match", "keep_next", "keep_suit", "keeps",
        "keeps_joker", "keeps_over_joker", "may_pay", "pays", "short", "sure", "top",
    }
)  # fmt: skip
"""The reasons that say what to do: none of them is told for a move that is not the best."""

SHARE = "share"
"""What every game observes: the share of the win (0…1) of the seat to move."""

Observed: TypeAlias = Mapping[str, float]
"""What was seen of one move in one imagined game, by name; what is left out is 0."""

Value: TypeAlias = str | int


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one move is better than another; `values` are cards, seats and numbers, by name.

    >>> Reason("leaves", (("card", "KS"), ("seat", 2))).to_json()
    ['leaves', {'card': 'KS', 'seat': 2}]
    """

    key: str
    values: tuple[tuple[str, Value], ...] = ()

    @classmethod
    def of(cls, key: str, **values: Value) -> Self:
        """Make a reason with these values."""
        return cls(key, tuple(values.items()))

    def to_json(self) -> list[Json]:
        """Write the reason as JSON values."""
        return [self.key, dict(self.values)]

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """Read back what `to_json` wrote. Raises ValueError or TypeError for anything else."""
        key, values = cast("tuple[str, Mapping[str, Value]]", data)
        return cls(str(key), tuple(dict(values).items()))


class Argument(NamedTuple):
    """A reason, and by about how many points of the game the better move is better by it."""

    weight: float
    reason: Reason


class Compared:
    """What was observed of the better move and of the worse one, game by game.

    >>> compared = Compared([{"points": 9}, {"points": 7}], [{"points": 4}, {"points": 2}])
    >>> compared.better("points"), compared.worse("points"), compared.gap("points")
    (8.0, 3.0, 5.0)
    """

    def __init__(
        self, better: Sequence[Observed], worse: Sequence[Observed], *, is_even: bool = False
    ) -> None:
        self._better = better
        self._worse = worse
        self.is_even = is_even
        """Whether the moves are about as good: then any difference speaks for one of them."""

    def better(self, name: str) -> float:
        """Return the mean after the better move."""
        return fmean([seen.get(name, 0) for seen in self._better])

    def worse(self, name: str) -> float:
        """Return the mean after the worse move."""
        return fmean([seen.get(name, 0) for seen in self._worse])

    def gap(self, name: str) -> float:
        """Return by how much the mean is higher after the better move; 0 where that is unclear."""
        pairs = zip(self._better, self._worse, strict=True)
        gaps = [better.get(name, 0) - worse.get(name, 0) for better, worse in pairs]
        gap = fmean(gaps)
        error = stdev(gaps) / sqrt(len(gaps)) if len(gaps) > 1 else 0.0
        return gap if abs(gap) > CLEAR * error else 0

    def most(self, start: str, sign: int = 1) -> str:
        """Return the rest of the name with this beginning and the largest gap; "" for none."""
        return next((name for _, name in self.rising(start, sign)), "")

    def rising(self, start: str, sign: int = 1) -> list[tuple[float, str]]:
        """Return the clear gaps of all names with this beginning and their rest, the largest first.

        With `sign` -1 they are by how much the worse move has more.
        """
        names = dict.fromkeys(name for seen in (*self._better, *self._worse) for name in seen)
        gaps = [(sign * self.gap(name), name) for name in names if name.startswith(start)]
        clear = sorted((each for each in gaps if each[0] > 0), reverse=True)
        return [(gap, name.removeprefix(start)) for gap, name in clear]

    @property
    def is_better(self) -> bool:
        """Return whether the better move does not win clearly less often in these games."""
        return self.gap(SHARE) >= 0


def how_often(chance: float) -> str:
    """Return how a chance (0…1) that is larger after one of two moves is told.

    What always happened in the imagined games is only sure where no other player may change it.
    """
    if chance == 1:
        return "surely"
    return "usually" if chance >= USUALLY else "more"


def in_ten(chance: float) -> int:
    """Return a chance (0…1) as so many times in ten: neither never nor always."""
    return max(1, min(PARTS - 1, round(PARTS * chance)))


class Cases(Protocol):
    """Imagined games in which the moves of one decision are tried; `times` are enough of them."""

    times: int

    def observed(self, codes: Sequence[str], random: Random) -> Sequence[Observed]:
        """Imagine one more game, and return what is seen of each of some legal moves in it."""

    def arguments(self, better: str, worse: str, found: Compared) -> Iterable[Argument]:
        """Return all that speaks for a move against another, in any order."""

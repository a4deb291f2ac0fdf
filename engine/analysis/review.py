"""The review of a game for one seat."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self, TypeAlias, cast

from engine.analysis.decision import Decision
from engine.analysis.luck import Luck

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from engine.game import Json
    from engine.record import Record
    from engine.seats import Seat

Generators: TypeAlias = "Callable[[str], Random]"
"""Makes a generator from a text, the same for the same text: `random.Random` itself."""

ANALYSIS_VERSION = 1
"""Raised whenever the same record would give another review."""


@dataclass(frozen=True, slots=True)
class Review:
    """What a game teaches a seat.

    `decisions` counts its unforced decisions and `agreed` those in which it did what `hard` would
    have done. `accuracy` is from 0, no better than random moves, to 100, as good as `hard`; None
    where nothing was at stake. `mistakes` are at most three, the most costly first, and `praised`
    at most two, the most valuable first.
    """

    game: str
    seat: Seat
    decisions: int
    agreed: int
    accuracy: float | None
    mistakes: tuple[Decision, ...]
    praised: tuple[Decision, ...]
    luck: Luck
    version: int = ANALYSIS_VERSION

    def to_json(self) -> dict[str, Json]:
        """Write the review as JSON values."""
        return {
            "version": self.version,
            "game": self.game,
            "seat": self.seat,
            "decisions": self.decisions,
            "agreed": self.agreed,
            "accuracy": self.accuracy,
            "mistakes": [decision.to_json() for decision in self.mistakes],
            "praised": [decision.to_json() for decision in self.praised],
            "luck": self.luck.to_json(),
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """Read back what `to_json` wrote, of any version with these fields."""
        given = cast("Mapping[str, Json]", data)
        mistakes, praised = (
            tuple(map(Decision.from_json, cast("list[Json]", given[key])))
            for key in ("mistakes", "praised")
        )
        return cls(
            game=cast("str", given["game"]),
            seat=cast("Seat", given["seat"]),
            decisions=cast("int", given["decisions"]),
            agreed=cast("int", given["agreed"]),
            accuracy=cast("float | None", given["accuracy"]),
            mistakes=mistakes,
            praised=praised,
            luck=Luck.from_json(given["luck"]),
            version=cast("int", given["version"]),
        )


def review(
    record: Record, seat: Seat, generators: Generators, *, others: Collection[int] = ()
) -> Review:
    """Review a game for a seat; `generators` is `random.Random`.

    `others` are the moves of the seat, counted from 0 over the whole game, that somebody else made
    for it: a stand-in's are not judged. A game that was not played to its end is reviewed as far as
    it went. The same arguments give the same review; it takes up to ten seconds of a processor, so
    it belongs in a process of its own. Raises RecordError for an impossible record, ValueError for
    a seat that is not in it.
    """
    raise NotImplementedError

"""The review of a game for one seat."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple, Self, TypeVar, cast

from engine.analysis.decision import Decision, Generators
from engine.analysis.judgement import (
    EFFORTS,
    JUDGED_DECISIONS,
    USUAL,
    Effort,
    Judge,
    Judged,
    courses_of,
    decisions_of,
    differing,
)
from engine.analysis.luck import Luck, luck_of
from engine.course import Course
from engine.game import Json
from engine.players.cases import trying_of
from engine.players.company import Who
from engine.players.trials import ChanceEvent
from engine.record import Record, replay
from engine.seats import Seat

ANALYSIS_VERSION = 5
"""Raised whenever the same record would give another review."""

CHANCE_VERSION = 4
"""Raised where decisions are to be judged by other chance."""

AT_STAKE = 0.02
"""Accuracy is told where random moves would have lost more than this share of the win."""
STAKES = 3.0

CHOICES = 5
"""Accuracy is told of as many decisions whose moves differ, or more."""

T = TypeVar("T")


class Point(NamedTuple):
    """The chance of a seat to win (0…1) once it had made its decision after this many moves.

    It is judged from what the seat could know then. At the end of a game `move` is how many moves
    it had, and `share` the share of the win that the seat got.
    """

    move: int
    share: float


@dataclass(frozen=True, slots=True)
class Review:
    """The lessons of a game for a seat.

    `decisions` counts its unforced decisions. `accuracy` is from 0, no better than random moves, to
    100, as good as `hard`; None where nothing was at stake. `mistakes` are at most three, the most
    costly first, and `praised` at most two, the most valuable first. `curve` has a point for each
    decision, and for the end of a game that was played out.
    """

    game: str
    seat: Seat
    decisions: int
    accuracy: float | None
    mistakes: tuple[Decision, ...]
    praised: tuple[Decision, ...]
    luck: Luck
    curve: tuple[Point, ...] = ()
    version: int = ANALYSIS_VERSION

    def to_json(self) -> dict[str, Json]:
        """Write the review as JSON values."""
        return {
            "version": self.version,
            "game": self.game,
            "seat": self.seat,
            "decisions": self.decisions,
            "accuracy": self.accuracy,
            "mistakes": [decision.to_json() for decision in self.mistakes],
            "praised": [decision.to_json() for decision in self.praised],
            "luck": self.luck.to_json(),
            "curve": [[*point] for point in self.curve],
        }

    @classmethod
    def from_json(cls, data: Json) -> Self:
        """Read back what `to_json` wrote."""
        given = cast("Mapping[str, Json]", data)
        mistakes, praised = (
            tuple(map(Decision.from_json, cast("list[Json]", given[key])))
            for key in ("mistakes", "praised")
        )
        return cls(
            game=cast("str", given["game"]),
            seat=cast("Seat", given["seat"]),
            decisions=cast("int", given["decisions"]),
            accuracy=cast("float | None", given["accuracy"]),
            mistakes=mistakes,
            praised=praised,
            luck=Luck.from_json(given["luck"]),
            curve=tuple(Point(*point) for point in cast("list[tuple[int, float]]", given["curve"])),
            version=cast("int", given["version"]),
        )


def review(
    record: Record,
    seat: Seat,
    generators: Generators,
    *,
    others: Collection[int] = (),
    table: Sequence[Who] = (),
    effort: Effort | None = None,
) -> Review:
    """Review a game for a seat; `generators` is `random.Random`.

    `others` are the moves that stand-ins made, counted from 0 over the whole game: they are not
    judged. `table` is who sits in each seat: chances are told for that company. `effort` is that of
    the game unless given. A game that was not played to its end is reviewed as far as it went. The
    same arguments give the same review; it takes up to ten seconds of a processor, so it belongs in
    a process of its own. Raises RecordError for an impossible record, ValueError for a seat that is
    not in it and for a game whose moves cannot be tried.
    """
    replay(record)
    if not 1 <= seat <= record.seats:
        raise ValueError(f"no such seat: {seat}")
    courses = list(courses_of(record))
    effort = effort or EFFORTS.get(record.game, USUAL).at_table_of(record.seats)
    name = chance_of(record)
    moments = _evenly(decisions_of(record, courses, seat, others), JUDGED_DECISIONS)
    judge = Judge(record.game, generators, name, effort, table)
    judged = judge.screened(moments)
    mistakes, praised = judge.named(judged), judge.praised(judged)
    events = _evenly(_events(record, courses, seat), JUDGED_DECISIONS)
    return Review(
        game=record.game,
        seat=seat,
        decisions=len(judged),
        accuracy=accuracy(judged),
        mistakes=mistakes,
        praised=praised,
        luck=luck_of(events, generators, f"{name}/{seat}", effort.lucky),
        curve=_curve(judged, (*mistakes, *praised), courses[-1], seat),
    )


def chance_of(record: Record) -> str:
    """Return the name that decides all chance in what is found out about a record."""
    return f"{CHANCE_VERSION}/{record.game}/{record.seed.hex()}"


def accuracy(judged: Sequence[Judged]) -> float | None:
    """Return how well decisions were made, from 0 to 100; None where next to nothing was at stake.

    It is 100 * (1 - lost / random): the shares of the win lost against what `hard` would have done,
    compared to what random moves would have lost. Both are sums over all decisions. Random moves
    must have lost something, by more than STAKES standard errors, and in CHOICES decisions.
    """
    if len(differing(judged)) < CHOICES:
        return None
    lost, random = sum(each.lost for each in judged), sum(each.random for each in judged)
    if random <= max(AT_STAKE, STAKES * hypot(*(each.error for each in judged))):
        return None
    return 100.0 * max(0.0, min(1.0, 1 - lost / random))


def _curve(
    judged: Sequence[Judged], told: Sequence[Decision], end: Course, seat: Seat
) -> tuple[Point, ...]:
    """Return the chance to win after each decision; of those told by the most trials they had."""
    sure = {decision.move: decision.share for decision in told}
    points = [Point(each.moment.move, sure.get(each.moment.move, each.share)) for each in judged]
    outcome = end.game.outcome(end.state)
    if outcome is not None:
        won = 1 / len(outcome.winners) if seat in outcome.winners else 0.0
        points.append(Point(len(end.happened) - 1, won))
    return tuple(points)


def _events(record: Record, courses: Sequence[Course], seat: Seat) -> list[ChanceEvent]:
    """Return the chance events of a seat in the whole game."""
    chances = trying_of(record.game).chances
    events = [*chances(None, "", courses[0], seat)]
    for line, before, after in zip(record.moves, courses, courses[1:], strict=False):
        events += chances(before, line.code, after, seat)
    return events


def _evenly(items: list[T], most: int) -> list[T]:
    """Return this many of the items at most, evenly spaced."""
    if len(items) <= most:
        return items
    return [items[index * len(items) // most] for index in range(most)]

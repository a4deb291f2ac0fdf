"""Trials and chance events of Cloud 9, played on to the end of the trip as `playouts` do."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING, cast

from engine.events import CardsDealt, as_seen_by
from engine.games.balloon.turns import Move
from engine.games.balloon.view import BalloonView, DiceThrown
from engine.players.balloon.position import THROWS, packed
from engine.players.robot import own_view
from engine.players.trials import CARDS, DICE, DRAWS, ChanceEvent, MeanTrials, Value, redrawn

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.course import Course
    from engine.events import Heard
    from engine.game import View
    from engine.games.balloon.state import State
    from engine.players.balloon.playouts import Imagined
    from engine.seats import Seat

THROWS_A_STATE = 4
"""How often the dice of all clouds to come are thrown for each imagined state; one trial is the
mean of this many."""

USUAL = 50
"""The usual target."""

OTHERS = 6
"""The average to compare with is the mean of this many possibilities."""


class BalloonTrials(MeanTrials):
    """Trials that throw all dice again: to imagine a state takes longer than to play it out."""

    def __init__(
        self,
        view: View,
        heard: Sequence[Heard],
        random: Random,  # noqa: ARG002 - nothing is made up before a trial
        truth: object = None,
    ) -> None:
        shown = own_view(view, BalloonView)
        self._trips = _imagined(shown, heard, cast("State | None", truth))
        self._seat = shown.to_act[0]

    def tried(self, codes: Sequence[str], random: Random) -> Sequence[Value]:
        self._trips.anew(random.getrandbits(31))
        found: list[list[Value]] = [[] for _ in codes]
        for _ in range(THROWS_A_STATE):
            self._trips.throw()
            for code, values in zip(codes, found, strict=True):
                values.append(_played_out(self._trips, self._seat, Move(code)))
        return [_mean(values) for values in found]


def to_come(view: View) -> float:
    """Return how much of a usual game is left for strength to show."""
    shown = cast("BalloonView", view)
    return sqrt(max(0, shown.target - max(shown.scores)) / USUAL)


def _mean(values: Sequence[Value]) -> Value:
    points, shares = zip(*values, strict=True)
    return Value(fmean(points), fmean(shares))


def _imagined(view: BalloonView, heard: Sequence[Heard], truth: State | None = None) -> Imagined:
    # Kernels are only for who thinks: numba takes a second and much memory.
    from engine.players.balloon.playouts import Imagined  # noqa: PLC0415

    return Imagined(view, heard, truth)


def _played_out(trips: Imagined, seat: Seat, move: Move | None = None) -> Value:
    trips.begin(move)
    trips.play_on()
    return Value(trips.made(seat), trips.shares()[seat])


def chances(_before: Course | None, _code: str, after: Course, seat: Seat) -> list[ChanceEvent]:
    """Return the chance events of a seat with a move: cards dealt (B8, B9) and dice thrown (B1)."""
    found: list[ChanceEvent] = []
    if not after.to_act():
        return found
    for event in as_seen_by(seat, after.happened[-1]):
        if isinstance(event, CardsDealt) and event.seat == seat:
            kind = CARDS if event.count > 1 else DRAWS
            found.append(ChanceEvent(kind, _Redealt(after, seat, event.cards).pair))
        elif isinstance(event, DiceThrown):
            found.append(ChanceEvent(DICE, _Rethrown(after, seat).pair))
    return found


class _Changed(ABC):
    """Plays a trip after a chance event out, as it is and as it might have been."""

    def __init__(self, course: Course, seat: Seat) -> None:
        view = cast("BalloonView", course.view(seat))
        self._trips = _imagined(view, course.heard(seat))
        self._seat, self._dice = seat, len(view.dice)

    def pair(self, random: Random) -> tuple[Value, Value]:
        trips = self._trips
        trips.anew(random.getrandbits(31))
        here, there = list[Value](), list[Value]()
        for _ in range(OTHERS):
            trips.throw()
            here.append(_played_out(trips, self._seat))
            with trips.changed():
                self.change(trips, random)
                there.append(_played_out(trips, self._seat))
        return _mean(here), _mean(there)

    @abstractmethod
    def change(self, trips: Imagined, random: Random) -> None:
        """Put what might have been into a trip."""


class _Redealt(_Changed):
    """Cards dealt to a seat might have been any of these and of those left in the pile."""

    def __init__(self, course: Course, seat: Seat, faces: Sequence[str]) -> None:
        super().__init__(course, seat)
        self._faces = faces

    def change(self, trips: Imagined, random: Random) -> None:
        drawn = redrawn(self._faces, [*trips.pile()], random)
        trips.deal(self._seat, packed(drawn) - packed(self._faces))


class _Rethrown(_Changed):
    """The dice of this cloud might have shown anything."""

    def change(self, trips: Imagined, random: Random) -> None:
        throws = THROWS[self._dice]
        trips.rethrow(throws[int(random.random() * len(throws))])

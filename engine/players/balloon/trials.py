"""Trials and chance events of Cloud 9, played on by the keen rule to the end of the trip."""

from __future__ import annotations

from abc import ABC, abstractmethod
from statistics import fmean
from typing import TYPE_CHECKING, cast

from engine.events import CardsDealt, as_seen_by
from engine.games.balloon.cards import IDENTITIES
from engine.games.balloon.imagine import imaginer
from engine.games.balloon.moves import Move
from engine.games.balloon.view import BalloonView, DiceThrown
from engine.players.balloon.position import DONE, THROWS, Position, packed
from engine.players.balloon.robots import DOUBT, KEEN, MAKE
from engine.players.balloon.utility import TripUtility
from engine.players.robot import own_view
from engine.players.trials import (
    CARDS,
    DICE,
    DRAWS,
    ChanceEvent,
    MeanTrials,
    Value,
    redrawn,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.course import Course
    from engine.events import Heard
    from engine.game import View
    from engine.games.balloon.state import State
    from engine.seats import Seat


THROWS_A_STATE = 4
"""How often the dice of all clouds to come are thrown for each imagined state; one trial is the
mean of this many."""

OTHERS = 6
"""The average to compare with is the mean of this many possibilities."""


class BalloonTrials(MeanTrials):
    """Trials that throw all dice anew: to imagine a state takes longer than to play it out."""

    def __init__(
        self,
        view: View,
        heard: Sequence[Heard],
        random: Random,  # noqa: ARG002 - nothing is made up before a trial
        truth: object = None,
    ) -> None:
        shown = own_view(view, BalloonView)
        self._imagine = _imaginer(shown, heard, truth)
        self._seat = shown.to_act[0]
        self._redeal = shown.redeal

    def tried(self, codes: Sequence[str], random: Random) -> Sequence[Value]:
        imagined = Position.of(self._imagine(random))
        utility = TripUtility(imagined, self._seat, redeal=self._redeal)
        found: list[list[Value]] = [[] for _ in codes]
        for _ in range(THROWS_A_STATE):
            position = imagined.copy().throw(random)
            for code, values in zip(codes, found, strict=True):
                twin = position.copy()
                MAKE[Move(code)](twin)
                values.append(_played_out(twin, utility))
        return [_mean(values) for values in found]


def _mean(values: Sequence[Value]) -> Value:
    points, shares = zip(*values, strict=True)
    return Value(fmean(points), fmean(shares))


def _imaginer(view: View, heard: Sequence[Heard], truth: object) -> Callable[[Random], State]:
    if truth is not None:
        return lambda _: cast("State", truth)
    return imaginer(cast("BalloonView", view), heard, doubt=DOUBT)


def _played_out(position: Position, utility: TripUtility) -> Value:
    go_on = KEEN.go_on
    while position.doing != DONE:
        go_on(position)
    return Value(utility.points(position), utility.share(position))


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
    """Plays a position after a chance event out, as it is and as it might have been."""

    def __init__(self, course: Course, seat: Seat) -> None:
        view = cast("BalloonView", course.view(seat))
        self._imagine = imaginer(view, course.heard(seat), doubt=DOUBT, quick=True)
        self._seat = seat
        self._redeal = view.redeal

    def pair(self, random: Random) -> tuple[Value, Value]:
        state = self._imagine(random)
        utility = TripUtility(Position.of(state), self._seat, redeal=self._redeal)
        here, there = list[Value](), list[Value]()
        for _ in range(OTHERS):
            position = Position.of(state).throw(random)
            other = position.copy()
            self.change(other, state, random)
            here.append(_played_out(position, utility))
            there.append(_played_out(other, utility))
        return _mean(here), _mean(there)

    @abstractmethod
    def change(self, position: Position, state: State, random: Random) -> None:
        """Put what might have been into a position."""


class _Redealt(_Changed):
    """Cards dealt to a seat might have been any of these and of those left in the pile."""

    def __init__(self, course: Course, seat: Seat, faces: Sequence[str]) -> None:
        super().__init__(course, seat)
        self._faces = faces

    def change(self, position: Position, state: State, random: Random) -> None:
        pile = [IDENTITIES[card][0] for card in state.pile]
        drawn = redrawn(self._faces, pile, random)
        position.hands[self._seat] += packed(drawn) - packed(self._faces)


class _Rethrown(_Changed):
    """The dice of this cloud might have shown anything."""

    def change(self, position: Position, state: State, random: Random) -> None:
        throws = THROWS[len(state.dice)]
        position.need = throws[int(random.random() * len(throws))]

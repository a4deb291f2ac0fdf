"""Clues to the hands of others in Cloud 9: what was heard, as the kernels read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events import CardsDealt
from engine.games.balloon.state import everybody
from engine.games.balloon.view import (
    WILD,
    DiceThrown,
    Fallen,
    Flown,
    Jumped,
    PackShuffled,
    Stayed,
    TripEnded,
    TripStarted,
)
from engine.players.balloon import kernel, kernel_belief, kernel_policy
from engine.players.balloon.position import LONE, ONE, PAY, RIDE, cost, packed

if TYPE_CHECKING:
    from collections.abc import MutableSequence, Sequence

    from engine.events import Event, Heard
    from engine.games.balloon.view import BalloonView
    from engine.players.balloon.kernel_policy import Table


_CARD = ONE["R"]
"""Any card, where only the number of cards counts."""


def public_trip(view: BalloonView) -> MutableSequence[int]:
    """Return a trip of which only what never changes is written."""
    trip = kernel.empty()
    trip[kernel.SEATS], trip[kernel.TARGET] = view.seats, view.target
    trip[kernel.REDEAL], trip[kernel.VIEWER] = int(view.redeal), view.seat or 0
    return trip


class Ear:
    """Follows what was heard in a trip of its own, and notes clues; a hand is any so many cards."""

    def __init__(self, table: Table, view: BalloonView) -> None:
        self._view = view
        self._trip = public_trip(view)
        self._table = table
        self._number = 0

    def clues(self, heard: Sequence[Heard]) -> int:
        """Return how many clues there are; none if it was not heard from the start."""
        for _, event in heard:
            self._hear(event)
        held = [self._trip[kernel.HANDS + seat] // _CARD for seat in range(1, self._view.seats + 1)]
        return self._number if tuple(held) == self._view.hand_counts else 0

    def _hear(self, event: Event) -> None:
        """Hear what somebody does."""
        trip = self._trip
        match event:
            case Stayed(seat=seat):
                self._act(seat, RIDE, kernel_belief.CHOSE, 1)
            case Jumped(seat=seat, points=points):
                doing = LONE if seat == trip[kernel.PILOT] else RIDE
                self._act(seat, doing, kernel_belief.CHOSE, 0)
                trip[kernel.ABOARD] ^= 1 << seat
                trip[kernel.SCORES + seat] += points
            case DiceThrown(pilot=pilot, cloud=cloud, dice=dice, alone=alone):
                trip[kernel.PILOT], trip[kernel.CLOUD] = pilot, cloud
                if alone:
                    self._act(pilot, LONE, kernel_belief.CHOSE, 1)
                trip[kernel.NEED] = cost(dice)
            case Flown(pilot=pilot, paid=paid, cloud=cloud):
                self._pay(pilot, paid)
                trip[kernel.CLOUD], trip[kernel.NEED] = cloud, 0
            case Fallen(pilot=pilot):
                self._act(pilot, PAY, kernel_belief.FELL, 0)
            case _:
                self._deal(event)

    def _deal(self, event: Event) -> None:
        """Hear how trips begin and end, and of cards."""
        trip = self._trip
        match event:
            case TripStarted(pilot=pilot):
                trip[kernel.PILOT], trip[kernel.CLOUD] = pilot, 1
                trip[kernel.ABOARD] = everybody(self._view.seats)
            case TripEnded(result=result):
                self._write(kernel.SCORES, result.totals)
            case CardsDealt(seat=seat, count=count):
                trip[kernel.HANDS + seat] += count * _CARD
                if count == 1:
                    self._note(seat, kernel_belief.DREW, 1)
            case PackShuffled(whole=whole):
                trip[kernel.HEAP] = 0
                if whole:
                    self._number = 0
                    self._write(kernel.HANDS, (0,) * self._view.seats)
            case _:
                pass

    def _write(self, begin: int, numbers: Sequence[int]) -> None:
        """Write a number for each seat."""
        for seat, number in enumerate(numbers, start=1):
            self._trip[begin + seat] = number

    def _pay(self, pilot: int, paid: tuple[str, ...]) -> None:
        trip, cards = self._trip, packed(paid)
        if paid == (WILD,):
            self._act(pilot, PAY, kernel_belief.SPENT, 1)
        elif paid:
            trip[kernel.NEED] = cards
            self._note(pilot, kernel_belief.PAID, 1)
        trip[kernel.HANDS + pilot] -= len(paid) * _CARD
        trip[kernel.HEAP] += cards

    def _act(self, seat: int, doing: int, kind: int, on: int) -> None:
        """Note a decision, where there was one to make."""
        self._trip[kernel.TURN], self._trip[kernel.DOING] = seat, doing
        if doing != RIDE or kernel_policy.forced(self._trip) < 0:
            self._note(seat, kind, on)

    def _note(self, seat: int, kind: int, on: int) -> None:
        if seat != self._view.seat:
            self._trip[kernel.TURN] = seat
            self._number += 1
            kernel_belief.note(self._table, self._trip, self._number, kind, on)

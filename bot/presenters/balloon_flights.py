"""The lucky flights of a finished game of Cloud 9.

How lucky a flight was follows from the cards that its pilot held before the throw: how many of all
throws of the cloud these could have paid for. Who sat there could not know, but now all may.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bot.presenters.feats import Feat
from engine.events import CardsDealt, Event, Secret
from engine.games.balloon.view import DiceThrown, Flown, Jumped, PackShuffled, TripStarted
from engine.players.balloon.policy import strength
from engine.players.balloon.position import packed
from engine.seats import Seat

LUCKY = 0.5
"""From this chance on a flight was to be expected."""


class LuckyFlight(NamedTuple):
    """A flight from a cloud: the chance (0…1) of its pilot to pay, and whether that is told of."""

    cloud: int
    chance: float
    is_pilot: bool


class _Throw(NamedTuple):
    """A throw: after which move, of which pilot, from which cloud, and with what chance."""

    moves: int
    pilot: Seat
    cloud: int
    chance: float


def lucky_flights(happened: Sequence[Sequence[Event]]) -> Iterator[Feat]:
    """Return the feats of all who were aboard where few throws could be paid, the pilot's first."""
    hands: dict[Seat, int] = {}
    aboard, trip, thrown = list[Seat](), 0, None
    for moves, events in enumerate(happened):
        for event in events:
            _deal(event, hands)
            match event:
                case TripStarted(trip=trip):
                    aboard = sorted(hands)
                case Jumped(seat=seat):
                    aboard.remove(seat)
                case DiceThrown(pilot=seat, cloud=cloud):
                    chance = strength(hands[seat], cloud)
                    thrown = _Throw(moves, seat, cloud, chance)
                case Flown() if thrown is not None:
                    yield from _of_all(thrown, trip, aboard)
                case _:
                    pass


def _deal(event: Event, hands: dict[Seat, int]) -> None:
    """Give a packed hand the cards that an event deals it, or take those that it pays."""
    match event:
        case PackShuffled(whole=True):
            hands.clear()
        case Secret(private=CardsDealt(seat=seat, cards=cards)):
            hands[seat] = hands.get(seat, 0) + packed(cards)
        case Flown(pilot=seat, paid=paid):
            hands[seat] -= packed(paid)
        case _:
            pass


def _of_all(thrown: _Throw, trip: int, aboard: Sequence[Seat]) -> Iterator[Feat]:
    if thrown.chance >= LUCKY:
        return
    for seat in sorted(aboard, key=lambda seat: seat != thrown.pilot):
        told = LuckyFlight(thrown.cloud, thrown.chance, seat == thrown.pilot)
        yield Feat(seat, trip, 1 - thrown.chance, told, is_luck=True, moves=thrown.moves)

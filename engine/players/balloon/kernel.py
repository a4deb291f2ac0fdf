"""Cloud 9 in numbers, for kernels: a trip that moves are made in, and how everybody plays it on.

A trip is an array: the numbers named here, then for each seat (from 1) its packed hand from HANDS
on and its score from SCORES on, and for each cloud the cost of its throw from THROWN on. Hands, the
heap and costs are packed as in `position`, sets of seats as in `state.ABOARD`. The rules are those
of `rules`; tests play both in lockstep.
"""

from __future__ import annotations

from engine.games.balloon.state import INFO
from engine.games.balloon.view import DICE, TOP, VALUES
from engine.players.balloon.position import (
    BITS,
    DONE,
    FIELD,
    GUARD,
    LONE,
    PAY,
    RIDE,
    THROWS,
    WILD_ONE,
)
from engine.players.compiled import Numbers, array_of, drawn, kernel, zeros

SEATS, TARGET, CLOUD, PILOT, TURN, DOING, NEED, ABOARD, HEAP = range(9)
ENDED, TOPPED, REDEAL, VIEWER = range(9, 13)
"""Where a trip has which number: ENDED is the pilot who ended it, TOPPED whether it was on the top,
REDEAL whether hands are dealt again then, VIEWER the seat whose hand does not matter of belief."""

MOST = max(INFO.seats)
HANDS = VIEWER + 1
SCORES = HANDS + MOST + 1
THROWN = SCORES + MOST + 1
SIZE = THROWN + TOP

STOP, ON, WILD = range(3)
"""The moves: to jump or fall; to stay, roll or pay; to pay with a wild card."""

WORTH = array_of(VALUES)
OF_CLOUD = array_of(DICE)
"""How many dice are thrown on a cloud."""

_WIDTH = max(map(len, THROWS))
_COSTS = array_of(cost for costs in THROWS for cost in (*costs, *[0] * (_WIDTH - len(costs))))
_NUMBER = array_of(map(len, THROWS))


def empty() -> Numbers:
    """Return a trip of which nothing is known yet."""
    return zeros(SIZE)


@kernel
def cards_of(hand: int) -> int:
    """Return the number of cards of a packed hand."""
    return (
        (hand & FIELD)
        + (hand >> BITS & FIELD)
        + (hand >> BITS * 2 & FIELD)
        + (hand >> BITS * 3 & FIELD)
        + (hand >> BITS * 4)
    )


@kernel
def drawn_card(pool: int, random: Numbers) -> int:
    """Draw one of some packed cards."""
    left = drawn(random, cards_of(pool))
    for face in range(5):
        left -= pool >> BITS * face & FIELD
        if left < 0:
            return 1 << BITS * face
    return 0


@kernel
def covers(hand: int, need: int) -> bool:
    """Return whether a packed hand holds the colours of a cost (B3)."""
    return ((hand | GUARD) - need) & GUARD == GUARD


@kernel
def following(trip: Numbers, seat: int) -> int:
    """Return the next seat to the left that is aboard; itself if it is alone (B2, B7)."""
    seats, aboard = trip[SEATS], trip[ABOARD]
    for _ in range(seats):
        seat = seat % seats + 1
        if aboard >> seat & 1:
            return seat
    return 0


@kernel
def leading(trip: Numbers) -> int:
    """Return the highest score."""
    lead = 0
    for seat in range(1, trip[SEATS] + 1):
        lead = max(lead, trip[SCORES + seat])
    return lead


@kernel
def throw(trip: Numbers, random: Numbers) -> None:
    """Throw the dice of all clouds to come."""
    for cloud in range(1, TOP):
        dice = OF_CLOUD[cloud]
        trip[THROWN + cloud] = _COSTS[dice * _WIDTH + drawn(random, _NUMBER[dice])]


@kernel
def _end(trip: Numbers) -> None:
    trip[ENDED], trip[DOING] = trip[PILOT], DONE


@kernel
def _rise(trip: Numbers) -> None:
    """Rise by a cloud (B5); the next aboard is pilot (B7)."""
    cloud = trip[CLOUD] + 1
    trip[CLOUD] = cloud
    if cloud == TOP:
        for seat in range(1, trip[SEATS] + 1):
            if trip[ABOARD] >> seat & 1:
                trip[SCORES + seat] += WORTH[TOP]
        trip[TOPPED] = 1
        _end(trip)
        return
    pilot = following(trip, trip[PILOT])
    trip[PILOT] = pilot
    trip[TURN] = following(trip, pilot)
    if trip[TURN] == pilot:
        trip[DOING] = LONE
    else:
        trip[NEED], trip[DOING] = trip[THROWN + cloud], RIDE


@kernel
def make(trip: Numbers, move: int) -> None:
    """Make a move of the seat to act."""
    doing, seat = trip[DOING], trip[TURN]
    if doing == PAY:
        spent = WILD_ONE if move == WILD else trip[NEED]
        if move == STOP:
            _end(trip)
            return
        trip[HANDS + seat] -= spent
        trip[HEAP] += spent
        _rise(trip)
        return
    left = following(trip, seat)
    if move == STOP:
        trip[SCORES + seat] += WORTH[trip[CLOUD]]
        trip[ABOARD] ^= 1 << seat
    if doing == RIDE:
        trip[TURN] = left
        if left == trip[PILOT]:
            trip[DOING] = PAY
    elif move == STOP:
        _end(trip)
    else:
        trip[NEED], trip[DOING] = trip[THROWN + trip[CLOUD]], PAY

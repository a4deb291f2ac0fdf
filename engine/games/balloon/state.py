"""The whole truth of a balloon game: small tuples of numbers, hands and discards as bits."""

from __future__ import annotations

from typing import NamedTuple

from engine.chance import Chance
from engine.game import Info
from engine.games.balloon.view import Flight, Phase, TripResult
from engine.match import winners
from engine.options import Flag, Number
from engine.seats import NOBODY, Seat, left_of, round_from
from engine.trail import Trail

INFO = Info(
    key="balloon",
    title="Cloud 9 (balloon)",
    seats=(2, 3, 4, 5, 6),
    options=(
        Number("target", 50, 20, 200),
        Flag("redeal", default=True),
        Flag("odds", default=True),
        Flag("two", default=False),
    ),
    rules_version=1,
    seats_if=((2, "two"),),
)

DEALT = 6
"""Cards dealt to each seat."""

ABOARD = tuple(1 << seat for seat in range(max(INFO.seats) + 1))
"""The bit of each seat in the set of those aboard."""


class Setup(NamedTuple):
    """Facts that do not change during a game."""

    seats: int
    target: int
    redeal: bool
    odds: bool
    chance: Chance


class State(NamedTuple):
    """A position. `turn` is NOBODY when the game is over.

    `throws` and `shuffles` count over the whole game. `dice` is "" before a throw. `aboard` is a
    set of seats (ABOARD), `hands` and `discards` are sets of cards, `pile` is dealt from its
    front. `jumps` are the clouds the seats jumped from on this trip, 0 for none.
    """

    setup: Setup
    trip: int
    throws: int
    shuffles: int
    phase: Phase
    turn: Seat
    pilot: Seat
    cloud: int
    dice: str
    aboard: int
    hands: tuple[int, ...]
    pile: tuple[int, ...]
    discards: int
    scores: tuple[int, ...]
    jumps: tuple[int, ...]
    flight: Flight | None
    points: Trail[tuple[int, ...]]
    last: TripResult | None

    @property
    def pilots_hand(self) -> int:
        return self.hands[self.pilot - 1]

    def next_aboard(self, seat: Seat) -> Seat:
        """Return the next seat to the left that is aboard; itself if it is alone (B2, B7)."""
        return NEXT[self.setup.seats][seat][self.aboard]

    def winners(self) -> tuple[Seat, ...]:
        """Return the seats with the highest score; of equals those with most cards (B11)."""
        held = [hand.bit_count() for hand in self.hands]
        return winners(tuple(zip(self.scores, held, strict=True)))


def everybody(seats: int) -> int:
    """Return the set of all seats."""
    return sum(ABOARD[1 : seats + 1])


def _after(seats: int, seat: int, aboard: int) -> Seat:
    """Return the next seat to the left of `seat` that is aboard; itself if it is alone."""
    round_ = round_from(left_of(seat, seats), seats)
    return next((left for left in round_ if aboard & ABOARD[left]), NOBODY)


NEXT = (
    (),
    *(
        tuple(
            tuple(_after(seats, seat, aboard) for aboard in range(2 << seats))
            for seat in range(seats + 1)
        )
        for seats in range(1, max(INFO.seats) + 1)
    ),
)
"""The next seat aboard, by the number of seats, the seat and the set of those aboard (B2, B7)."""

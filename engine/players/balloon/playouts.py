"""Trips of Cloud 9 imagined from what a seat sees and has heard, and played out, by the kernels."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from engine.chance import SEED_BYTES, Chance
from engine.course import Course
from engine.games import GAMES
from engine.games.balloon.turns import Move
from engine.games.balloon.view import TOP, BalloonView
from engine.players.balloon import kernel, kernel_belief, kernel_policy
from engine.players.balloon.clues import Ear, public_trip
from engine.players.balloon.position import (
    DOING,
    ONE,
    PACK,
    WILD_ONE,
    cost,
    faces_of,
    packed,
    packed_set,
)
from engine.players.reasons import SHARE

if TYPE_CHECKING:
    from collections.abc import Iterator, MutableSequence, Sequence

    from engine.events import Heard
    from engine.games.balloon.state import State


SEEDS = (1 << 31) - 1
"""Generators begin with one of as many numbers."""

MOVES = {
    Move.STAY: kernel.ON,
    Move.JUMP: kernel.STOP,
    Move.PAY: kernel.ON,
    Move.WILD: kernel.WILD,
    Move.FALL: kernel.STOP,
    Move.ROLL: kernel.ON,
}
"""The moves in numbers."""

MIXING = 40
"""How often hands are exchanged before the first that counts."""

BETWEEN = 6
"""How often, between two that are to have little in common."""


class Imagined:
    """Trips in which a seat may be: its own hand and the table are as it sees them.

    The others' hands are likely by all that was heard of them; with a `truth` they are those.
    """

    def __init__(
        self, view: BalloonView, heard: Sequence[Heard], truth: State | None = None
    ) -> None:
        self.table = kernel_policy.table_of(_trip(view, truth), len(heard))
        self._clues = 0 if truth else Ear(self.table, view).clues(heard)
        self._is_known, self._is_begun = truth is not None, False

    def anew(self, number: int) -> None:
        """Imagine other hands, and go on with chance of this number."""
        self.table.random[0], self.table.random[1] = 1 + (number & SEEDS), 0
        if self._is_known:
            return
        if not self._is_begun:
            kernel_belief.exchange(self.table, self._clues, 1)
        for _ in range(BETWEEN if self._is_begun else MIXING):
            kernel_belief.exchange(self.table, self._clues, 0)
        self._is_begun = True

    def throw(self) -> None:
        """Throw the dice of all clouds to come."""
        kernel.throw(self.table.trip, self.table.random)

    def begin(self, move: Move | None = None) -> MutableSequence[int]:
        """Return a copy of the trip after a move, to be played on; it is there until the next."""
        twin = self.table.twin
        twin[:] = self.table.trip
        if move is not None:
            kernel.make(twin, MOVES[move])
        return twin

    def seen(self, seat: int, move: Move) -> dict[str, float]:
        """Make a move, play the trip to its end, and say how it ended for everybody (`reasons`)."""
        cloud, twin = int(self.table.trip[kernel.CLOUD]), self.begin(move)
        self.play_on(cloud)
        again = twin[kernel.CLOUD] > cloud and twin[kernel.PILOT] != seat
        self.play_on()
        fell = not twin[kernel.TOPPED] and twin[kernel.ABOARD] >> seat & 1
        others = range(1, int(twin[kernel.SEATS]) + 1)
        return {
            SHARE: self.shares()[seat],
            "flies": float(twin[kernel.CLOUD] > cloud),
            "again": float(again),
            "falls": float(fell),
            "drops": float(fell and twin[kernel.ENDED] == seat),
            "wilds": int(twin[kernel.HANDS + seat]) // WILD_ONE,
            "points": self.made(seat),
            **{f"points {other}": self.made(other) for other in others},
        }

    @contextmanager
    def changed(self) -> Iterator[None]:
        """Let the trip be changed for a while."""
        before = list(self.table.trip)
        yield
        for place, number in enumerate(before):
            self.table.trip[place] = number

    def pile(self) -> str:
        """Return the faces of the cards that nobody holds."""
        trip = self.table.trip
        held = sum([int(trip[kernel.HANDS + seat]) for seat in range(1, trip[kernel.SEATS] + 1)])
        return faces_of(PACK - int(trip[kernel.HEAP]) - held)

    def deal(self, seat: int, more: int) -> None:
        """Put cards into a hand, packed; those that are taken away count less than nothing."""
        self.table.trip[kernel.HANDS + seat] += more

    def rethrow(self, need: int) -> None:
        """Have the present throw cost this."""
        self.table.trip[kernel.NEED] = need

    def play_on(self, cloud: int = TOP) -> None:
        """Play the copy on until the balloon has left a cloud, or to the end of the trip."""
        kernel_policy.play_on(self.table, cloud)

    def shares(self) -> list[float]:
        """Return the share of the win (0…1) of every seat, 1 at index 1, after the copied trip."""
        kernel_policy.share_out(self.table)
        return [float(share) for share in self.table.shares]

    def made(self, seat: int) -> int:
        """Return the points that a seat made in the copied trip."""
        at = kernel.SCORES + seat
        return int(self.table.twin[at] - self.table.trip[at])

    def try_out(self, moves: Sequence[Move], times: int) -> None:
        """Try two moves in this many more imagined trips, and sum up (`Table`)."""
        first, second = [MOVES[move] for move in moves]
        kernel_belief.try_out(self.table, self._clues, first | second << 2, times)


def _trip(view: BalloonView, truth: State | None) -> MutableSequence[int]:
    """Return a view as a kernel's trip; unknown hands are any cards."""
    trip = public_trip(view)
    trip[kernel.CLOUD], trip[kernel.PILOT] = view.cloud, view.pilot
    trip[kernel.TURN], trip[kernel.DOING] = max(view.to_act, default=0), DOING[view.phase]
    trip[kernel.NEED] = cost(view.dice)
    trip[kernel.ABOARD] = sum(is_in << seat for seat, is_in in enumerate(view.aboard, start=1))
    trip[kernel.HEAP] = sum(ONE[one.card] * one.count for one in view.discards)
    own = packed(view.hand or ())
    free = PACK - int(trip[kernel.HEAP]) - own
    for seat, (score, count) in enumerate(zip(view.scores, view.hand_counts, strict=True), start=1):
        hand = own
        if truth:
            hand = packed_set(truth.hands[seat - 1])
        elif seat != view.seat:
            hand = packed(faces_of(free)[:count])
            free -= hand
        trip[kernel.SCORES + seat], trip[kernel.HANDS + seat] = score, hand
    return trip


def get_ready() -> None:
    """Call every kernel once, with what somebody did before."""
    course = Course.begin(GAMES["balloon"], 3, {}, Chance(bytes(SEED_BYTES)))
    (first,) = course.to_act()
    course = course.then(first, Move.STAY)
    (seat,) = course.to_act()
    trips = Imagined(cast("BalloonView", course.view(seat)), course.heard(seat))
    trips.anew(1)
    trips.try_out([Move.STAY, Move.JUMP], 1)
    trips.throw()
    trips.begin(Move.STAY)
    trips.play_on()
    trips.shares()

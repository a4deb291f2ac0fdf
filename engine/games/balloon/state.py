"""The whole truth of a balloon game: small tuples of numbers, hands and discards as bits."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, cast

from engine.cards import mask_of
from engine.chance import Chance
from engine.codec import Stored
from engine.course import Trail
from engine.game import Info, Json
from engine.games.balloon.cards import IDENTITIES, NUMBER, identities_in
from engine.games.balloon.view import Ending, Flight, Phase, TripResult
from engine.match import totals_of, winners
from engine.options import Flag, Number
from engine.seats import NOBODY, Seat, left_of, round_from

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


# A state as JSON values, cards spelled, and back.


def dump(state: State) -> Json:
    """Write a state as JSON values."""
    setup = state.setup
    return {
        "seats": setup.seats,
        "target": setup.target,
        "redeal": setup.redeal,
        "odds": setup.odds,
        "chance": cast("Json", setup.chance.dump()),
        "trip": state.trip,
        "throws": state.throws,
        "shuffles": state.shuffles,
        "phase": state.phase.value,
        "turn": state.turn,
        "pilot": state.pilot,
        "cloud": state.cloud,
        "dice": state.dice,
        "aboard": state.aboard,
        "hands": [" ".join(identities_in(hand)) for hand in state.hands],
        "pile": " ".join([IDENTITIES[card] for card in state.pile]),
        "discards": " ".join(identities_in(state.discards)),
        "scores": list(state.scores),
        "jumps": list(state.jumps),
        "flight": _dump_flight(state.flight) if state.flight else None,
        "points": [list(points) for points in state.points],
        "last": _dump_result(state.last) if state.last else None,
    }


def load(data: Json) -> State:
    """Read back what `dump` wrote."""
    stored = Stored(data)
    points = Trail(stored.points())
    flight, last = stored.part_if_any("flight"), stored.part_if_any("last")
    return State(
        _load_setup(stored),
        trip=stored.number("trip"),
        throws=stored.number("throws"),
        shuffles=stored.number("shuffles"),
        phase=Phase(stored.text("phase")),
        turn=stored.seat("turn"),
        pilot=stored.seat("pilot"),
        cloud=stored.number("cloud"),
        dice=stored.text("dice"),
        aboard=stored.number("aboard"),
        hands=tuple([mask_of(_numbers(hand)) for hand in stored.texts("hands")]),
        pile=tuple(_numbers(stored.text("pile"))),
        discards=mask_of(_numbers(stored.text("discards"))),
        scores=stored.numbers("scores"),
        jumps=stored.numbers("jumps"),
        flight=_load_flight(flight) if flight else None,
        points=points,
        last=_load_result(last, points) if last else None,
    )


def _load_setup(stored: Stored) -> Setup:
    return Setup(
        seats=stored.number("seats"),
        target=stored.number("target"),
        redeal=stored.flag("redeal"),
        odds=stored.flag("odds"),
        chance=stored.chance(),
    )


def _dump_flight(flight: Flight) -> Json:
    return {"pilot": flight.pilot, "cloud": flight.cloud, "paid": "".join(flight.paid)}


def _load_flight(stored: Stored) -> Flight:
    return Flight(stored.seat("pilot"), stored.number("cloud"), tuple(stored.text("paid")))


def _dump_result(result: TripResult) -> Json:
    return {
        "ending": result.ending.value,
        "pilot": result.pilot,
        "cloud": result.cloud,
        "dice": "".join(result.dice),
        "paid": "".join(result.paid),
        "jumps": list(result.jumps),
    }


def _load_result(stored: Stored, points: Trail[tuple[int, ...]]) -> TripResult:
    """Read the last finished trip; `points` are those of all finished trips."""
    return TripResult(
        trip=len(points),
        ending=Ending(stored.text("ending")),
        pilot=stored.seat("pilot"),
        cloud=stored.number("cloud"),
        dice=tuple(stored.text("dice")),
        paid=tuple(stored.text("paid")),
        jumps=stored.numbers("jumps"),
        points=points[-1],
        totals=totals_of(points, len(points[-1])),
    )


def _numbers(identities: str) -> Iterable[int]:
    return [NUMBER[identity] for identity in identities.split()]

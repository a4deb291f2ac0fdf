"""What each decision does (B1-B7)."""

from __future__ import annotations

from engine.game import Step
from engine.games.balloon.cards import NEEDS, WILD_CARDS, payment
from engine.games.balloon.state import ABOARD, NEXT, State
from engine.games.balloon.telling import JUMPED, STAYED, fallen, flown
from engine.games.balloon.trips import ahead, end_trip, throw_alone
from engine.games.balloon.view import TOP, VALUES, WILD, Ending, Phase

# A named tuple's own constructor is Python code and takes twice as long as this one, which every
# passenger's decision calls twice.
_new = tuple.__new__

# Looking an enum's member up costs as much as making a tuple.
_RIDE, _PAY = Phase.RIDE, Phase.PAY


def stay(state: State) -> Step:
    """Keep a passenger in the basket; after the last one it is the pilot's turn (B2)."""
    (
        table, trip, throws, shuffles, _, turn, pilot, cloud, dice, aboard,
        hands, pile, discards, scores, jumps, flight, points, last,
    ) = state  # fmt: skip
    following = NEXT[table.seats][turn][aboard]
    after = (
        table, trip, throws, shuffles, _PAY if following == pilot else _RIDE, following,
        pilot, cloud, dice, aboard,
        hands, pile, discards, scores, jumps, flight, points, last,
    )  # fmt: skip
    return _new(Step, (_new(State, after), STAYED[turn]))


def jump(state: State) -> Step:
    """Let a passenger out with the value of the cloud (B2)."""
    (
        table, trip, throws, shuffles, _, turn, pilot, cloud, dice, aboard,
        hands, pile, discards, scores, jumps, flight, points, last,
    ) = state  # fmt: skip
    following = NEXT[table.seats][turn][aboard]
    made, jumped = [*scores], [*jumps]
    made[turn - 1] += VALUES[cloud]
    jumped[turn - 1] = cloud
    after = (
        table, trip, throws, shuffles, _PAY if following == pilot else _RIDE, following,
        pilot, cloud, dice, aboard ^ ABOARD[turn],
        hands, pile, discards,
        tuple(made), tuple(jumped), flight, points, last,
    )  # fmt: skip
    return _new(Step, (_new(State, after), JUMPED[turn][cloud]))


def jump_alone(state: State) -> Step:
    """Let a lone pilot out before the throw; the trip is over (B6, B9)."""
    out = jump(state)
    left: State = out.state  # type: ignore[assignment] # a step's state is of its own game
    return end_trip(left, Ending.JUMP, out.events)


def roll(state: State) -> Step:
    """Let a lone pilot throw; they have to resolve it (B6)."""
    return throw_alone(state)


def pay(state: State) -> Step:
    """Pay the colours thrown: of equal cards the lowest-numbered go (B3, B5)."""
    paid = payment(state.hands[state.pilot - 1], NEEDS[state.dice])
    return _fly(state, paid, state.dice)


def pay_wild(state: State) -> Step:
    """Pay with one wild card in place of everything (B3)."""
    wild = state.hands[state.pilot - 1] & WILD_CARDS
    return _fly(state, wild & -wild, WILD)


def fall(state: State) -> Step:
    """Let the balloon fall; nothing of the pilot's hand is shown (B4, B9)."""
    return end_trip(state, Ending.FALL, fallen(state.pilot, state.cloud, state.dice))


def _fly(state: State, paid: int, price: str) -> Step:
    """Discard what was paid and rise by a cloud (B5, B7, B8)."""
    (
        table, trip, throws, shuffles, phase, turn, pilot, cloud, dice, aboard,
        hands, pile, discards, scores, jumps, _, points, last,
    ) = state  # fmt: skip
    held = [*hands]
    held[pilot - 1] ^= paid
    flight, told = flown(pilot, cloud, price)
    following, cloud = pilot, cloud + 1
    if cloud < TOP:
        following = NEXT[table.seats][pilot][aboard]
        throws, phase, turn, dice, then = ahead(table, throws, following, cloud, aboard)
        told += then
    after = (
        table, trip, throws, shuffles, phase, turn, following, cloud, dice, aboard,
        tuple(held), pile, discards | paid, scores, jumps, flight, points, last,
    )  # fmt: skip
    risen = _new(State, after)
    if cloud == TOP:
        return end_trip(risen, Ending.TOP, told, flight.paid)
    return _new(Step, (risen, told))

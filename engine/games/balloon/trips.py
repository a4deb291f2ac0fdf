"""Trips: how one begins and how it ends, the cards drawn between, the end of the game (B8-B11)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Seat, Step
from engine.games.balloon.cards import IDENTITIES, NUMBER, cards_in
from engine.games.balloon.state import (
    ABOARD,
    DEALT,
    EVERYBODY,
    FIRST,
    INFO,
    NEXT,
    NOBODY,
    State,
    Table,
    left_of,
    round_from,
    winners,
)
from engine.games.balloon.telling import dealt, thrown
from engine.games.balloon.view import (
    DICE,
    TOP,
    VALUES,
    Ending,
    GameEnded,
    PackShuffled,
    Phase,
    TripEnded,
    TripResult,
    TripStarted,
)

if TYPE_CHECKING:
    from engine.events import Event

# A named tuple's own constructor is Python code and takes twice as long as this one.
_new = tuple.__new__

# Looking an enum's member up costs as much as making a tuple.
_RIDE, _LONE = Phase.RIDE, Phase.LONE


def begin(table: Table) -> Step:
    """Deal six to each from seat 1, who is the first pilot, and begin the first trip."""
    nothing = (0,) * table.seats
    empty = State(
        table,
        trip=0,
        throws=0,
        shuffles=0,
        phase=Phase.LONE,
        turn=FIRST,
        pilot=FIRST,
        cloud=1,
        dice="",
        aboard=0,
        hands=nothing,
        pile=(),
        discards=0,
        scores=nothing,
        jumps=nothing,
        flight=None,
        points=(),
        last=None,
    )
    state, told = _redealt(empty, FIRST)
    return start_trip(state, FIRST, told)


def start_trip(state: State, pilot: Seat, told: tuple[Event, ...]) -> Step:
    """Put everybody into the basket on cloud 1; the pilot throws (B1)."""
    seats, trip = state.table.seats, state.trip + 1
    begun = state._replace(
        trip=trip, cloud=1, aboard=EVERYBODY[seats], jumps=(0,) * seats, flight=None
    )
    return next_pilot(begun, pilot, (*told, TripStarted(trip, pilot)))


def next_pilot(state: State, pilot: Seat, told: tuple[Event, ...]) -> Step:
    """Let the pilot throw at once, or choose first if he is alone (B1, B6)."""
    (
        table, trip, throws, shuffles, _, turn, _, cloud, _, aboard,
        hands, pile, discards, scores, jumps, flight, points, last,
    ) = state  # fmt: skip
    if aboard == ABOARD[pilot]:
        phase, turn, dice = _LONE, pilot, ""
    else:
        throws += 1
        phase, turn = _RIDE, NEXT[table.seats][pilot][aboard]
        dice = table.chance.roll(throws, DICE[cloud])
        told = (*told, thrown(pilot, cloud, dice, alone=False))
    after = (
        table, trip, throws, shuffles, phase, turn, pilot, cloud, dice, aboard,
        hands, pile, discards, scores, jumps, flight, points, last,
    )  # fmt: skip
    return _new(Step, (_new(State, after), told))


def throw_alone(state: State) -> Step:
    """Throw the dice for a lone pilot, who has to resolve them (B6)."""
    number, pilot, cloud = state.throws + 1, state.pilot, state.cloud
    dice = state.table.chance.roll(number, DICE[cloud])
    after = state._replace(throws=number, dice=dice, phase=Phase.PAY)
    return Step(after, (thrown(pilot, cloud, dice, alone=True),))


def end_trip(
    state: State, ending: Ending, told: tuple[Event, ...], paid: tuple[str, ...] = ()
) -> Step:
    """End a trip: score the top, then end the game, or draw cards and begin the next (B8-B11).

    The cloud of `state` is the one the trip ended on; `paid` is what the last flight cost.
    """
    pilot, seats = state.pilot, state.table.seats
    points = _points_of(state, ending)
    if ending is Ending.TOP:
        gained = zip(state.scores, points, state.jumps, strict=True)
        scores = tuple([score + (0 if jump else made) for score, made, jump in gained])
        state = state._replace(scores=scores)
    dice = () if ending is Ending.JUMP else tuple(state.dice)
    result = TripResult(
        state.trip, ending, pilot, state.cloud, dice, paid, state.jumps, points, state.scores
    )
    state = state._replace(points=(*state.points, points), last=result)
    told = (*told, TripEnded(result))
    if max(state.scores) >= state.table.target:
        over = state._replace(phase=Phase.OVER, turn=NOBODY)
        return Step(over, (*told, GameEnded(over.scores, winners(over))))
    following = left_of(seats, pilot)
    if ending is Ending.TOP and state.table.redeal:
        state, drawn = _redealt(state, following)
    else:
        state, drawn = _all_draw(state, following)
    return start_trip(state, following, told + drawn)


def _points_of(state: State, ending: Ending) -> tuple[int, ...]:
    """Give what each seat made on the trip: where it jumped, or 25 at the top (B2, B8, B9)."""
    at_top = VALUES[TOP] if ending is Ending.TOP else 0
    return tuple(
        [
            at_top if state.aboard & ABOARD[seat] else VALUES[jump]
            for seat, jump in enumerate(state.jumps, start=1)
        ]
    )


def _redealt(state: State, first: Seat) -> tuple[State, tuple[Event, ...]]:
    """Shuffle all cards and deal six to each, one at a time from the pilot round."""
    seats, number = state.table.seats, state.shuffles + 1
    order = _shuffled(state.table, number, IDENTITIES)
    told: list[Event] = [PackShuffled(len(order), whole=True)]
    hands = [0] * seats
    for place, seat in enumerate(round_from(seats, first)):
        cards = order[place : DEALT * seats : seats]
        for card in cards:
            hands[seat - 1] |= 1 << card
        told.append(dealt(seat, cards))
    pile = order[DEALT * seats :]
    fresh = state._replace(shuffles=number, hands=tuple(hands), pile=pile, discards=0)
    return fresh, tuple(told)


def _all_draw(state: State, first: Seat) -> tuple[State, tuple[Event, ...]]:
    """Let everyone draw a card, from the next pilot round; an empty pile is made anew (B9)."""
    table, shuffles, discards, pile = state.table, state.shuffles, state.discards, state.pile
    hands = list(state.hands)
    told: list[Event] = []
    for seat in round_from(table.seats, first):
        if not pile and discards:
            shuffles += 1
            heap = tuple(IDENTITIES[card] for card in cards_in(discards))
            pile, discards = _shuffled(table, shuffles, heap), 0
            told.append(PackShuffled(len(pile), whole=False))
        if pile:
            card, pile = pile[0], pile[1:]
            hands[seat - 1] |= 1 << card
            told.append(dealt(seat, (card,)))
    drawn = state._replace(shuffles=shuffles, hands=tuple(hands), pile=pile, discards=discards)
    return drawn, tuple(told)


def _shuffled(table: Table, number: int, cards: tuple[str, ...]) -> tuple[int, ...]:
    order = table.chance.shuffle(INFO.key, number, cards)
    return tuple(NUMBER[identity] for identity in order)

"""The effect of each decision, and how trips begin and end (B1-B11 of docs/rules.md)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from engine.cards import mask_of
from engine.course import Trail
from engine.events import Event, GameEnded, dealt
from engine.game import Step
from engine.games.balloon.cards import (
    DIE,
    IDENTITIES,
    NEEDS,
    NUMBER,
    faces_in,
    identities_in,
    payment,
    wild_payment,
)
from engine.games.balloon.state import ABOARD, DEALT, INFO, Setup, State, everybody
from engine.games.balloon.view import (
    DICE,
    TOP,
    VALUES,
    DiceThrown,
    Ending,
    Fallen,
    Flight,
    Flown,
    Jumped,
    NothingToDraw,
    PackShuffled,
    Phase,
    Stayed,
    TripEnded,
    TripResult,
    TripStarted,
)
from engine.match import added, deal_in_turn
from engine.seats import NOBODY, Seat, left_of, round_from, with_seat

# The moves of Cloud 9 and why one is refused.


class Move(StrEnum):
    """A decision, spelled as in docs/rules.md."""

    STAY = "stay"
    JUMP = "jump"
    PAY = "pay"
    WILD = "wild"
    FALL = "fall"
    ROLL = "roll"


def code(move: Move) -> str:
    """Spell a move as docs/rules.md does."""
    return move.value


BY_CODE: Mapping[str, Move] = {code(move): move for move in Move}
"""Every move by its spelling."""


class Refusal(StrEnum):
    """Why a move is refused, beside the reasons that every game has."""

    WRONG_PHASE = "wrong_phase"
    """That is not what is to be decided now; the pilot, for one, may not jump after a throw."""
    LACKS_COLOURS = "lacks_colours"
    """The pilot does not hold the colours thrown."""
    NO_WILD = "no_wild"
    """The pilot has no wild card."""
    NOTHING_TO_PAY = "nothing_to_pay"
    """An all-blank throw costs nothing and takes no wild card."""
    MUST_FLY = "must_fly"
    """A pilot who holds the colours may not fall."""


def begin(setup: Setup) -> Step:
    """Deal the first hands, from the first pilot round; that is seat 1."""
    nothing = (0,) * setup.seats
    undealt = State(
        setup,
        trip=0,
        throws=0,
        shuffles=0,
        phase=Phase.RIDE,
        turn=NOBODY,
        pilot=Seat(1),
        cloud=0,
        dice="",
        aboard=0,
        hands=nothing,
        pile=(),
        discards=0,
        scores=nothing,
        jumps=nothing,
        flight=None,
        points=Trail(),
        last=None,
    )
    return _deal_anew(undealt, ())


def _start_trip(state: State, before: tuple[Event, ...]) -> Step:
    """Put everybody into the basket on the first cloud; the pilot throws (B1)."""
    trip, seats = state.trip + 1, state.setup.seats
    begun = state._replace(
        trip=trip, cloud=1, aboard=everybody(seats), jumps=(0,) * seats, flight=None
    )
    return throw(begun, (*before, TripStarted(trip, state.pilot)))


def throw(state: State, before: tuple[Event, ...] = ()) -> Step:
    """Throw the dice of the cloud (B1); passengers decide next, or a pilot alone (B2, B6)."""
    pilot, cloud, number = state.pilot, state.cloud, state.throws + 1
    dice = state.setup.chance.roll(INFO.key, number, DICE[cloud], DIE)
    turn = state.next_aboard(pilot)
    alone = turn == pilot
    thrown = state._replace(
        throws=number, dice=dice, turn=turn, phase=Phase.PAY if alone else Phase.RIDE
    )
    return Step(thrown, (*before, DiceThrown(pilot, cloud, tuple(dice), alone=alone)))


def stay(state: State) -> Step:
    """Keep a passenger in the basket (B2)."""
    turn = state.next_aboard(state.turn)
    return Step(state._replace(turn=turn, phase=_phase_of(state, turn)), (Stayed(state.turn),))


def jump(state: State) -> Step:
    """Let a passenger, or a pilot who is alone, out with the value of the cloud (B2, B6)."""
    seat, cloud = state.turn, state.cloud
    value, turn = VALUES[cloud], state.next_aboard(seat)
    after = state._replace(
        turn=turn,
        phase=_phase_of(state, turn),
        aboard=state.aboard ^ ABOARD[seat],
        scores=with_seat(state.scores, seat, state.scores[seat - 1] + value),
        jumps=with_seat(state.jumps, seat, cloud),
    )
    jumped = Jumped(seat, cloud, value)
    if seat == state.pilot:
        return _end_trip(after, Ending.JUMP, (jumped,))
    return Step(after, (jumped,))


def _phase_of(state: State, turn: Seat) -> Phase:
    """Return the decision of the seat to act: after the last passenger the pilot pays (B2, B3)."""
    return Phase.PAY if turn == state.pilot else Phase.RIDE


def pay(state: State) -> Step:
    """Pay the colours thrown: of equal cards the lowest-numbered go (B3)."""
    return _fly(state, payment(state.pilots_hand, NEEDS[state.dice]))


def pay_wild(state: State) -> Step:
    """Pay with one wild card in place of everything (B3)."""
    return _fly(state, wild_payment(state.pilots_hand))


def _fly(state: State, paid: int) -> Step:
    """Discard what was paid and rise by a cloud (B5); the next aboard is pilot (B7)."""
    pilot, cloud = state.pilot, state.cloud + 1
    flight = Flight(pilot, state.cloud, faces_in(paid))
    events = (Flown(pilot, flight.paid, cloud),)
    risen = state._replace(
        cloud=cloud,
        pilot=pilot if cloud == TOP else state.next_aboard(pilot),
        hands=with_seat(state.hands, pilot, state.hands[pilot - 1] ^ paid),
        discards=state.discards | paid,
        flight=flight,
    )
    if cloud == TOP:
        return _end_trip(risen, Ending.TOP, events, flight.paid)
    if risen.aboard == ABOARD[pilot]:
        # A pilot alone in the basket chooses before the throw (B6).
        return Step(risen._replace(phase=Phase.LONE, turn=pilot, dice=""), events)
    return throw(risen, events)


def fall(state: State) -> Step:
    """Let the balloon fall; nothing of the pilot's hand is shown (B4, B9)."""
    fallen = Fallen(state.pilot, state.cloud, tuple(state.dice))
    return _end_trip(state, Ending.FALL, (fallen,))


def _end_trip(
    state: State, ending: Ending, before: tuple[Event, ...], paid: tuple[str, ...] = ()
) -> Step:
    """End a trip on the cloud it is at (B8, B9); the next begins, or the game is over (B10, B11).

    `paid` is what the flight to the top cost.
    """
    setup, pilot, jumps = state.setup, state.pilot, state.jumps
    for_staying = VALUES[TOP] if ending is Ending.TOP else 0
    aboard = [0 if cloud else for_staying for cloud in jumps]
    points = added([VALUES[cloud] for cloud in jumps], aboard)
    # Jumpers scored when they jumped (B2).
    scores = added(state.scores, aboard)
    dice = tuple(state.dice)
    last = TripResult(state.trip, ending, pilot, state.cloud, dice, paid, jumps, points, scores)
    events = (*before, TripEnded(last))
    ended = state._replace(scores=scores, points=state.points.then(points), last=last)
    if max(scores) >= setup.target:
        over = ended._replace(phase=Phase.OVER, turn=NOBODY)
        return Step(over, (*events, GameEnded(scores, over.winners())))
    following = ended._replace(pilot=left_of(pilot, setup.seats))
    if ending is Ending.TOP and setup.redeal:
        return _deal_anew(following, events)
    return _draw_one_each(following, events)


def _deal_anew(state: State, before: tuple[Event, ...]) -> Step:
    """Shuffle all cards and deal six to each, one at a time from the pilot round (B8)."""
    seats, shuffles = state.setup.seats, state.shuffles + 1
    order = _shuffled(state.setup, shuffles, IDENTITIES)
    hands = [0] * seats
    events: list[Event] = [*before, PackShuffled(len(order), whole=True)]
    for seat, cards in deal_in_turn(order, state.pilot, seats, each=DEALT):
        hands[seat - 1] = mask_of(cards)
        events.append(dealt(seat, faces_in(hands[seat - 1])))
    after = state._replace(
        shuffles=shuffles, hands=tuple(hands), pile=order[DEALT * seats :], discards=0
    )
    return _start_trip(after, tuple(events))


def _draw_one_each(state: State, before: tuple[Event, ...]) -> Step:
    """Let everyone draw a card, from the pilot round; an empty pile is made again (B9)."""
    shuffles, discards, hands = state.shuffles, state.discards, [*state.hands]
    pile, events, without = [*state.pile], [*before], list[Seat]()
    for seat in round_from(state.pilot, state.setup.seats):
        if not pile and discards:
            shuffles += 1
            pile = [*_shuffled(state.setup, shuffles, identities_in(discards))]
            discards = 0
            events.append(PackShuffled(len(pile), whole=False))
        if pile:
            card = 1 << pile.pop(0)
            hands[seat - 1] |= card
            events.append(dealt(seat, faces_in(card)))
        else:
            without.append(seat)
    if without:
        events.append(NothingToDraw(tuple(without)))
    after = state._replace(
        shuffles=shuffles, hands=tuple(hands), pile=tuple(pile), discards=discards
    )
    return _start_trip(after, tuple(events))


def _shuffled(setup: Setup, number: int, cards: tuple[str, ...]) -> tuple[int, ...]:
    order = setup.chance.shuffle(INFO.key, number, cards)
    return tuple([NUMBER[identity] for identity in order])

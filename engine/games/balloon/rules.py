"""The rules of Cloud 9, in the order of docs/rules.md, whose numbers they name."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.events import Event, Secret
from engine.game import IllegalMove, Outcome, Step
from engine.games.balloon.cards import (
    IDENTITIES,
    NEEDS,
    NUMBER,
    WILD_CARDS,
    covers,
    faces_in,
    identities_in,
    mask_of,
    payment,
)
from engine.games.balloon.codec import dumped, loaded
from engine.games.balloon.imagine import imagined
from engine.games.balloon.moves import Move, Refusal, parse
from engine.games.balloon.show import view_of
from engine.games.balloon.state import (
    ABOARD,
    DEALT,
    INFO,
    State,
    Table,
    everybody,
    next_aboard,
    winners,
)
from engine.games.balloon.view import (
    DICE,
    TOP,
    VALUES,
    BalloonView,
    CardsDealt,
    DiceThrown,
    Ending,
    Fallen,
    Flight,
    Flown,
    GameEnded,
    Jumped,
    PackShuffled,
    Phase,
    Stayed,
    TripEnded,
    TripResult,
    TripStarted,
)
from engine.options import settle
from engine.seats import NOBODY, Seat, left_of, round_from, with_seat
from engine.trail import Trail

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.chance import Chance
    from engine.events import Heard
    from engine.game import Info, Json, Options


# The throw: the pilot's dice fall of themselves, unless the pilot is alone (B1, B6).


def fly_on(state: State, events: tuple[Event, ...]) -> Step:
    """Let the pilot throw for the next cloud, or choose first if they are alone (B1, B6)."""
    if state.aboard == ABOARD[state.pilot]:
        return Step(state._replace(phase=Phase.LONE, turn=state.pilot, dice=""), events)
    return throw(state, events)


def throw(state: State, events: tuple[Event, ...] = ()) -> Step:
    """Throw the dice of the cloud; passengers decide next, or a pilot who is alone (B1, B2, B6)."""
    pilot, number = state.pilot, state.throws + 1
    alone = state.aboard == ABOARD[pilot]
    dice = state.table.chance.roll(number, DICE[state.cloud])
    thrown = state._replace(
        throws=number,
        dice=dice,
        phase=Phase.PAY if alone else Phase.RIDE,
        turn=next_aboard(state, pilot),
    )
    return Step(thrown, (*events, DiceThrown(pilot, state.cloud, tuple(dice), alone=alone)))


# The passengers: from the pilot's left, each stays or jumps (B2).


def stay(state: State) -> Step:
    """Keep a passenger in the basket (B2)."""
    return Step(_next_to_decide(state), (Stayed(state.turn),))


def jump(state: State) -> Step:
    """Let a seat out with the value of the cloud (B2); a lone pilot so ends the trip (B6, B9)."""
    seat, cloud = state.turn, state.cloud
    after = state._replace(
        aboard=state.aboard ^ ABOARD[seat],
        scores=with_seat(state.scores, seat, state.scores[seat - 1] + VALUES[cloud]),
        jumps=with_seat(state.jumps, seat, cloud),
    )
    events = (Jumped(seat, cloud, VALUES[cloud]),)
    if seat == state.pilot:
        return end_trip(after, Ending.JUMP, events)
    return Step(_next_to_decide(after), events)


def _next_to_decide(state: State) -> State:
    """Pass the turn to the next seat aboard; after the passengers it is the pilot's (B2)."""
    turn = next_aboard(state, state.turn)
    return state._replace(turn=turn, phase=Phase.PAY if turn == state.pilot else Phase.RIDE)


# The pilot: pays the colours or a wild card and flies, or falls (B3-B5, B7).


def answers(state: State) -> tuple[Move, ...]:
    """Return what the pilot may do about the throw (B3)."""
    hand, needs = state.hands[state.pilot - 1], NEEDS[state.dice]
    may_use_wild = needs and hand & WILD_CARDS
    if covers(hand, needs):
        return (Move.PAY, Move.WILD) if may_use_wild else (Move.PAY,)
    return (Move.WILD, Move.FALL) if may_use_wild else (Move.FALL,)


def pay(state: State) -> Step:
    """Pay the colours thrown: of equal cards the lowest-numbered go (B3)."""
    return fly(state, payment(state.hands[state.pilot - 1], NEEDS[state.dice]))


def pay_wild(state: State) -> Step:
    """Pay with one wild card in place of everything (B3)."""
    wild = state.hands[state.pilot - 1] & WILD_CARDS
    return fly(state, wild & -wild)


def fly(state: State, paid: int) -> Step:
    """Discard what was paid and rise by a cloud; the next aboard is pilot (B5, B7, B8)."""
    pilot, cloud = state.pilot, state.cloud + 1
    flight = Flight(pilot, state.cloud, faces_in(paid))
    risen = state._replace(
        cloud=cloud,
        hands=with_seat(state.hands, pilot, state.hands[pilot - 1] ^ paid),
        discards=state.discards | paid,
        flight=flight,
    )
    events = (Flown(pilot, flight.paid, cloud),)
    if cloud == TOP:
        return end_trip(risen, Ending.TOP, events, flight.paid)
    return fly_on(risen._replace(pilot=next_aboard(risen, pilot)), events)


def fall(state: State) -> Step:
    """Let the balloon fall; nothing of the pilot's hand is shown (B4, B9)."""
    fallen = Fallen(state.pilot, state.cloud, tuple(state.dice))
    return end_trip(state, Ending.FALL, (fallen,))


# The end of a trip: the top scores, cards are drawn, the next pilot takes over (B8-B11).


def end_trip(
    state: State, ending: Ending, events: tuple[Event, ...], paid: tuple[str, ...] = ()
) -> Step:
    """End a trip on the cloud it is at; then comes the next, or the game is over (B8-B11).

    `paid` is what the flight to the top cost.
    """
    table, pilot = state.table, state.pilot
    reached = TOP if ending is Ending.TOP else 0
    points = tuple([VALUES[jumped or reached] for jumped in state.jumps])
    # Who jumped has their points already.
    made = zip(state.scores, state.jumps, points, strict=True)
    scores = tuple([score if jumped else score + won for score, jumped, won in made])
    result = TripResult(
        state.trip,
        ending,
        pilot,
        state.cloud,
        tuple(state.dice),
        paid,
        state.jumps,
        points,
        scores,
    )
    events += (TripEnded(result),)
    ended = state._replace(scores=scores, points=state.points.then(points), last=result)
    if max(scores) >= table.target:
        over = ended._replace(phase=Phase.OVER, turn=NOBODY)
        return Step(over, (*events, GameEnded(scores, winners(over))))
    ended = ended._replace(pilot=left_of(pilot, table.seats))
    if ending is Ending.TOP and table.redeal:
        return deal_anew(ended, events)
    return draw_one_each(ended, events)


def deal_anew(state: State, events: tuple[Event, ...]) -> Step:
    """Shuffle all cards and deal six to each, one at a time from the next pilot round (B8)."""
    seats, shuffles = state.table.seats, state.shuffles + 1
    pile = _shuffled(state.table, shuffles, IDENTITIES)
    events += (PackShuffled(len(pile), whole=True),)
    hands: tuple[int, ...] = (0,) * seats
    for place, seat in enumerate(round_from(state.pilot, seats)):
        hand = mask_of(pile[place : DEALT * seats : seats])
        hands = with_seat(hands, seat, hand)
        events += (_got(seat, hand),)
    pile = pile[DEALT * seats :]
    return start_trip(state._replace(shuffles=shuffles, hands=hands, pile=pile, discards=0), events)


def draw_one_each(state: State, events: tuple[Event, ...]) -> Step:
    """Let everyone draw a card, from the next pilot round; an empty pile is made anew (B9)."""
    table, hands, pile = state.table, state.hands, state.pile
    shuffles, discards = state.shuffles, state.discards
    for seat in round_from(state.pilot, table.seats):
        if not pile and discards:
            shuffles += 1
            pile, discards = _shuffled(table, shuffles, identities_in(discards)), 0
            events += (PackShuffled(len(pile), whole=False),)
        if pile:
            card, pile = 1 << pile[0], pile[1:]
            hands = with_seat(hands, seat, hands[seat - 1] | card)
            events += (_got(seat, card),)
    drawn = state._replace(shuffles=shuffles, hands=hands, pile=pile, discards=discards)
    return start_trip(drawn, events)


def start_trip(state: State, events: tuple[Event, ...]) -> Step:
    """Put everybody into the basket on the first cloud; the pilot throws (B1)."""
    seats, trip = state.table.seats, state.trip + 1
    begun = state._replace(
        trip=trip, cloud=1, aboard=everybody(seats), jumps=(0,) * seats, flight=None
    )
    return throw(begun, (*events, TripStarted(trip, state.pilot)))


def _shuffled(table: Table, number: int, cards: tuple[str, ...]) -> tuple[int, ...]:
    order = table.chance.shuffle(INFO.key, number, cards)
    return tuple([NUMBER[identity] for identity in order])


def _got(seat: Seat, cards: int) -> Secret:
    """Tell that a seat got cards; only the seat itself hears which."""
    count = cards.bit_count()
    return Secret((seat,), CardsDealt(seat, count, faces_in(cards)), CardsDealt(seat, count, ()))


_EFFECTS = {
    Move.STAY: stay,
    Move.JUMP: jump,
    Move.PAY: pay,
    Move.WILD: pay_wild,
    Move.FALL: fall,
    Move.ROLL: throw,
}


def legal_moves(state: State) -> tuple[Move, ...]:
    """Return what the seat to act may do (B2, B3, B6)."""
    match state.phase:
        case Phase.RIDE:
            return (Move.STAY, Move.JUMP)
        case Phase.PAY:
            return answers(state)
        case Phase.LONE:
            return (Move.ROLL, Move.JUMP)
        case Phase.OVER:
            return ()


def refusal(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Return why the rules refuse a move; None if they allow it."""
    if state.phase is Phase.OVER:
        return Refusal.GAME_OVER
    if state.turn != seat:
        return Refusal.NOT_YOUR_TURN
    if move in legal_moves(state):
        return None
    if state.phase is not Phase.PAY:
        return Refusal.WRONG_PHASE
    match move:
        case Move.PAY:
            return Refusal.LACKS_COLOURS
        case Move.FALL:
            return Refusal.MUST_FLY
        case Move.WILD:
            return Refusal.NO_WILD if NEEDS[state.dice] else Refusal.NOTHING_TO_PAY
        case _:
            return Refusal.WRONG_PHASE


class Balloon:
    """The game; it has no state of its own."""

    @property
    def info(self) -> Info:
        return INFO

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settled = settle(INFO, seats, options)
        target, redeal, odds = (settled[key] for key in ("target", "redeal", "odds"))
        table = Table(seats, cast("int", target), bool(redeal), bool(odds), chance)
        return deal_anew(_before_the_first_trip(table), ())

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({state.turn} if state.turn else ())

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        return legal_moves(state) if state.turn == seat else ()

    def apply(self, state: State, seat: Seat, move: Move) -> Step:
        refused = refusal(state, seat, move)
        if refused:
            raise IllegalMove(refused)
        return _EFFECTS[move](state)

    def view(self, state: State, seat: Seat | None) -> BalloonView:
        return view_of(state, seat, self.legal(state, seat) if seat else ())

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.scores, winners(state)) if state.phase is Phase.OVER else None

    def imagine(self, view: object, heard: Sequence[Heard], random: Random) -> State:
        if not isinstance(view, BalloonView):
            raise TypeError(f"not a view of Cloud 9: {type(view).__name__}")
        return imagined(view, heard, random)

    def code(self, move: Move) -> str:
        return move.value

    def parse(self, code: str) -> Move:
        return parse(code)

    def dump(self, state: State) -> Json:
        return dumped(state)

    def load(self, data: Json) -> State:
        return loaded(data)


def _before_the_first_trip(table: Table) -> State:
    """Return the position before any card is dealt; seat 1 will be the first pilot."""
    nothing = (0,) * table.seats
    return State(
        table,
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

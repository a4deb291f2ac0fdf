"""Cloud 9 by the contract of `engine.game`; the rules' numbers are those of docs/rules.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.game import Outcome
from engine.games.balloon import state, turns
from engine.games.balloon.cards import NEEDS, WILD_CARDS, count_faces, covers, faces_in, odds_of
from engine.games.balloon.imagine import imaginer
from engine.games.balloon.state import ABOARD, INFO, Setup, State
from engine.games.balloon.turns import BY_CODE, Move, Refusal, code
from engine.games.balloon.view import FACES, BalloonView, Counted, Odds, Phase
from engine.match import TurnGame
from engine.options import settle

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.chance import Chance
    from engine.events import Heard
    from engine.game import Options, Step
    from engine.seats import Seat


class Balloon(TurnGame[State, Move, BalloonView]):
    """The game; it has no state of its own.

    >>> from engine.chance import Chance
    >>> game = Balloon()
    >>> state, events = game.start(4, {"target": 60}, Chance(bytes(32)))
    >>> [game.code(move) for move in game.legal(state, seat=2)]
    ['stay', 'jump']
    """

    info = INFO
    view_kind = BalloonView
    by_code = BY_CODE
    code = staticmethod(code)
    dump = staticmethod(state.dump)
    load = staticmethod(state.load)

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settled = settle(INFO, seats, options)
        target, redeal, odds = (settled[key] for key in ("target", "redeal", "odds"))
        return turns.begin(Setup(seats, cast("int", target), bool(redeal), bool(odds), chance))

    def moves(self, state: State) -> Sequence[Move]:
        """Return the moves of a passenger (B2), a pilot alone (B6) or one who has thrown (B3)."""
        if state.phase is Phase.RIDE:
            return (Move.STAY, Move.JUMP)
        if state.phase is Phase.LONE:
            return (Move.ROLL, Move.JUMP)
        return _answers(state)

    def refusal(self, state: State, move: Move) -> Refusal | None:
        """Return why a decision is refused; None if it is not (B2, B3, B6)."""
        if move in self.moves(state):
            return None
        if state.phase is Phase.PAY:
            if move is Move.PAY:
                return Refusal.LACKS_COLOURS
            if move is Move.FALL:
                return Refusal.MUST_FLY
            if move is Move.WILD:
                return Refusal.NO_WILD if NEEDS[state.dice] else Refusal.NOTHING_TO_PAY
        return Refusal.WRONG_PHASE

    def make(self, state: State, move: Move) -> Step:
        match move:
            case Move.STAY:
                return turns.stay(state)
            case Move.JUMP:
                return turns.jump(state)
            case Move.PAY:
                return turns.pay(state)
            case Move.WILD:
                return turns.pay_wild(state)
            case Move.FALL:
                return turns.fall(state)
            case Move.ROLL:
                return turns.throw(state)

    def view(self, state: State, seat: Seat | None) -> BalloonView:
        setup, over = state.setup, state.phase is Phase.OVER
        return BalloonView(
            seat=seat,
            seats=setup.seats,
            target=setup.target,
            redeal=setup.redeal,
            with_odds=setup.odds,
            deal=state.trip,
            phase=state.phase,
            to_act=() if over else (state.turn,),
            pilot=state.pilot,
            cloud=state.cloud,
            dice=tuple(state.dice),
            aboard=_each(state, state.aboard),
            stayed=_each(state, _stayed(state)),
            jumps=state.jumps,
            hand_counts=tuple([hand.bit_count() for hand in state.hands]),
            pile=len(state.pile),
            discards=_heap(state.discards),
            hand=None if seat is None else faces_in(state.hands[seat - 1]),
            legal=() if seat is None else tuple(map(code, self.legal(state, seat))),
            odds=_odds(state, seat),
            flight=state.flight,
            scores=state.scores,
            deal_scores=tuple(state.points),
            last_trip=state.last,
            winners=state.winners() if over else (),
        )

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.scores, state.winners()) if state.phase is Phase.OVER else None

    def imaginer(self, view: object, heard: Sequence[Heard]) -> Callable[[Random], State]:
        return imaginer(self.own(view), heard)


def _answers(state: State) -> tuple[Move, ...]:
    """Return the pilot's moves after the throw (B3)."""
    hand, needs = state.pilots_hand, NEEDS[state.dice]
    # An all-blank throw cannot be paid with a wild card (B3).
    with_wild = needs and hand & WILD_CARDS
    if covers(hand, needs):
        return (Move.PAY, Move.WILD) if with_wild else (Move.PAY,)
    return (Move.WILD, Move.FALL) if with_wild else (Move.FALL,)


def _each(state: State, seats: int) -> tuple[bool, ...]:
    """Return for each seat whether it is in a set of seats."""
    return tuple([bool(seats & bit) for bit in ABOARD[1 : state.setup.seats + 1]])


def _stayed(state: State) -> int:
    """Return the set of passengers who have decided to stay on this throw (B2)."""
    passengers = state.aboard & ~ABOARD[state.pilot]
    if state.phase is Phase.PAY:
        return passengers
    if state.phase is not Phase.RIDE:
        return 0
    stayed, seat = 0, state.next_aboard(state.pilot)
    while seat != state.turn:
        stayed |= ABOARD[seat]
        seat = state.next_aboard(seat)
    return stayed


def _heap(discards: int) -> tuple[Counted, ...]:
    """Count the discards by face (B5)."""
    counts = zip(FACES, count_faces(discards), strict=True)
    return tuple([Counted(face, count) for face, count in counts if count])


def _odds(state: State, seat: Seat | None) -> Odds | None:
    """Return the chance that the pilot can pay, from the cards a seat has not seen."""
    deciding = state.phase is Phase.RIDE or state.phase is Phase.PAY
    if seat is None or seat == state.pilot or not deciding or not state.setup.odds:
        return None
    seen = state.hands[seat - 1] | state.discards
    return odds_of(seen, state.pilots_hand.bit_count(), state.dice)

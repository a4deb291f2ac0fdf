"""The balloon game by the contract of `engine.game`; the rules' numbers are of docs/rules.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.game import IllegalMove, Outcome, Step
from engine.games.balloon.cards import NEEDS, WILD_CARDS, covers
from engine.games.balloon.imagine import imaginer
from engine.games.balloon.moves import Move, Refusal, parse
from engine.games.balloon.saved import dumped, loaded
from engine.games.balloon.show import view_of
from engine.games.balloon.state import INFO, State, Table, winners
from engine.games.balloon.trips import begin
from engine.games.balloon.turns import fall, jump, jump_alone, pay, pay_wild, roll, stay
from engine.games.balloon.view import BalloonView, Phase
from engine.options import settle
from engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.chance import Chance
    from engine.events import Heard
    from engine.game import Info, Json, Options

# Looking an enum's member up costs as much as the comparison it is for.
_RIDE, _PAY, _LONE, _OVER = Phase.RIDE, Phase.PAY, Phase.LONE, Phase.OVER
_STAY, _JUMP, _ROLLS = Move.STAY, Move.JUMP, Move.ROLL
_PAYS, _FALLS = Move.PAY, Move.FALL

_ALONE = (frozenset[Seat](), *(frozenset({Seat(seat)}) for seat in range(1, max(INFO.seats) + 1)))

_RIDER = (Move.STAY, Move.JUMP)
_LONER = (Move.ROLL, Move.JUMP)
_ANSWERS = (Move.PAY, Move.WILD, Move.FALL)
_WITHOUT = ((Move.FALL,), (Move.PAY,))
_WITH_WILD = ((Move.WILD, Move.FALL), (Move.PAY, Move.WILD))
"""A pilot's moves, without a wild card and with one: lacking the colours and holding them (B3)."""


def pilots_moves(state: State) -> tuple[Move, ...]:
    """Return what the pilot may do about the throw (B3)."""
    hand, needs = state.hands[state.pilot - 1], NEEDS[state.dice]
    moves = _WITH_WILD if needs and hand & WILD_CARDS else _WITHOUT
    return moves[covers(hand, needs)]


def refusal(state: State, seat: Seat, move: Move) -> Refusal:
    """Return why the rules refuse a move that is not legal."""
    if state.phase is _OVER:
        return Refusal.GAME_OVER
    if state.turn != seat:
        return Refusal.NOT_YOUR_TURN
    if state.phase is not _PAY or move not in _ANSWERS:
        return Refusal.WRONG_PHASE
    if move is Move.PAY:
        return Refusal.LACKS_COLOURS
    if move is Move.FALL:
        return Refusal.MUST_FLY
    return Refusal.NO_WILD if NEEDS[state.dice] else Refusal.NOTHING_TO_PAY


class Balloon:
    """The game; it has no state of its own."""

    @property
    def info(self) -> Info:
        return INFO

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settled = settle(INFO, seats, options)
        target, redeal, odds = (settled[key] for key in ("target", "redeal", "odds"))
        return begin(Table(seats, cast("int", target), bool(redeal), bool(odds), chance))

    def to_act(self, state: State) -> frozenset[Seat]:
        return _ALONE[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if state.turn != seat:
            return ()
        phase = state.phase
        if phase is _RIDE:
            return _RIDER
        if phase is _PAY:
            return pilots_moves(state)
        return _LONER if phase is _LONE else ()

    def apply(self, state: State, seat: Seat, move: Move) -> Step:
        if state.turn == seat:
            phase = state.phase
            if phase is _RIDE:
                if move is _JUMP:
                    return jump(state)
                if move is _STAY:
                    return stay(state)
            elif phase is _PAY:
                if move in pilots_moves(state):
                    other = fall if move is _FALLS else pay_wild
                    return pay(state) if move is _PAYS else other(state)
            elif phase is _LONE and move in _LONER:
                return roll(state) if move is _ROLLS else jump_alone(state)
        raise IllegalMove(refusal(state, seat, move))

    def view(self, state: State, seat: Seat | None) -> BalloonView:
        return view_of(state, seat, () if seat is None else self.legal(state, seat))

    def outcome(self, state: State) -> Outcome | None:
        return Outcome(state.scores, winners(state)) if state.phase is _OVER else None

    def imaginer(self, view: object, heard: Sequence[Heard]) -> Callable[[Random], State]:
        if not isinstance(view, BalloonView):
            raise TypeError(f"not a view of Cloud 9: {type(view).__name__}")
        return imaginer(view, heard)

    def code(self, move: Move) -> str:
        return move.value

    def parse(self, code: str) -> Move:
        return parse(code)

    def dump(self, state: State) -> Json:
        return dumped(state)

    def load(self, data: Json) -> State:
        return loaded(data)

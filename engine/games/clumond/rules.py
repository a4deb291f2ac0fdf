"""Clumond by the contract of `engine.game`; the rules' numbers are those of docs/rules.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import BIT
from engine.game import IllegalMove, Outcome, Step
from engine.games.clumond.deals import deal_out, winners
from engine.games.clumond.imagine import imaginer
from engine.games.clumond.moves import CALLS, Declare, Move, Play, Refusal, code, parse, plays_of
from engine.games.clumond.saved import dumped, loaded
from engine.games.clumond.show import view_of
from engine.games.clumond.state import INFO, NOTHING, SEATS, Deal, State
from engine.games.clumond.turns import declare, pass_on, play, playable
from engine.games.clumond.view import ClumondView, Phase, Scoring
from engine.options import settle
from engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.chance import Chance
    from engine.events import Heard
    from engine.game import Info, Json, Options

# Looking an enum's member up costs as much as the comparison it is for.
_CALL, _PLAY, _OVER = Phase.CALL, Phase.PLAY, Phase.OVER

_ALONE = (frozenset[Seat](), *(frozenset({seat}) for seat in SEATS))


def refusal(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Return why the rules refuse a move; None if they allow it."""
    if state.turn != seat:
        return Refusal.GAME_OVER if state.phase is _OVER else Refusal.NOT_YOUR_TURN
    if move.phase is not state.phase:
        return Refusal.CALL_FIRST if state.phase is _CALL else Refusal.CALL_OVER
    if isinstance(move, Play):
        hand, bit = state.hands[seat - 1], BIT[move.card]
        if playable(hand, state.cards) & bit:
            return None
        return Refusal.MUST_FOLLOW if hand & bit else Refusal.NOT_IN_HAND
    return None


class Clumond:
    """The game; it has no state of its own."""

    @property
    def info(self) -> Info:
        return INFO

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settled = settle(INFO, seats, options)
        scoring = Scoring(cast("str", settled["scoring"]))
        ante = cast("int", settled["ante"]) if scoring is Scoring.CHIPS else 0
        deals = cast("int", settled["deals"])
        return deal_out(Deal(deals, ante, scoring, chance, 1, SEATS[-1], 0, (), NOTHING, None))

    def to_act(self, state: State) -> frozenset[Seat]:
        return _ALONE[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if state.turn != seat or not seat:
            return ()
        if state.phase is _PLAY:
            return plays_of(state.hands[seat - 1], state.cards)
        return CALLS

    def apply(self, state: State, seat: Seat, move: Move) -> Step:
        if isinstance(move, Play):
            step = play(state, seat, move.card)
            if step:
                return step
        refused = refusal(state, seat, move)
        if refused:
            raise IllegalMove(refused)
        if isinstance(move, Declare):
            return declare(state, move.trumps)
        return pass_on(state)

    def view(self, state: State, seat: Seat | None) -> ClumondView:
        return view_of(state, seat, () if seat is None else self.legal(state, seat))

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not _OVER:
            return None
        return Outcome(state.deal.totals, winners(state.deal.totals))

    def imaginer(self, view: object, heard: Sequence[Heard]) -> Callable[[Random], State]:
        if not isinstance(view, ClumondView):
            raise TypeError(f"not a view of Clumond: {type(view).__name__}")
        return imaginer(view, heard)

    def code(self, move: Move) -> str:
        return code(move)

    def parse(self, code: str) -> Move:
        return parse(code)

    def dump(self, state: State) -> Json:
        return dumped(state)

    def load(self, data: Json) -> State:
        return loaded(data)

"""Cloud Nine by the contract of `engine.game`; the rules' numbers are those of docs/rules.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import LIKE, mask_of
from engine.game import IllegalMove, Outcome, Step
from engine.games.cloud_nine.deals import deal_out, winners
from engine.games.cloud_nine.imagine import imagined
from engine.games.cloud_nine.moves import (
    SECONDS,
    Move,
    Play,
    Refusal,
    Take,
    code,
    parse,
    plays_of,
    takes_of,
)
from engine.games.cloud_nine.saved import dumped, loaded
from engine.games.cloud_nine.show import view_of
from engine.games.cloud_nine.state import INFO, NO_POINTS, SEATS, Deal, State
from engine.games.cloud_nine.turns import claimants, name_second, play, take
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.options import settle
from engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.chance import Chance
    from engine.events import Heard
    from engine.game import Info, Json, Options

# Looking an enum's member up costs as much as the comparison it is for.
_PLAY, _TAKE = Phase.PLAY, Phase.TAKE

_ALONE = (frozenset[Seat](), *(frozenset({seat}) for seat in SEATS))


def refusal(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Return why the rules refuse a move; None if they allow it."""
    if state.turn != seat:
        return Refusal.GAME_OVER if state.phase is Phase.OVER else Refusal.NOT_YOUR_TURN
    if move.phase is not state.phase:
        return Refusal.WRONG_PHASE
    if isinstance(move, Play):
        return None if state.hands[seat - 1] & LIKE[move.card] else Refusal.NOT_IN_HAND
    if isinstance(move, Take):
        if state.untaken & LIKE[move.card]:
            return None
        played = mask_of(state.cards) & LIKE[move.card]
        return Refusal.ALREADY_TAKEN if played else Refusal.NOT_IN_TRICK
    return None if move.seat in claimants(state) else Refusal.NOT_A_CLAIMANT


class CloudNine:
    """The game; it has no state of its own."""

    @property
    def info(self) -> Info:
        return INFO

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settled = settle(INFO, seats, options)
        target = cast("int | None", settled["target"])
        deals = cast("int", settled["deals"]) if target is None else None
        return deal_out(Deal(deals, target, chance, 1, SEATS[-1], (), NO_POINTS, None))

    def to_act(self, state: State) -> frozenset[Seat]:
        return _ALONE[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if state.turn != seat or not seat:
            return ()
        phase = state.phase
        if phase is _PLAY:
            return plays_of(state.hands[seat - 1])
        if phase is _TAKE:
            return takes_of(state.untaken)
        return tuple(SECONDS[claimant] for claimant in claimants(state))

    def apply(self, state: State, seat: Seat, move: Move) -> Step:
        refused = refusal(state, seat, move)
        if refused:
            raise IllegalMove(refused)
        if isinstance(move, Play):
            return play(state, move.card)
        if isinstance(move, Take):
            return take(state, move.card)
        return name_second(state, move.seat)

    def view(self, state: State, seat: Seat | None) -> CloudNineView:
        return view_of(state, seat, () if seat is None else self.legal(state, seat))

    def outcome(self, state: State) -> Outcome | None:
        if state.phase is not Phase.OVER:
            return None
        return Outcome(state.deal.totals, winners(state.deal.totals))

    def imagine(self, view: object, heard: Sequence[Heard], random: Random) -> State:  # noqa: ARG002 - all that was heard is in the view
        if not isinstance(view, CloudNineView):
            raise TypeError(f"not a view of Cloud Nine: {type(view).__name__}")
        return imagined(view, random)

    def code(self, move: Move) -> str:
        return code(move)

    def parse(self, code: str) -> Move:
        return parse(code)

    def dump(self, state: State) -> Json:
        return dumped(state)

    def load(self, data: Json) -> State:
        return loaded(data)

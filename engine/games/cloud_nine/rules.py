"""Cloud Nine by the contract of `engine.game`; the rules' numbers are those of docs/rules.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import BIT, lowest_like
from engine.game import IllegalMove, Outcome, Seat, Step
from engine.games.cloud_nine.deals import deal_out, winners
from engine.games.cloud_nine.imagine import imagined
from engine.games.cloud_nine.moves import (
    PHASE_OF,
    SECONDS,
    Move,
    Play,
    Refusal,
    Second,
    Take,
    code,
    parse,
    plays_of,
    takes_of,
)
from engine.games.cloud_nine.saved import dumped, loaded
from engine.games.cloud_nine.show import view_of
from engine.games.cloud_nine.state import INFO, NOBODY, SEATS, Deal, State
from engine.games.cloud_nine.turns import claimants, name_second, play, take, untaken
from engine.games.cloud_nine.view import CloudNineView, Phase
from engine.options import settle

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from engine.chance import Chance
    from engine.events import Heard
    from engine.game import Info, Json, Options

_ALONE = (frozenset[Seat](), *(frozenset({seat}) for seat in SEATS))


def refusal(state: State, seat: Seat, move: Move) -> Refusal | None:
    """Tell why the rules refuse a move; None if they allow it."""
    if state.turn != seat:
        return Refusal.GAME_OVER if state.phase is Phase.OVER else Refusal.NOT_YOUR_TURN
    if PHASE_OF.get(type(move)) is not state.phase:
        return Refusal.WRONG_PHASE
    match move:
        case Play(card):
            held = lowest_like(card, state.hands[seat - 1]) is not None
            return None if held else Refusal.NOT_IN_HAND
        case Take(card):
            return _refused_taking(state, card)
        case Second(named):
            return None if named in claimants(state.trick) else Refusal.NOT_A_CLAIMANT


def _refused_taking(state: State, card: int) -> Refusal | None:
    if lowest_like(card, untaken(state.trick)) is not None:
        return None
    in_trick = lowest_like(card, sum(BIT[played] for played in state.trick.cards))
    return Refusal.NOT_IN_TRICK if in_trick is None else Refusal.ALREADY_TAKEN


class CloudNine:
    """The game; it has no state of its own."""

    @property
    def info(self) -> Info:
        return INFO

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settled = settle(INFO, seats, options)
        target = cast("int | None", settled["target"])
        deals = cast("int", settled["deals"]) if target is None else None
        return deal_out(Deal(deals, target, chance, 1, SEATS[-1], (), None))

    def to_act(self, state: State) -> frozenset[Seat]:
        return _ALONE[state.turn]

    def legal(self, state: State, seat: Seat) -> Sequence[Move]:
        if state.turn != seat or seat == NOBODY:
            return ()
        if state.phase is Phase.PLAY:
            return plays_of(state.hands[seat - 1])
        if state.phase is Phase.TAKE:
            return takes_of(untaken(state.trick))
        return tuple(SECONDS[claimant] for claimant in claimants(state.trick))

    def apply(self, state: State, seat: Seat, move: Move) -> Step:
        refused = refusal(state, seat, move)
        if refused:
            raise IllegalMove(refused)
        match move:
            case Play(card):
                return play(state, card)
            case Take(card):
                return take(state, card)
            case Second(second):
                return name_second(state, second)

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

"""Nimbly by the contract of `engine.game`; the rules' numbers are those of docs/rules.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import mask_of
from engine.game import IllegalMove, Outcome, Step
from engine.games.nimbly.deals import deal_out, end_deal, winners
from engine.games.nimbly.imagine import imaginer
from engine.games.nimbly.moves import Draw, Refusal, code, draws_from, is_short, left, parse, taken
from engine.games.nimbly.saved import dumped, loaded
from engine.games.nimbly.show import view_of
from engine.games.nimbly.state import INFO, NOBODY, Deal, Drawn, State, faces_of, left_of
from engine.games.nimbly.view import NINE, CardsDrawn, NimblyView
from engine.options import settle
from engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.chance import Chance
    from engine.events import Heard
    from engine.game import Info, Json, Options

_NOBODY: frozenset[Seat] = frozenset()


def refusal(state: State, seat: Seat, move: Draw) -> Refusal | None:
    """Return why the rules refuse a move; None if they allow it."""
    if state.turn != seat:
        return Refusal.GAME_OVER if state.turn == NOBODY else Refusal.NOT_YOUR_TURN
    if state.turn == NOBODY:
        return Refusal.GAME_OVER
    if len(move.rows) > NINE - state.hands[seat - 1].bit_count():
        return Refusal.HAND_FULL
    return Refusal.ROW_SHORT if is_short(state.rows, move) else None


class Nimbly:
    """The game; it has no state of its own."""

    @property
    def info(self) -> Info:
        return INFO

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settled = settle(INFO, seats, options)
        target = cast("int | None", settled["target"])
        deals = cast("int | None", settled["deals"]) or seats
        par = cast("bool", settled["par"])
        last_seat, totals = Seat(seats), (0,) * seats
        rounds = deals if target is None else None
        return deal_out(Deal(rounds, target, par, chance, 1, last_seat, (), totals, None))

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset({state.turn}) if state.turn else _NOBODY

    def legal(self, state: State, seat: Seat) -> Sequence[Draw]:
        if state.turn != seat or not seat:
            return ()
        return draws_from(state.rows, NINE - state.hands[seat - 1].bit_count())

    def apply(self, state: State, seat: Seat, move: Draw) -> Step:
        refused = refusal(state, seat, move)
        if refused:
            raise IllegalMove(refused)
        cards = taken(state.rows, move)
        held = list(state.hands)
        held[seat - 1] |= mask_of(cards)
        hands = tuple(held)
        told = CardsDrawn(seat, move.rows, faces_of(cards), held[seat - 1].bit_count())
        drawn = Drawn(seat, move.rows, cards)
        rows = left(state.rows, move)
        after = State(state.deal, _next(seat, hands), rows, hands, state.aside, drawn)
        return Step(after, (told,)) if after.turn else end_deal(after, (told,))

    def view(self, state: State, seat: Seat | None) -> NimblyView:
        return view_of(state, seat, self.legal(state, state.turn))

    def outcome(self, state: State) -> Outcome | None:
        if state.turn != NOBODY:
            return None
        return Outcome(state.deal.totals, winners(state.deal.totals))

    def imaginer(self, view: object, heard: Sequence[Heard]) -> Callable[[Random], State]:
        if not isinstance(view, NimblyView):
            raise TypeError(f"not a view of Nimbly: {type(view).__name__}")
        return imaginer(view, heard)

    def code(self, move: Draw) -> str:
        return code(move)

    def parse(self, code: str) -> Draw:
        return parse(code)

    def dump(self, state: State) -> Json:
        return dumped(state)

    def load(self, data: Json) -> State:
        return loaded(data)


def _next(seat: Seat, hands: tuple[int, ...]) -> Seat:
    """Return the next seat to the left that has not nine cards; NOBODY if all have (J2, J3)."""
    for _ in hands:
        seat = left_of(seat, len(hands))
        if hands[seat - 1].bit_count() < NINE:
            return seat
    return NOBODY

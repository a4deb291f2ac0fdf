"""Nimbly by the contract of `engine.game`; the rules' numbers are those of docs/rules.md."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import mask_of
from engine.game import SharedRefusal
from engine.games.nimbly import state
from engine.games.nimbly.imagine import imaginer
from engine.games.nimbly.state import INFO, Deal, Drawn, State, faces_of, nine_of
from engine.games.nimbly.turns import (
    BY_CODE,
    Draw,
    Refusal,
    code,
    deal_out,
    draw,
    draws_from,
    is_short,
    taken,
)
from engine.games.nimbly.view import ROWS, LastDraw, NimblyView, Prospect
from engine.match import TurnGame, winners
from engine.melds import NINE
from engine.options import settle
from engine.seats import NOBODY, Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from engine.chance import Chance
    from engine.events import Heard
    from engine.game import Options, Outcome, Step


class Nimbly(TurnGame[State, Draw, NimblyView]):
    """The game; it has no state of its own."""

    info = INFO
    view_kind = NimblyView
    by_code = BY_CODE
    code = staticmethod(code)
    dump = staticmethod(state.dump)
    load = staticmethod(state.load)

    def start(self, seats: int, options: Options, chance: Chance) -> Step:
        settled = settle(INFO, seats, options)
        target = cast("int | None", settled["target"])
        deals = cast("int | None", settled["deals"]) or seats
        deal = Deal(
            chance=chance,
            deals=deals if target is None else None,
            target=target,
            par=cast("bool", settled["par"]),
            dealer=Seat(seats),
            totals=(0,) * seats,
        )
        return deal_out(deal, int(cast("str", settled["rows"])))

    def moves(self, state: State) -> Sequence[Draw]:
        """Return the draws of one to three cards for which rows and hand have room (J2)."""
        return draws_from(state.rows, _room(state))

    def refusal(self, state: State, move: Draw) -> Refusal | SharedRefusal | None:
        """Return why a draw is refused; None if it is not (J2)."""
        if not {*move.rows} <= {*ROWS[: len(state.rows)]}:
            return SharedRefusal.UNREADABLE
        if len(move.rows) > _room(state):
            return Refusal.HAND_FULL
        return Refusal.ROW_SHORT if is_short(state.rows, move) else None

    def make(self, state: State, move: Draw) -> Step:
        return draw(state, move)

    def view(self, state: State, seat: Seat | None) -> NimblyView:
        deal, drawn = state.deal, state.drawn
        seats, over = len(state.hands), state.turn == NOBODY
        return NimblyView(
            seat=seat,
            seats=seats,
            deals=deal.deals,
            target=deal.target,
            par=deal.par,
            deal=deal.number,
            to_act=() if over else (state.turn,),
            dealer=deal.dealer,
            rows=tuple(map(faces_of, state.rows)),
            hand_counts=tuple([hand.bit_count() for hand in state.hands]),
            aside=state.aside.bit_count(),
            last_draw=_shown(drawn) if drawn else None,
            hand=None if seat is None else nine_of(state.hands[seat - 1], seats),
            prospects=tuple(
                [_prospect(state, move, seat) for move in self.legal(state, state.turn)]
            ),
            scores=deal.totals,
            deal_scores=deal.points,
            last_deal=deal.last,
            winners=winners(deal.totals) if over else (),
        )

    def outcome(self, state: State) -> Outcome | None:
        return state.deal.outcome() if state.turn == NOBODY else None

    def imaginer(self, view: object, heard: Sequence[Heard]) -> Callable[[Random], State]:
        return imaginer(self.own(view), heard)


def _room(state: State) -> int:
    """Return how many more cards the seat to move may take: nobody takes more than nine (J2)."""
    return NINE - state.hands[state.turn - 1].bit_count()


def _shown(drawn: Drawn) -> LastDraw:
    return LastDraw(drawn.seat, drawn.rows, faces_of(drawn.cards))


def _prospect(state: State, move: Draw, seat: Seat | None) -> Prospect:
    """Return the cards a draw takes and, to the seat to move alone, the hand it would make (J4)."""
    cards = taken(state.rows, move)
    if seat != state.turn:
        return Prospect(code(move), faces_of(cards), None)
    hand = state.hands[seat - 1] | mask_of(cards)
    return Prospect(code(move), faces_of(cards), nine_of(hand, len(state.hands)))

"""What a seat sees of a position: every field listed, none taken from the state unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import mask_of
from engine.games.nimbly.deals import winners
from engine.games.nimbly.moves import code, taken
from engine.games.nimbly.state import NOBODY, State, faces_of, nine_of
from engine.games.nimbly.view import LastDraw, NimblyView, Prospect
from engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.games.nimbly.moves import Draw


def view_of(state: State, seat: Seat | None, legal: Iterable[Draw]) -> NimblyView:
    """Show the table as a seat (None = a spectator) sees it; `legal` are the moves of the turn."""
    deal, drawn = state.deal, state.drawn
    seats = len(state.hands)
    over = state.turn == NOBODY
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
        hand_counts=tuple(hand.bit_count() for hand in state.hands),
        aside=state.aside.bit_count(),
        last_draw=LastDraw(drawn.seat, drawn.rows, faces_of(drawn.cards)) if drawn else None,
        hand=None if seat is None else nine_of(state.hands[seat - 1], seats),
        prospects=tuple(_prospect(state, draw, seat) for draw in legal),
        scores=deal.totals,
        deal_scores=deal.points,
        last_deal=deal.last,
        winners=winners(deal.totals) if over else (),
    )


def _prospect(state: State, draw: Draw, seat: Seat | None) -> Prospect:
    """Return which cards a draw takes, and the seat to move what it would make of its hand."""
    cards = taken(state.rows, draw)
    if seat != state.turn:
        return Prospect(code(draw), faces_of(cards), None)
    hand = state.hands[seat - 1] | mask_of(cards)
    return Prospect(code(draw), faces_of(cards), nine_of(hand, len(state.hands)))

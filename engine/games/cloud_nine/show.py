"""What a seat sees of a position: every field listed, none taken from the state unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import FACES
from engine.games.cloud_nine.deals import winners
from engine.games.cloud_nine.moves import code
from engine.games.cloud_nine.state import ROUND, SEATS, State, Tricking, nine_of, taker_of, trick_of
from engine.games.cloud_nine.view import CloudNineView, Phase, Played, Trick
from engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.games.cloud_nine.moves import Move


def view_of(state: State, seat: Seat | None, legal: Iterable[Move]) -> CloudNineView:
    """Show the table as a seat (None = a spectator) sees it; `legal` are its moves."""
    deal = state.deal
    over = state.phase is Phase.OVER
    return CloudNineView(
        seat=seat,
        seats=len(SEATS),
        deals=deal.deals,
        target=deal.target,
        deal=deal.number,
        phase=state.phase,
        to_act=() if over else (state.turn,),
        dealer=deal.dealer,
        trick=_trick(trick_of(state)),
        last_trick=_trick(state.last_trick) if state.last_trick else None,
        clouds=tuple(map(nine_of, state.clouds)),
        hand_counts=tuple(hand.bit_count() for hand in state.hands),
        stock=len(state.stock),
        hand=None if seat is None else nine_of(state.hands[seat - 1]),
        legal=tuple(map(code, legal)),
        scores=deal.totals,
        deal_scores=deal.points,
        last_deal=deal.last,
        winners=winners(deal.totals) if over else (),
    )


def _trick(trick: Tricking) -> Trick:
    seats = ROUND[trick.leader]
    cards = tuple(
        [
            Played(seat, FACES[card], taker_of(trick, card))
            for seat, card in zip(seats, trick.cards, strict=False)
        ]
    )
    return Trick(trick.number, trick.leader, cards, trick.ranking)

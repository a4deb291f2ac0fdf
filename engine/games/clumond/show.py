"""What a seat sees of a position: every field listed, none taken from the state unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.clumond.codes import asks_of
from engine.games.clumond.deals import winners
from engine.games.clumond.moves import code
from engine.games.clumond.state import (
    NOBODY,
    SEATS,
    TRICKS,
    TRUMPS,
    State,
    Tricking,
    callers,
    hand_of,
)
from engine.games.clumond.tricks import shown
from engine.games.clumond.view import ClumondView, Phase
from engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.games.clumond.moves import Move
    from engine.games.clumond.view import Ask, Trick


def view_of(state: State, seat: Seat | None, legal: Iterable[Move]) -> ClumondView:
    """Show the table as a seat (None = a spectator) sees it; `legal` are its moves."""
    deal, hands = state.deal, state.hands
    over = state.phase is Phase.OVER
    return ClumondView(
        seat=seat,
        seats=len(SEATS),
        deals=deal.deals,
        scoring=deal.scoring,
        ante=deal.ante,
        deal=deal.number,
        phase=state.phase,
        to_act=() if over else (state.turn,),
        dealer=deal.dealer,
        passed=_passed(state),
        declarer=state.declarer if state.declarer != NOBODY else None,
        trumps=None if state.phase is Phase.CALL else TRUMPS[state.trumps],
        trick=_present(state),
        last_trick=shown(state.last_trick) if state.last_trick else None,
        tricks=state.tricks,
        hand_counts=tuple([hand.bit_count() for hand in hands]),
        pot=deal.pot,
        hand=None if seat is None else hand_of(hands[seat - 1]),
        asks=() if seat is None else _asks(state, seat),
        legal=tuple(map(code, legal)),
        scores=deal.totals,
        deal_scores=deal.points,
        last_deal=deal.last,
        winners=winners(deal.totals) if over else (),
    )


def _passed(state: State) -> tuple[Seat, ...]:
    """Return who has passed: all before the seat to call, or before the declarer."""
    seats = callers(state.deal.dealer)
    if state.phase is Phase.CALL:
        return seats[: seats.index(state.turn)]
    return seats[: seats.index(state.declarer)] if state.declarer != NOBODY else seats


def _present(state: State) -> Trick:
    winner = state.last_trick.winner if state.phase is Phase.OVER and state.last_trick else NOBODY
    return shown(Tricking(state.number, state.leader, state.cards, winner))


def _asks(state: State, seat: Seat) -> tuple[Ask, ...]:
    won = state.tricks[seat - 1]
    return asks_of(state.hands[seat - 1], won, TRICKS - sum(state.tricks))

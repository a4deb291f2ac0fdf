"""What a seat sees of a position: every field listed, none taken from the state unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.clumond.moves import code
from engine.games.clumond.settling import codes_of, meanings
from engine.games.clumond.state import PLAYERS, TRUMPS, State, Tricking, callers, hand_of, shown
from engine.games.clumond.view import TRICKS, Ask, ClumondView, Phase
from engine.seats import NOBODY, Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.games.clumond.moves import Move
    from engine.games.clumond.view import Trick


def view_of(
    state: State, seat: Seat | None, legal: Iterable[Move], winners: tuple[Seat, ...]
) -> ClumondView:
    """Show the table as a seat (None = a spectator) sees it; `legal` are its moves."""
    deal = state.deal
    return ClumondView(
        seat=seat,
        seats=PLAYERS,
        deals=deal.deals,
        scoring=deal.scoring,
        ante=deal.ante,
        deal=deal.number,
        phase=state.phase,
        to_act=(state.turn,) if state.turn else (),
        dealer=deal.dealer,
        passed=_passed(state),
        declarer=state.declarer or None,
        trumps=None if state.phase is Phase.CALL else TRUMPS[state.trumps],
        trick=_present(state),
        last_trick=shown(state.last_trick) if state.last_trick else None,
        tricks=state.tricks,
        hand_counts=tuple([hand.bit_count() for hand in state.hands]),
        pot=deal.pot,
        hand=hand_of(state.hands[seat - 1]) if seat else None,
        asks=_asks(state, seat) if seat else (),
        legal=tuple(map(code, legal)),
        scores=deal.totals,
        deal_scores=deal.points,
        last_deal=deal.last,
        winners=winners,
    )


def _passed(state: State) -> tuple[Seat, ...]:
    """Return who has passed: all before the seat to call, or before the declarer."""
    seats = callers(state.deal.dealer)
    if state.phase is Phase.CALL:
        return seats[: seats.index(state.turn)]
    return seats[: seats.index(state.declarer)] if state.declarer else seats


def _present(state: State) -> Trick:
    """Show the trick on the table; at the end of the game that is the last, which has a winner."""
    winner = state.last_trick.winner if state.phase is Phase.OVER and state.last_trick else NOBODY
    return shown(Tricking(state.number, state.leader, state.cards, winner))


def _asks(state: State, seat: Seat) -> tuple[Ask, ...]:
    won, to_come = state.tricks[seat - 1], TRICKS - sum(state.tricks)
    return asks_of(state.hands[seat - 1], won, to_come)


def asks_of(hand: int, won: int, to_come: int) -> tuple[Ask, ...]:
    """Say what each code still possible asks of a seat that has won so many tricks (C4)."""
    return tuple([_ask(code, won, to_come) for code in codes_of(hand)])


def _ask(code: int, won: int, to_come: int) -> Ask:
    tricks = tuple([meant for meant in meanings(code) if won <= meant <= won + to_come])
    return Ask(code, tricks, tuple([meant - won for meant in tricks]))

"""What a seat sees of a position: every field listed, none taken from the state unasked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.balloon.cards import count_faces, faces_in, odds_of
from engine.games.balloon.state import ABOARD, State, next_aboard, winners
from engine.games.balloon.view import FACES, BalloonView, Counted, Odds, Phase
from engine.seats import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.games.balloon.moves import Move


def view_of(state: State, seat: Seat | None, legal: Iterable[Move]) -> BalloonView:
    """Show the table as a seat (None = a spectator) sees it; `legal` are its moves."""
    table, over = state.table, state.phase is Phase.OVER
    return BalloonView(
        seat=seat,
        seats=table.seats,
        target=table.target,
        redeal=table.redeal,
        with_odds=table.odds,
        deal=state.trip,
        phase=state.phase,
        to_act=() if over else (state.turn,),
        pilot=state.pilot,
        cloud=state.cloud,
        dice=tuple(state.dice),
        aboard=_each(state, state.aboard),
        stayed=_each(state, _stayed(state)),
        jumps=state.jumps,
        hand_counts=tuple([hand.bit_count() for hand in state.hands]),
        pile=len(state.pile),
        discards=_heap(state.discards),
        hand=None if seat is None else faces_in(state.hands[seat - 1]),
        legal=tuple([move.value for move in legal]),
        odds=_odds(state, seat),
        flight=state.flight,
        scores=state.scores,
        deal_scores=tuple(state.points),
        last_trip=state.last,
        winners=winners(state) if over else (),
    )


def _each(state: State, seats: int) -> tuple[bool, ...]:
    return tuple([bool(seats & bit) for bit in ABOARD[1 : state.table.seats + 1]])


def _stayed(state: State) -> int:
    """Return the set of passengers who have decided to stay on this throw (B2)."""
    passengers = state.aboard & ~ABOARD[state.pilot]
    if state.phase is Phase.PAY:
        return passengers
    if state.phase is not Phase.RIDE:
        return 0
    stayed, seat = 0, next_aboard(state, state.pilot)
    while seat != state.turn:
        stayed |= ABOARD[seat]
        seat = next_aboard(state, seat)
    return stayed


def _heap(discards: int) -> tuple[Counted, ...]:
    counts = zip(FACES, count_faces(discards), strict=True)
    return tuple([Counted(face, count) for face, count in counts if count])


def _odds(state: State, seat: Seat | None) -> Odds | None:
    """Return the chance that the pilot can pay, from the cards a seat has not seen."""
    deciding = state.phase is Phase.RIDE or state.phase is Phase.PAY
    if seat is None or seat == state.pilot or not deciding or not state.table.odds:
        return None
    seen = state.hands[seat - 1] | state.discards
    return odds_of(seen, state.hands[state.pilot - 1].bit_count(), state.dice)

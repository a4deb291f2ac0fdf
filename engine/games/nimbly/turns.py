"""The effect of a draw, and how a deal begins and ends (J1-J7 of docs/rules.md)."""

from __future__ import annotations

from engine.cards import mask_of
from engine.events import DealScored, Event
from engine.game import Step
from engine.games.nimbly.moves import Draw, left, taken
from engine.games.nimbly.state import INFO, Deal, Drawn, Rows, State, deal_result, faces_of, pack
from engine.games.nimbly.view import CardsDrawn, DealStarted
from engine.melds import NINE
from engine.seats import NOBODY, Seat, left_of, round_from, with_seat


def deal_out(deal: Deal, count: int, before: tuple[Event, ...] = ()) -> Step:
    """Lay out nine cards a player in so many rows (J1); the dealer's left begins (J3)."""
    seats = len(deal.totals)
    rows, aside = laid_out(deal.shuffled(INFO.key, pack(seats)), seats, count)
    leader = left_of(deal.dealer, seats)
    state = State(
        deal=deal,
        turn=leader,
        rows=rows,
        hands=(0,) * seats,
        aside=mask_of(aside),
        drawn=None,
    )
    started = DealStarted(deal.number, deal.dealer, leader, tuple(map(faces_of, rows)))
    return Step(state, (*before, started))


def laid_out(order: tuple[int, ...], seats: int, count: int) -> tuple[Rows, tuple[int, ...]]:
    """Return a shuffled pack as so many rows of nine cards a player, and the cards aside (J1)."""
    length = NINE * seats // count
    rows = tuple(order[length * row : length * (row + 1)] for row in range(count))
    return rows, order[NINE * seats :]


def draw(state: State, move: Draw) -> Step:
    """Take cards from the open ends of the rows (J2); all see which (J4)."""
    seat, cards = state.turn, taken(state.rows, move)
    held = state.hands[seat - 1] | mask_of(cards)
    hands = with_seat(state.hands, seat, held)
    after = state._replace(
        turn=_next_to_draw(seat, hands),
        rows=left(state.rows, move),
        hands=hands,
        drawn=Drawn(seat, move.rows, cards),
    )
    drawn = CardsDrawn(seat, move.rows, faces_of(cards), held.bit_count())
    return Step(after, (drawn,)) if after.turn != NOBODY else _end_deal(after, drawn)


def _next_to_draw(seat: Seat, hands: tuple[int, ...]) -> Seat:
    """Return the next seat to the left without nine cards; NOBODY if all have them (J2)."""
    seats = len(hands)
    from_left = round_from(left_of(seat, seats), seats)
    return next((other for other in from_left if hands[other - 1].bit_count() < NINE), NOBODY)


def _end_deal(state: State, drawn: CardsDrawn) -> Step:
    """Score a deal in which all hold nine (J6), and deal the next or end the game (J7)."""
    deal = state.deal
    par = state.aside if deal.par else None
    result = deal_result(deal.number, state.hands, par, deal.totals)
    deal, events = deal.scored(result), (drawn, DealScored(result))
    if deal.is_last():
        return Step(state._replace(deal=deal), (*events, deal.ended()))
    following = deal.following(left_of(deal.dealer, len(state.hands)))
    return deal_out(following, len(state.rows), events)

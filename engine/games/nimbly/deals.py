"""Dealing the rows, the end of a deal and of the game (J1, J3, J6, J7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import CARD_OF_IDENTITY, mask_of
from engine.game import Step
from engine.games.nimbly.state import (
    INFO,
    NOBODY,
    Deal,
    State,
    deal_result,
    faces_of,
    left_of,
    pack,
)
from engine.games.nimbly.view import NINE, DealScored, DealStarted, GameEnded
from engine.seats import Seat

if TYPE_CHECKING:
    from engine.events import Event


def deal_out(deal: Deal, told: tuple[Event, ...] = ()) -> Step:
    """Shuffle and lay out three rows of three cards a player; the dealer's left begins (J1, J3)."""
    seats = len(deal.totals)
    shuffled = deal.chance.shuffle(INFO.key, deal.number, pack(seats))
    order = tuple(CARD_OF_IDENTITY[identity] for identity in shuffled)
    length = 3 * seats
    rows = (order[:length], order[length : 2 * length], order[2 * length : 3 * length])
    leader = left_of(deal.dealer, seats)
    state = State(deal, leader, rows, (0,) * seats, mask_of(order[NINE * seats :]), None)
    started = DealStarted(deal.number, deal.dealer, leader, tuple(map(faces_of, rows)))
    return Step(state, (*told, started))


def end_deal(state: State, told: tuple[Event, ...]) -> Step:
    """Score a deal in which everybody holds nine (J6) and deal the next or end the game (J7)."""
    deal = state.deal
    par = state.aside if deal.par else None
    result = deal_result(deal.number, state.hands, par, deal.totals)
    points, totals = (*deal.points, result.points), result.totals
    told = (*told, DealScored(result))
    scored = deal._replace(points=points, totals=totals, last=result)
    if is_last(deal, totals):
        over = state._replace(deal=scored, turn=NOBODY)
        return Step(over, (*told, GameEnded(totals, winners(totals))))
    dealer = left_of(deal.dealer, len(totals))
    return deal_out(scored._replace(number=deal.number + 1, dealer=dealer), told)


def is_last(deal: Deal, totals: tuple[int, ...]) -> bool:
    """Return whether the game ends with a deal that brought the scores to `totals` (J7)."""
    if deal.target is not None:
        return max(totals) >= deal.target
    return deal.number == deal.deals


def winners(totals: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats with the highest total; ties share (J7)."""
    best = max(totals)
    return tuple(Seat(seat) for seat, total in enumerate(totals, start=1) if total == best)

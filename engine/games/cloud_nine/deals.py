"""Dealing, the end of a deal and of the game (N6-N8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import CARD_OF_IDENTITY, mask_of
from engine.game import Step
from engine.games.cloud_nine.state import (
    INFO,
    LEFT,
    NINE,
    NOBODY,
    PACK,
    ROUND,
    Deal,
    State,
    Three,
    Tricking,
    deal_result,
)
from engine.games.cloud_nine.telling import dealt
from engine.games.cloud_nine.view import DealScored, DealStarted, GameEnded, Phase
from engine.seats import Seat

if TYPE_CHECKING:
    from engine.events import Event

_HANDED_OUT = 3 * NINE


def deal_out(deal: Deal, told: tuple[Event, ...] = ()) -> Step:
    """Shuffle and deal nine each, one at a time from the dealer's left, who leads (N6)."""
    shuffled = deal.chance.shuffle(INFO.key, deal.number, PACK)
    order = tuple(CARD_OF_IDENTITY[identity] for identity in shuffled)
    leader = LEFT[deal.dealer]
    hands = [0, 0, 0]
    events: list[Event] = [*told, DealStarted(deal.number, deal.dealer, leader)]
    for place, seat in enumerate(ROUND[leader]):
        cards = order[place:_HANDED_OUT:3]
        hands[seat - 1] = mask_of(cards)
        events.append(dealt(seat, cards))
    state = State(
        deal,
        Phase.PLAY,
        leader,
        cast("Three", tuple(hands)),
        (0, 0, 0),
        order[_HANDED_OUT:],
        *Tricking(1, leader),
        None,
    )
    return Step(state, tuple(events))


def end_deal(state: State, told: tuple[Event, ...]) -> Step:
    """Score a deal whose nine tricks are done (N7) and deal the next or end the game (N8)."""
    deals, target, chance, number, dealer, points, before, _ = state.deal
    result = deal_result(number, state.clouds, state.hands, before)
    points, totals = (*points, result.points), result.totals
    told = (*told, DealScored(result))
    if is_last(state.deal, totals):
        deal = Deal(deals, target, chance, number, dealer, points, totals, result)
        over = state._replace(deal=deal, phase=Phase.OVER, turn=NOBODY)
        return Step(over, (*told, GameEnded(totals, winners(totals))))
    dealer = next_dealer(result.points, dealer)
    deal = Deal(deals, target, chance, number + 1, dealer, points, totals, result)
    return deal_out(deal, told)


def is_last(deal: Deal, totals: tuple[int, ...]) -> bool:
    """Return whether the game ends with a deal that brought the scores to `totals` (N8)."""
    if deal.target is not None:
        return max(totals) >= deal.target
    return deal.number == deal.deals


def winners(totals: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats with the highest total; ties share (N8)."""
    best = max(totals)
    return tuple(Seat(seat) for seat, total in enumerate(totals, start=1) if total == best)


def next_dealer(points: tuple[int, ...], dealer: Seat) -> Seat:
    """Return the deal's highest scorer; of several, the nearest to the last dealer's left (N7)."""
    best = max(points)
    return next(seat for seat in ROUND[LEFT[dealer]] if points[seat - 1] == best)

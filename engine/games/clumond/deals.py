"""Dealing, the end of a hand and of the game (C1, C5-C8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from engine.cards import CARD_OF_IDENTITY, FACES, mask_of
from engine.game import Step
from engine.games.clumond.settling import Finished, deal_result
from engine.games.clumond.state import (
    HELD,
    INFO,
    LEFT,
    NO_TRUMPS,
    NOBODY,
    NOTHING,
    PACK,
    SEATS,
    Deal,
    State,
    Three,
    Tricking,
    callers,
)
from engine.games.clumond.telling import dealt
from engine.games.clumond.view import DealScored, DealStarted, GameEnded, Phase
from engine.seats import Seat

if TYPE_CHECKING:
    from engine.events import Event


def with_antes(deal: Deal) -> Deal:
    """Move everybody's ante into the pot (C1)."""
    totals = tuple([total - deal.ante for total in deal.totals])
    return deal._replace(pot=deal.pot + len(SEATS) * deal.ante, totals=totals)


def deal_out(deal: Deal, told: tuple[Event, ...] = ()) -> Step:
    """Take the antes, shuffle and deal sixteen each, one at a time from the dealer's left (C1)."""
    deal = with_antes(deal)
    shuffled = deal.chance.shuffle(INFO.key, deal.number, PACK)
    order = tuple(CARD_OF_IDENTITY[identity] for identity in shuffled)
    seats = callers(deal.dealer)
    hands = [0, 0, 0]
    events: list[Event] = [*told, DealStarted(deal.number, deal.dealer, seats[0], deal.pot)]
    for place, seat in enumerate(seats):
        cards = order[place : len(SEATS) * HELD : len(SEATS)]
        hands[seat - 1] = mask_of(cards)
        events.append(dealt(seat, tuple(FACES[card] for card in cards)))
    state = State(
        deal,
        Phase.CALL,
        seats[0],
        cast("Three", tuple(hands)),
        NOTHING,
        NOBODY,
        NO_TRUMPS,
        1,
        seats[0],
        (),
        None,
    )
    return Step(state, tuple(events))


def end_deal(state: State, trick: Tricking, told: tuple[Event, ...]) -> Step:
    """Settle a hand whose last trick is done and deal the next or end the game (C5-C8)."""
    deal = state.deal
    finished = Finished(state.declarer, state.trumps, trick, state.hands, state.tricks)
    result = deal_result(deal, finished)
    told = (*told, DealScored(result))
    after = deal._replace(
        pot=result.stays, points=(*deal.points, result.points), totals=result.totals, last=result
    )
    if deal.number == deal.deals:
        over = state._replace(
            deal=after._replace(pot=0), phase=Phase.OVER, turn=NOBODY, last_trick=trick
        )
        return Step(over, (*told, GameEnded(result.totals, winners(result.totals))))
    return deal_out(after._replace(number=deal.number + 1, dealer=LEFT[deal.dealer]), told)


def winners(totals: tuple[int, ...]) -> tuple[Seat, ...]:
    """Return the seats with the highest balance; ties share (C8)."""
    best = max(totals)
    return tuple(Seat(seat) for seat, total in enumerate(totals, start=1) if total == best)

"""The effect of a draw, and how a deal begins and ends (J1-J7 of docs/rules.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import chain, combinations_with_replacement
from operator import gt

from engine.cards import mask_of
from engine.events import DealScored, Event
from engine.game import Step
from engine.games.nimbly.state import INFO, Deal, Drawn, Rows, State, deal_result, faces_of, pack
from engine.games.nimbly.view import CARDS_A_MOVE, ROWS, USUAL_ROWS, CardsDrawn, DealStarted
from engine.melds import NINE
from engine.seats import NOBODY, Seat, left_of, round_from, with_seat

# The moves of Nimbly, each made once, and their spelling (J2).


@dataclass(frozen=True, slots=True)
class Draw:
    """Take cards from the open ends: `rows` has a letter for each card, in order (`AAC`)."""

    rows: str


class Refusal(StrEnum):
    """Why a move is refused, beside the reasons that every game has."""

    HAND_FULL = "hand_full"
    """The hand would have more than nine cards."""
    ROW_SHORT = "row_short"
    """A row has fewer cards than would be taken from it."""


@cache
def draws_of(rows: int) -> tuple[Draw, ...]:
    """Return all moves with this many rows, those of fewer cards first.

    >>> len(draws_of(3)), len(draws_of(5))
    (19, 55)
    """
    return tuple(
        Draw("".join(named))
        for count in range(1, CARDS_A_MOVE + 1)
        for named in combinations_with_replacement(ROWS[:rows], count)
    )


DRAWS = draws_of(USUAL_ROWS)
"""All nineteen moves with the usual rows, those of fewer cards first."""


def needs(draw: Draw, rows: int = USUAL_ROWS) -> tuple[int, ...]:
    """Return how many cards a draw takes from each of so many rows.

    >>> needs(Draw("AAC"))
    (2, 0, 1)
    """
    return tuple([draw.rows.count(row) for row in ROWS[:rows]])


def is_short(rows: Rows, draw: Draw) -> bool:
    """Return whether a row has too few cards for the draw."""
    return _lacks(tuple(map(len, rows)), draw)


def draws_from(rows: Rows, most: int) -> tuple[Draw, ...]:
    """Return the draws of at most `most` cards that the rows allow."""
    # To a draw a row of three cards is like a longer one, so few keys differ.
    lengths = tuple([min(len(row), CARDS_A_MOVE) for row in rows])
    return _draws_from(lengths, min(most, CARDS_A_MOVE))


@cache
def _draws_from(lengths: tuple[int, ...], most: int) -> tuple[Draw, ...]:
    draws = draws_of(len(lengths))
    return tuple(draw for draw in draws if len(draw.rows) <= most and not _lacks(lengths, draw))


def _lacks(lengths: tuple[int, ...], draw: Draw) -> bool:
    needed = needs(draw, len(lengths))
    # A row that is not there has no cards.
    is_beyond = sum(needed) < len(draw.rows)
    return is_beyond or any(map(gt, needed, lengths))


def taken(rows: Rows, draw: Draw) -> tuple[int, ...]:
    """Return the cards a draw takes, row by row, each row's open end first."""
    ends = [row[: -need - 1 : -1] for row, need in zip(rows, needs(draw, len(rows)), strict=True)]
    return tuple(chain.from_iterable(ends))


def left(rows: Rows, draw: Draw) -> Rows:
    """Return the rows after a draw."""
    needed = needs(draw, len(rows))
    return tuple([row[: len(row) - need] for row, need in zip(rows, needed, strict=True)])


def code(move: Draw) -> str:
    """Spell a move as docs/rules.md does."""
    return f"draw {move.rows}"


BY_CODE: Mapping[str, Draw] = {code(draw): draw for draw in draws_of(len(ROWS))}
"""Every move by its spelling."""


def deal_out(deal: Deal, count: int, before: tuple[Event, ...] = ()) -> Step:
    """Lay out nine cards a player in so many rows (J1); the dealer's left begins (J3)."""
    seats = len(deal.totals)
    rows, aside = laid_out(deal.shuffled(INFO.key, pack(seats)), seats, count)
    leader = left_of(deal.dealer, seats)
    state = State(
        deal=deal, turn=leader, rows=rows, hands=(0,) * seats, aside=mask_of(aside), drawn=None
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

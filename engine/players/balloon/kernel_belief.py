"""What hands others of Cloud 9 may hold, by all that they did with them: kernels.

Made-up hands are followed backwards: what was paid comes back, and of what was drawn any card goes.
A hand counts as much as its owner, with what they held each time, was likely to do what they did.
Hands are drawn by exchange (Metropolis and Hastings): a new one, of any cards that nobody else
holds, takes the place of the old one as often as it is likelier.
"""

from __future__ import annotations

from math import exp

from engine.games.balloon.view import TOP
from engine.players.balloon.kernel import (
    HANDS,
    HEAP,
    SCORES,
    SEATS,
    TURN,
    VIEWER,
    cards_of,
    covers,
    drawn_card,
    make,
    throw,
)
from engine.players.balloon.kernel_policy import (
    ASKED,
    CLUE,
    KIND,
    WENT_ON,
    WHOSE,
    Table,
    look,
    play_on,
    share_out,
    wish,
)
from engine.players.balloon.position import PACK, WILD_ONE
from engine.players.compiled import Numbers, drawn, kernel, reals_of
from engine.players.estimate import tabled

DREW, PAID, CHOSE, SPENT, FELL = range(5)
"""The kinds of clues: a card drawn, colours paid, a choice, a wild card paid, a fall."""

DOUBT = 0.1
"""How likely a wild card is spent by a pilot who holds the colours, against one who lacks them."""

NEVER = 1e-9
"""The same for a fall, which the rules forbid then: made-up hands may begin with it."""

HASTE, SLIPS = 0.7, 0.06
"""How much others heed what they wish, and how often (0…1) they do either without a thought."""

RECENT = 6
"""So many decisions of theirs count: what came before tells little of their hand now."""

_FINE, _FURTHEST = 16, 8
_GOES_ON = reals_of(
    tabled(SLIPS + (1 - 2 * SLIPS) / (1 + exp(-HASTE * step / _FINE)))
    for step in range(-_FINE * _FURTHEST, _FINE * _FURTHEST + 1)
)
_ALL = 1 << 16


@kernel
def note(table: Table, trip: Numbers, number: int, kind: int, on: int) -> None:
    """Write as a clue what the seat to act in a trip does; `on`: whether it goes on."""
    look(table, trip, number)
    clues, at = table.clues, number * CLUE
    clues[at + KIND], clues[at + WHOSE], clues[at + WENT_ON] = kind, trip[TURN], on


@kernel
def _going_on(table: Table, number: int, hand: int) -> float:
    """Return how likely (0…1) somebody with this hand went on when they chose."""
    found = min(max(wish(table, number, hand), -_FURTHEST), _FURTHEST)
    return _GOES_ON[int((found + _FURTHEST) * _FINE)]


@kernel
def _chosen(table: Table, number: int, hand: int) -> float:
    """Return how likely (0…1) it was that somebody with this hand decided as they did."""
    at = number * CLUE
    kind, holds = table.clues[at + KIND], covers(hand, table.clues[at + ASKED])
    if kind == FELL and holds:
        return NEVER
    if kind == FELL and hand < WILD_ONE:
        return 1.0
    on = _going_on(table, number, hand)
    if kind == SPENT and holds:
        return DOUBT * on
    return on if table.clues[at + WENT_ON] else 1 - on


@kernel
def _likelihood(table: Table, number: int, seat: int, hand: int) -> float:
    """Return how likely somebody who now has this hand did all that they did."""
    found, clues, choices, clue = 1.0, table.clues, 0, number
    while clue and choices < RECENT:
        at = clue * CLUE
        clue -= 1
        if clues[at + WHOSE] != seat:
            continue
        kind = clues[at + KIND]
        if kind == DREW:
            hand -= drawn_card(hand, table.random)
        elif kind == PAID:
            hand += clues[at + ASKED]
        else:
            if kind == SPENT:
                hand += WILD_ONE
            found *= _chosen(table, clue + 1, hand)
            choices += 1
    return found


@kernel
def exchange(table: Table, number: int, begins: int) -> None:
    """Draw every hand but the viewer's again, and keep the old one as often as it is likelier."""
    trip = table.trip
    free = PACK - trip[HEAP]
    for seat in range(1, trip[SEATS] + 1):
        free -= trip[HANDS + seat]
    for seat in range(1, trip[SEATS] + 1):
        old = trip[HANDS + seat]
        if seat == trip[VIEWER] or not old:
            continue
        free += old
        hand = 0
        for _ in range(cards_of(old)):
            hand += drawn_card(free - hand, table.random)
        likely = _likelihood(table, number, seat, hand)
        if begins or likely * _ALL > table.likely[seat] * drawn(table.random, _ALL):
            trip[HANDS + seat], table.likely[seat] = hand, likely
        free -= trip[HANDS + seat]


@kernel
def try_out(table: Table, number: int, moves: int, times: int) -> None:
    """Try two moves, the bits of one number two each, in as many imagined positions; sum up."""
    trip, twin, shares, sums = table.trip, table.twin, table.shares, table.sums
    seats, seat = trip[SEATS], trip[TURN]
    width = seats + 1
    for _ in range(times):
        exchange(table, number, 0)
        throw(trip, table.random)
        gap = 0.0
        for which in range(2):
            for place in range(len(trip)):
                twin[place] = trip[place]
            make(twin, moves >> 2 * which & 3)
            play_on(table, TOP)
            share_out(table)
            gap = shares[seat] - gap
            sums[which * width] += twin[SCORES + seat] - trip[SCORES + seat]
            for other in range(1, seats + 1):
                sums[which * width + other] += shares[other]
        sums[2 * width] += gap
        sums[2 * width + 1] += gap * gap

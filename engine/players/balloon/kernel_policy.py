"""How seats of Cloud 9 play in playouts, and what the end of a trip is worth to them: kernels.

A small network says how much a seat wants to go on, by what lies on the table (`look`) and by its
own hand (`wish`). Its numbers, and those of the worth, were fitted by self-play.
"""

from __future__ import annotations

from itertools import product
from math import comb, exp, sqrt
from typing import NamedTuple

from engine.games.balloon.cards import OF_A_COLOUR, WILDS
from engine.games.balloon.state import INFO
from engine.games.balloon.view import TOP
from engine.players.balloon.kernel import (
    ABOARD,
    CLOUD,
    DOING,
    ENDED,
    HANDS,
    HEAP,
    NEED,
    OF_CLOUD,
    ON,
    PILOT,
    REDEAL,
    SCORES,
    SEATS,
    STOP,
    TARGET,
    TOPPED,
    TURN,
    WILD,
    WORTH,
    cards_of,
    covers,
    empty,
    following,
    leading,
    make,
)
from engine.players.balloon.policy import ROW, WILD_CARD, strength
from engine.players.balloon.position import BITS, DONE, FIELD, LONE, PAY, PLAIN, RIDE, WILD_ONE
from engine.players.compiled import Numbers, Reals, array_of, kernel, reals, reals_of, zeros
from engine.players.estimate import tabled

# The fitted numbers of playouts: a network that says who goes on, and what ends are worth.
#
# Fitted by self-play among two to six to targets of 20 to 80. The network has HIDDEN units, each
# the sum of its numbers where that is positive; `kernel_policy` names its inputs. At every second
# decision both moves were played out in the true position, and the network was changed towards the
# better one (policy gradient with some entropy). The worth of a trip's end is fitted to who won
# after 400,000 of them.

CARD, OTHER_WILDS, HAND = 0.40, 2.13, 2.01
"""Points that a card in hand is worth after a trip, wild cards but the first (`policy.WILD_CARD`),
and colours that would pay every throw of three dice."""

FIRST, SECOND = -0.43, -0.17
"""Points that it is worth to be the next pilot, and to sit to their left."""

SCALE = (0.722, 0.483, 0.959, -0.057)
"""The scale of leads: of these a + b * seats + (c + d * seats) * sqrt(points still to go)."""

HIDDEN = 12

# fmt: off
NETWORK = (
    # to stay, by cloud (the first row of each nine is not used)
    0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00,
    -1.42, -2.80, 1.27, 0.70, -0.67, -1.70, 0.10, -3.99, -1.40, 0.26, 1.75, 0.05,
    -0.97, -2.64, 0.27, 0.98, -1.30, -0.50, 0.64, -4.30, -0.93, 1.04, 1.85, 0.03,
    -0.90, -0.21, -0.41, 0.90, -1.27, 0.23, 1.29, -2.38, -0.30, -0.20, 1.64, -0.12,
    -1.08, 0.75, -0.18, 0.13, -0.86, 0.62, 0.68, 0.58, 0.70, 0.30, 0.91, -0.03,
    -0.76, 1.04, -0.09, -0.09, -0.25, 0.54, 0.77, 0.33, 0.42, -0.36, -0.06, -0.09,
    -0.30, 0.53, 0.13, -0.14, -1.53, 0.52, 0.02, 0.58, 0.58, -0.33, -0.30, -0.36,
    0.45, 0.07, -0.57, 0.61, -1.69, 1.16, 1.03, -0.44, -0.04, -0.56, -0.88, -0.68,
    1.20, -1.08, -0.31, 0.95, -1.35, -0.16, 0.16, 1.16, 0.85, -0.31, -1.15, -0.45,
    # to pay with a wild card or fall, by cloud
    0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00,
    2.74, 1.24, -0.80, 2.16, 2.38, 1.95, 2.55, 0.41, -0.09, -1.60, 2.38, 0.24,
    1.28, 2.23, -0.34, 2.94, 1.84, 1.13, 1.94, -0.13, 0.02, -1.06, 2.09, 0.01,
    1.79, 2.53, -0.48, 2.71, 1.42, -1.79, -0.42, -0.18, 0.15, -0.66, 0.58, 0.50,
    1.86, 1.74, -0.72, -0.20, 1.35, -2.11, -0.59, 0.33, 0.64, -0.07, 0.91, 0.00,
    1.36, 0.98, -0.52, -0.60, 1.20, -1.33, -0.56, 1.11, -0.01, -0.31, 0.36, 0.31,
    1.02, 0.71, -0.52, 0.45, 1.17, -0.96, -0.19, 1.38, -0.48, -0.11, -0.50, 0.32,
    0.83, 0.10, -0.16, -1.12, 0.90, -0.95, -0.28, 0.88, 0.63, 0.38, -0.36, 0.11,
    -1.05, -0.73, -0.49, -0.27, -1.03, -0.54, -0.62, -0.37, -0.07, 0.84, -0.17, -0.35,
    # alone, by cloud
    0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.00,
    -0.34, -0.22, 0.11, 0.12, -0.12, -0.61, 0.13, 0.08, -0.42, 0.23, -0.21, -0.34,
    -0.12, -0.20, -0.34, -0.70, 0.01, -1.60, 1.03, -0.34, 0.05, -1.41, 1.84, -0.10,
    2.38, -0.35, -0.84, 0.84, -1.04, 0.97, 1.93, -0.25, -0.68, -0.72, 1.20, -0.31,
    2.10, -0.41, -1.05, 0.01, 0.21, 1.61, 1.43, -0.04, -1.26, 0.83, 0.98, -0.22,
    0.01, -0.17, -1.20, -0.07, 1.47, 1.53, 1.75, -0.04, -1.04, -0.01, 0.91, -0.20,
    -0.53, -0.12, -1.06, -0.14, 2.09, 1.18, 1.56, 0.04, -0.99, 0.12, 0.34, -0.09,
    -0.48, -0.10, 0.68, 0.30, 2.11, 1.43, 1.44, 0.37, -0.61, 0.38, -0.73, 0.43,
    -0.29, -0.24, 1.01, 1.65, 2.01, 2.59, 1.15, 1.38, -0.07, -0.61, 0.46, -0.12,
    # by policy.ROW
    -2.05, -4.33, -0.74, -0.87, 0.31, 1.53, 1.73, -0.25, -1.48, 2.04, 0.77, -0.11,
    -1.26, 0.77, -0.97, 1.36, -1.73, 1.01, 0.68, -1.49, 0.24, -0.23, 1.09, -0.36,
    0.40, 0.19, -0.53, -0.07, 0.84, 0.81, 0.24, 0.73, 0.27, -0.21, 0.19, 0.00,
    -0.54, 0.96, -0.37, 0.53, -0.86, 1.30, 0.99, -1.67, -0.99, -0.01, 1.12, -0.61,
    0.80, 0.08, -0.26, -0.43, -0.76, -1.54, 0.24, 0.72, 0.53, 0.57, 0.61, 0.05,
    0.40, 0.07, -0.40, 0.82, 0.81, 0.01, 1.28, 0.57, -0.21, -0.29, 0.88, -0.51,
    0.50, 0.92, -0.36, 0.76, -0.88, 0.91, 0.16, 0.67, -0.82, 0.39, 1.26, -0.12,
    1.27, 0.23, -0.56, -0.09, -1.10, -1.17, -0.15, 0.84, 0.52, 0.46, 0.55, -0.14,
    1.38, 0.33, -0.33, -0.08, 0.94, -1.99, -0.37, 0.46, 1.22, 0.82, -0.74, -0.22,
    # by the hand: chance to fly, without wild cards, its square; next two clouds; wilds
    0.17, -0.01, -0.77, -1.25, -0.70, 0.37, -0.94, -1.04, -1.25, 1.78, 0.09, 0.16,
    -0.15, 0.06, -0.31, -0.90, 0.01, 0.68, -0.54, -0.40, -0.87, 1.68, -0.78, -0.30,
    -0.32, 0.33, -0.05, -1.26, 0.21, -0.53, -1.30, -0.05, -1.30, 2.26, -1.45, -0.28,
    -0.06, -0.75, -0.20, -0.77, 0.28, -2.04, -0.42, -0.04, 0.40, 1.65, -0.31, -0.46,
    -0.04, -0.36, 0.06, -0.14, 0.56, -0.87, -0.12, 0.05, 0.15, 1.26, -1.15, -0.21,
    0.26, -1.36, -1.20, -0.00, -0.83, -2.53, 0.56, 0.15, 0.82, 1.60, -0.80, -0.46,
    0.03, -0.24, 0.17, 0.44, -0.69, -1.55, -1.24, 0.25, 1.27, 0.36, -1.31, -0.16,
    # by the table, in the order of kernel_policy.look
    0.46, 0.06, -0.50, -0.24, -0.01, -0.67, -0.10, 0.20, 1.16, 0.93, -0.06, 0.18,
    -0.03, 0.15, -2.10, 0.17, -0.17, 0.18, -0.24, -0.75, -0.20, 0.83, 0.39, -0.39,
    -0.27, -1.47, 0.85, -0.37, 0.34, -0.43, -1.21, -0.30, -0.70, 0.87, -0.12, 0.28,
    -1.14, -1.15, 0.99, 0.41, -2.35, 0.26, 0.03, -0.50, -0.47, 1.43, 0.19, -0.49,
    -0.15, -0.20, -1.90, 0.29, 0.46, 0.02, 0.29, 0.23, 0.04, 0.41, 0.31, -1.05,
    -1.25, -2.94, 1.64, -0.03, -1.37, -1.16, -3.82, 0.04, -0.91, 1.37, -0.15, -0.54,
    -0.26, -0.59, 2.46, 0.60, 1.16, 1.54, -1.09, 0.57, -0.83, -1.13, 1.63, -0.42,
    3.93, 0.24, -1.61, -1.03, 3.20, -0.60, 1.02, 2.60, -0.04, -0.46, -1.70, 0.07,
    -0.28, 0.30, 0.51, -0.08, 0.36, -0.45, -1.18, 0.16, 0.06, 0.94, -0.68, -0.43,
    0.97, 0.56, 0.19, 0.58, -0.20, 0.39, 1.12, 0.91, 0.54, -0.19, 0.31, -0.72,
    1.60, -0.39, -0.19, -0.44, 0.49, -0.29, -0.03, 1.12, -0.82, -0.97, -0.63, -0.34,
    0.27, -0.33, 0.04, -0.39, -0.94, -0.12, 0.33, 0.14, 0.21, 0.84, -0.63, -0.11,
    0.05, -0.23, 0.12, 0.67, -0.98, 0.46, 0.24, -0.00, -0.03, 1.10, 0.17, 0.18,
    0.81, 1.16, -0.79, 0.53, 0.53, 0.09, 0.66, 0.33, -0.22, 0.78, 0.89, -0.09,
    # out
    -2.67, -2.09, -2.98, -1.55, -3.44, -4.22, -2.75, -2.23, -1.67, 1.45, -2.89, -0.03,
    0.62,
)


_SEATS = max(INFO.seats) + 1
_NET = reals_of(NETWORK)
_BY_ROW, _BY_HAND = 3 * TOP, 3 * TOP + 1 + max(map(max, ROW))
_BY_TABLE = _BY_HAND + 7
_OUT = len(NETWORK) - 1 - HIDDEN

_ROWS = array_of(row for rows in ROW for row in rows)
_MOST_OF_A_COLOUR = 4
_MOST_CARDS, _STEPS = 24, 64


def _tail(share: float, cards: int, least: int) -> float:
    """Return the chance that at least `least` of this many cards are of a kind with this share."""
    most = min(least, cards + 1)
    fewer = (comb(cards, few) * share**few * (1 - share) ** (cards - few) for few in range(most))
    return tabled(max(0.0, 1 - sum(fewer)))


_TAIL = reals_of(
    _tail(step / _STEPS, cards, least)
    for least in range(_MOST_OF_A_COLOUR + 1)
    for cards in range(_MOST_CARDS + 1)
    for step in range(_STEPS + 1)
)
"""The chance that a hand has enough of a colour: by the number needed, cards, share in 64ths."""

_SIDE = _MOST_OF_A_COLOUR + 1
_AT = (2, 5, 8)
"""A cloud with each number of dice but none, which is the ninth."""
_PAID = reals_of(
    strength(sum(number << BITS * colour for colour, number in enumerate(hand)), cloud)
    for cloud in _AT
    for hand in product(range(_SIDE), repeat=4)
)

FINE, FURTHEST = 32, 20
_POWERS = reals_of(tabled(exp(-step / FINE)) for step in range(FINE * FURTHEST + 2))
_MOST_LEFT = 200
_SCALES = reals_of(
    tabled(max(1.0, SCALE[0] + SCALE[1] * seats + (SCALE[2] + SCALE[3] * seats) * sqrt(left)))
    for seats in range(_SEATS)
    for left in range(_MOST_LEFT + 1)
)


KIND, WHOSE, WENT_ON, DID, ON_CLOUD, ASKED, LAY, PILOTS = range(8)
CLUE = 8
"""Where a clue has which number, and how many there are.

Its kind is that of `kernel_belief`, and WENT_ON whether its owner went on; the others are of the
trip then: DOING, the cloud, the cost, the heap and how many cards the pilot had.
"""


class Table(NamedTuple):
    """All that kernels work with: a trip, and another to play out.

    `clues` are what was heard, CLUE numbers each, in order after those of the seat that acts in a
    playout; `hidden` has for each of them what `look` wrote. `likely` and `shares` are by seat.
    `random` is the state of the generator. `sums` has for each of two moves the points of the seat
    to act, then the shares of all seats, and at its end the gap in shares and its square.
    """

    trip: Numbers
    twin: Numbers
    clues: Numbers
    hidden: Reals
    likely: Reals
    shares: Reals
    random: Numbers
    sums: Reals


def table_of(trip: Numbers, clues: int) -> Table:
    """Return a table for a trip, with room for this many clues."""
    seats, most = int(trip[SEATS]), clues + 1
    return Table(
        trip, empty(), zeros(CLUE * most), reals(HIDDEN * most), reals(seats + 1),
        reals(seats + 1), array_of((1, 0)), reals(2 * seats + 4),
    )  # fmt: skip


@kernel
def paid(hand: int, cloud: int) -> float:
    """Return the chance (0…1) that the colours of a hand pay a throw of a cloud."""
    if cloud >= TOP:
        return 1.0
    at = OF_CLOUD[cloud] - 2
    for colour in range(4):
        at = at * _SIDE + min(_MOST_OF_A_COLOUR, hand >> BITS * colour & FIELD)
    return _PAID[at]


@kernel
def chance(need: int, seen: int, cards: int, bold: float) -> float:
    """Estimate the chance that a hand of this many unseen cards pays, as `policy.pays`."""
    if need == 0:
        return 1.0
    wilds, colours = WILDS - (seen >> BITS * 4), 4 * OF_A_COLOUR - cards_of(seen & PLAIN)
    if colours <= 0:
        return 1.0
    cards = min(cards, _MOST_CARDS)
    plain = 1.0
    for colour in range(4):
        least = need >> BITS * colour & FIELD
        if least:
            left = OF_A_COLOUR - (seen >> BITS * colour & FIELD)
            at = (least * (_MOST_CARDS + 1) + cards) * (_STEPS + 1) + left * _STEPS // colours
            plain *= _TAIL[at]
    at = (_MOST_CARDS + 1 + cards) * (_STEPS + 1) + wilds * _STEPS // (wilds + colours)
    wild = bold * _TAIL[at]
    return wild + (1 - wild) * plain


@kernel
def _add(hidden: Reals, at: int, row: int, factor: float) -> None:
    for unit in range(HIDDEN):
        hidden[at + unit] += factor * _NET[row * HIDDEN + unit]


@kernel
def _around(trip: Numbers) -> tuple[int, int, int, int, int]:
    """Return what the seat to act sees round the table.

    The highest score of the others, and of those aboard; how many are aboard, how many of them are
    pilot before it, and how many decide after it.
    """
    seat, pilot = trip[TURN], trip[PILOT]
    lead, beside, aboard, ahead, later = -1, -1, 1, 0, 0
    is_before, other = pilot != seat, pilot
    for _ in range(trip[SEATS]):
        other = other % trip[SEATS] + 1
        if other == seat:
            is_before = False
            continue
        lead = max(lead, trip[SCORES + other])
        if trip[ABOARD] >> other & 1:
            beside = max(beside, trip[SCORES + other])
            aboard += 1
            if is_before or pilot == seat:
                ahead += 1
            elif other != pilot:
                later += 1
    return lead, beside, aboard, ahead, later


@kernel
def look(table: Table, trip: Numbers, number: int) -> None:
    """Write what a trip tells the seat to act, for `wish`; of hands only their size counts."""
    cloud, pilot, seat, doing = trip[CLOUD], trip[PILOT], trip[TURN], trip[DOING]
    clues, at = table.clues, number * CLUE
    cards = cards_of(trip[HANDS + pilot])
    clues[at + DID], clues[at + ON_CLOUD], clues[at + ASKED] = doing, cloud, trip[NEED]
    clues[at + LAY], clues[at + PILOTS] = trip[HEAP], cards
    if cloud >= TOP:
        return
    lead, beside, aboard, ahead, later = _around(trip)
    score, target = trip[SCORES + seat], trip[TARGET]
    made, above = score + (0 if doing == PAY else WORTH[cloud]), score + WORTH[cloud + 1]
    hidden, at, row = table.hidden, number * HIDDEN, _BY_TABLE
    by_cloud = (doing * TOP + cloud) * HIDDEN
    by_row = (_BY_ROW + _ROWS[aboard * (_SEATS - 1) + min(ahead, _SEATS - 2)]) * HIDDEN
    for unit in range(HIDDEN):
        hidden[at + unit] = _NET[by_cloud + unit] + _NET[by_row + unit]
    _add(hidden, at, row, cards_of(trip[HANDS + seat]) / 10)
    _add(hidden, at, row + 1, max(0, target - made) / 25)
    _add(hidden, at, row + 2, 1.0 if made >= target else 0.0)
    _add(hidden, at, row + 3, (lead - score) / 25)
    _add(hidden, at, row + 4, max(0, target - lead) / 25)
    _add(hidden, at, row + 5, 1.0 if lead >= target else 0.0)
    _add(hidden, at, row + 6, 1.0 if max(lead, made) >= target and made > lead else 0.0)
    _add(hidden, at, row + 7, (beside - score) / 25 if aboard > 1 else 0.0)
    _add(hidden, at, row + 8, 1.0 if above >= target and above > lead else 0.0)
    _add(hidden, at, row + 9, cards / 10)
    _add(hidden, at, row + 10, (trip[SCORES + pilot] - score) / 25)
    _add(hidden, at, row + 11, later / 3)
    _add(hidden, at, row + 12, trip[SEATS] / 6)
    _add(hidden, at, row + 13, aboard / trip[SEATS])


@kernel
def wish(table: Table, number: int, hand: int) -> float:
    """Return how much a seat with this hand wants to go on: above 0 it does.

    A pilot who may pay with a wild card has not spent it yet.
    """
    clues, at = table.clues, number * CLUE
    doing, cloud = clues[at + DID], clues[at + ON_CLOUD]
    wilds, plainly = hand >> BITS * 4, 1.0
    pays = 1.0
    if doing == RIDE:
        need, seen, cards = clues[at + ASKED], hand + clues[at + LAY], clues[at + PILOTS]
        pays, plainly = chance(need, seen, cards, 1.0), chance(need, seen, cards, 0.0)
    elif doing == LONE:
        plainly = paid(hand, cloud)
        pays = 1.0 if wilds else plainly
    else:
        wilds -= 1
    here, above = paid(hand, cloud + 1), paid(hand, cloud + 2)
    hidden, begin, found = table.hidden, number * HIDDEN, _NET[_OUT + HIDDEN]
    for unit in range(HIDDEN):
        by = _BY_HAND * HIDDEN + unit
        one = hidden[begin + unit] + (
            pays * _NET[by]
            + plainly * _NET[by + HIDDEN]
            + plainly * plainly * _NET[by + 2 * HIDDEN]
            + here * _NET[by + 3 * HIDDEN]
            + above * _NET[by + 4 * HIDDEN]
        )
        if wilds > 0:
            one += _NET[by + 5 * HIDDEN]
        if wilds > 1:
            one += _NET[by + 6 * HIDDEN]
        if one > 0:
            found += one * _NET[_OUT + unit]
    return found


@kernel
def forced(trip: Numbers) -> int:
    """Return the move that the seat to act makes without a choice; -1 if it has one."""
    doing, need = trip[DOING], trip[NEED]
    if doing == PAY:
        hand = trip[HANDS + trip[PILOT]]
        if covers(hand, need):
            return ON
        return -1 if hand >= WILD_ONE else STOP
    if doing != RIDE or need:
        return -1
    is_safe = trip[CLOUD] + 1 == TOP or following(trip, trip[PILOT]) != trip[TURN]
    return ON if is_safe else -1


@kernel
def play_on(table: Table, cloud: int) -> None:
    """Play the twin on until the balloon has left a cloud, or to its end with that of the top."""
    trip = table.twin
    while trip[DOING] != DONE and trip[CLOUD] <= cloud:
        move = forced(trip)
        if move < 0:
            look(table, trip, 0)
            move = STOP
            if wish(table, 0, trip[HANDS + trip[TURN]]) > 0:
                move = WILD if trip[DOING] == PAY else ON
        make(trip, move)


@kernel
def _power(x: float) -> float:
    """Return e to the power of -x, for x from 0 on."""
    at = min(x, FURTHEST) * FINE
    step = int(at)
    return _POWERS[step] + (at - step) * (_POWERS[step + 1] - _POWERS[step])


@kernel
def _won(trip: Numbers, shares: Reals) -> None:
    """Write the shares of a decided win: of equal scores those with most cards win (B11)."""
    best = winners = 0
    for seat in range(1, trip[SEATS] + 1):
        rank = trip[SCORES + seat] * 128 + cards_of(trip[HANDS + seat])
        if rank > best:
            best, winners = rank, 0
        winners += rank == best
    for seat in range(1, trip[SEATS] + 1):
        rank = trip[SCORES + seat] * 128 + cards_of(trip[HANDS + seat])
        shares[seat] = 1 / winners if rank == best else 0.0


@kernel
def _worth(trip: Numbers, seat: int) -> float:
    """Return a seat's score after a trip, with the points that its place and its hand are worth."""
    found = float(trip[SCORES + seat])
    after = (seat - 1 - trip[ENDED]) % trip[SEATS]
    if after == 0:
        found += FIRST
    elif after == 1:
        found += SECOND
    if trip[TOPPED] and trip[REDEAL]:
        return found
    hand = trip[HANDS + seat]
    wilds = hand >> BITS * 4
    if wilds:
        found += WILD_CARD + OTHER_WILDS * (wilds - 1)
    return found + CARD * cards_of(hand) + HAND * paid(hand, 4)


@kernel
def share_out(table: Table) -> None:
    """Write the share of the win (0…1) of every seat to be expected after the twin's trip.

    While nobody has reached the target, they are as the exponentials of the scores, on a scale
    that grows with the points still to go. Hands count unless they are dealt again (B8).
    """
    trip, shares = table.twin, table.shares
    seats, left = trip[SEATS], trip[TARGET] - leading(trip)
    if left <= 0:
        _won(trip, shares)
        return
    most = 0.0
    for seat in range(1, seats + 1):
        shares[seat] = _worth(trip, seat)
        most = max(most, shares[seat])
    whole = 0.0
    for seat in range(1, seats + 1):
        shares[seat] = _power((most - shares[seat]) / _SCALES[seats * (_MOST_LEFT + 1) + left])
        whole += shares[seat]
    for seat in range(1, seats + 1):
        shares[seat] /= whole

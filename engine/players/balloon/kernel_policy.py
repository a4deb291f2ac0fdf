"""How seats of Cloud 9 play in playouts, and what the end of a trip is worth to them: kernels.

A small network says how much a seat wants to go on, by what lies on the table (`look`) and by its
own hand (`wish`). Its numbers, and those of the worth, were fitted by self-play: see `network`.
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
from engine.players.balloon.network import (
    CARD,
    FIRST,
    HAND,
    HIDDEN,
    NETWORK,
    OTHER_WILDS,
    SCALE,
    SECOND,
    WILD_CARD,
)
from engine.players.balloon.policy import ROW, strength
from engine.players.balloon.position import BITS, DONE, FIELD, LONE, PAY, PLAIN, RIDE, WILD_ONE
from engine.players.compiled import Numbers, Reals, array_of, kernel, reals, reals_of, zeros
from engine.players.estimate import tabled

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
    """Estimate the chance that a hand of this many unseen cards pays, as `chances.pays`."""
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
    that grows with the points still to go. Hands count unless they are dealt anew (B8).
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

"""Nimbly in numbers, for kernels: what may be drawn, what hands score and what a deal is worth.

The cards left in the rows are numbered from 0: row by row, each from its covered to its open end.
What each player has taken of them is a set of these numbers. A position is one number, its key:
the sets of all players side by side, and above them the player to act, counted from 1. The lengths
of the rows are one number too, five bits each, and so is how many cards each player still takes,
four bits each. Values are whole numbers: the share of the win in parts of ONE, and POINT for each
point of the deal (see `lookahead`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.cards import ALL_RANKS, COUNT, SUIT_SIZE
from engine.games.nimbly.state import LARGE_TABLE
from engine.games.nimbly.turns import DRAWS, needs
from engine.melds import DIAMONDS_AT, HEARTS_AT, RUN, RUN_HIGH, SPADES_AT
from engine.players.compiled import Numbers, Reals, array_of, kernel, reals, zeros
from engine.players.nimbly.evaluation import WEIGHTS

ONE = 10**9
"""The whole win."""

POINT = 10**5
"""A point of the deal: one ten-thousandth of the win, which only breaks ties."""

FINE = 10**6
"""Parts of a point in which the points of the player who thinks are counted."""

EQUAL = 20
"""Values that differ by no more are equal: so much is lost in rounding."""

SPAN = 1024
"""How many leads each row of `Ending.odds` has; larger ones count as the largest."""

ROW_BITS = 5
ROW = (1 << ROW_BITS) - 1
_GUARD = 1 << 4 | 1 << 9 | 1 << 14
"""A bit above each row's length, which is gone where more is taken than there is."""

ROOM_BITS = 4
ROOM = (1 << ROOM_BITS) - 1

FRAME = 7
"""Numbers that each depth of the stack has beside a value."""

RECORD = 4
"""Numbers of a position that is kept: its key, and its values in twos."""

MOST_BITS = 60
"""Bits that the sets of all players may have."""

CARDS, SEATS, SECOND, THIRD, CAP, COUNTED, PLAYER, PAR = range(8)
LEFT, TARGET, USUAL, FEWEST, AGAINST, BEFORE = range(8, 14)
"""Where `Ending.facts` has which number.

The cards left; the seats; where the second and third row begin; how many positions may be kept and
how many are; the player who thinks; the points to be reached (J6); the deals to come, the target
(0: none), the points the best player usually makes in a deal; the deals to come of the first row
of odds; whether everybody else plays against the player who thinks, whatever it gives themselves;
then each player's total before the deal.
"""

DRAWN = array_of(len(draw.rows) for draw in DRAWS)
"""How many cards each draw takes."""

NEEDED = array_of(
    a | b << ROW_BITS | c << 2 * ROW_BITS for a, b, c in (needs(draw) for draw in DRAWS)
)
"""How many each draw takes of each row."""

MELDS = array_of([*COUNT, *RUN_HIGH, *RUN])
"""For each set of ranks their number, their longest run, and that with the ace low too."""

_RANKS = ALL_RANKS + 1
_HIGH, _LOW = _RANKS, 2 * _RANKS


class Ending(NamedTuple):
    """All that a search needs.

    `facts` are named above. `cards` are those left and `held` the hands, as bits; `melds` is MELDS.
    `worth` has for each player and each set of the cards left the points, plus one, of the hand
    that it completes, 0 where nobody asked yet; `odds` for each number of deals to come the weight
    of each lead (none: the win itself counts). `kept` has the positions known, `stack` the
    value of the position at each depth.
    """

    facts: Numbers
    cards: Numbers
    held: Numbers
    melds: Numbers
    worth: Numbers
    odds: Numbers
    kept: Numbers
    stack: Numbers


@kernel
def score(melds: Numbers, mask: int, ace_low: int) -> int:
    """Return the score of a hand without jokers, as `engine.melds.score` does."""
    c = mask & ALL_RANKS
    d = mask >> DIAMONDS_AT & ALL_RANKS
    h = mask >> HEARTS_AT & ALL_RANKS
    s = mask >> SPADES_AT & ALL_RANKS
    flush = max(melds[c], melds[d], melds[h], melds[s])
    either, both, other_either, other_both = c | d, c & d, h | s, h & s
    threes = both & other_either | other_both & either
    sets = 1
    if threes:
        sets = 3 * melds[threes] + melds[both & other_both]
    elif both | other_both | either & other_either:
        sets = 2
    return flush * melds[(_LOW if ace_low else _HIGH) + (either | other_either)] * sets


@kernel
def worth(ending: Ending, player: int, chosen: int) -> int:
    """Return the points of the hand that a set of the cards left completes (M1, J6)."""
    facts = ending.facts
    at = player << facts[CARDS] | chosen
    if not ending.worth[at]:
        mask = ending.held[player]
        for card in range(facts[CARDS]):
            if chosen >> card & 1:
                mask |= ending.cards[card]
        made = score(ending.melds, mask, int(facts[SEATS] == LARGE_TABLE))
        ending.worth[at] = 1 + (made if made >= facts[PAR] else 0)
    return ending.worth[at] - 1


@kernel
def taken(facts: Numbers, left: int, draw: int) -> int:
    """Return the cards of a draw, as a set of the numbers of cards left."""
    need = NEEDED[draw]
    a, b, c = need & ROW, need >> ROW_BITS & ROW, need >> 2 * ROW_BITS
    x, y, z = left & ROW, left >> ROW_BITS & ROW, left >> 2 * ROW_BITS
    first = ((1 << a) - 1) << (x - a)
    second = ((1 << b) - 1) << (facts[SECOND] + y - b)
    return first | second | ((1 << c) - 1) << (facts[THIRD] + z - c)


@kernel
def may_draw(left: int, room: int, draw: int) -> bool:
    """Return whether the rows have what a draw takes, and the hand room for it (J2)."""
    return DRAWN[draw] <= room and ((left | _GUARD) - NEEDED[draw]) & _GUARD == _GUARD


@kernel
def following(rooms: int, player: int, seats: int) -> int:
    """Return the next player to the left who takes more cards, or this one if nobody does."""
    other = player
    for _ in range(seats):
        other = other + 1 if other + 1 < seats else 0
        if rooms >> (ROOM_BITS * other) & ROOM:
            return other
    return player


@kernel
def after(facts: Numbers, key: int, left: int, rooms: int, draw: int) -> int:
    """Return the key after a draw; `left` and `rooms` are those before it."""
    count, seats = facts[CARDS], facts[SEATS]
    top = count * seats
    player = (key >> top) - 1
    turn = following(rooms - (DRAWN[draw] << (ROOM_BITS * player)), player, seats)
    sets = key & ((1 << top) - 1) | taken(facts, left, draw) << (count * player)
    return sets | (turn + 1) << top


@kernel
def share_out(ending: Ending, at: int, best: int) -> None:
    """Turn the points at a place of the stack into values; `best` is the best total."""
    facts, stack, seats = ending.facts, ending.stack, ending.facts[SEATS]
    coming = facts[LEFT]
    if facts[TARGET]:
        coming = max(0, (facts[TARGET] - best + facts[USUAL] - 1) // facts[USUAL])
    row = (coming - facts[FEWEST]) * SPAN
    whole = 0
    for player in range(seats):
        lead = best - facts[BEFORE + player] - stack[at + player]
        whole += ending.odds[row + min(lead, SPAN - 1)]
    for player in range(seats):
        lead = best - facts[BEFORE + player] - stack[at + player]
        share = ending.odds[row + min(lead, SPAN - 1)] * ONE
        # Divisions take long, and most are by 1.
        stack[at + player] = (share if whole == 1 else share // whole) + POINT * stack[at + player]
    if facts[AGAINST]:
        for player in range(seats):
            if player != facts[PLAYER]:
                stack[at + player] = 2 * ONE - stack[at + facts[PLAYER]]


def memory(facts: list[int], cards: list[int], held: Iterable[int], odds: list[int]) -> Ending:
    """Return an empty memory for a search; `facts` say how many positions it may keep."""
    width = facts[SEATS] + 1
    places = 1 << (4 * facts[CAP] // 3).bit_length()
    return Ending(
        facts=array_of(facts),
        cards=array_of(cards),
        held=array_of(held),
        melds=MELDS,
        worth=zeros(facts[SEATS] << facts[CARDS]),
        odds=array_of(odds),
        kept=zeros(RECORD * places),
        stack=zeros((facts[CARDS] + 4) * (width + FRAME)),
    )


# The kernel of `evaluation`: the expected score of an unfinished hand, by the same numbers.

FIT = 10
"""How many numbers of `weights` there are for each number of cards to come."""
_ACE = SUIT_SIZE - 1


def fitted(seats: int) -> Reals:
    """Return the weights of a table of this many seats, one row after the other."""
    rows = [number for row in WEIGHTS[seats] for number in row]
    found = reals(len(rows))
    for at, number in enumerate(rows):
        found[at] = number
    return found


@kernel
def runs(held: int, live: int, ace_low: int) -> int:
    """Return the longest runs of ranks if one rank is filled in from others, and if two are.

    The second is in the bits above the fourth.
    """
    ranks, more = held << 1 | (held >> _ACE & ace_low), live << 1 | (live >> _ACE & ace_low)
    none = one = two = most_one = most_two = 0
    for _ in range(SUIT_SIZE + 1):
        if ranks & 1:
            none, one, two = none + 1, one + 1, two + 1
        elif more & 1:
            none, one, two = 0, none + 1, one + 1
        else:
            none = one = two = 0
        most_one, most_two = max(most_one, one), max(most_two, two)
        ranks, more = ranks >> 1, more >> 1
    return most_one | most_two << 4


@kernel
def hoped(fit: Reals, melds: Numbers, hand: int, live: int, coming: int, ace_low: int) -> float:
    """Return the points to be expected of a hand to which this many cards of `live` come."""
    c, d = hand & ALL_RANKS, hand >> DIAMONDS_AT & ALL_RANKS
    h, s = hand >> HEARTS_AT & ALL_RANKS, hand >> SPADES_AT & ALL_RANKS
    e, f = live & ALL_RANKS, live >> DIAMONDS_AT & ALL_RANKS
    g, i = live >> HEARTS_AT & ALL_RANKS, live >> SPADES_AT & ALL_RANKS
    at = coming * FIT
    more = fit[at]
    flush = max(
        melds[c] + more * min(coming, melds[e]),
        melds[d] + more * min(coming, melds[f]),
        melds[h] + more * min(coming, melds[g]),
        melds[s] + more * min(coming, melds[i]),
    )
    both, other_both = c & d, h & s
    either, other_either = c | d, h | s
    ones = either | other_either
    pairs = both | other_both | either & other_either
    threes, fours = both & other_either | other_both & either, both & other_both
    once = e | f | g | i
    twice = e & f | g & i | (e | f) & (g | i)
    sets = 1.0
    if threes:
        sets = 3.0 * melds[threes] + melds[fours]
    elif pairs:
        sets = 2.0
    sets += (
        fit[at + 4] * min(coming, melds[pairs & ~threes & once])
        + fit[at + 5] * min(coming >> 1, melds[ones & ~pairs & twice])
        + fit[at + 6] * min(coming, melds[threes & ~fours & once])
    )
    run = melds[(_LOW if ace_low else _HIGH) + ones]
    grown = runs(ones, once & ~ones, ace_low)
    one, two = grown & 15, grown >> 4
    length = run + fit[at + 1] * (one - run) + fit[at + 2] * (two - one) + fit[at + 3]
    return fit[at + 8] * flush * length * (sets + fit[at + 7]) + fit[at + 9]

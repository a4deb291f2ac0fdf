"""The kernel of `evaluation`: the expected score of an unfinished hand, by the same numbers."""

from __future__ import annotations

from engine.cards import ALL_RANKS, SUIT_SIZE
from engine.melds import DIAMONDS_AT, HEARTS_AT, SPADES_AT
from engine.players.compiled import Numbers, Reals, kernel, reals
from engine.players.nimbly.weights import WEIGHTS

FIT = 10
"""How many numbers of `weights` there are for each number of cards to come."""

_RANKS = ALL_RANKS + 1
_HIGH, _LOW = _RANKS, 2 * _RANKS
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

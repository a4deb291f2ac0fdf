"""The expected score of unfinished hands, by what they hold and what the rows still have.

A hand scores flush x run x sets (M1). The value of an unfinished one has the same form, with each
factor raised by what the rows still have: cards of a suit, gaps of the run, more of a rank. How
much depends on the number of cards to come: the numbers are those that fit finished deals best.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias

from engine.cards import ALL_RANKS, COUNT, SUIT_SIZE
from engine.games.nimbly.state import LARGE_TABLE
from engine.melds import DIAMONDS_AT, HEARTS_AT, NINE, RUN, RUN_HIGH, SPADES_AT

# The fitted numbers of `evaluation`, by seats and by how many cards are still to come: 0 to 9.
#
# Least squares, stage by stage, over the hands of 1,500 deals (4,000 for four and for five) in
# which all took what an earlier fit liked best at first sight, one take in seven being any. The
# columns are those of `evaluation.Weights`; where nothing can come any more they leave the score
# as it is.

WEIGHTS = {
    3: (
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0),
        (0.423, 0.355, 0.0, 0.226, 0.326, 0.008, 0.007, 0.0, 0.972, 1.791),
        (0.381, 0.498, 0.017, 0.357, 0.268, 0.0, 0.258, 0.0, 1.0, 7.013),
        (0.39, 0.666, 0.248, 0.744, 0.202, 0.0, 0.325, 0.235, 0.863, 11.544),
        (0.624, 0.964, 0.216, 0.0, 1.5, 0.0, 1.5, 6.0, 0.238, 12.2),
        (0.456, 0.834, 0.429, 0.0, 1.5, 0.012, 1.5, 6.0, 0.257, 20.731),
        (0.358, 1.0, 0.852, 0.111, 1.5, 0.043, 1.5, 6.0, 0.254, 27.631),
        (0.502, 0.799, 0.0, 0.564, 0.306, 0.168, 0.342, 1.211, 0.585, 35.93),
        (0.492, 0.91, 0.277, 0.167, 0.968, 0.0, 0.34, 3.109, 0.706, 27.943),
        (0.57, 0.525, 0.359, 1.656, 0.862, 0.546, 0.001, 1.566, 0.625, 40.0),
    ),
    4: (
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0),
        (0.356, 0.324, 0.0, 0.235, 0.27, 0.003, 0.099, 0.0, 0.955, 2.411),
        (0.355, 0.502, 0.014, 0.377, 0.269, 0.0, 0.193, 0.0, 1.008, 4.415),
        (0.392, 0.638, 0.235, 0.474, 0.228, 0.0, 0.259, 0.0, 0.989, 11.435),
        (0.478, 0.954, 0.438, 0.0, 0.319, 0.079, 1.0, 1.0, 0.593, 17.756),
        (0.418, 0.963, 0.554, 0.0, 0.278, 0.116, 1.0, 1.0, 0.664, 20.359),
        (0.398, 0.882, 0.663, 0.0, 0.229, 0.176, 1.0, 1.0, 0.763, 28.586),
        (0.507, 0.988, 0.735, 3.0, 0.0, 0.387, 0.995, 1.0, 0.296, 31.951),
        (0.503, 0.906, 1.0, 0.698, 0.005, 0.0, 0.624, 0.987, 1.193, 17.337),
        (0.747, 0.622, 0.491, 1.471, 0.0, 0.285, 0.508, 0.529, 0.884, 36.83),
    ),
    5: (
        (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0),
        (0.349, 0.247, 0.0, 0.131, 0.171, 0.497, 0.059, 0.0, 0.967, 2.215),
        (0.319, 0.476, 0.107, 0.276, 0.21, 0.0, 0.223, 0.0, 0.991, 3.906),
        (0.457, 0.649, 0.319, 0.0, 0.137, 0.0, 0.792, 1.0, 0.662, 9.247),
        (0.376, 0.683, 0.389, 0.0, 0.159, 0.131, 0.727, 1.0, 0.665, 13.845),
        (0.6, 0.996, 0.514, 0.0, 0.121, 0.163, 1.0, 1.0, 0.474, 18.606),
        (0.452, 0.841, 0.539, 0.0, 0.197, 0.147, 0.564, 1.0, 0.638, 24.265),
        (0.297, 0.785, 0.781, 2.968, 0.03, 0.072, 0.005, 0.999, 0.692, 15.301),
        (0.989, 0.199, 0.79, 0.441, 0.005, 0.057, 0.533, 0.928, 1.15, -1.448),
        (0.873, 0.771, 0.599, 1.795, 0.4, 0.2, 0.3, 0.597, 1.034, 8.999),
    ),
}


Evaluation: TypeAlias = Callable[[int, int], float]
"""Returns the points to be expected of a hand, given the cards still in the rows."""

_Grown: TypeAlias = tuple[int, int, int]
"""The longest run of some ranks: as they are, with one rank more, and with two."""

_Four: TypeAlias = tuple[int, int, int, int]
"""A number or a set of ranks for each suit; or the ranks held once, twice, three, four times."""

_SINGLE_RANKS = tuple(1 << rank for rank in range(SUIT_SIZE))
_REMEMBERED = 1 << 16
"""Values, and runs, that one function remembers."""


class Weights(NamedTuple):
    """The amounts that cards to come add to each factor; all but `scale` are 0 when none can come.

    `flush` is what each card of the suit that may come counts. `gap` and `gaps` are the shares
    (0…1) that count of what filling one gap of the run, and then another, would add. `pair`,
    `single` and `three` are what a pair, a single card and three of a rank add to the sets while
    the rows have cards to complete them. `run` and `sets` are added to their factors. The product
    is multiplied by `scale`, and `offset` points are added.
    """

    flush: float
    gap: float
    gaps: float
    run: float
    pair: float
    single: float
    three: float
    sets: float
    scale: float
    offset: float


class _Held(NamedTuple):
    """Facts of a hand that count: the lengths of its suits, its ranks, sets and partial sets."""

    coming: int
    lengths: _Four
    ranks: int
    sets: float
    pairs: int
    singles: int
    threes: int


class _Live(NamedTuple):
    """The facts of the rows that count: cards of each suit, ranks there once and twice."""

    lengths: _Four
    once: int
    twice: int


@cache
def evaluation_for(seats: int) -> Evaluation:
    """Make the function that evaluates hands for this many seats; it caches its answers."""
    by_coming = tuple(Weights(*weights) for weights in WEIGHTS[seats])
    grown = _grower(seats)
    remembered: dict[tuple[int, int], float] = {}

    def evaluate(hand: int, live: int) -> float:
        known = remembered.get((hand, live))
        if known is None:
            if len(remembered) >= _REMEMBERED:
                remembered.clear()
            held = _held(hand)
            known = _weighed(by_coming[held.coming], held, _live(live), grown)
            remembered[hand, live] = known
        return known

    return evaluate


def _weighed(
    weights: Weights, held: _Held, live: _Live, grown: Callable[[int, int], _Grown]
) -> float:
    """Return the value of a hand."""
    more_flush, gap, gaps, more_run, pair, single, three, more_sets, scale, offset = weights
    coming, (a, b, c, d), ranks, sets, pairs, singles, threes = held
    (e, f, g, h), once, twice = live
    flush = max(
        a + more_flush * (min(coming, e)),
        b + more_flush * (min(coming, f)),
        c + more_flush * (min(coming, g)),
        d + more_flush * (min(coming, h)),
    )
    sets += (
        pair * min(coming, COUNT[pairs & once])
        + single * min(coming >> 1, COUNT[singles & twice])
        + three * min(coming, COUNT[threes & once])
    )
    run, one, two = grown(ranks, once)
    runs = run + gap * (one - run) + gaps * (two - one) + more_run
    return scale * flush * runs * (sets + more_sets) + offset


@lru_cache(_REMEMBERED)
def _held(hand: int) -> _Held:
    suits = _suits(hand)
    ones, pairs, threes, fours = _by_times(suits)
    sets = 3.0 * COUNT[threes] + COUNT[fours] if threes else 2.0 if pairs else 1.0
    return _Held(
        NINE - hand.bit_count(),
        _lengths(suits),
        ones,
        sets,
        pairs & ~threes,
        ones & ~pairs,
        threes & ~fours,
    )


@lru_cache(_REMEMBERED)
def _live(cards: int) -> _Live:
    suits = _suits(cards)
    once, twice, _, _ = _by_times(suits)
    return _Live(_lengths(suits), once, twice)


def _lengths(suits: _Four) -> _Four:
    c, d, h, s = suits
    return COUNT[c], COUNT[d], COUNT[h], COUNT[s]


def _suits(cards: int) -> _Four:
    """Return the ranks that a set of cards has of each suit."""
    return (
        cards & ALL_RANKS,
        cards >> DIAMONDS_AT & ALL_RANKS,
        cards >> HEARTS_AT & ALL_RANKS,
        cards >> SPADES_AT & ALL_RANKS,
    )


def _by_times(suits: _Four) -> _Four:
    """Return the ranks that are there at least once, twice, three and four times."""
    c, d, h, s = suits
    either, both, other_either, other_both = c | d, c & d, h | s, h & s
    return (
        either | other_either,
        both | other_both | either & other_either,
        both & other_either | other_both & either,
        both & other_both,
    )


def _grower(seats: int) -> Callable[[int, int], _Grown]:
    """Make the function that returns how the run of some ranks may grow by others."""
    lengths = RUN if seats == LARGE_TABLE else RUN_HIGH
    remembered: dict[tuple[int, int], _Grown] = {}

    def grown(held: int, live: int) -> _Grown:
        wanted = live & ~held
        known = remembered.get((held, wanted))
        if known is None:
            if len(remembered) >= _REMEMBERED:
                remembered.clear()
            more = [rank for rank in _SINGLE_RANKS if wanted & rank]
            run = lengths[held]
            one = max([lengths[held | rank] for rank in more], default=run)
            two = max([lengths[held | a | b] for a in more for b in more], default=run)
            known = remembered[held, wanted] = run, one, two
        return known

    return grown

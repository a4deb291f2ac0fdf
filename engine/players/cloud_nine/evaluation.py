"""The expected score of unfinished nines: tables fitted to finished deals.

A nine scores flush x run x sets + 10 a joker (M1). The value of an unfinished one has the same
form, with each factor raised by what may still come: the run by gaps that may be filled, the sets
by loose pairs. How much depends on the tricks left: the numbers are those that fit finished deals
best.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from engine.cards import ALL_RANKS, COUNT, SUIT_SIZE
from engine.melds import DIAMONDS_AT, HEARTS_AT, JOKER_POINTS, JOKERS_AT, RUN, SPADES_AT

# The fitted numbers of `evaluation`, by how many cards are still to come: 0 to 9.
#
# Least squares, stage by stage, over the nines of 2,500 deals that three players by an earlier
# form of the keen rule played, one play in seven being any card. The columns are those of
# `evaluation.Weights`; where nothing can come any more they leave the score as it is.

CLOUD = (
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
    (3.655, 2.757, 0.191, 0.073, 2.306, 0.071, -22.188, 0.263),
    (6.0, 4.331, 0.333, 0.095, 4.7, 0.13, -31.847, 0.133),
    (6.0, 3.58, 0.493, 0.195, 5.919, 0.229, -20.699, 0.112),
    (6.0, 2.976, 0.618, 0.277, 6.0, 0.213, -11.622, 0.113),
    (5.118, 2.4, 0.697, 0.291, 6.0, 0.668, 0.355, 0.12),
    (5.714, 2.386, 0.879, 0.453, 4.733, 0.668, 9.036, 0.115),
    (6.0, 2.086, 0.957, 0.508, 3.958, 2.98, 21.195, 0.094),
    (6.0, 1.67, 0.899, 0.403, 4.067, -0.98, 8.96, 0.213),
    (6.0, 1.67, 0.899, 0.403, 4.067, -0.98, 8.96, 0.213),
)
"""Clouds that this many more cards will come to."""

HAND = (
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
    (0.614, 0.339, 0.102, 0.018, 0.267, 0.074, -2.035, 0.831),
    (1.091, 0.432, 0.195, 0.083, 0.544, 0.233, -1.337, 0.639),
    (1.459, 0.533, 0.28, 0.144, 0.771, 0.386, -0.342, 0.515),
    (2.128, 0.676, 0.381, 0.222, 1.093, 0.548, -0.464, 0.389),
    (1.771, 0.112, 0.48, 0.25, 0.783, 0.598, 7.45, 0.414),
    (2.703, 0.324, 0.594, 0.326, 1.125, 0.696, 6.264, 0.305),
    (5.321, 2.36, 0.682, 0.42, 2.774, 0.783, -4.957, 0.137),
    (6.0, 2.934, 0.698, 0.474, 3.554, 0.828, -3.5, 0.102),
    (6.0, 2.938, 0.827, 0.546, 3.95, 0.806, 2.097, 0.086),
)
"""Hands of eight just after a play; this many cards are still to be drawn."""

HELD = (
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0),
    (1.002, 0.455, 0.155, 0.067, 0.451, 0.252, -3.255, 0.606),
    (0.89, 0.178, 0.238, 0.083, 0.465, 0.321, 2.313, 0.568),
    (2.019, 0.764, 0.31, 0.157, 0.942, 0.427, -0.099, 0.366),
    (2.074, 0.749, 0.377, 0.196, 1.076, 0.515, 3.295, 0.319),
    (2.353, 0.445, 0.488, 0.214, 0.847, 0.608, 7.996, 0.297),
    (3.471, 0.854, 0.592, 0.364, 1.53, 0.703, 6.328, 0.195),
    (6.0, 2.968, 0.71, 0.408, 3.331, 0.774, -2.489, 0.093),
    (6.0, 2.832, 0.692, 0.527, 3.219, 0.707, 3.672, 0.087),
    (6.0, 2.832, 0.692, 0.527, 3.219, 0.707, 3.672, 0.087),
)
"""Hands of nine; this many are still to be exchanged. The last line is never used."""

KEPT = (0, 2, 3, 5, 7, 9, 11, 15, 17, 19)
"""How many exchanges better each imagined hand, by the number of the trick; there is no trick 0.

Fitted to what hands are worth in games of hard players against beginners, normal and hard ones, a
hundred deals each, all alike."""


Evaluation: TypeAlias = Callable[[int], float]
"""Returns the points to be expected of a set of cards."""

_REMEMBERED = 1 << 13
"""Values that one table remembers: the same few clouds and hands come up again and again."""


class Weights(NamedTuple):
    """The amounts that cards to come add to each factor; all but `scale` are 0 when none can come.

    `flush`, `run` and `sets` are added to the factors. `gap` and `gaps` are the shares (0…1) that
    count of what filling one gap of the run, and then another, would add. `pair` is the value of
    a loose pair. The product is multiplied by `scale`, and `offset` points are added.
    """

    flush: float
    run: float
    gap: float
    gaps: float
    sets: float
    pair: float
    offset: float
    scale: float


def _with_one_more(lengths: Sequence[int]) -> list[int]:
    """Return for each set of ranks the greatest length after adding one rank."""
    ranks = [1 << rank for rank in range(SUIT_SIZE)]
    return [max(lengths[held | rank] for rank in ranks) for held in range(ALL_RANKS + 1)]


RUN_ONE = _with_one_more(RUN)
RUN_TWO = _with_one_more(RUN_ONE)


def evaluation_by(weights: Weights) -> Evaluation:
    """Make the function that evaluates cards with these weights; it caches its answers."""
    more_flush, more_run, gap, gaps, more_sets, pair, offset, scale = weights
    runs = array("d", (
        scale * (run + gap * (one - run) + gaps * (two - one) + more_run)
        for run, one, two in zip(RUN, RUN_ONE, RUN_TWO, strict=True)
    ))  # fmt: skip
    remembered: dict[int, float] = {}

    def evaluate(mask: int) -> float:
        known = remembered.get(mask)
        if known is not None:
            return known
        c = mask & ALL_RANKS
        d = mask >> DIAMONDS_AT & ALL_RANKS
        h = mask >> HEARTS_AT & ALL_RANKS
        s = mask >> SPADES_AT & ALL_RANKS
        flush = max(COUNT[c], COUNT[d], COUNT[h], COUNT[s]) + more_flush
        either, both, other_either, other_both = c | d, c & d, h | s, h & s
        pairs = COUNT[both | other_both | either & other_either]
        if threes := both & other_either | other_both & either:
            of_three = COUNT[threes]
            sets = 3 * of_three + COUNT[both & other_both] + pair * (pairs - of_three)
        else:
            sets = 2 + pair * (pairs - 1) if pairs else 1
        points = flush * runs[either | other_either] * (sets + more_sets) + offset
        points += JOKER_POINTS * COUNT[mask >> JOKERS_AT]
        if len(remembered) >= _REMEMBERED:
            remembered.clear()
        remembered[mask] = points
        return points

    return evaluate


CLOUD_EVALUATION: tuple[Evaluation, ...] = tuple(
    evaluation_by(Weights(*weights)) for weights in CLOUD
)
"""For a cloud, by the number of cards (0…9) still to come."""

HAND_EVALUATION: tuple[Evaluation, ...] = tuple(
    evaluation_by(Weights(*weights)) for weights in HAND
)
"""For a hand of eight, by the number of cards (0…9) still to come; at 0, for a finished hand."""

HELD_EVALUATION: tuple[Evaluation, ...] = tuple(
    evaluation_by(Weights(*weights)) for weights in HELD
)
"""For a hand of nine, by the number of cards (0…9) still to be exchanged."""

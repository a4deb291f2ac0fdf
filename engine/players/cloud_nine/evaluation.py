"""The expected score of unfinished nines: tables fitted to finished deals.

A nine scores flush x run x sets + 10 a joker (M1). The value of an unfinished one has the same
form, with each factor raised by what may still come: the run by gaps that may be filled, the sets
by loose pairs. How much depends on the tricks left; `weights` has what fits finished deals best.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from engine.cards import ALL_RANKS, COUNT, SUIT_SIZE
from engine.melds import DIAMONDS_AT, HEARTS_AT, JOKER_POINTS, JOKERS_AT, RUN, SPADES_AT
from engine.players.cloud_nine.weights import CLOUD, HAND, HELD

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

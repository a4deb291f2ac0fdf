"""The exact facts of Nimbly's nines (M4): all C(36,9) counted by score, in two ways that agree.

*Scored*: the engine's own `score` is called for one nine of every kind that differs by more than
the names of its suits, and counted for all nines of that kind. *Counted*: the rules are read anew,
rank by rank, keeping only what the three factors still need; no code is shared with the engine.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import comb
from typing import NamedTuple

import pytest

from engine.cards import RANKS, SUIT_SIZE, SUITS
from engine.melds import score

NINE = 9
LOWEST = RANKS.index("6")
SETS_OF_RANKS = range(1 << len(RANKS[LOWEST:]))
ALIKE = {
    (False, False, False): 24,
    (True, False, False): 12,
    (False, True, False): 12,
    (False, False, True): 12,
    (True, False, True): 6,
    (True, True, False): 4,
    (False, True, True): 4,
    (True, True, True): 1,
}
"""Ways to name four suits, by which neighbours of the four sets in order are equal."""


def scored() -> Counter[int]:
    """Count all nines by what the engine's `score` gives them."""
    counts: Counter[int] = Counter()
    for mask, alike in kinds():
        counts[score(mask, ace_low=False)] += alike
    return counts


def kinds() -> Iterator[tuple[int, int]]:
    """Return one nine of each kind, as a set of cards, and how many nines are of that kind.

    A nine is four sets of ranks, one a suit; of each kind the one whose sets ascend is given.
    """
    by_size = [[s for s in SETS_OF_RANKS if s.bit_count() == size] for size in range(NINE + 1)]
    size_of = [s.bit_count() for s in SETS_OF_RANKS]
    for one in SETS_OF_RANKS:
        for two in SETS_OF_RANKS[one:]:
            room = NINE - size_of[one] - size_of[two]
            if room < 0:
                continue
            low = one | two << SUIT_SIZE
            for three in SETS_OF_RANKS[two:]:
                rest = room - size_of[three]
                if rest < 0:
                    continue
                fours = by_size[rest]
                cards = low | three << 2 * SUIT_SIZE
                for four in fours[bisect_left(fours, three) :]:
                    alike = ALIKE[one == two, two == three, three == four]
                    yield (cards | four << 3 * SUIT_SIZE) << LOWEST, alike


class Reading(NamedTuple):
    """What matters of the ranks read so far: cards a suit, runs, cards in sets, any pair."""

    suits: tuple[int, ...] = (0, 0, 0, 0)
    run: int = 0
    longest: int = 0
    sets: int = 0
    pair: bool = False

    def then(self, chosen: tuple[int, ...]) -> Reading:
        """Read the next rank, of which the suits with a 1 are held; which suit is which is lost."""
        held = sum(chosen)
        run = self.run + 1 if held else 0
        return Reading(
            tuple(sorted(map(sum, zip(self.suits, chosen, strict=True)))),
            run,
            max(run, self.longest),
            self.sets + (held if held > 2 else 0),
            self.pair or held == 2,
        )

    @property
    def score(self) -> int:
        """Multiply the factors (M1-M3), the ace high only."""
        return max(self.suits) * self.longest * (self.sets or 1 + self.pair)


def counted() -> Counter[int]:
    """Count all nines by score without looking at each of them."""
    readings = Counter({Reading(): 1})
    for _ in RANKS[LOWEST:]:
        after: Counter[Reading] = Counter()
        for reading, ways in readings.items():
            for chosen in product((0, 1), repeat=len(SUITS)):
                if sum(reading.suits) + sum(chosen) <= NINE:
                    after[reading.then(chosen)] += ways
        readings = after
    counts: Counter[int] = Counter()
    for reading, ways in readings.items():
        if sum(reading.suits) == NINE:
            counts[reading.score] += ways
    return counts


def facts(counts: Counter[int]) -> tuple[int, ...]:
    return (counts.total(), min(counts), counts[6], max(counts), counts[150], counts[147])


def test_m4_all_nines_counted_rank_by_rank_give_the_facts() -> None:
    counts = counted()
    assert facts(counts) == (comb(36, 9), 6, 13_560, 150, 1_800, 252)
    mean = sum(points * ways for points, ways in counts.items()) / counts.total()
    assert round(mean, 3) == 34.329


@pytest.mark.soak
def test_m4_every_kind_of_nine_scored_gives_the_same_count() -> None:
    assert scored() == counted()

"""Every nine of Nimbly's 36 cards scored, in two ways that must agree (M4), and how fast (E7).

All C(36,9) = 94,143,280 nines are counted by score. *Scored*: the engine's own `score` is called
for one nine of every kind that differs by more than the names of its suits, and counted for all
nines of that kind. *Counted*: the rules are read anew, rank by rank, keeping only what the three
factors still need; no code is shared with the engine.

Run: python -m bench.nines [--rounds N] [--hands N]
"""

from __future__ import annotations

import argparse
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from math import comb
from random import Random
from time import perf_counter
from typing import NamedTuple

from bench.melds import naive_score
from bench.timing import interleave, speed_ratio, table
from engine.cards import CARD_OF_IDENTITY, RANKS, SUIT_SIZE, SUITS, mask_of
from engine.melds import score

NINE = 9
LOWEST = RANKS.index("6")
PACK = tuple(CARD_OF_IDENTITY[rank + suit] for suit in SUITS for rank in RANKS[LOWEST:])
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


def show(counts: Counter[int]) -> None:
    total = counts.total()
    lowest, highest = min(counts), max(counts)
    mean = sum(points * ways for points, ways in counts.items()) / total
    print(f"nines {total:,} (C(36,9) = {comb(36, NINE):,}), {len(counts)} different scores")
    print(
        f"lowest {lowest}: {counts[lowest]:,} hands; highest {highest}: {counts[highest]:,} hands"
    )
    print(f"147: {counts[147]:,} hands; mean {mean:.3f}")


def timed(count: Callable[[], Counter[int]]) -> Counter[int]:
    start = perf_counter()
    counts = count()
    print(f"== {count.__name__} in {perf_counter() - start:.1f} s")
    show(counts)
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--hands", type=int, default=20_000)
    given = parser.parse_args()
    if timed(counted) != timed(scored):
        raise SystemExit("the two counts disagree")
    print("both counts agree for every score")
    random = Random(9)
    hands = [random.sample(PACK, NINE) for _ in range(given.hands)]
    masks = [mask_of(hand) for hand in hands]
    timings = interleave(
        {
            "naive": lambda: len([naive_score(hand) for hand in hands]),
            "score": lambda: len([score(mask, ace_low=False) for mask in masks]),
        },
        rounds=given.rounds,
    )
    print(table(timings, unit="hand"))
    print(f"score / naive: {speed_ratio(timings['score'], timings['naive'])}")


if __name__ == "__main__":
    main()

"""Scoring nine cards: tables and bits against a plain version with Counter and sorted (E7).

Run: python -m bench.melds [--rounds N] [--hands N]
"""

from __future__ import annotations

import argparse
from collections import Counter
from itertools import pairwise
from random import Random

from bench.timing import interleave, speed_ratio, table
from engine.cards import JOKER, PACK_SIZE, SUIT_SIZE, mask_of
from engine.melds import meld, score


def naive_score(cards: list[int]) -> int:
    """Score as a reader of the rules would (M1-M3)."""
    naturals = [card for card in cards if card < JOKER]
    bonus = 10 * (len(cards) - len(naturals))
    if not naturals:
        return bonus
    flush = max(Counter(card // SUIT_SIZE for card in naturals).values())
    high = longest_run([card % SUIT_SIZE for card in naturals])
    low = longest_run([(card % SUIT_SIZE + 1) % SUIT_SIZE for card in naturals])
    counts = Counter(card % SUIT_SIZE for card in naturals).values()
    sets = sum(count for count in counts if count > 2) or (2 if 2 in counts else 1)
    return flush * max(high, low) * sets + bonus


def longest_run(ranks: list[int]) -> int:
    best = length = 1
    ordered = sorted(set(ranks))
    for before, after in pairwise(ordered):
        length = length + 1 if after == before + 1 else 1
        best = max(best, length)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--hands", type=int, default=20_000)
    given = parser.parse_args()
    random = Random(9)
    hands = [random.sample(range(PACK_SIZE), 9) for _ in range(given.hands)]
    masks = [mask_of(hand) for hand in hands]
    if [naive_score(hand) for hand in hands] != [score(mask) for mask in masks]:
        raise SystemExit("the two versions disagree")
    timings = interleave(
        {
            "naive": lambda: len([naive_score(hand) for hand in hands]),
            "score": lambda: len([score(mask) for mask in masks]),
            "meld": lambda: len([meld(mask) for mask in masks]),
        },
        rounds=given.rounds,
    )
    print(table(timings, unit="hand"))
    print(f"score / naive: {speed_ratio(timings['score'], timings['naive'])}")
    print(f"meld / naive: {speed_ratio(timings['meld'], timings['naive'])}")


if __name__ == "__main__":
    main()

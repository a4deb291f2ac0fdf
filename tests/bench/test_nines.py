"""The exact facts of Nimbly's nines (M4)."""

from __future__ import annotations

from collections import Counter
from math import comb

import pytest

from bench.nines import counted, scored


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

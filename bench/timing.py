"""The stop-watch all benchmarks share: candidates interleaved, medians with their spread.

A benchmark names its candidates, each a function that does a known amount of work. Every round
runs each of them once, in an order that turns by one place from round to round, so that a slow
spell of the machine falls on all alike. Ratios are taken inside a round, then their median.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter

MIN_ROUNDS = 7


@dataclass(frozen=True, slots=True)
class Timing:
    """One candidate's seconds for each round, and how many operations a round makes."""

    name: str
    operations: int
    rounds: tuple[float, ...]

    @property
    def seconds(self) -> float:
        """Median seconds of one operation."""
        return median(self.rounds) / self.operations

    @property
    def fastest(self) -> float:
        return min(self.rounds) / self.operations

    @property
    def slowest(self) -> float:
        return max(self.rounds) / self.operations

    @property
    def rate(self) -> float:
        """Median operations a second."""
        return 1 / self.seconds


@dataclass(frozen=True, slots=True)
class Ratio:
    """A ratio of two candidates, taken round by round: median, lowest, highest."""

    median: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.median:.3g}x ({self.low:.3g} to {self.high:.3g})"


def interleave(
    candidates: Mapping[str, Callable[[], int]], *, rounds: int = MIN_ROUNDS, warm_up: int = 1
) -> dict[str, Timing]:
    """Time each candidate in every round; a candidate returns the number of its operations.

    Garbage is collected before each run and the collector stays on, as it is when the bot runs.
    Raises ValueError for fewer than MIN_ROUNDS rounds or for a candidate whose operations change
    between rounds.
    """
    if rounds < MIN_ROUNDS:
        raise ValueError(f"a benchmark has at least {MIN_ROUNDS} rounds")
    names = list(candidates)
    for _ in range(warm_up):
        for name in names:
            candidates[name]()
    seconds: dict[str, list[float]] = {name: [] for name in names}
    operations: dict[str, int] = {}
    for turn in range(rounds):
        shift = turn % len(names)
        for name in names[shift:] + names[:shift]:
            took, made = _time_once(candidates[name])
            if operations.setdefault(name, made) != made:
                raise ValueError(f"{name} made {operations[name]} operations, then {made}")
            seconds[name].append(took)
    return {name: Timing(name, operations[name], tuple(seconds[name])) for name in names}


def speed_ratio(ours: Timing, peer: Timing) -> Ratio:
    """Return how many times as fast `ours` is as `peer`, by operations a second."""
    pairs = zip(ours.rounds, peer.rounds, strict=True)
    scale = ours.operations / peer.operations
    ratios = [scale * theirs / mine for mine, theirs in pairs]
    return Ratio(median(ratios), min(ratios), max(ratios))


def time_ratio(ours: Timing, peer: Timing) -> Ratio:
    """Return how many times as long an operation of `ours` takes as one of `peer`."""
    faster = speed_ratio(peer, ours)
    return Ratio(faster.median, faster.low, faster.high)


def table(timings: Mapping[str, Timing], *, unit: str = "operation") -> str:
    """Lay the timings out as lines: median time of one operation (min to max), and rate."""
    width = max(len(name) for name in timings)
    return "\n".join(
        f"{name:<{width}}  {_span(t.seconds)} a {unit} ({_span(t.fastest)} to"
        f" {_span(t.slowest)})  {t.rate:,.0f}/s  [{len(t.rounds)} rounds]"
        for name, t in timings.items()
    )


def _time_once(candidate: Callable[[], int]) -> tuple[float, int]:
    gc.collect()
    start = perf_counter()
    made = candidate()
    return perf_counter() - start, made


def _span(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"

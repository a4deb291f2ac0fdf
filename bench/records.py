"""Replaying a record that never ends: `python -m bench.records`."""

from __future__ import annotations

import time
from statistics import median

from engine.record import LIMIT, read_record, replay
from tests.engine.endless import endless_of

SIZES = (200_000, 400_000, 800_000, LIMIT)
ROUNDS = 5


def main() -> None:
    """Print how long records of several sizes take."""
    print("bytes      moves   seconds (lowest, highest)   µs a move")
    for size in SIZES:
        data = endless_of(size).encode()
        moves = len(read_record(data).moves)
        times = [_seconds(data) for _ in range(ROUNDS)]
        low, middle, high = min(times), median(times), max(times)
        print(
            f"{len(data):9,} {moves:8,}   {middle:7.2f} ({low:.2f}, {high:.2f})"
            f" {middle / moves * 1e6:15.1f}"
        )


def _seconds(data: bytes) -> float:
    before = time.process_time()
    replay(read_record(data))
    return time.process_time() - before


if __name__ == "__main__":
    main()

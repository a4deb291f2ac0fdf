"""Replaying a record that never ends: `python -m bench.records`.

It is a legal record of Cloud 9 as long as one likes: nobody ever jumps, and every pilot falls.
"""

from __future__ import annotations

import time
from statistics import median

from engine.games.balloon.cards import IDENTITIES
from engine.record import LIMIT, read_record, replay

SIZES = (200_000, 400_000, 800_000, LIMIT)
ROUNDS = 5

SEATS = 3
MISSING = "GPR"
"""The colour that each seat never gets a card of, so that no pilot can pay for two of it."""

TRIP = 38
"""How many bytes a trip takes at most, its throw and its moves."""


def endless_record(trips: int) -> str:
    """Write the record of this many trips, each of two passengers who stay and a fall."""
    rolls = [
        f"roll {trip}: {' '.join(2 * MISSING[_pilot(trip) - 1])}" for trip in range(1, trips + 2)
    ]
    headers = ["game: balloon", f"seats: {SEATS}", f"shuffle 1: {' '.join(_order())}", *rolls]
    return "\n".join([*headers, "", *(_trip(_pilot(trip)) for trip in range(1, trips + 1))]) + "\n"


def endless_of(size: int) -> str:
    """Write a record of at most this many bytes, and nearly as many."""
    return endless_record(size // TRIP)


def _pilot(trip: int) -> int:
    return (trip - 1) % SEATS + 1


def _trip(pilot: int) -> str:
    others = [(pilot + step - 1) % SEATS + 1 for step in range(1, SEATS)]
    return "\n".join([*(f"{seat} stay" for seat in others), f"{pilot} fall"])


def _order() -> list[str]:
    """Return each seat a colour of its own as long as there is one, then yellow and wild cards.

    Six are dealt to each from seat 1 round, then one each from the next pilot round after a fall.
    """
    own = {seat: [card for card in IDENTITIES if card[0] == "RGP"[seat - 1]] for seat in (1, 2, 3)}
    spare = [card for card in IDENTITIES if card[0] in "YW"]
    order: list[str] = []
    while len(order) < len(IDENTITIES):
        place = len(order)
        trip = max(0, place // SEATS - 5)
        seat = (place + trip) % SEATS + 1
        order.append((own[seat] or spare).pop(0))
    return order


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

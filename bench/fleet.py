"""How many tables several processes carry on one PostgreSQL, and what the database does meanwhile.

`python -m bench.fleet DATABASE_URL [100 1000 ...] [--processes 4] [--seconds 60] [--think 60]`: so
many tables of Cloud Nine, each with one person, who thinks about so many seconds, and two house
players, shared out among the guilds of as many shards; each process serves one shard, and the first
hears of all direct messages, as it would with Discord. The sandbox, which answers at once, and the
people are in this process. The database is to be empty; it is filled. Told are the seconds from a
click to the new hand, the processor time of the processes together, and what the server of the
database says of itself: transactions a second, and its processor time, for each click.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from typing import NamedTuple

from sqlalchemy import create_engine, text

from bench.load import LATE, Carried, carried, opened
from bench.people import evening, spent_by

WARM_UP = 5.0
"""Seconds of play before anything is measured."""

_COMMITS = text("SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()")


class Fleet(NamedTuple):
    """What a number of tables came to, the database's transactions and its processor seconds."""

    carried: Carried
    transactions: int
    server: float


async def carry(address: str, tables: int, processes: int, seconds: float, think: float) -> Fleet:
    """Play at so many tables for so long."""
    names = [f"Guest{number}" for number in range(tables)]
    rooms = [f"room-{number}" for number in range(-(-tables // processes))]
    async with evening(names, rooms, processes, NIMBUS_PACE="1", DATABASE_URL=address) as held:
        playing = await opened(held, (0.6 * think, 1.4 * think))
        await asyncio.sleep(WARM_UP)
        before, asked = held.processor_times(), _asked(address)
        start = time.monotonic()
        await asyncio.sleep(seconds)
        end, spent, answered = time.monotonic(), held.processor_times(), _asked(address)
        await asyncio.sleep(LATE)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        found = carried(held, start, end, spent.since(before))
        commits, server = (after - then for after, then in zip(answered, asked, strict=True))
        return Fleet(found, int(commits), server)


def _asked(address: str) -> tuple[float, float]:
    """Return the transactions and the processor seconds of the database's server so far."""
    engine = create_engine(address)
    try:
        with engine.connect() as connection:
            commits = connection.scalar(_COMMITS)
    finally:
        engine.dispose()
    return float(commits or 0), spent_by("postgres")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.fleet")
    parser.add_argument("address", metavar="DATABASE_URL")
    parser.add_argument("tables", nargs="*", type=int, default=[1000])
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=float, default=60.0)
    given = parser.parse_args()
    print(f"{'tables':>6}{'clicks':>8}{'moves':>7}{'p50 ms':>8}{'p95 ms':>8}{'missed':>8}"
          f"{'bot':>8}{'server':>8}{'ms a click':>12}{'tx a click':>12}{'tx/s':>7}{'load':>6}",
          flush=True)  # fmt: skip
    for tables in given.tables:
        fleet = asyncio.run(
            carry(given.address, tables, given.processes, given.seconds, given.think)
        )
        print(_line(tables, fleet), flush=True)


def _line(tables: int, fleet: Fleet) -> str:
    found, commits, server = fleet
    times = sorted(1000 * each for each in found.hands)
    if not times:
        return f"{tables:>6}{found.clicks:>8}{found.moves:>7}  no click was answered in time"
    p95, clicks, seconds = times[int(0.95 * (len(times) - 1))], found.clicks, found.seconds
    return (f"{tables:>6}{clicks:>8}{found.moves:>7}{statistics.median(times):>8.0f}{p95:>8.0f}"
            f"{found.missed:>8}{found.spent.bot / seconds:>8.2f}{server / seconds:>8.2f}"
            f"{1000 * found.spent.bot / clicks:>12.1f}{commits / clicks:>12.1f}"
            f"{commits / seconds:>7.1f}{os.getloadavg()[0]:>6.1f}")  # fmt: skip


if __name__ == "__main__":
    main()

"""How many tables several processes carry on one PostgreSQL, and what the database does meanwhile.

`python -m bench.fleet DATABASE_URL [100 1000 ...] [--processes 4] [--seconds 60] [--think 60]
[--statements N]`: this many tables of Cloud Nine, each with one person, who thinks about this many
seconds, and two house players. A guild has five people and a channel for each; the guilds are
shared out among as many shards as there are processes, and the first of these hears of all direct
messages, as it would with Discord. The sandbox, which answers at once, and the people are in this
process. The database is to be empty; it is filled.

Told are the seconds from a click to the new hand, the processor time of the processes together, and
what the server says of itself: transactions, processor time, connections, sizes. Where
pg_stat_statements is installed in the database, `--statements` tells the statements run most.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from typing import NamedTuple

from bench.load import LATE, Carried, carried, opened
from bench.people import evening
from bench.processes import memory_of
from bench.server import Done, Server, Statement, TableSize

WARM_UP = 5.0
"""Seconds of play before anything is measured."""

TOGETHER = 5
"""This many people are in a guild."""


class Fleet(NamedTuple):
    """The results of a number of tables, and the server's work meanwhile.

    `opening` is how many seconds passed until all were open; `memory` the megabytes of each of the
    bot's processes, the first one first.
    """

    carried: Carried
    done: Done
    opening: float
    memory: list[float]
    sizes: list[TableSize]
    statements: list[Statement]


async def carry(address: str, tables: int, processes: int, seconds: float, think: float) -> Fleet:
    """Play at this many tables for a number of seconds."""
    names = [f"Guest{number}" for number in range(tables)]
    rooms = [f"room-{number}" for number in range(TOGETHER)]
    server = Server(address)
    async with evening(
        names, rooms, processes, together=TOGETHER, NIMBUS_PACE="1", DATABASE_URL=address
    ) as held:
        began = time.monotonic()
        playing = await opened(held, (0.6 * think, 1.4 * think))
        opening = time.monotonic() - began
        await asyncio.sleep(WARM_UP)
        server.forget_statements()
        before, asked = held.processor_times(), server.done()
        start = time.monotonic()
        await asyncio.sleep(seconds)
        end, spent = time.monotonic(), held.processor_times().since(before)
        done, told = server.done().since(asked), server.statements()
        await asyncio.sleep(LATE)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        found, memory = carried(held, start, end, spent), memory_of(held.pids)
    sizes = server.tables()
    server.close()
    return Fleet(found, done, opening, memory, sizes, told)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.fleet")
    parser.add_argument("address", metavar="DATABASE_URL")
    parser.add_argument("tables", nargs="*", type=int, default=[1000])
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=float, default=60.0)
    parser.add_argument("--statements", type=int, default=0, metavar="N")
    given = parser.parse_args()
    for tables in given.tables:
        fleet = asyncio.run(
            carry(given.address, tables, given.processes, given.seconds, given.think)
        )
        print(_lines(tables, fleet), flush=True)
        for statement in fleet.statements[: given.statements]:
            per = statement.calls / max(1, fleet.carried.clicks)
            print(f"{per:>8.2f}{statement.milliseconds / statement.calls:>9.3f}  {statement.words}")


def _lines(tables: int, fleet: Fleet) -> str:
    found, done, sizes = fleet.carried, fleet.done, fleet.sizes
    times = sorted(1000 * each for each in found.hands) or [float("nan")]
    clicks, seconds = max(1, found.clicks), found.seconds
    each = ", ".join(f"{megabytes:.0f}" for megabytes in fleet.memory)
    lines = [
        f"{tables} tables, opened in {fleet.opening:.0f} s; load {os.getloadavg()[0]:.1f}",
        f"{found.clicks} clicks, {found.moves} moves in {seconds:.0f} s; {found.missed} missed; "
        f"p50 {statistics.median(times):.0f} ms, p95 {times[int(0.95 * (len(times) - 1))]:.0f} ms",
        f"of a core: bots {found.spent.bot / seconds:.2f}, sandbox and people "
        f"{found.spent.sandbox / seconds:.2f}, server {done.cpu / seconds:.2f}; a click: bots "
        f"{1000 * found.spent.bot / clicks:.0f} ms, server {1000 * done.cpu / clicks:.1f} ms",
        f"{done.transactions / clicks:.1f} transactions a click, "
        f"{done.transactions / seconds:.0f} a second; {done.syncs / seconds:.1f} syncs a second; "
        f"{done.written / clicks / 1000:.1f} kB written a click",
        f"{done.connections} connections; queue of NOTIFY {100 * done.queue:.2f} % full; database "
        f"{done.size / 1e6:.1f} MB; memory of the server {done.memory:.0f} MB, of bots {each} MB",
    ]
    lines += [f"  {size.told()}" for size in sizes]
    return "\n".join(lines)


if __name__ == "__main__":
    main()

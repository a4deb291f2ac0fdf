"""How many tables several processes carry on one PostgreSQL, and what the database does meanwhile.

`python -m bench.fleet DATABASE_URL [100 1000 ...] [--processes 4] [--seconds 60] [--think 60]`:
this many tables of Cloud Nine, each with one person, who thinks about this many seconds, and two
house players. A guild has five people and a channel for each; the guilds are shared out among as
many shards as there are processes, and the first of these hears of all direct messages, as it
would with Discord. The sandbox, which answers at once, and the people are in this process. The
database is to be empty; it is filled.

Told are the seconds from a click to the new hand, the processor time of the processes together, and
what the server says of itself: transactions, processor time, connections, size.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import time
from typing import NamedTuple, Self

from sqlalchemy import Engine, create_engine, text

from bench.load import LATE, Carried, carried, opened
from bench.people import evening
from bench.processes import memory_of, spent_by

WARM_UP = 5.0
"""Seconds of play before anything is measured."""

TOGETHER = 5
"""This many people are in a guild."""

_DONE = text(
    "SELECT xact_commit, wal_bytes, pg_database_size(datname), "
    "(SELECT count(*) FROM pg_stat_activity WHERE pg_stat_activity.datname = here.datname) "
    "FROM pg_stat_database AS here, pg_stat_wal WHERE datname = current_database()"
)


class Done(NamedTuple):
    """The work of a PostgreSQL server for a database so far, and its state.

    `cpu` are processor seconds of the whole server, `written` and `size` bytes.
    """

    transactions: int
    written: int
    size: int
    connections: int
    cpu: float

    @classmethod
    def of(cls, engine: Engine) -> Self:
        """Return the work so far."""
        with engine.connect() as connection:
            commits, written, size, connections = connection.execute(_DONE).one()
        return cls(commits, int(written), size, connections - 1, spent_by("postgres"))


class Fleet(NamedTuple):
    """The results of a number of tables, and the server's work before and after.

    `opening` is how many seconds passed until all were open; `memory` the megabytes of each of the
    bot's processes, the first one first.
    """

    carried: Carried
    before: Done
    after: Done
    opening: float
    memory: list[float]


async def carry(address: str, tables: int, processes: int, seconds: float, think: float) -> Fleet:
    """Play at this many tables for a number of seconds."""
    names = [f"Guest{number}" for number in range(tables)]
    rooms = [f"room-{number}" for number in range(TOGETHER)]
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    async with evening(
        names, rooms, processes, together=TOGETHER, NIMBUS_PACE="1", DATABASE_URL=address
    ) as held:
        began = time.monotonic()
        playing = await opened(held, (0.6 * think, 1.4 * think))
        opening = time.monotonic() - began
        await asyncio.sleep(WARM_UP)
        spent, before, start = held.processor_times(), Done.of(engine), time.monotonic()
        await asyncio.sleep(seconds)
        end, spent, after = time.monotonic(), held.processor_times().since(spent), Done.of(engine)
        await asyncio.sleep(LATE)
        await held.leave(playing)
        found, memory = carried(held, start, end, spent), memory_of(held.pids)
    engine.dispose()
    return Fleet(found, before, after, opening, memory)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.fleet")
    parser.add_argument("address", metavar="DATABASE_URL")
    parser.add_argument("tables", nargs="*", type=int, default=[1000])
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--think", type=float, default=60.0)
    given = parser.parse_args()
    for tables in given.tables:
        run = carry(given.address, tables, given.processes, given.seconds, given.think)
        print(_lines(tables, asyncio.run(run)), flush=True)


def _lines(tables: int, fleet: Fleet) -> str:
    found, before, after = fleet.carried, fleet.before, fleet.after
    times = sorted(1000 * each for each in found.hands) or [float("nan")]
    clicks, seconds = max(1, found.clicks), found.seconds
    cpu, transactions = after.cpu - before.cpu, after.transactions - before.transactions
    each = ", ".join(f"{megabytes:.0f}" for megabytes in fleet.memory)
    return (
        f"{tables} tables, opened in {fleet.opening:.0f} s; load {os.getloadavg()[0]:.1f}\n"
        f"{found.clicks} clicks, {found.moves} moves in {seconds:.0f} s; {found.missed} missed; "
        f"p50 {statistics.median(times):.0f} ms, p95 {times[int(0.95 * (len(times) - 1))]:.0f} ms\n"
        f"of a core: bots {found.spent.bot / seconds:.2f}, sandbox and people "
        f"{found.spent.sandbox / seconds:.2f}, server {cpu / seconds:.2f}; a click: bots "
        f"{1000 * found.spent.bot / clicks:.0f} ms, server {1000 * cpu / clicks:.1f} ms\n"
        f"{transactions / clicks:.1f} transactions a click, {transactions / seconds:.0f} a second; "
        f"{(after.written - before.written) / clicks / 1000:.1f} kB written a click\n"
        f"{after.connections} connections; database {after.size / 1e6:.1f} MB; "
        f"memory of bots {each} MB"
    )


if __name__ == "__main__":
    main()

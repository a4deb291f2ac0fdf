"""The load that one PostgreSQL database carries: the store's own writes and reads, by processes.

`python -m bench.database DATABASE_URL [--processes 4] [--tables 1000] [--at-once 1 10 50]
[--seconds 10] [--rate R]`: no Discord, no pictures and no games, only what the bot writes and reads
for each move of a game that one process looks after and another one plays in: the move with its
signal, that it was shown, and what `bench.fleet --statements` counted of questions. Each process
listens to the others. `--at-once` is at how many tables each process moves at the same time, as
fast as it can, or `--rate` moves a second of all together. The database is to be empty.

Told are moves a second, how long a move took to be stored, the processor time of the server, what
its connections waited for, and what of a core the processes took that ask: where they have all that
the machine has left, the server could do more.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import time
from collections import Counter
from dataclasses import replace
from itertools import count
from multiprocessing.queues import Queue
from random import Random
from typing import NamedTuple

from sqlalchemy import create_engine, text

from bench.processes import Spent
from bench.server import Done, Server
from bench.store import ROW
from bot.cluster.cluster import Cluster
from bot.store import Commit, MatchRow, MoveRow, Status, Store
from bot.wiring import cluster_of

LOOKS = 0.1
"""Seconds between two looks at what the server's connections wait for."""

STATE_BYTES = 1600
"""The length of a state of Cloud Nine with three seats, in the middle of a game."""

_WAITS = text(
    "SELECT coalesce(wait_event_type || ' ' || wait_event, 'processor') FROM pg_stat_activity "
    "WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid() "
    "AND backend_type = 'client backend' AND wait_event_type IS DISTINCT FROM 'Client'"
)


class Made(NamedTuple):
    """The results of one process: seconds to store each move, and processor seconds."""

    moves: list[float]
    spent: float


class Player:
    """Moves at the tables of one process, over its own store."""

    def __init__(self, store: Store, rows: list[MatchRow]) -> None:
        self._store = store
        self._rows = rows
        self._random = Random(os.getpid())
        self.moves: list[float] = []

    async def play(self, tables: list[int], until: float, pause: float) -> None:
        """Move at one after the other of these tables; a move begins each `pause` seconds."""
        due = time.monotonic() + pause * self._random.random()
        for turn in count():
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            if time.monotonic() >= until:
                return
            due += pause
            await self._move(tables[turn % len(tables)])

    async def _move(self, number: int) -> None:
        """Do what belongs to a move; house players make two of three, as at the bench's tables."""
        store, row = self._store, self._rows[number]
        await store.version(row.id)
        await store.match(row.id)
        if row.moves % 2:
            await store.moves(row.id)
        now = row.touched + 1
        row = replace(row, version=row.version + 1, moves=row.moves + 1, touched=now, deadline=now)
        began = time.perf_counter()
        if not await store.commit(Commit(row, MoveRow(row.moves, 1, "KH", 10**17, now))):
            raise SystemExit("a move was stale")
        self.moves.append(time.perf_counter() - began)
        self._rows[number] = row
        await store.due(0.0)
        await store.deadlines(0.0)
        await store.note(row.id, published=row.version)


async def _open(address: str, tables: int) -> tuple[Cluster, Store, list[MatchRow]]:
    store = await Store.open(address, alone=True, shares=True)
    cluster = cluster_of(store)
    if cluster is None:
        raise SystemExit("several processes need PostgreSQL")
    await cluster.heartbeat.begin()
    store.peers.listen(lambda _signal: None, lambda: None)
    state = {"state": "x" * STATE_BYTES}
    row = replace(ROW, status=Status.PLAYING, state=state, created=0.0, touched=0.0, deadline=1.0)
    rows = await asyncio.gather(*(store.new_match(row) for _ in range(tables)))
    return cluster, store, [*rows]


async def _work(
    address: str, tables: int, at_once: list[int], seconds: float, rate: float, line: _Line
) -> None:
    cluster, store, rows = await _open(address, tables)
    for many in at_once:
        line.ready.put(None)
        await asyncio.to_thread(line.begin.get)
        before, player = Spent.now([os.getpid()]).bot, Player(store, rows)
        until = time.monotonic() + seconds
        shares = [[*range(start, tables, many)] for start in range(min(many, tables))]
        pause = many / rate if rate else 0.0
        await asyncio.gather(*(player.play(share, until, pause) for share in shares))
        line.made.put(Made(player.moves, Spent.now([os.getpid()]).bot - before))
    await cluster.heartbeat.close()
    await store.close()


class _Line(NamedTuple):
    """Between this process and those that work."""

    ready: Queue[None]
    begin: Queue[None]
    made: Queue[Made]


def _process(
    address: str, tables: int, at_once: list[int], seconds: float, rate: float, line: _Line
) -> None:
    asyncio.run(_work(address, tables, at_once, seconds, rate, line))


class Waits(NamedTuple):
    """The waits that connections at work were seen in, and in how many looks."""

    seen: Counter[str]
    looks: int


def _watch(address: str, until: float) -> Waits:
    found: Counter[str] = Counter()
    looks = 0
    engine = create_engine(address, isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        while time.monotonic() < until:
            found.update(connection.scalars(_WAITS))
            looks += 1
            time.sleep(LOOKS)
    engine.dispose()
    return Waits(found, max(1, looks))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.database")
    parser.add_argument("address", metavar="DATABASE_URL")
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--at-once", type=int, nargs="+", default=[1, 10, 50])
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument(
        "--rate", type=float, default=0.0, help="moves a second in all; 0: no limit"
    )
    given = parser.parse_args()
    spawn = multiprocessing.get_context("spawn")
    line = _Line(spawn.Queue(), spawn.Queue(), spawn.Queue())
    each = -(-given.tables // given.processes)
    work = (given.address, each, given.at_once, given.seconds, given.rate / given.processes, line)
    started = [spawn.Process(target=_process, args=work) for _ in range(given.processes)]
    for process in started:
        process.start()
    server = Server(given.address)
    for many in given.at_once:
        for _ in started:
            line.ready.get()
        before, began = server.done(), time.monotonic()
        for _ in started:
            line.begin.put(None)
        waits = _watch(given.address, began + given.seconds)
        made = [line.made.get() for _ in started]
        lasted = time.monotonic() - began
        print(_lines(many, made, server.done().since(before), waits, lasted), flush=True)
    for process in started:
        process.join()
    for size in server.tables(3):
        print(f"  {size.told()}")
    server.close()


def _lines(many: int, made: list[Made], done: Done, waits: Waits, seconds: float) -> str:
    times = sorted(1000 * each for one in made for each in one.moves)
    if not times:
        return f"{many} at once in each: no move was stored"
    p50, p95, p99 = (times[int(share * (len(times) - 1))] for share in (0.5, 0.95, 0.99))
    told = ", ".join(f"{what} {n / waits.looks:.1f}" for what, n in waits.seen.most_common(6))
    return (
        f"{many} at once in each: {len(times) / seconds:.0f} moves a second; stored after "
        f"{p50:.1f} ms at p50, {p95:.1f} at p95, {p99:.1f} at p99\n"
        f"  server {done.cpu / seconds:.2f} of a core, {1000 * done.cpu / len(times):.2f} ms a "
        f"move; those who ask {sum(one.spent for one in made) / seconds:.2f} of a core; "
        f"{done.transactions / seconds:.0f} transactions and {done.syncs / seconds:.0f} syncs a "
        f"second; {done.written / len(times) / 1000:.1f} kB written a move; queue of NOTIFY "
        f"{100 * done.queue:.2f} % full; load {os.getloadavg()[0]:.1f}\n"
        f"  connections at work by what they wait for: {told}"
    )


if __name__ == "__main__":
    main()

"""The store against sqlite3: durable moves alone and at once, loading (S1 to S4), and a large file.

Run: python -m bench.store [--rounds N] [--directory PATH] [--megabytes N] [--database URL]
The directory should lie on the disk that is to be measured. Of a file of so many megabytes it is
told what the look that every start takes lasts, a backup and a restore. With `--database`, the
address of an empty PostgreSQL database, moves are written there instead, without a peer; the
database is filled.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from functools import partial
from operator import itemgetter
from pathlib import Path
from time import perf_counter
from typing import Protocol

from sqlalchemy import insert, make_url

from bench.timing import Timing, interleave, speed_ratio, table, time_ratio
from bot.host.backups import make, put_back
from bot.settings import Settings
from bot.store import Store
from bot.store.backends.sqlite import refuse_damaged, writing_engine
from bot.store.changes import MOVED, change_of
from bot.store.codec import MATCH_COLUMNS, match_values
from bot.store.rows import Commit, MatchId, MatchRow, Member, MoveRow, Status
from bot.store.schema import match, move

MATCHES = 500
SESSIONS = 10_000
STATE = {"hands": [[f"card-{n}" for n in range(12)] for _ in range(10)], "scores": [3, 1, 4]}
MEMBERS = tuple(Member(str(10**17 + n), f"Player {n}", str(10**18 + n)) for n in range(3))
ROW = MatchRow(
    id=MatchId(0), version=1, status=Status.PLAYING, game="cloud_nine", rules_version=1,
    options={"deals": 3}, guild_id=10**17, channel_id=10**17, opener_id=10**17, locale="en",
    secret=bytes(32), members=MEMBERS, created=1e9, touched=1e9, entropy="1-2-3",
    seed=bytes(32), state=STATE,
)  # fmt: skip

# Moves a round: enough for a steady figure, few enough for slow ways to fit.
MOVES = {"store": 4000, "sqlite3": 1000}
ALONE = 200

PLAYED = 90
"""Moves of each game of the large file."""

PRAGMAS = (
    "PRAGMA busy_timeout=10000",
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
)
_SETS = ", ".join(f"{name} = ?" for name in MOVED)
_SAME = [name for name in MATCH_COLUMNS if name not in MOVED]
_UPDATE = f"UPDATE match SET {_SETS} WHERE id = ? AND version = ? AND " + " AND ".join(  # noqa: S608 - our own names
    f"{name} IS ?" for name in _SAME
)
_INSERT = "INSERT INTO move VALUES (?, ?, ?, ?, ?, ?)"
_pick = itemgetter(*(("id", "on", *MATCH_COLUMNS).index(n) for n in (*MOVED, "id", "on", *_SAME)))


class Peer(Protocol):
    """A way to write: one move is one transaction."""

    async def commit(self, commit: Commit) -> bool: ...
    async def close(self) -> None: ...


class Stdlib:
    """sqlite3 in the event loop, which it blocks, with the store's tables, pragmas and codec.

    So only the way to the disk differs: the version-checked UPDATE of the match, then the INSERT.
    """

    def __init__(self, path: str) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        for pragma in PRAGMAS:
            self._connection.execute(pragma)

    async def commit(self, commit: Commit) -> bool:
        change, connection = change_of(commit), self._connection
        connection.execute("BEGIN IMMEDIATE")
        hit = connection.execute(_UPDATE, _pick(change.match)).rowcount == 1
        if hit and change.move is not None:
            connection.execute(_INSERT, change.move)
        connection.execute("COMMIT")
        return hit

    async def close(self) -> None:
        self._connection.close()


def url_of(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"


async def fill(url: str, matches: int) -> list[MatchRow]:
    """Put this many matches into a database."""
    store = await Store.open(url)
    rows = await asyncio.gather(*(store.new_match(ROW) for _ in range(matches)))
    await store.close()
    return rows


class Player:
    """Makes moves one way, and keeps the seconds each took."""

    def __init__(self, peer: Peer, rows: list[MatchRow]) -> None:
        self._peer = peer
        self._rows = rows
        self.seconds: list[float] = []
        self._rounds: list[list[list[Commit]]] = []

    def prepare(self, tasks: int, moves: int, rounds: int) -> None:
        """Make up the moves of this many rounds, which is not the store's work."""
        self._rounds = [
            [self._chain(index, moves // tasks) for index in range(tasks)] for _ in range(rounds)
        ]
        self._rounds.reverse()

    async def play(self) -> int:
        """Make the moves of the next round; each task has a match of its own."""
        self.seconds = []
        async with asyncio.TaskGroup() as group:
            for commits in self._rounds.pop():
                group.create_task(self._sit(commits))
        return len(self.seconds)

    def _chain(self, index: int, moves: int) -> list[Commit]:
        commits = []
        row = self._rows[index]
        for _ in range(moves):
            at = row.touched + 1
            row = replace(
                row, version=row.version + 1, moves=row.moves + 1, touched=at, deadline=at
            )
            commits.append(Commit(row, MoveRow(row.moves, 1, "KH", 10**17, at)))
        self._rows[index] = row
        return commits

    async def _sit(self, commits: list[Commit]) -> None:
        for commit in commits:
            start = perf_counter()
            if not await self._peer.commit(commit):
                raise SystemExit("a move was stale")
            self.seconds.append(perf_counter() - start)

    def percentile(self, share: float) -> float:
        return sorted(self.seconds)[int(share * (len(self.seconds) - 1))]


def play_all(
    players: dict[str, Player], runner: asyncio.Runner, tasks: int, rounds: int
) -> tuple[dict[str, Timing], dict[str, Timing]]:
    """Time all ways; gives throughput, and p50 (one task) or p99 (several) of a move."""
    share = 0.5 if tasks == 1 else 0.99
    points: dict[str, list[float]] = {name: [] for name in players}

    def candidate(name: str) -> Callable[[], int]:
        def play() -> int:
            made = runner.run(players[name].play())
            points[name].append(players[name].percentile(share))
            return made

        return play

    for name, player in players.items():
        player.prepare(tasks, ALONE if tasks == 1 else MOVES[name], rounds + 1)
    totals = interleave({name: candidate(name) for name in players}, rounds=rounds)
    latencies = {
        name: Timing(name, 1, tuple(measured[-rounds:])) for name, measured in points.items()
    }
    return totals, latencies


def moves(runner: asyncio.Runner, urls: Mapping[str, str], rounds: int) -> None:
    """Compare ways to write moves, each with the address of the database it writes to."""
    players: dict[str, Player] = {}
    peers: list[Peer] = []
    for name, url in urls.items():
        rows = runner.run(fill(url, MATCHES))
        peer: Peer = runner.run(Store.open(url))
        if name != "store":
            runner.run(peer.close())
            peer = Stdlib(make_url(url).database or "")
        peers.append(peer)
        players[name] = Player(peer, rows)
    for tasks in (1, 50, 500):
        totals, latencies = play_all(players, runner, tasks, rounds)
        point = "p50" if tasks == 1 else "p99"
        print(f"\n{tasks} at once, throughput\n{table(totals, unit='move')}")
        print(f"{tasks} at once, {point} of a move\n{table(latencies, unit='move')}")
        for name in list(players)[1:]:
            print(f"store / {name}: rate {speed_ratio(totals['store'], totals[name])}")
            print(f"store / {name}: {point} {time_ratio(latencies['store'], latencies[name])}")
    for peer in peers:
        runner.run(peer.close())


def loading(runner: asyncio.Runner, directory: Path, rounds: int) -> None:
    path = directory / "loading.sqlite3"
    runner.run(fill(url_of(path), SESSIONS))
    store = runner.run(Store.open(url_of(path)))

    def ids() -> int:
        return len(runner.run(store.live()))

    def whole() -> int:
        return len(runner.run(store.matches_in(ROW.channel_id, [Status.PLAYING])))

    def plain() -> int:
        return sum(1 for _ in _sessions(path))

    names = {"store, ids (lazy)": ids, "store, whole rows": whole, "sqlite3 + json": plain}
    timings = interleave(names, rounds=rounds)
    print(f"\n{SESSIONS} sessions\n{table(timings, unit='session')}")
    for name in list(names)[:2]:
        print(f"{name} / sqlite3 + json: {time_ratio(timings[name], timings['sqlite3 + json'])}")
    runner.run(store.close())


def _sessions(path: Path) -> Iterator[object]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT id, version, members, state FROM match").fetchall()
    # Kept together, as loaded sessions are.
    yield from [(key, version, json.loads(m), json.loads(s)) for key, version, m, s in rows]


def fill_file(path: Path, size: int) -> int:
    """Fill a database with games played out until the file has this many bytes; counts games."""
    values = dict(zip(MATCH_COLUMNS, match_values(ROW), strict=True))
    played = {"seat": 1, "code": "play KH", "by": None, "at": 1e9}
    games, engine = 0, writing_engine(make_url(url_of(path)))
    while path.stat().st_size < size:
        ids = range(games + 1, games + MATCHES + 1)
        rows = [{"match_id": of, "number": n, **played} for of in ids for n in range(PLAYED)]
        with engine.begin() as connection:
            made = [{**values, "id": MatchId(of), "published": 1} for of in ids]
            connection.execute(insert(match), made)
            connection.execute(insert(move), rows)
        games += MATCHES
    engine.dispose()
    return games


def large_file(runner: asyncio.Runner, directory: Path, megabytes: int) -> None:
    """Tell how long the look of a start at a file takes, a backup of it and a restore."""
    settings = Settings.read({"NIMBUS_DATA": str(directory)})
    path, target = directory / "nimbus.sqlite3", directory / "backup.sqlite3"
    runner.run(fill(url_of(path), 0))
    games = fill_file(path, megabytes * 10**6)
    engine = writing_engine(make_url(url_of(path)))

    def look() -> None:
        with engine.connect() as connection:
            refuse_damaged(connection, path, seconds=600.0)

    print(f"\n{path.stat().st_size / 1e6:.0f} MB, {games} games: "
          f"the look of a start {seconds_of(look):.1f} s, "
          f"backup {seconds_of(partial(make, settings, target)):.1f} s, "
          f"restore {seconds_of(partial(put_back, settings, target)):.1f} s")  # fmt: skip
    engine.dispose()


def seconds_of(work: Callable[[], object]) -> float:
    start = perf_counter()
    work()
    return perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--directory", type=Path, default=None)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--database", metavar="URL")
    given = parser.parse_args()
    if given.database:
        with asyncio.Runner() as runner:
            moves(runner, {"store": given.database}, given.rounds)
        return
    with tempfile.TemporaryDirectory(dir=given.directory) as made, asyncio.Runner() as runner:
        print(f"SQLite {sqlite3.sqlite_version}, state of {len(json.dumps(STATE))} bytes")
        files = {name: url_of(Path(made) / f"{at}.sqlite3") for at, name in enumerate(MOVES)}
        moves(runner, files, given.rounds)
        loading(runner, Path(made), given.rounds)
        large_file(runner, Path(made), given.megabytes)


if __name__ == "__main__":
    main()

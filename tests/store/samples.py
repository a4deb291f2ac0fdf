"""Rows that tests store, and questions to the file behind the store's back."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from math import inf
from pathlib import Path
from typing import Any

from bot.cluster.peers import Cluster
from bot.evenings.rows import EveningPerson, EveningRow
from bot.evenings.store import Beginning, BoardRow, EveningStore
from bot.leagues.store import LeagueRow
from bot.ratings.rules import Before, Ended, Judged, SeatChange, Verdict
from bot.skill import Rating
from bot.store import Store
from bot.store.rows import Commit, MatchId, MatchRow, Member, MoveRow, ResultRow, SeriesRow, Status
from tests.postgresql import Server

ALICE, BOB, CAROL = (10**18 + n for n in (1, 2, 3))
GUILD, CHANNEL = 10**18 + 10, 10**18 + 20

LOBBY = MatchRow(
    id=MatchId(0),
    version=1,
    status=Status.LOBBY,
    game="cloud_nine",
    rules_version=1,
    options={"deals": 3},
    guild_id=GUILD,
    channel_id=CHANNEL,
    opener_id=ALICE,
    locale="en",
    secret=bytes(range(32)),
    members=(Member(str(ALICE), "Alice"), Member(str(BOB), "Bob"), Member("house:1", "Nim")),
    created=100.0,
    touched=100.0,
)
TABLE = replace(LOBBY, status=Status.PLAYING, state={"trick": [1, 2]}, seed=b"seed", entropy="1-2")


class OnServer:
    """A database of the tests' PostgreSQL server, in the place of a file's path."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name

    @property
    def url(self) -> str:
        return self.server.url(self.name)


At = Path | OnServer
"""Where a database is: SQLite's file, or a server's."""


def url_of(at: At) -> str:
    return at.url if isinstance(at, OnServer) else f"sqlite+aiosqlite:///{at}"


@asynccontextmanager
async def opened(at: At, **options: Any) -> AsyncIterator[Store]:
    store = await Store.open(url_of(at), **options)
    try:
        yield store
    finally:
        await store.close()


def after(row: MatchRow, **fields: Any) -> MatchRow:
    """Return the next version of a row."""
    return replace(row, version=row.version + 1, **fields)


def move_on(row: MatchRow, code: str = "KH", **fields: Any) -> Commit:
    """Return the commit of the next move."""
    number = row.moves + 1
    return Commit(after(row, moves=number, **fields), MoveRow(number, 1, code, ALICE, 5.0))


def ending(row: MatchRow, scores: dict[int | None, int], **fields: Any) -> Commit:
    """Return the commit that ends a match with these scores by user, None for a house player.

    The highest win.
    """
    best = max(scores.values())
    levels: dict[int | None, str] = {None: "normal"}
    results = tuple(
        ResultRow(
            seat, user, f"name of {user}", score, score == best, score // 2, 3, levels.get(user)
        )
        for seat, (user, score) in enumerate(scores.items(), start=1)
    )
    return Commit(after(row, **({"status": Status.OVER} | fields)), results=results)


async def played_before(store: Store, *users: int, game: str = TABLE.game) -> None:
    """Store that these people have played a game that counts, and that they share the win."""
    row = await store.new_match(replace(TABLE, game=game))
    await store.commit(ending(row, dict.fromkeys(users, 6)))


def by_score(ended: Ended, before: Before) -> Judged:
    """Give everybody their score as mu, and less sigma the more they have played."""
    changes = []
    for seat in ended.seats:
        if seat.user_id is not None:
            known = before.known.get(seat.user_id)
            sigma = 8.0 if known is None else known.rating.sigma - 1
            now, ever = Rating(seat.score, sigma), Rating(seat.score + 1.0, sigma)
            season = ended.season.number
            changes.append(
                SeatChange(seat.seat, seat.user_id, season, 1, 1.0, now, ever, seat.match_id)
            )
    return Judged(Verdict.COUNTS, tuple(changes))


def ask(at: At, sql: str, *values: object) -> list[tuple[Any, ...]]:
    """Look into the database with a connection of our own; each value's place is a "?"."""
    if isinstance(at, OnServer):
        return at.server.run(at.name, sql.replace("%", "%%").replace("?", "%s"), *values)
    with closing(sqlite3.connect(at)) as connection, connection:
        return connection.execute(sql, values).fetchall()


def tamper(at: At, sql: str, *values: object) -> None:
    """Change the database behind the store's back."""
    ask(at, sql, *values)


def league_in(guild_id: int, game: str = "nimbly", **fields: Any) -> LeagueRow:
    """Return a league without an end in a server, not stored yet."""
    row = LeagueRow(0, guild_id, CHANNEL, game, {"deals": 2}, "en", opened=5.0, weeks=0)
    return replace(row, **fields)


async def evening_of(store: Store, number: int, *people: EveningPerson) -> EveningRow:
    """Store an evening of three rounds that these people play, in the servers they come from."""
    row = EveningRow(number, 5.0, 3, secret=b"secret", start="7")
    guilds = sorted({one.guild_id for one in people})
    boards = [BoardRow(number, guild_id, number, "en", 21, 22, "0|") for guild_id in guilds]
    series = SeriesRow(row.key, "nimbly", {}, b"", 1, 1, 0.0, 900.0)
    await EveningStore(store.database).begin(Beginning(row, boards, series, people), [], [], None)
    return row


async def next_deadline(store: Store) -> float | None:
    """Return when the next match is due, if any ever is."""
    return min((await store.deadlines(inf)).values(), default=None)


# A process among others, as far as the store goes: without Discord and without tables.


class Joined(Cluster):
    """A process that has joined others, with its store."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.store = store
        store.ownership, store.peers = self.ownership, self.peers


@asynccontextmanager
async def joined(at: OnServer, **options: Any) -> AsyncIterator[Joined]:
    async with opened(at, **options) as store:
        process = Joined(store)
        await process.processes.join()
        yield process

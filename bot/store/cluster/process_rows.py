"""The rows of processes: which looks after a match, and which of Discord's shards each serves."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import groupby
from typing import Any

import sqlalchemy as sa

from bot.store import schema
from bot.store.rows import LIVE, MatchId
from bot.store.schema import process as _process

# The rows of processes: what several agree on goes by the database's clock.
#
# These functions take a connection, of PostgreSQL alone, and do nothing but SQL.

LIFE = 12.0
"""Seconds that a process lives from when it last renewed its row."""


def now() -> sa.ColumnElement[float]:
    """Say in SQL, of PostgreSQL alone, what time it is on the database's clock."""
    return sa.type_coerce(sa.extract("epoch", sa.func.clock_timestamp()), sa.Double)


def is_alive(name: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Say in SQL that there is a process of this name and that it is alive."""
    return (
        sa.select(_process.c.name).where(_process.c.name == name, _process.c.until > now()).exists()
    )


def add_process(connection: sa.Connection, name: str) -> None:
    """Add a process, and take away those whose rows ran out."""
    connection.execute(sa.delete(_process).where(_process.c.until <= now()))
    connection.execute(sa.insert(_process).values(name=name, until=now() + LIFE))


def all_alive(connection: sa.Connection) -> set[str]:
    """Return the names of the processes that are alive."""
    return set(connection.scalars(sa.select(_process.c.name).where(_process.c.until > now())))


def renew(connection: sa.Connection, name: str) -> bool:
    """Let a process live on; False if it is dead."""
    lives = _process.c.name == name, _process.c.until > now()
    renewed = connection.execute(sa.update(_process).where(*lives).values(until=now() + LIFE))
    return renewed.rowcount == 1


def drop(connection: sa.Connection, name: str) -> None:
    """Take a process away, and with it what it holds."""
    connection.execute(sa.delete(_process).where(_process.c.name == name))


# Which process looks after a match, in its row.
#
# These functions take a connection and do nothing but SQL.

_match = schema.match


def alive() -> sa.ColumnElement[bool]:
    """Say in SQL that a match is looked after by a process that is alive."""
    return _match.c.home.in_(sa.select(_process.c.name).where(_process.c.until > now()))


def is_of(process: str | None) -> tuple[sa.ColumnElement[bool], ...]:
    """Say in SQL that a match is looked after by a process, or by nobody; nothing for None."""
    if process is None:
        return ()
    return (sa.or_(_match.c.home == process, _free()),)


def is_free(connection: sa.Connection, match_id: MatchId, process: str) -> bool:
    """Return whether nobody alive looks after a match, but for a process."""
    found = sa.select(_match.c.id).where(_match.c.id == match_id, *is_of(process))
    return connection.scalar(found) is not None


def take(connection: sa.Connection, match_ids: Iterable[MatchId], process: str) -> set[MatchId]:
    """Have a process look after matches that nobody else looks after, and give them.

    None of those are waited for that another transaction holds.
    """
    theirs = _match.c.id.in_(list(match_ids))
    found = sa.select(_match.c.id).where(theirs, *is_of(process)).with_for_update(skip_locked=True)
    return _give(connection, found, process)


def seize(connection: sa.Connection, match_ids: Iterable[MatchId], process: str) -> set[MatchId]:
    """Have a process look after matches, whoever did, and give them."""
    theirs = _match.c.id.in_(list(match_ids))
    return _give(connection, sa.select(_match.c.id).where(theirs).with_for_update(), process)


def adopt(connection: sa.Connection, process: str, most: int) -> set[MatchId]:
    """Have a process look after some of the live matches that nobody looks after, and give them."""
    live = [status.value for status in LIVE]
    orphans = sa.select(_match.c.id).where(_match.c.status.in_(live), _free()).limit(most)
    return _give(connection, orphans.with_for_update(skip_locked=True), process)


def _free() -> sa.ColumnElement[bool]:
    return sa.or_(_match.c.home.is_(None), ~alive())


def _give(connection: sa.Connection, found: sa.Select[Any], process: str) -> set[MatchId]:
    """Have a process look after the matches found, if it is alive itself."""
    lives = sa.select(_process.c.name).where(_process.c.name == process, _process.c.until > now())
    chosen = found.cte("chosen")
    taken = connection.scalars(
        sa.update(_match)
        .where(_match.c.id == chosen.c.id, lives.exists())
        .values(home=process)
        .returning(_match.c.id)
    )
    return {MatchId(key) for key in taken}


# Which of Discord's shards the processes of a bot serve, as their leases tell.

SHARD = "shard "
"""The beginning of the names of the leases of shards; number and count follow, as 3/16."""

Shard = tuple[int, int]
"""The number of a shard, and how many there are."""

_lease = schema.lease


def served(connection: sa.Connection) -> list[Shard]:
    """Return the shards that processes serve which are alive, in order; PostgreSQL's alone."""
    of_shards = _lease.c.name.startswith(SHARD), is_alive(_lease.c.process)
    names = connection.scalars(sa.select(_lease.c.name).where(*of_shards))
    return sorted(map(shard_of, names))


def shard_of(name: str) -> Shard:
    """Return the shard that a lease of this name is for.

    >>> shard_of("shard 3/16")
    (3, 16)
    """
    number, count = name.removeprefix(SHARD).split("/")
    return int(number), int(count)


def unserved(found: Collection[Shard], counts: Collection[int]) -> str:
    """Say which shards of these counts nobody serves, as NIMBUS_SHARDS names them; "" if none.

    >>> unserved([(0, 4), (1, 2)], {2, 4})
    '0/2, 1-3/4'
    """
    missing = {
        count: [number for number in range(count) if (number, count) not in found]
        for count in sorted(counts)
    }
    return ", ".join(f"{_named(numbers)}/{count}" for count, numbers in missing.items() if numbers)


def gaps(found: Collection[Shard], counts: Collection[int]) -> str:
    """Tell a host which shards of these counts nobody serves, and what to do; "" if none."""
    missing = unserved(found, counts)
    return missing and (
        f"Nobody serves {missing}. Start a process for each shard that is not served, all with the "
        "same number behind the stroke of NIMBUS_SHARDS."
    )


def _named(numbers: list[int]) -> str:
    """Name numbers that rise, those in a row by the first and the last."""
    runs = [
        [number for _, number in run]
        for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    ]
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)

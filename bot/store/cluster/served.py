"""Which of Discord's shards the processes of a bot serve, as their leases tell."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby

from sqlalchemy import Connection, select

from bot.store import schema
from bot.store.cluster.process_rows import is_alive

SHARD = "shard "
"""The beginning of the names of the leases of shards; number and count follow, as 3/16."""

Shard = tuple[int, int]
"""The number of a shard, and how many there are."""

_lease = schema.lease


def served(connection: Connection) -> list[Shard]:
    """Return the shards that processes serve which are alive, in order; PostgreSQL's alone."""
    of_shards = _lease.c.name.startswith(SHARD), is_alive(_lease.c.process)
    names = connection.scalars(select(_lease.c.name).where(*of_shards))
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

"""Turns to identify: Discord takes one IDENTIFY in a while from each bucket of a bot's shards.

Where several processes share a database they take turns by its clock.
"""

from __future__ import annotations

from sqlalchemy import Connection, Double, Text, cast, func
from sqlalchemy.dialects.postgresql import insert

from bot.store.cluster.process_rows import now
from bot.store.database import Database
from bot.store.schema import setting

AHEAD = 1000
"""So many turns may be taken ahead; what lies farther off was left by a clock that was set."""


class Identifies:
    """Gives turns. Raises StoreClosed or StoreFailed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def reserve(self, bucket: int, spacing: float) -> float:
        """Take the next turn of a bucket; gives the seconds until it comes.

        `spacing` is how many seconds lie between two turns.
        """
        return await self._database.write(reserve, bucket, spacing)


def reserve(connection: Connection, bucket: int, spacing: float) -> float:
    """Take the next turn of a bucket; of PostgreSQL alone."""
    stored = func.least(cast(setting.c.value, Double), now() + AHEAD * spacing)
    first = insert(setting).values(
        scope="", key=f"identify {bucket}", value=cast(now() + spacing, Text)
    )
    later = cast(func.greatest(stored, now()) + spacing, Text)
    taken = first.on_conflict_do_update(index_elements=["scope", "key"], set_={"value": later})
    after = connection.scalar(taken.returning(cast(setting.c.value, Double) - now()))
    return max(0.0, float(after or 0.0) - spacing)

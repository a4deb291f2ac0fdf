"""Whom people have blocked.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, exists, func, select

from bot.store.schema import block
from bot.store.upsert import upsert


def add(connection: Connection, user_id: int, blocked_id: int, at: float, most: int) -> bool:
    """Note that a person blocks another; False if they block `most` others already."""
    others = block.c.user_id == user_id, block.c.blocked_id != blocked_id
    count = connection.scalar(select(func.count()).select_from(block).where(*others))
    if count is not None and count >= most:
        return False
    upsert(connection, block, [{"user_id": user_id, "blocked_id": blocked_id, "at": at}])
    return True


def remove(connection: Connection, user_id: int, blocked_id: int) -> bool:
    """Take a block back; False if there was none."""
    where = block.c.user_id == user_id, block.c.blocked_id == blocked_id
    return connection.execute(delete(block).where(*where)).rowcount > 0


def of(connection: Connection, user_id: int) -> list[int]:
    """Return whom a person has blocked, the latest first."""
    query = select(block.c.blocked_id).where(block.c.user_id == user_id)
    return list(connection.scalars(query.order_by(block.c.at.desc(), block.c.blocked_id)))


def is_blocked(connection: Connection, user_id: int, other_id: int) -> bool:
    """Return whether a person has blocked another."""
    found = exists().where(block.c.user_id == user_id, block.c.blocked_id == other_id)
    return bool(connection.scalar(select(found)))

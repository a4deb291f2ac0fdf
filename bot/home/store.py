"""What the card asks of the store: whether a person has finished a game."""

from __future__ import annotations

from sqlalchemy import Connection, select

from bot.store import schema
from bot.store.part import Part, reads

_result = schema.result.c


def has_finished(connection: Connection, user_id: int) -> bool:
    """Return whether a person has finished a game of any kind."""
    found = select(_result.match_id).where(_result.user_id == user_id).limit(1)
    return connection.execute(found).first() is not None


class HomeStore(Part):
    """The part of the store about who is new."""

    has_finished = reads(has_finished)

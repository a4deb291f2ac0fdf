"""Data that expires: needed only for the play of a game, or of servers the bot has left.

Every function does a small part and can be stopped after it. They take a connection and do nothing
but SQL.
"""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import Connection, bindparam, delete, select, update

from bot.store import schema
from bot.store.holdings import HOLDINGS
from bot.store.rows import MatchId, Status
from bot.store.settings import LEFT, get, server_scope

_STAY = ("key", "name", "joined", "level", "away", "hinted")
"""The fields of a member that say who sat there, and prove the deal."""

_match = schema.match
_hand = schema.hand
_publication = schema.publication
_setting = schema.setting

_TIDIED = (
    update(_match)
    .where(_match.c.id == bindparam("of"), _match.c.version == bindparam("on"))
    .values(
        members=bindparam("new_members"), votes="[]", pauses="[]",
        version=_match.c.version + 1, published=_match.c.published + 1,
    )
)  # fmt: skip
_UNCALLED = {"ping_message": None, "ping_user": None, "ping_last": False}


def drop_closed(connection: Connection, before: float, most: int) -> int:
    """Delete games that ended early, and lobbies, of before a moment; tells how many."""
    old = (
        select(_match.c.id)
        .where(_match.c.status == Status.CLOSED.value, _match.c.touched < before)
        .order_by(_match.c.id)
        .limit(most)
    )
    return connection.execute(delete(_match).where(_match.c.id.in_(old))).rowcount


def tidy_over(connection: Connection, before: float, after: MatchId, most: int) -> MatchId | None:
    """Take what only the play needed out of games that were played out before a moment.

    Looks at some matches behind one, in order, and returns the last; None if there are no more.
    """
    rows = connection.execute(
        select(_match.c.id, _match.c.version, _match.c.members, _match.c.votes, _match.c.touched)
        .where(_match.c.id > after, _match.c.status == Status.OVER.value)
        .order_by(_match.c.id)
        .limit(most)
    ).all()
    old = [row for row in rows if row.touched < before]
    ids = [row.id for row in old]
    changes = [change for row in old if (change := _tidied(row)) is not None]
    if changes:
        connection.execute(_TIDIED, changes)
    if ids:
        connection.execute(delete(_hand).where(_hand.c.match_id.in_(ids)))
        connection.execute(
            update(_publication)
            .where(_publication.c.match_id.in_(ids), _publication.c.ping_message.is_not(None))
            .values(**_UNCALLED)
        )
    return MatchId(rows[-1].id) if len(rows) == most else None


def expire(connection: Connection, before: float) -> None:
    """Let go of what features do not keep for ever, as far as it is of before a moment."""
    for holdings in HOLDINGS.values():
        holdings.expire(connection, before)


def _tidied(row: Any) -> dict[str, Any] | None:
    """Return how a match becomes without what only its play needed; None if it is so."""
    try:
        members = orjson.loads(row.members)
        kept = [{name: member[name] for name in _STAY if name in member} for member in members]
    except (ValueError, TypeError, KeyError):
        return None
    if kept == members and row.votes == "[]":
        return None
    return {"of": row.id, "on": row.version, "new_members": orjson.dumps(kept).decode()}


def forget_server(
    connection: Connection, guild_id: int, before: float, most: int, now: float
) -> bool:
    """Forget a part of a server that the bot left before a moment; tells whether all is done.

    Its games keep neither server nor channel; its leagues, evenings and settings go last. Nothing
    is done where the bot is back.
    """
    left = get(connection, server_scope(guild_id), LEFT)
    if left is None or not float(left) < before:
        return True
    ids = list(
        connection.scalars(
            select(_match.c.id)
            .where(
                _match.c.guild_id == guild_id,
                _match.c.status.in_((Status.OVER.value, Status.CLOSED.value)),
            )
            .limit(most)
        )
    )
    if ids:
        connection.execute(
            update(_match)
            .where(_match.c.id.in_(ids))
            .values(
                guild_id=None, channel_id=0, thread_id=None,
                version=_match.c.version + 1, published=_match.c.version + 1,
            )
        )  # fmt: skip
        connection.execute(
            update(_publication)
            .where(_publication.c.match_id.in_(ids))
            .values(board_channel=None, board_message=None, **_UNCALLED)
        )
        return False
    for holdings in HOLDINGS.values():
        holdings.forget(connection, guild_id, now)
    connection.execute(delete(_setting).where(_setting.c.scope == server_scope(guild_id)))
    return True

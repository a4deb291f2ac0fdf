"""Small things to remember by scope and key: what people and servers have set, and the bot itself.

A scope is `person <id>`, `server <id>`, `application <id>` or `evening <id>`.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from sqlalchemy import Connection, Text, cast, delete, literal, select

from bot.store.rows import Status
from bot.store.schema import match, seat, setting
from bot.store.upsert import upsert

MARK = ("", "written")
"""Scope and key of when something was last written only to see whether it can be."""

LEFT = "left"
"""The key, in the scope of a server, of when the bot was seen to be in it no more."""

ALIVE = ("", "alive")
"""Scope and key of when the bot was last known to hear players and to keep what they do."""


PERSON, SERVER = "person ", "server "
"""The beginning of the scopes of people and of servers."""


def person_scope(user_id: int) -> str:
    """Name the scope of what a person has set."""
    return f"{PERSON}{user_id}"


def server_scope(guild_id: int) -> str:
    """Name the scope of what a server has set."""
    return f"{SERVER}{guild_id}"


def get(connection: Connection, scope: str, key: str) -> str | None:
    """Return a setting, or None if it is not set."""
    query = select(setting.c.value).where(setting.c.scope == scope, setting.c.key == key)
    value: str | None = connection.execute(query).scalar_one_or_none()
    return value


def all_of(connection: Connection, scope: str) -> dict[str, str]:
    """Return every setting of a scope, by key."""
    return of_scopes(connection, [scope])[scope]


def of_scopes(connection: Connection, scopes: Collection[str]) -> dict[str, dict[str, str]]:
    """Return every setting of some scopes, by scope and key."""
    found: dict[str, dict[str, str]] = {scope: {} for scope in scopes}
    for row in connection.execute(select(setting).where(setting.c.scope.in_(scopes))):
        found[row.scope][row.key] = row.value
    return found


def by_key(connection: Connection, key: str) -> dict[str, str]:
    """Return the settings of a key in every scope that has one, by scope."""
    query = select(setting.c.scope, setting.c.value).where(setting.c.key == key)
    return {row.scope: row.value for row in connection.execute(query)}


def scopes_with(connection: Connection, key: str, value: str) -> list[str]:
    """Return the scopes in which a setting has this value."""
    query = select(setting.c.scope).where(setting.c.key == key, setting.c.value == value)
    return sorted(connection.scalars(query))


def seated_with(connection: Connection, key: str, value: str) -> list[str]:
    """Return the scopes of the people who sit at a table and whose setting has this value."""
    playing = match.c.status == Status.PLAYING.value
    who = select(literal(PERSON) + cast(seat.c.user_id, Text)).join_from(seat, match)
    query = select(setting.c.scope).where(setting.c.key == key, setting.c.value == value)
    return sorted(
        connection.scalars(
            query.where(setting.c.scope.in_(who.where(seat.c.user_id.is_not(None), playing)))
        )
    )


def put_all(connection: Connection, scope: str, changes: Mapping[str, str | None]) -> None:
    """Set some settings of a scope together; None unsets one, and the others stay."""
    for key, value in changes.items():
        put(connection, scope, key, value)


def put(connection: Connection, scope: str, key: str, value: str | None) -> None:
    """Set a setting; None unsets it."""
    if value is None:
        connection.execute(delete(setting).where(setting.c.scope == scope, setting.c.key == key))
    else:
        upsert(connection, setting, [{"scope": scope, "key": key, "value": value}])

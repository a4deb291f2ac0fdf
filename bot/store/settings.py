"""Small things to remember by scope and key: what people and servers have set, and the bot itself.

A scope is `person <id>`, `server <id>`, `application <id>`, `evening <id>` or `beat <match>`.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TypeAlias

import sqlalchemy as sa

from bot.store.codec import add_missing, upsert
from bot.store.rows import Status
from bot.store.schema import league, match, seat, seeker, setting

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


def get(connection: sa.Connection, scope: str, key: str) -> str | None:
    """Return a setting, or None if it is not set."""
    query = sa.select(setting.c.value).where(setting.c.scope == scope, setting.c.key == key)
    value: str | None = connection.execute(query).scalar_one_or_none()
    return value


def all_of(connection: sa.Connection, scope: str) -> dict[str, str]:
    """Return every setting of a scope, by key."""
    return of_scopes(connection, [scope])[scope]


def of_scopes(connection: sa.Connection, scopes: Collection[str]) -> dict[str, dict[str, str]]:
    """Return every setting of some scopes, by scope and key."""
    found: dict[str, dict[str, str]] = {scope: {} for scope in scopes}
    for row in connection.execute(sa.select(setting).where(setting.c.scope.in_(scopes))):
        found[row.scope][row.key] = row.value
    return found


def by_key(connection: sa.Connection, key: str) -> dict[str, str]:
    """Return the settings of a key in every scope that has one, by scope."""
    query = sa.select(setting.c.scope, setting.c.value).where(setting.c.key == key)
    return {row.scope: row.value for row in connection.execute(query)}


def scopes_with(connection: sa.Connection, key: str, value: str) -> list[str]:
    """Return the scopes in which a setting has this value."""
    query = sa.select(setting.c.scope).where(setting.c.key == key, setting.c.value == value)
    return sorted(connection.scalars(query))


def seated_with(connection: sa.Connection, key: str, value: str) -> list[str]:
    """Return the scopes of the people who sit at a table and whose setting has this value."""
    playing = match.c.status == Status.PLAYING.value
    who = sa.select(sa.literal(PERSON) + sa.cast(seat.c.user_id, sa.Text)).join_from(seat, match)
    query = sa.select(setting.c.scope).where(setting.c.key == key, setting.c.value == value)
    return sorted(
        connection.scalars(
            query.where(setting.c.scope.in_(who.where(seat.c.user_id.is_not(None), playing)))
        )
    )


def put_all(connection: sa.Connection, scope: str, changes: Mapping[str, str | None]) -> None:
    """Set some settings of a scope together; None unsets one, and the others stay."""
    for key, value in changes.items():
        put(connection, scope, key, value)


def put(connection: sa.Connection, scope: str, key: str, value: str | None) -> None:
    """Set a setting; None unsets it."""
    if value is None:
        connection.execute(sa.delete(setting).where(setting.c.scope == scope, setting.c.key == key))
    else:
        upsert(connection, setting, [{"scope": scope, "key": key, "value": value}])


# The bot's own secret, which the codes of moments follow from beside the seed of a game.

_CODES, _SECRET = "codes", "secret"
_SECRET_BYTES = 32


def known_secret(connection: sa.Connection) -> bytes | None:
    """Return the secret, of 32 bytes, which stays with the database; None before it was made."""
    found = get(connection, _CODES, _SECRET)
    return None if found is None else bytes.fromhex(found)


def made_secret(connection: sa.Connection) -> bytes:
    """Return the secret, which is made unless another process has just done that."""
    fresh = {"scope": _CODES, "key": _SECRET, "value": secrets.token_hex(_SECRET_BYTES)}
    add_missing(connection, setting, [fresh])
    return bytes.fromhex(all_of(connection, _CODES)[_SECRET])


def other_servers(connection: sa.Connection, present: Collection[int]) -> set[int]:
    """Return the servers with anything kept, but for those that are present.

    Those where the bot never was itself are left out, too: people brought it there.
    """
    # An index answers this; the rows are looked at only where there is something to find.
    played = sa.select(match.c.guild_id).where(match.c.guild_id.is_not(None)).distinct()
    found = set(connection.scalars(played)).difference(present)
    if found:
        ours = sa.select(match.c.guild_id).where(
            match.c.guild_id.in_(found), match.c.by_token.is_(False)
        )
        found = set(connection.scalars(ours.distinct()))
    for table in (league, seeker):
        theirs = sa.select(table.c.guild_id).distinct()
        found |= set(connection.scalars(theirs)).difference(present)
    scopes = sa.select(setting.c.scope).where(setting.c.scope.startswith(SERVER)).distinct()
    names = (scope.removeprefix(SERVER) for scope in connection.scalars(scopes))
    return found | {int(name) for name in names if name.isdecimal()}.difference(present)


# Settings as they were read last, by scope: they are asked for at every turn and change rarely.

Read: TypeAlias = Callable[[Sequence[str]], Awaitable[Mapping[str, dict[str, str]]]]
"""Reads the settings of some scopes, by scope."""

REMEMBERED_SCOPES = 2000
"""How many scopes are remembered; the longest unused goes first."""


class Remembered:
    """Remembers settings until they are changed; of other processes' changes it is told."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, dict[str, str]] = OrderedDict()
        # The newest read of each scope that is being read, unless it was changed since.
        self._reads: dict[str, object] = {}

    async def read(self, scopes: Sequence[str], read: Read) -> list[dict[str, str]]:
        """Return the settings of each scope; only what is not known is read, all at once."""
        known = {scope: self._known[scope] for scope in scopes if scope in self._known}
        for scope in known:
            self._known.move_to_end(scope)
        if unknown := [scope for scope in scopes if scope not in known]:
            known |= await self._read(unknown, read)
        return [dict(known[scope]) for scope in scopes]

    async def _read(self, scopes: Sequence[str], read: Read) -> Mapping[str, dict[str, str]]:
        own = object()
        self._reads |= dict.fromkeys(scopes, own)
        try:
            found = await read(scopes)
        finally:
            # What was read while a scope changed may be what was there before.
            newest = [scope for scope in scopes if self._reads.get(scope) is own]
            for scope in newest:
                del self._reads[scope]
        for scope in newest:
            self._remember(scope, found[scope])
        return found

    @asynccontextmanager
    async def changing(
        self, scope: str | None = None, changes: Mapping[str, str | None] | None = None
    ) -> AsyncIterator[None]:
        """Change the settings of a scope, or of any; they are read again afterwards.

        What is known of a scope stays so with the `changes`, if nobody else changes any meanwhile.
        """
        before = self._known.get(scope or "")
        try:
            yield
            after = self._known.get(scope or "")
        finally:
            self.forget(scope)
        if scope is not None and changes is not None and before is not None and before is after:
            # In place, so that what else is changed meanwhile finds what it knew.
            before.update((key, text) for key, text in changes.items() if text is not None)
            for key in [key for key, text in changes.items() if text is None]:
                before.pop(key, None)
            self._known[scope] = before

    def forget(self, scope: str | None = None) -> None:
        """Have the settings of a scope, or of all, read again: somebody has changed them."""
        if scope is None:
            self._known.clear()
            self._reads.clear()
        else:
            self._known.pop(scope, None)
            self._reads.pop(scope, None)

    def _remember(self, scope: str, found: dict[str, str]) -> None:
        self._known[scope] = found
        if len(self._known) > REMEMBERED_SCOPES:
            self._known.popitem(last=False)

"""The servers with anything kept."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, select

from bot.store import schema
from bot.store.settings import SERVER

_match, _league, _setting = schema.match, schema.league, schema.setting


def other_servers(connection: Connection, present: Collection[int]) -> set[int]:
    """Return the servers with anything kept, but for those that are present.

    Those where the bot never was itself are left out, too: people brought it there.
    """
    # An index answers this; the rows are looked at only where there is something to find.
    played = select(_match.c.guild_id).where(_match.c.guild_id.is_not(None)).distinct()
    found = set(connection.scalars(played)).difference(present)
    if found:
        ours = select(_match.c.guild_id).where(
            _match.c.guild_id.in_(found), _match.c.by_token.is_(False)
        )
        found = set(connection.scalars(ours.distinct()))
    found |= set(connection.scalars(select(_league.c.guild_id).distinct())).difference(present)
    scopes = select(_setting.c.scope).where(_setting.c.scope.startswith(SERVER)).distinct()
    names = (scope.removeprefix(SERVER) for scope in connection.scalars(scopes))
    return found | {int(name) for name in names if name.isdecimal()}.difference(present)

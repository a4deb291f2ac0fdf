"""Doors of lobbies: who may come in, and how somebody who is asked to wants to hear of it."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from bot.errors import Refused
from bot.match.table.kind import kind_of
from bot.preferences.person import Place, person_settings
from bot.preferences.server import server_settings
from bot.store import Store
from bot.store.doors import Doors
from bot.store.rows import InvitationCall, MatchRow

CALLED = 120.0
"""For so many seconds a rematch does not start without those called who have not answered, unless
its opener says so."""


class Entry(Protocol):
    """The rules of entry to the tables of a kind."""

    async def require_open(self, row: MatchRow, user_id: int) -> None:
        """Raise Refused if a person cannot join a lobby of the kind."""

    def beginning(self, row: MatchRow) -> AbstractAsyncContextManager[None]:
        """Hold what must not change while a lobby of the kind begins. Raises Refused."""


async def require_entry(
    store: Store, row: MatchRow, user_id: int, roles: Collection[int] = ()
) -> None:
    """Raise Refused if a person who is not in a lobby may not come in; `roles` are theirs.

    Whoever is blocked by its opener, was removed from it, or is not invited to a private one reads
    the same sentence, and so does everybody where all seats are taken.
    """
    if user_id == row.opener_id:
        return
    door = row.door
    is_asked = user_id in door.invited or any(role in door.roles for role in roles)
    is_kept_out = user_id in door.kicked or (door.private and not is_asked)
    if is_kept_out or await Doors(store.database).is_blocked(row.opener_id, user_id):
        raise Refused(kind_of(row).shut)


def unanswered(row: MatchRow, now: float) -> tuple[int, ...]:
    """Return the people who were called to a rematch just now and are not in; () later."""
    if row.follows is None or not 0 <= now - row.created < CALLED:
        return ()
    here = {member.user_id for member in row.members}
    return tuple(user_id for user_id in row.door.invited if user_id not in here)


async def call_for(
    store: Store, row: MatchRow, user_id: int, asking: int, now: float
) -> InvitationCall:
    """Return how a person is to be told that they are asked to a lobby by `asking`.

    Quietly if they have blocked who asks, cannot come in, want no invitations, or nothing to ping
    them now.
    """
    opener = row.opener_id
    if await Doors(store.database).is_blocked(user_id, asking) or await Doors(
        store.database
    ).is_blocked(opener, user_id):
        return InvitationCall.QUIET
    if not (await person_settings(store, user_id)).invitations:
        return InvitationCall.QUIET
    return await way_to(store, row.guild_id, user_id, now)


async def way_to(store: Store, guild_id: int | None, user_id: int, now: float) -> InvitationCall:
    """Return how a person is to be called in a server now, if at all."""
    settings = await person_settings(store, user_id)
    if settings.place is Place.NOWHERE or settings.quiet_left_at(now) > now:
        return InvitationCall.QUIET
    if settings.place is Place.DM:
        return InvitationCall.DIRECT
    calls = (await server_settings(store, guild_id)).calls
    return InvitationCall.TABLE if calls else InvitationCall.QUIET


def require_own_settings(row: MatchRow) -> None:
    """Raise Refused where everything is agreed beforehand."""
    if kind_of(row).seats is not None:
        raise Refused("refused.league_fixed")

"""Who is asked to lobbies, and who has blocked whom, as the bot asks for it."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.store import blocks, invitations

if TYPE_CHECKING:
    from bot.store.database import Database
    from bot.store.rows import InvitationRow, MatchId


class Doors:
    """The part of the store about doors. All methods raise StoreError when they cannot."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def invitations(
        self, match_id: MatchId, inviter_id: int, since: float
    ) -> list[InvitationRow]:
        """Return the invitations to a match, and those by a person, from a moment on."""
        return await self._database.read(invitations.since, match_id, inviter_id, since)

    async def untold(self) -> list[InvitationRow]:
        """Return the invitations to open lobbies that nobody has been told of, by lobby."""
        return await self._database.read(invitations.untold)

    async def has_old_invitations(self, when: float) -> bool:
        """Return whether there are invitations from before a moment."""
        return await self._database.read(invitations.are_older, when)

    async def note_told(self, told: Collection[InvitationRow], forgotten: float) -> None:
        """Note that invitations were told; those from before `forgotten` are forgotten."""
        await self._database.write(invitations.note_told, told, forgotten)

    async def block(self, user_id: int, blocked_id: int, at: float, most: int) -> bool:
        """Note that a person blocks another; False if they block `most` others already."""
        return await self._database.write(blocks.add, user_id, blocked_id, at, most)

    async def unblock(self, user_id: int, blocked_id: int) -> bool:
        """Take a block back; False if there was none."""
        return await self._database.write(blocks.remove, user_id, blocked_id)

    async def blocked_by(self, user_id: int) -> list[int]:
        """Return whom a person has blocked, the latest first."""
        return await self._database.read(blocks.of, user_id)

    async def is_blocked(self, user_id: int, other_id: int) -> bool:
        """Return whether a person has blocked another."""
        return await self._database.read(blocks.is_blocked, user_id, other_id)

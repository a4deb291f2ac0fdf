"""Events of servers: the bot's own, where a server lets it make some."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord

from bot.discord.io import translated

SCHEDULED, ACTIVE, COMPLETED, CANCELLED = 1, 2, 3, 4
"""Where an event stands, in Discord's numbers: the first moves on to the second and that to the
third, or the first to the last."""

_LONGEST = 100
"""The most characters of an event's name, and of its place."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event as it is announced, somewhere in a channel; moments are in seconds since 1970."""

    guild_id: int
    channel_id: int
    name: str
    about: str
    begins: float
    ends: float


class Calendar:
    """Makes events and moves them on. Raises StageErrors."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def may_announce(self, guild_id: int) -> bool:
        """Return whether the bot may make events in a server, and change its own."""
        guild = self._client.get_guild(guild_id)
        me = None if guild is None else guild.me
        return me is not None and me.guild_permissions.create_events

    async def announce(self, event: NewEvent) -> int:
        """Make an event, unless the bot has made the same one; return its id."""
        http, name, begins = self._client.http, event.name[:_LONGEST], _spelt(event.begins)
        for known in await translated(lambda: http.get_scheduled_events(event.guild_id, False)):
            if _is_same(known, self._client.user, name, event.begins):
                return int(known["id"])
        channel = self._client.get_channel(event.channel_id)
        where = getattr(channel, "name", None)
        place = f"#{where}" if where else f"https://discord.com/channels/{event.guild_id}"
        made = await translated(
            lambda: http.create_guild_scheduled_event(
                event.guild_id,
                name=name,
                description=event.about,
                privacy_level=discord.PrivacyLevel.guild_only.value,
                entity_type=discord.EntityType.external.value,
                entity_metadata={"location": place[:_LONGEST]},
                scheduled_start_time=begins,
                scheduled_end_time=_spelt(event.ends),
            )
        )
        return int(made["id"])

    async def move(self, guild_id: int, event_id: int, status: int) -> None:
        """Have an event begin, end, or be cancelled."""
        http = self._client.http
        await translated(lambda: http.edit_scheduled_event(guild_id, event_id, status=status))


def _is_same(known: Any, own: Any, name: str, begins: float) -> bool:
    is_own = own is not None and str(known.get("creator_id")) == str(own.id)
    when = datetime.fromisoformat(known["scheduled_start_time"]).timestamp()
    return is_own and known["name"] == name and abs(when - begins) < 1


def _spelt(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat()

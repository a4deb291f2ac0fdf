"""Discord's JSON of places: channels, threads, roles and guilds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox import permissions
from sandbox.accounts import member, timestamp, user
from sandbox.snowflake import born
from sandbox.wire import Json

if TYPE_CHECKING:
    from sandbox.memory import Channel, Guild, Memory

_PLAIN_GUILD: Json = {
    "icon": None,
    "splash": None,
    "banner": None,
    "description": None,
    "features": [],
    "emojis": [],
    "stickers": [],
    "verification_level": 0,
    "default_message_notifications": 0,
    "explicit_content_filter": 0,
    "mfa_level": 0,
    "nsfw_level": 0,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "premium_progress_bar_enabled": False,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "rules_channel_id": None,
    "public_updates_channel_id": None,
    "afk_channel_id": None,
    "afk_timeout": 300,
    "vanity_url_code": None,
    "home_header": None,
    "discovery_splash": None,
    "application_id": None,
    "region": "us-central",
    "widget_enabled": False,
    "widget_channel_id": None,
    "max_presences": None,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "safety_alerts_channel_id": None,
    "nsfw": False,
    "incidents_data": None,
}
"""A guild that has set nothing up."""

_NOTHING_GOING_ON: Json = {
    "large": False,
    "unavailable": False,
    "threads": [],
    "voice_states": [],
    "presences": [],
    "stage_instances": [],
    "guild_scheduled_events": [],
    "soundboard_sounds": [],
}
"""What GUILD_CREATE adds about the moment."""


def channel(memory: Memory, item: Channel) -> Json:
    """Return a channel object."""
    history = memory.messages.get(item.id)
    fields: Json = {
        "id": str(item.id),
        "type": int(item.kind),
        "last_message_id": str(next(reversed(history))) if history else None,
        "flags": 0,
    }
    if item.recipient_id is not None:
        return fields | {"recipients": [user(memory.person(item.recipient_id))]}
    siblings = [other.id for other in memory.channels_of(item.guild_id or 0)]
    return fields | {
        "guild_id": str(item.guild_id),
        "name": item.name,
        "topic": None,
        "position": siblings.index(item.id),
        "parent_id": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "permission_overwrites": [],
    }


def role(guild: Guild) -> Json:
    """Return the @everyone role of a guild, which has the guild's id."""
    return {
        "id": str(guild.id),
        "name": "@everyone",
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": str(int(permissions.MEMBER)),
        "managed": False,
        "mentionable": False,
        "flags": 0,
        "icon": None,
        "unicode_emoji": None,
    }


def guild(memory: Memory, item: Guild, *, whole: bool = False) -> Json:
    """Return a guild object; the `whole` one has what GUILD_CREATE adds."""
    fields: Json = {
        "id": str(item.id),
        "name": item.name,
        "owner_id": str(item.owner_id),
        "roles": [role(item)],
        "preferred_locale": item.locale,
        **_PLAIN_GUILD,
    }
    if not whole:
        return fields
    return fields | {
        "joined_at": timestamp(born(item.id)),
        "member_count": len(item.members),
        # Without the members intent, a bot is told of itself alone.
        "members": [member(item, memory.bot, bits=permissions.BOT)],
        "channels": [channel(memory, entry) for entry in memory.channels_of(item.id)],
        **_NOTHING_GOING_ON,
    }

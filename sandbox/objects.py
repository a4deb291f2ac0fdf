"""Discord's JSON objects, made from the memory."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

from sandbox import permissions
from sandbox.memory import TEXT
from sandbox.snowflake import born
from sandbox.wire import Flag, Json

if TYPE_CHECKING:
    from sandbox.memory import (
        Attachment,
        Channel,
        Emoji,
        Guild,
        Memory,
        Message,
        Person,
    )

_DEFAULT, _REPLY, _CHAT_COMMAND = 0, 19, 20

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


def timestamp(seconds: float) -> str:
    """Return a Unix time as Discord writes it."""
    return dt.datetime.fromtimestamp(seconds, dt.UTC).isoformat()


def user(person: Person) -> Json:
    """Return a user object."""
    return {
        "id": str(person.id),
        "username": person.username,
        "global_name": None if person.bot else person.name,
        "discriminator": "0001" if person.bot else "0",
        "avatar": None,
        "bot": person.bot,
        "flags": 0,
        "public_flags": 0,
        "primary_guild": None,
    }


def member(guild: Guild, person: Person, *, bits: int | None = None) -> Json:
    """Return a guild member object; `bits` are its permissions, when they are to be told."""
    fields: Json = {
        "user": user(person),
        "nick": None,
        "avatar": None,
        "banner": None,
        "roles": [],
        "joined_at": timestamp(born(guild.id)),
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "flags": 0,
        "pending": False,
        "communication_disabled_until": None,
    }
    if bits is not None:
        fields["permissions"] = str(bits)
    return fields


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


def attachment(memory: Memory, item: Attachment, *, ephemeral: bool = False) -> Json:
    """Return an attachment object."""
    url = file_url(memory, item)
    fields: Json = {
        "id": str(item.id),
        "filename": item.filename,
        "size": len(item.data),
        "url": url,
        "proxy_url": url,
        "content_type": item.content_type,
    }
    if item.width is not None:
        fields |= {"width": item.width, "height": item.height}
    if item.description is not None:
        fields["description"] = item.description
    if ephemeral:
        fields["ephemeral"] = True
    return fields


def file_url(memory: Memory, item: Attachment) -> str:
    """Return the address at which an attachment is served."""
    return f"{memory.cdn}/{item.id}/{item.filename}"


def media(memory: Memory, item: Attachment) -> Json:
    """Return the unfurled media item that an uploaded file becomes in a component."""
    url = file_url(memory, item)
    return {
        "id": str(item.id),
        "url": url,
        "proxy_url": url,
        "width": item.width,
        "height": item.height,
        "content_type": item.content_type,
        "attachment_id": str(item.id),
        "flags": 0,
        "loading_state": 2,
    }


def message(memory: Memory, item: Message) -> Json:
    """Return a message object.

    Files that a component or an embed shows are not listed among the attachments: Discord
    leaves them out on purpose.
    """
    shown = shown_files(item)
    ephemeral = Flag.EPHEMERAL in item.flags
    fields: Json = {
        "id": str(item.id),
        "channel_id": str(item.channel_id),
        "author": user(memory.person(item.author_id)),
        "content": item.content,
        "timestamp": timestamp(born(item.id)),
        "edited_timestamp": None if item.edited is None else timestamp(item.edited),
        "tts": False,
        "mention_everyone": item.mention_everyone,
        "mentions": [user(memory.person(person)) for person in item.mentions],
        "mention_roles": [],
        "attachments": [
            attachment(memory, entry, ephemeral=ephemeral)
            for entry in item.attachments
            if entry.id not in shown
        ],
        "embeds": list(item.embeds),
        "components": list(item.components),
        "pinned": False,
        "type": _message_type(item),
        "flags": int(item.flags),
    }
    return fields | _provenance(memory, item)


def shown_files(item: Message) -> set[int]:
    """Return the ids of the attachments that the message's components or embeds show."""
    shown: set[int] = set()
    waiting: list[object] = [*item.components, *item.embeds]
    while waiting:
        node = waiting.pop()
        if isinstance(node, dict):
            if "attachment_id" in node:
                shown.add(int(node["attachment_id"]))
            waiting.extend(node.values())
        elif isinstance(node, list):
            waiting.extend(node)
    return shown


def emoji(memory: Memory, item: Emoji) -> Json:
    """Return an emoji object of the application."""
    return {
        "id": str(item.id),
        "name": item.name,
        "roles": [],
        "user": user(memory.bot),
        "require_colons": True,
        "managed": False,
        "animated": item.content_type == "image/gif",
        "available": True,
    }


def application(memory: Memory) -> Json:
    """Return the application object that bots log in with."""
    owner = next(iter(memory.people.values()))
    return {
        "id": str(memory.bot.id),
        "name": memory.bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(memory.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "owner": user(owner),
        "team": None,
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "approximate_guild_count": len(memory.guilds),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {"0": {}},
    }


def _message_type(item: Message) -> int:
    if item.origin is not None and item.origin["type"] == 2:
        return _CHAT_COMMAND
    return _REPLY if item.reply_to is not None else _DEFAULT


def _provenance(memory: Memory, item: Message) -> Json:
    fields: Json = {}
    place = memory.channels.get(item.channel_id)
    if item.application_id is not None:
        fields["application_id"] = str(item.application_id)
    if item.origin is not None:
        fields["interaction_metadata"] = item.origin
        fields["webhook_id"] = str(memory.bot.id)
    if item.nonce is not None:
        fields["nonce"] = item.nonce
    if item.reply_to is not None:
        fields["message_reference"] = {
            "type": 0,
            "message_id": str(item.reply_to),
            "channel_id": str(item.channel_id),
        }
        known = memory.messages.get(item.channel_id, {}).get(item.reply_to)
        fields["referenced_message"] = None if known is None else message(memory, known)
    if place is not None and place.kind == TEXT:
        fields["position"] = 0
    return fields

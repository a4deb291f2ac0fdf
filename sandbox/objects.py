"""Discord's JSON of messages and what is in them, of emoji, and of the application."""

from __future__ import annotations

from sandbox import permissions, places
from sandbox.accounts import timestamp, user
from sandbox.memory import Memory
from sandbox.snowflake import born
from sandbox.things import Attachment, Channel, Emoji, Message
from sandbox.wire import Flag, Json, Kind, Place, Said


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
        "mention_roles": [str(role) for role in item.mention_roles],
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
        "approximate_guild_count": len(memory.own_guilds()),
        "approximate_user_install_count": len(memory.faults.user_installs),
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "integration_types_config": {
            "0": _install("applications.commands", "bot", bits=permissions.BOT),
            "1": _install("applications.commands"),
        },
        **memory.portal,
    }


def _install(*scopes: str, bits: int = 0) -> Json:
    """Return how the application is installed by a guild, or by a person."""
    return {"oauth2_install_params": {"scopes": list(scopes), "permissions": str(int(bits))}}


def _message_type(item: Message) -> int:
    if item.kind is not Said.DEFAULT:
        return int(item.kind)
    if item.origin is not None and item.origin["type"] == Kind.COMMAND:
        return int(Said.CHAT_COMMAND)
    return int(Said.REPLY if item.reply_to is not None else Said.DEFAULT)


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
    if Flag.HAS_THREAD in item.flags and item.id in memory.channels:
        fields["thread"] = places.channel(memory, memory.channels[item.id])
    if place is not None and (place.kind == Place.TEXT or place.thread is not None):
        fields["position"] = item.position
    target = (item.channel_id, item.reply_to) if item.reply_to is not None else item.points_to
    return fields | (_reference(memory, place, *target) if target else {})


def _reference(
    memory: Memory, place: Channel | None, channel_id: int, message_id: int | None
) -> Json:
    """Return the target of a message: another message, or a channel as a whole."""
    reference: Json = {"type": 0, "channel_id": str(channel_id)}
    if place is not None and place.guild_id is not None:
        reference["guild_id"] = str(place.guild_id)
    if message_id is None:
        return {"message_reference": reference}
    reference["message_id"] = str(message_id)
    known = memory.messages.get(channel_id, {}).get(message_id)
    found = None if known is None else message(memory, known)
    return {"message_reference": reference, "referenced_message": found}

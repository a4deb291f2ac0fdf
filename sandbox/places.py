"""Discord's JSON of places: channels, threads, roles and guilds."""

from __future__ import annotations

from sandbox import permissions
from sandbox.accounts import member, timestamp, user
from sandbox.memory import Memory
from sandbox.snowflake import born
from sandbox.things import Channel, Event, Guild, Thread
from sandbox.wire import Json, Permission, Place

_MOST_COUNTED = 50
"""This many members of a thread are counted; Discord says no more."""

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

_PLAIN_FORUM: Json = {
    "available_tags": [],
    "default_reaction_emoji": None,
    "default_sort_order": None,
    "default_forum_layout": 0,
    "default_thread_rate_limit_per_user": 0,
    "template": "",
}
"""A forum that has set nothing up."""

_NOTHING_GOING_ON: Json = {
    "large": False,
    "unavailable": False,
    "voice_states": [],
    "presences": [],
    "stage_instances": [],
    "guild_scheduled_events": [],
    "soundboard_sounds": [],
}
"""The fields about the moment that GUILD_CREATE adds."""


def event(memory: Memory, item: Event) -> Json:
    """Return an object of a scheduled event that the bot has made."""
    return {
        "id": str(item.id),
        "guild_id": str(item.guild_id),
        "channel_id": None,
        "creator_id": str(memory.bot.id),
        "name": item.name,
        "description": item.about,
        "scheduled_start_time": timestamp(item.begins),
        "scheduled_end_time": timestamp(item.ends),
        "privacy_level": 2,
        "status": item.status,
        "entity_type": 3,
        "entity_id": None,
        "entity_metadata": {"location": item.place},
        "image": None,
        "recurrence_rule": None,
    }


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
    if item.kind == Place.GROUP:
        people = [user(memory.person(person)) for person in item.people]
        own = {"name": item.name, "icon": None, "owner_id": str(item.people[0])}
        return fields | own | {"recipients": people}
    fields |= {"guild_id": str(item.guild_id), "name": item.name}
    if item.thread is not None:
        return fields | _thread(item, item.thread)
    if item.kind == Place.FORUM:
        posts = memory.threads_in(item.id)
        fields |= _PLAIN_FORUM | {"last_message_id": str(posts[-1].id) if posts else None}
    siblings = [other.id for other in memory.channels_of(item.guild_id or 0)]
    return fields | {
        "topic": None,
        "position": siblings.index(item.id),
        "parent_id": None,
        "nsfw": False,
        "rate_limit_per_user": 0,
        "permission_overwrites": _overwrites(memory, item),
    }


def joined(memory: Memory, item: Channel) -> Json:
    """Return a channel object that says of a thread whether the bot is in it."""
    fields = channel(memory, item)
    if item.thread is not None and memory.bot.id in item.thread.members:
        fields["member"] = thread_member(item, item.thread, memory.bot.id)
    return fields


def thread_member(item: Channel, thread: Thread, person_id: int) -> Json:
    """Return a thread member object."""
    return {
        "id": str(item.id),
        "user_id": str(person_id),
        "join_timestamp": timestamp(thread.members[person_id]),
        "flags": 0,
    }


def _thread(item: Channel, thread: Thread) -> Json:
    about: Json = {
        "archived": thread.archived,
        "archive_timestamp": timestamp(thread.changed),
        "auto_archive_duration": thread.minutes,
        "locked": thread.locked,
        "create_timestamp": timestamp(born(item.id)),
    }
    if item.kind == Place.PRIVATE_THREAD:
        about["invitable"] = thread.invitable
    return {
        "parent_id": str(item.parent_id),
        "owner_id": str(thread.owner_id),
        "rate_limit_per_user": thread.slowmode,
        "message_count": thread.left,
        "total_message_sent": thread.sent,
        "member_count": min(len(thread.members), _MOST_COUNTED),
        "thread_metadata": about,
    }


def _overwrites(memory: Memory, item: Channel) -> list[Json]:
    """Return the permissions in a channel that differ from those in its guild."""
    allow = memory.faults.granted_permissions.get(item.id, 0)
    deny = memory.faults.missing_permissions.get(item.id, 0) & ~allow
    rules = ((item.guild_id, 0, item.allowed, item.denied), (memory.bot.id, 1, allow, deny))
    return [
        {"id": str(whose), "type": kind, "allow": str(may), "deny": str(may_not)}
        for whose, kind, may, may_not in rules
        if may | may_not
    ]


def roles(memory: Memory, item: Guild) -> list[Json]:
    """Return the roles of a guild: everybody's, which has its id, those in it, and the bot's."""
    missing = Permission(memory.faults.missing_permissions.get(item.id, 0))
    everyone = _role(item.id, "@everyone", permissions.MEMBER & ~missing)
    own = _role(item.role_id, memory.bot.name, permissions.of_role(item.id, memory.faults))
    tags = {"bot_id": str(memory.bot.id)}
    others = [
        _role(role.id, role.name, Permission(role.bits)) | {"position": place, "mentionable": True}
        for place, role in enumerate(item.roles, start=1)
    ]
    highest = {"position": len(others) + 1, "managed": True, "tags": tags}
    return [everyone, *others, own | highest]


def _role(number: int, name: str, bits: Permission) -> Json:
    return {
        "id": str(number),
        "name": name,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "position": 0,
        "permissions": str(int(bits)),
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
        "roles": roles(memory, item),
        "preferred_locale": item.locale,
        **_PLAIN_GUILD,
    }
    if not whole:
        return fields
    return fields | {
        **_NOTHING_GOING_ON,
        "joined_at": timestamp(born(item.id)),
        "member_count": len(item.members),
        # Without the members intent, a bot hears of itself alone.
        "members": [member(item, memory.bot, bits=permissions.of_role(item.id, memory.faults))],
        "channels": [channel(memory, entry) for entry in memory.channels_of(item.id)],
        "threads": [joined(memory, entry) for entry in active(memory, item.id)],
    }


def own_guild(memory: Memory, item: Guild) -> Json:
    """Return a guild as the bot's own list has it: with what the bot may do there."""
    return {
        "id": str(item.id),
        "name": item.name,
        "icon": None,
        "banner": None,
        "owner": item.owner_id == memory.bot.id,
        "permissions": str(int(permissions.of_role(item.id, memory.faults))),
        "features": [],
        "approximate_member_count": len(item.members),
        "approximate_presence_count": len(item.members),
    }


def active(memory: Memory, guild_id: int) -> list[Channel]:
    """Return the threads of a guild that are not archived and that the bot can see."""
    return [
        item
        for item in memory.threads_of(guild_id)
        if item.thread is not None
        and not item.thread.archived
        and permissions.lets_in(memory, item)
    ]

"""Permissions: the bot's by channel, people's by whether they own the guild."""

from __future__ import annotations

from sandbox.errors import refusal
from sandbox.faults import Faults
from sandbox.memory import Memory
from sandbox.things import Channel, Guild
from sandbox.wire import THREADS, Permission, Place

EVERYTHING = Permission((1 << 53) - 1)

BOT = (
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.ADD_REACTIONS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)
"""The permissions of an invite link for a bot that posts boards: 377957502016."""

MEMBER = BOT | Permission.USE_APPLICATION_COMMANDS | Permission.USE_EXTERNAL_APPS
IN_GROUP = Permission.ATTACH_FILES | Permission.EMBED_LINKS | Permission.MENTION_EVERYONE
IN_DM = IN_GROUP | Permission.USE_EXTERNAL_EMOJIS
_WITH_SEND = Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.MENTION_EVERYONE


def of_bot(channel: Channel, faults: Faults) -> Permission:
    """Return the bot's permissions in a channel, as far as nothing is taken from it or given to it.

    A thread has the permissions of its channel.
    """
    if channel.guild_id is None:
        return IN_GROUP if channel.kind == Place.GROUP else IN_DM
    place = channel.parent_id or channel.id
    bits = of_role(channel.guild_id, faults) & ~Permission(faults.missing_permissions.get(place, 0))
    bits |= Permission(faults.granted_permissions.get(place, 0))
    if Permission.VIEW_CHANNEL not in bits:
        return Permission(0)
    if speaking_in(channel) not in bits:
        return bits & ~_WITH_SEND
    return bits


def of_role(guild_id: int, faults: Faults) -> Permission:
    """Return the bot's permissions in a guild, wherever its channels say nothing else."""
    granted = Permission(faults.granted_permissions.get(guild_id, 0))
    return (BOT | granted) & ~Permission(faults.missing_permissions.get(guild_id, 0))


def speaking_in(channel: Channel) -> Permission:
    """Return the permission to write in a channel: threads have a permission of their own."""
    if channel.kind in THREADS:
        return Permission.SEND_MESSAGES_IN_THREADS
    return Permission.SEND_MESSAGES


def of_member(memory: Memory, guild: Guild, person_id: int) -> Permission:
    """Return a person's permissions in the guild's channels."""
    if guild.owner_id == person_id:
        return EVERYTHING
    bits = MEMBER
    for role in guild.roles:
        if person_id in role.members:
            bits |= Permission(role.bits)
    if guild.id in memory.faults.no_external_apps:
        return bits & ~Permission.USE_EXTERNAL_APPS
    return bits


def of_app(memory: Memory, channel: Channel, person_id: int) -> Permission:
    """Return the bot's permissions as an interaction tells them: elsewhere, the person's."""
    if channel.guild_id is None or memory.has_bot(channel):
        return of_bot(channel, memory.faults)
    return of_member(memory, memory.guild(channel.guild_id), person_id)


def require(memory: Memory, channel: Channel, needed: Permission) -> None:
    """Raise 50001 when the bot cannot see the channel, 50013 when it lacks what is needed."""
    if channel.guild_id is None and memory.has_bot(channel):
        return
    if not lets_in(memory, channel):
        raise refusal(50001)
    bits = of_bot(channel, memory.faults)
    if Permission.SEND_MESSAGES in needed:
        needed = needed & ~Permission.SEND_MESSAGES | speaking_in(channel)
    if needed not in bits:
        raise refusal(50013)


def lets_in(memory: Memory, channel: Channel) -> bool:
    """Return whether the bot can see a channel of a guild, or a thread in one."""
    bits = of_bot(channel, memory.faults)
    if Permission.VIEW_CHANNEL not in bits or not memory.has_bot(channel):
        return False
    if channel.thread is None or channel.kind != Place.PRIVATE_THREAD:
        return True
    return memory.bot.id in channel.thread.members or Permission.MANAGE_THREADS in bits

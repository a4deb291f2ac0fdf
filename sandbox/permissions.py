"""Who may do what: the bot by the channel, people by whether they own the guild."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.errors import refusal
from sandbox.wire import Permission

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sandbox.memory import Channel, Guild

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
"""What an invite link for a bot that posts boards asks for: 377957502016."""

MEMBER = BOT | Permission.USE_APPLICATION_COMMANDS
IN_DM = (
    Permission.ATTACH_FILES
    | Permission.EMBED_LINKS
    | Permission.MENTION_EVERYONE
    | Permission.USE_EXTERNAL_EMOJIS
)
_WITH_SEND = Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.MENTION_EVERYONE


def of_bot(channel: Channel, missing: Mapping[int, int]) -> Permission:
    """Return what the bot may do; `missing` has the bits withheld by channel."""
    if channel.guild_id is None:
        return IN_DM
    bits = BOT & ~Permission(missing.get(channel.id, 0))
    if Permission.VIEW_CHANNEL not in bits:
        return Permission(0)
    if Permission.SEND_MESSAGES not in bits:
        return bits & ~_WITH_SEND
    return bits


def of_member(guild: Guild, person_id: int) -> Permission:
    """Return what a person may do in the guild's channels."""
    return EVERYTHING if guild.owner_id == person_id else MEMBER


def require(channel: Channel, missing: Mapping[int, int], needed: Permission) -> None:
    """Raise 50001 when the bot cannot see the channel, 50013 when it lacks what is needed."""
    if channel.guild_id is None:
        return
    bits = of_bot(channel, missing)
    if Permission.VIEW_CHANNEL not in bits:
        raise refusal(50001)
    if needed not in bits:
        raise refusal(50013)

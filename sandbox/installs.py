"""Where the bot may be used: by whom it is installed, and whether it is there itself.

A guild may have it, and anybody may have it for themselves. Where only the latter holds, it is no
member of the place, and has nothing there but the tokens of interactions.
"""

from __future__ import annotations

from sandbox import permissions
from sandbox.memory import Memory
from sandbox.things import Channel, Message
from sandbox.wire import Json, Permission, Place

GUILD, USER = "0", "1"
"""By whom it is installed, as Discord spells it."""
_IN_GUILD, _IN_BOT_DM, _IN_PRIVATE = 0, 1, 2
_BOT_DM = "0"


def context_of(channel: Channel) -> int:
    """Return in which kind of place a channel is: a guild, the bot's direct messages, another."""
    if channel.guild_id is not None:
        return _IN_GUILD
    return _IN_PRIVATE if channel.kind == Place.GROUP else _IN_BOT_DM


def owners_for(memory: Memory, person_id: int, channel: Channel, command: Json) -> dict[str, str]:
    """Return the owners who authorise a command here; {} when a person cannot use it.

    A guild, spelt "0" in direct messages, has the bot with all whose commands may be installed so;
    a person has it for themselves wherever they are.
    """
    contexts = command.get("contexts")
    if contexts is not None and context_of(channel) not in contexts:
        return {}
    kinds = {str(kind) for kind in command.get("integration_types") or [GUILD]}
    return {kind: owner for kind, owner in _present(memory, person_id, channel) if kind in kinds}


def owners_of(message: Message, channel: Channel) -> dict[str, str]:
    """Return the owners who authorised a message, and so the presses of its controls."""
    origin: Json | None = message.origin
    if origin is None:
        return {GUILD: str(channel.guild_id or _BOT_DM)}
    owners: dict[str, str] = origin["authorizing_integration_owners"]
    return owners


def answers_privately(memory: Memory, person_id: int, guild_id: int, owners: Json) -> bool:
    """Return whether answers go to the person alone: they may not use external apps there."""
    if GUILD in owners:
        return False
    guild = memory.guild(guild_id)
    return Permission.USE_EXTERNAL_APPS not in permissions.of_member(memory, guild, person_id)


def found_elsewhere(memory: Memory) -> None:
    """Add a group of people and a guild, both without the bot, if need be."""
    if any(guild.foreign for guild in memory.guilds.values()):
        return
    memory.found_foreign_guild(f"A server without {memory.bot.name}", ("general",))
    memory.found_group("Group chat", tuple(memory.people)[:3])


def _present(memory: Memory, person_id: int, channel: Channel) -> list[tuple[str, str]]:
    """Return by whom the bot is installed for a person in a place."""
    found: list[tuple[str, str]] = []
    if channel.guild_id is not None and memory.has_bot(channel):
        found.append((GUILD, str(channel.guild_id)))
    if context_of(channel) == _IN_BOT_DM and memory.shares_guild(person_id):
        found.append((GUILD, _BOT_DM))
    if person_id in memory.faults.user_installs:
        found.append((USER, str(person_id)))
    return found

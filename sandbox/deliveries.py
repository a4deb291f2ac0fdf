"""The INTERACTION_CREATE event, and the metadata its answers carry."""

from __future__ import annotations

from sandbox import accounts, objects, permissions, places
from sandbox.installs import GUILD, context_of
from sandbox.interactions import Interaction
from sandbox.memory import Memory
from sandbox.wire import FILE_LIMIT, Json, Kind


def payload(memory: Memory, interaction: Interaction) -> Json:
    """Return an interaction as the bot hears of it."""
    channel = memory.channel(interaction.channel_id)
    person = memory.person(interaction.person_id)
    bits = permissions.of_app(memory, channel, person.id)
    event: Json = {
        "id": str(interaction.id),
        "application_id": str(memory.bot.id),
        "type": int(interaction.kind),
        "token": interaction.token,
        "version": 1,
        "data": interaction.data,
        "channel_id": str(channel.id),
        "channel": places.channel(memory, channel) | _allowed(memory, interaction),
        "locale": person.locale,
        "app_permissions": str(int(bits)),
        "entitlements": [],
        "authorizing_integration_owners": owners(interaction),
        "context": context_of(channel),
        "attachment_size_limit": FILE_LIMIT,
    }
    if interaction.source_id is not None:
        source = memory.message(channel.id, interaction.source_id)
        event["message"] = objects.message(memory, source)
    return event | _actor(memory, interaction)


def metadata(memory: Memory, interaction: Interaction) -> Json:
    """Return the interaction metadata of a message that answers the interaction."""
    fields: Json = {
        "id": str(interaction.id),
        "type": int(interaction.kind),
        "user": accounts.user(memory.person(interaction.person_id)),
        "authorizing_integration_owners": owners(interaction),
    }
    if interaction.kind is Kind.COMMAND:
        fields["name"] = interaction.data["name"]
        fields["command_type"] = interaction.data["type"]
    if interaction.kind is Kind.COMPONENT:
        fields["interacted_message_id"] = str(interaction.source_id)
    if interaction.parent is not None:
        fields["triggering_interaction_metadata"] = interaction.parent
    return fields


def owners(interaction: Interaction) -> dict[str, str]:
    """Return the bot's authorising owner: the guild, "0" in its direct messages, or a person."""
    return interaction.owners or {GUILD: str(interaction.guild_id or 0)}


def _allowed(memory: Memory, interaction: Interaction) -> Json:
    """Return the person's permissions in the channel."""
    if interaction.guild_id is None:
        return {}
    guild = memory.guild(interaction.guild_id)
    return {"permissions": str(int(permissions.of_member(memory, guild, interaction.person_id)))}


def _actor(memory: Memory, interaction: Interaction) -> Json:
    person = memory.person(interaction.person_id)
    if interaction.guild_id is None:
        return {"user": accounts.user(person)}
    guild = memory.guild(interaction.guild_id)
    bits = permissions.of_member(memory, guild, person.id)
    return {
        "guild_id": str(guild.id),
        "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
        "guild_locale": guild.locale,
        "member": accounts.member(guild, person, bits=bits),
    }

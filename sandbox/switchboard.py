"""Where everything meets: the memory changes here, and whoever should hear of it does."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from sandbox import deliveries, objects, permissions, places
from sandbox.faults import Faults
from sandbox.interactions import Interaction, Interactions
from sandbox.listeners import Audience, Bots
from sandbox.memory import Memory
from sandbox.things import Channel, Guild, Message
from sandbox.threads import Threads
from sandbox.timing import Timing
from sandbox.wire import Flag, Intent, Json, Kind, Place


@dataclass(slots=True)
class Switchboard:
    """The memory, and the ways by which bots and people hear of what changes in it."""

    memory: Memory
    bots: Bots
    people: Audience
    faults: Faults = field(default_factory=Faults)
    timing: Timing = field(default_factory=Timing)
    gateway_url: str = ""
    old_edits: dict[int, list[float]] = field(default_factory=dict)
    """When messages over an hour old were edited lately, by channel."""
    emojis_made: list[float] = field(default_factory=list)
    """When emoji were made lately."""
    letters_opened: list[float] = field(default_factory=list)
    """When the bot opened direct messages with somebody new lately."""
    interactions: Interactions = field(init=False)
    threads: Threads = field(init=False)

    def __post_init__(self) -> None:
        self.memory.faults = self.faults
        self.threads = Threads(self.memory, self.bots, self.people)
        self.threads.post, self.threads.change = self.post, self.change
        self.interactions = Interactions(self.memory, self.timing)
        self.interactions.on_failure = self._fail

    def post(self, message: Message) -> Message:
        """Put a new message in its channel, before everyone who sees it."""
        message = self.threads.wake(message)
        self.memory.keep(message)
        self._say("MESSAGE_CREATE", message)
        self.threads.note(message)
        return message

    def change(self, message: Message) -> Message:
        """Put a changed message in the place of what it was; whom it calls is in its thread now."""
        self.memory.keep(message)
        self._say("MESSAGE_UPDATE", message)
        self.threads.seat(message)
        return message

    def remove(self, message: Message) -> None:
        """Delete a message."""
        seers = self.memory.seers(message)
        self.memory.forget(message)
        self.threads.uncount(message)
        gone = {"id": str(message.id), "channel_id": str(message.channel_id)}
        self.people.tell(seers, "MESSAGE_DELETE", gone)
        self._tell_bots("MESSAGE_DELETE", message, gone)

    def open_dm(self, person_id: int) -> Channel:
        """Return a person's direct messages with the bot; the channel appears on their page."""
        known = self.memory.dm_of(person_id)
        if known is not None:
            return known
        channel = self.memory.open_dm(person_id)
        self.people.tell((person_id,), "CHANNEL_CREATE", places.channel(self.memory, channel))
        return channel

    def change_guild(self, guild: Guild) -> None:
        """Tell the bot that what may be done in a guild has changed."""
        everyone, *_, own = places.roles(self.memory, guild)
        for role in (everyone, own):
            told = {"guild_id": str(guild.id), "role": role}
            self.bots.dispatch("GUILD_ROLE_UPDATE", told, guild_id=guild.id, intent=Intent.GUILDS)

    def change_channel(self, channel: Channel) -> None:
        """Tell the bot that something about a channel has changed, such as who may do what."""
        told = places.channel(self.memory, channel)
        self.bots.dispatch("CHANNEL_UPDATE", told, guild_id=channel.guild_id, intent=Intent.GUILDS)

    def add_channel(self, guild: Guild, name: str, kind: Place = Place.TEXT) -> Channel:
        """Add a channel to a guild."""
        channel = self.memory.add_channel(guild, name, kind)
        told = places.channel(self.memory, channel)
        self.people.tell(self.memory.audience(channel.id), "CHANNEL_CREATE", told)
        self.bots.dispatch("CHANNEL_CREATE", told, guild_id=guild.id, intent=Intent.GUILDS)
        return channel

    def rename_channel(self, channel: Channel, name: str) -> Channel:
        """Give a channel of a guild another name."""
        renamed = replace(channel, name=name)
        self.memory.channels[channel.id] = renamed
        told = places.channel(self.memory, renamed)
        self.people.tell(self.memory.audience(channel.id), "CHANNEL_UPDATE", told)
        self.change_channel(renamed)
        return renamed

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel of a guild with its threads, or a thread."""
        if channel.thread is not None:
            self.threads.delete(channel)
            return
        self.threads.close_in(channel)
        gone = places.channel(self.memory, channel)
        people = self.memory.audience(channel.id)
        self.memory.close_channel(channel)
        self.people.tell(people, "CHANNEL_DELETE", gone)
        self.bots.dispatch("CHANNEL_DELETE", gone, guild_id=channel.guild_id, intent=Intent.GUILDS)

    def send(self, interaction: Interaction) -> None:
        """Send an interaction to the bot, and tell the person's page that it is under way."""
        event = deliveries.payload(self.memory, interaction)
        self.bots.dispatch("INTERACTION_CREATE", event, guild_id=interaction.guild_id)
        if interaction.kind is not Kind.AUTOCOMPLETE:
            self.report(interaction, "pending")

    def report(self, interaction: Interaction, state: str, **more: Any) -> None:
        """Tell a person how their interaction stands."""
        frame = {"nonce": interaction.nonce, "state": state, **more}
        self.people.tell((interaction.person_id,), "INTERACTION", frame)

    def _fail(self, interaction: Interaction) -> None:
        self.report(interaction, "failed", message=_FAILURES[interaction.kind])

    def _say(self, event: str, message: Message) -> None:
        data = objects.message(self.memory, message)
        self.people.tell(self.memory.seers(message), event, data)
        self._tell_bots(event, message, data)

    def _tell_bots(self, event: str, message: Message, data: Json) -> None:
        if Flag.EPHEMERAL in message.flags:
            return
        channel = self.memory.channel(message.channel_id)
        guild_id = channel.guild_id
        if guild_id is None and self.memory.has_bot(channel):
            self.bots.dispatch(event, data, guild_id=None, intent=Intent.DIRECT_MESSAGES)
            return
        if not permissions.lets_in(self.memory, channel):
            return
        told = data | {"guild_id": str(guild_id)} | self._withheld(message)
        self.bots.dispatch(event, told, guild_id=guild_id, intent=Intent.GUILD_MESSAGES)

    def _withheld(self, message: Message) -> Json:
        """Return the fields hidden from a bot without the privileged intent for contents."""
        bot = self.memory.bot.id
        if message.author_id == bot or bot in message.mentions:
            return {}
        return {"content": "", "embeds": [], "components": [], "attachments": []}


_FAILURES = {
    Kind.COMMAND: "The application did not respond",
    Kind.COMPONENT: "This interaction failed",
    Kind.AUTOCOMPLETE: "Loading options failed",
    Kind.MODAL: "Something went wrong. Try again.",
}

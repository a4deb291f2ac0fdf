"""The memory the stand-in keeps in memory: guilds, people, channels, messages, commands."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from sandbox.channels import Channels
from sandbox.errors import refusal
from sandbox.faults import Faults
from sandbox.snowflake import Snowflakes
from sandbox.things import Attachment, Channel, Emoji, Event, Guild, Message, Person, Role
from sandbox.wire import Json, Permission, Place

_PEOPLE = ("Ada", "Ben", "Cleo", "Dmitri", "小林 Mei")
_CHANNELS = ("lounge", "tables")
_LINGERING = 64


@dataclass(slots=True)
class Memory:
    """Everything that lasts as long as the stand-in runs.

    `clock` gives Unix seconds; tests may put one of their own in its place.
    """

    bot: Person
    people: dict[int, Person]
    guilds: dict[int, Guild]
    channels: Channels
    clock: Callable[[], float] = time.time
    snowflakes: Snowflakes = field(default_factory=lambda: Snowflakes(time.time))
    messages: dict[int, dict[int, Message]] = field(default_factory=dict)
    commands: dict[int | None, dict[int, Json]] = field(default_factory=dict)
    emojis: dict[int, Emoji] = field(default_factory=dict)
    events: dict[int, Event] = field(default_factory=dict)
    """The scheduled events of all guilds."""
    read: dict[tuple[int, int], int] = field(default_factory=dict)
    """The last message a person has read, by person and channel."""
    dismissed: set[int] = field(default_factory=set)
    """Ephemeral messages their owners have put away."""
    faults: Faults = field(default_factory=Faults)
    """The faults at the moment."""
    portal: Json = field(default_factory=dict)
    """The settings of the bot's owner in the developer portal, as fields of the application."""
    sessions: int = 1000
    """How many sessions the bot may still begin today."""
    cdn: str = ""
    """The address under which files are served, without a final slash."""
    _files: dict[int, Attachment] = field(default_factory=dict)
    _retired: deque[int] = field(default_factory=deque)

    def __post_init__(self) -> None:
        # Whoever puts another clock in place means the ids, too.
        self.snowflakes.clock = self.now

    def now(self) -> float:
        """Return the Unix time in seconds by the clock of the moment."""
        return self.clock()

    @classmethod
    def default(cls) -> Memory:
        """Return one guild, "Cloud Club", with two channels and five people."""
        return cls.populate()

    @classmethod
    def populate(
        cls,
        people: Sequence[str] = _PEOPLE,
        *,
        channels: Sequence[str] = _CHANNELS,
        guilds: Sequence[str] = ("Cloud Club",),
        bot: str = "Nimbus",
        clock: Callable[[], float] = time.time,
    ) -> Memory:
        """Return a memory in which everybody is a member of every guild; the first owns them."""
        snowflakes = Snowflakes(clock)
        persons = {
            person.id: person
            for person in (
                Person(snowflakes.mint(), name, f"{name.split()[-1].lower()}") for name in people
            )
        }
        robot = Person(snowflakes.mint(), bot, bot.lower(), bot=True)
        memory = cls(robot, persons, {}, Channels(), clock, snowflakes)
        for name in guilds:
            memory.found_guild(name, channels)
        return memory

    def found_guild(self, name: str, channels: Sequence[str], people: Sequence[int] = ()) -> Guild:
        """Add a guild with these people in it, or everybody; the first of them owns it."""
        inside = tuple(people or self.people)
        number, own, hosts = (self.snowflakes.mint() for _ in range(3))
        roles = (Role(hosts, "Hosts", inside[1:3]),)
        members = (*inside, self.bot.id)
        guild = Guild(number, name, inside[0], members, role_id=own, roles=roles)
        self.guilds[guild.id] = guild
        for channel_name in channels:
            self.add_channel(guild, channel_name)
        return guild

    def add_channel(self, guild: Guild, name: str, kind: Place = Place.TEXT) -> Channel:
        """Add a channel to a guild."""
        channel = Channel(self.snowflakes.mint(), kind, name, guild.id)
        self.channels[channel.id] = channel
        return channel

    def found_foreign_guild(self, name: str, channels: Sequence[str]) -> Guild:
        """Add a guild with everybody but the bot in it, owned by the last person."""
        people = tuple(self.people)
        guild = replace(
            self.found_guild(name, channels), owner_id=people[-1], members=people, foreign=True
        )
        self.guilds[guild.id] = guild
        return guild

    def found_group(self, name: str, people: tuple[int, ...]) -> Channel:
        """Add a group of people who write to each other, without the bot."""
        channel = Channel(self.snowflakes.mint(), Place.GROUP, name, people=people)
        self.channels[channel.id] = channel
        return channel

    def own_guilds(self) -> list[Guild]:
        """Return the guilds that the bot is a member of."""
        return [guild for guild in self.guilds.values() if not guild.foreign]

    def own_guild(self, guild_id: int) -> Guild:
        """Return a guild that the bot is a member of; raises 10004."""
        guild = self.guild(guild_id)
        if guild.foreign:
            raise refusal(10004)
        return guild

    def shares_guild(self, person_id: int) -> bool:
        """Return whether a person and the bot are in a guild together."""
        return any(person_id in guild.members for guild in self.own_guilds())

    def has_bot(self, channel: Channel) -> bool:
        """Return whether the bot is a member of the place that a channel is in."""
        if channel.guild_id is None:
            return channel.kind != Place.GROUP
        return not self.guild(channel.guild_id).foreign

    def person(self, person_id: int) -> Person:
        """Return a person or the bot; raises 10013."""
        if person_id == self.bot.id:
            return self.bot
        if person_id not in self.people:
            raise refusal(10013)
        return self.people[person_id]

    def guild(self, guild_id: int) -> Guild:
        """Return a guild; raises 10004."""
        if guild_id not in self.guilds:
            raise refusal(10004)
        return self.guilds[guild_id]

    def channel(self, channel_id: int) -> Channel:
        """Return a channel; raises 10003."""
        if channel_id not in self.channels:
            raise refusal(10003)
        return self.channels[channel_id]

    def channels_of(self, guild_id: int) -> list[Channel]:
        """Return the channels of a guild in their order, without threads."""
        return self.channels.of(guild_id)

    def threads_of(self, guild_id: int) -> list[Channel]:
        """Return the threads of a guild, the oldest first."""
        return self.channels.threads_of(guild_id)

    def threads_in(self, channel_id: int) -> list[Channel]:
        """Return the threads of a channel, the oldest first."""
        return self.channels.threads_in(channel_id)

    def dm_of(self, person_id: int) -> Channel | None:
        """Return a person's direct messages with the bot, if they were ever opened."""
        return self.channels.dm_of(person_id)

    def open_dm(self, person_id: int) -> Channel:
        """Return a person's direct messages with the bot, opened if need be."""
        known = self.dm_of(person_id)
        if known is not None:
            return known
        channel = Channel(self.snowflakes.mint(), Place.DM, recipient_id=person_id)
        self.channels[channel.id] = channel
        return channel

    def message(self, channel_id: int, message_id: int) -> Message:
        """Return a message; raises 10008."""
        found = self.messages.get(channel_id, {}).get(message_id)
        if found is None:
            raise refusal(10008)
        return found

    def keep(self, message: Message) -> Message:
        """Put a message, new or changed, in its channel."""
        channel = self.messages.setdefault(message.channel_id, {})
        before = channel.get(message.id)
        channel[message.id] = message
        self._serve(message.attachments, before.attachments if before else ())
        return message

    def forget(self, message: Message) -> None:
        """Take a message out of its channel."""
        self.messages.get(message.channel_id, {}).pop(message.id, None)
        self._serve((), message.attachments)

    def history(self, channel_id: int) -> list[Message]:
        """Return a channel's messages, oldest first."""
        return list(self.messages.get(channel_id, {}).values())

    def close_channel(self, channel: Channel) -> None:
        """Take a channel away with all that was said in it."""
        for message in self.history(channel.id):
            self.forget(message)
        del self.channels[channel.id]

    def sees(self, person_id: int, message: Message) -> bool:
        """Return whether a person sees a message."""
        return person_id in self.seers(message)

    def seers(self, message: Message) -> tuple[int, ...]:
        """Return the people who see a message."""
        if message.only_for is not None:
            return () if message.id in self.dismissed else (message.only_for,)
        return self.audience(message.channel_id)

    def audience(self, channel_id: int) -> tuple[int, ...]:
        """Return the people who may read a channel."""
        channel = self.channels[channel_id]
        if channel.recipient_id is not None:
            return (channel.recipient_id,)
        if not (self.faults.elsewhere or self.has_bot(channel)):
            return ()
        if channel.kind == Place.GROUP:
            return channel.people
        guild = self.guilds[channel.guild_id or 0]
        people = tuple(member for member in guild.members if member != self.bot.id)
        place = self.channels[channel.parent_id or channel.id]
        if place.denied & Permission.VIEW_CHANNEL:
            people = tuple(person for person in people if person == guild.owner_id)
        if channel.thread is None or channel.kind != Place.PRIVATE_THREAD:
            return people
        # Who moderates a guild sees its private threads, too.
        inside = {*channel.thread.members, guild.owner_id}
        return tuple(person for person in people if person in inside)

    def roles_of(self, channel_id: int) -> tuple[Role, ...]:
        """Return the roles that can be called in a channel."""
        channel = self.channels.get(channel_id)
        guild = None if channel is None else self.guilds.get(channel.guild_id or 0)
        return () if guild is None else guild.roles

    def known_roles(self, channel_id: int, roles: Iterable[int]) -> tuple[int, ...]:
        """Return those of the roles that there are where a channel is."""
        known = {role.id for role in self.roles_of(channel_id)}
        return tuple(role for role in roles if role in known)

    def set_locale(self, person_id: int, locale: str) -> None:
        """Change the language a person has chosen in their client."""
        self.people[person_id] = replace(self.people[person_id], locale=locale)

    def set_guild_locale(self, guild_id: int, locale: str) -> None:
        """Change the language a guild prefers."""
        self.guilds[guild_id] = replace(self.guild(guild_id), locale=locale)

    def commands_for(self, guild_id: int | None) -> Iterator[Json]:
        """Yield the global commands, then those of the guild."""
        yield from self.commands.get(None, {}).values()
        if guild_id is not None:
            yield from self.commands.get(guild_id, {}).values()

    def all_commands(self) -> list[Json]:
        """Return the commands of every scope."""
        return [item for scope in self.commands.values() for item in scope.values()]

    def file(self, attachment_id: int) -> Attachment | None:
        """Return an attachment of some message, or one that was taken away lately."""
        return self._files.get(attachment_id)

    def _serve(self, kept: Iterable[Attachment], dropped: Iterable[Attachment]) -> None:
        staying = {attachment.id for attachment in kept}
        self._files.update((attachment.id, attachment) for attachment in kept)
        self._retired.extend(item.id for item in dropped if item.id not in staying)
        # A client may still be loading the picture that an edit has just replaced.
        while len(self._retired) > _LINGERING:
            self._files.pop(self._retired.popleft(), None)

"""Messages by bot token, the only place that sends, edits and deletes them; events of servers."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias, TypeVar

import aiohttp
import discord
from discord import app_commands
from discord.http import handle_message_parameters
from discord.ui import LayoutView

from bot import errors
from bot.clock import Clock
from bot.settings import Shards
from bot.turns import end_tasks
from render.api import Picture

# Discord's refusals as errors of the bot.
#
# Its codes (platform facts): 10003 channel, 10004 guild, 10008 message, 10013 user and 10014 emoji
# unknown; 10015 and 50027 token of a press unknown or too old, 40094 no more answers by it; 40003
# direct messages opened too fast; 50001 and 50013 no access; 50007 and 50278 no direct messages;
# 50035 form invalid; 50083 thread archived, 160005 locked; 200000 refused by the server's filter.

T = TypeVar("T")

ASKED = 5.0
"""Seconds for which Discord is asked at most who of many people is in a server."""

LOST = (discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""The errors of a call to Discord that was refused, or may not have arrived."""

_CODES: dict[int, type[errors.StageError]] = {
    10003: errors.NoChannel,
    10004: errors.NoChannel,
    10008: errors.Gone,
    10013: errors.Shut,
    10014: errors.Unfit,
    10015: errors.Gone,
    40003: errors.Hasty,
    40094: errors.Mute,
    50001: errors.Barred,
    50007: errors.Shut,
    50013: errors.Barred,
    50035: errors.Unfit,
    50027: errors.Gone,
    50083: errors.Asleep,
    50278: errors.Shut,
    160005: errors.Barred,
    200000: errors.Filtered,
}

_STATUSES: dict[int, type[errors.StageError]] = {
    401: errors.Unauthorized,
    404: errors.Gone,
    429: errors.Busy,
}
"""The meaning of other codes. Anything else is refused, for as long as nothing changes."""


async def translated(call: Callable[[], Awaitable[T]]) -> T:
    """Call Discord and return what it answers. Raises StageErrors, never discord's own."""
    try:
        return await call()
    except discord.DiscordServerError as error:
        raise errors.Busy(f"{error.status}") from error
    except discord.RateLimited as error:
        raise errors.Busy("rate limited") from error
    except discord.HTTPException as error:
        kind = _CODES.get(error.code) or _STATUSES.get(error.status, errors.Barred)
        raise kind(f"{error.code} {error.text[:100]}") from error
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        raise errors.Busy(type(error).__name__) from error


# The direct message channels with people, of which Discord lets a bot open only so many so fast.
#
# A bot that goes on asking is barred from writing to anybody new: after a refusal nobody's is
# asked for in this process for a while. What is open already goes on.


class FirstMessages:
    """Opens direct message channels, and remembers those that are open."""

    def __init__(self, client: discord.Client, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._channels: dict[int, int] = {}
        self._until = 0.0

    def is_open(self, user_id: int) -> bool:
        """Return whether the channel with a person was opened in this process."""
        return user_id in self._channels

    async def channel(self, user_id: int) -> int:
        """Return the channel with a person, opened if need be. Raises Shut, and Hasty."""
        if user_id not in self._channels:
            if (left := self._until - self._clock.now()) > 0:
                raise errors.Hasty("direct messages were opened too fast", left)
            try:
                opened = await translated(lambda: self._client.create_dm(discord.Object(user_id)))
            except errors.Hasty as error:
                self._until = self._clock.now() + error.seconds
                raise
            self._channels[user_id] = opened.id
        return self._channels[user_id]


log = logging.getLogger(__name__)

Lacking: TypeAlias = "tuple[str, ...] | None"
"""The permissions that the bot lacks somewhere; None if that is not known."""

SCROLLED = 12
"""This many newer messages push a board out of sight."""

HAS_A_THREAD = 160004
"""Discord's code for a thread that is begun from a message a second time."""

THREAD_LIFE: Final = 10080
"""Minutes without a message after which Discord archives a thread: the most there are."""

BEGINNING = 10.0
"""Seconds that Discord has to begin a thread."""

JOINING = 2.0
"""Seconds that a table waits for its players to be added to its thread."""


def named(pictures: Sequence[tuple[str, Picture]]) -> list[discord.File]:
    """Make fresh files of pictures; a File can be sent only once."""
    return [
        discord.File(io.BytesIO(picture.data), filename=name, description=picture.alt)
        for name, picture in pictures
    ]


def files_of(contents: Iterable[tuple[str, bytes]]) -> list[discord.File]:
    """Make fresh files of names and contents."""
    return [discord.File(io.BytesIO(data), filename=name) for name, data in contents]


FOR_THREADS = discord.Permissions(create_public_threads=True, send_messages_in_threads=True)
"""The further permissions that the bot needs in a channel to play in a thread there."""


def clickable(known: app_commands.AppCommand) -> str:
    """Spell a command so that a click types it; of a group, which cannot be typed, its first."""
    groups = [part for part in known.options if isinstance(part, app_commands.AppCommandGroup)]
    return groups[0].mention if groups else known.mention


class DiscordIO:
    """Sends, edits and deletes messages; raises StageErrors, never discord's own."""

    def __init__(self, client: discord.AutoShardedClient, clock: Clock) -> None:
        self._client = client
        self.first = FirstMessages(client, clock)
        self._servers: dict[int, str] = {}
        self._mentions: dict[str, str] = {}

    async def post(  # noqa: PLR0913 - what a message has, by name
        self,
        channel_id: int,
        view: LayoutView,
        *,
        files: list[discord.File] | None = None,
        nonce: str | None = None,
        mentions: Collection[int] = (),
        roles: Collection[int] = (),
        silent: bool = False,
    ) -> int:
        """Send a message; pings at most the people `mentions` and `roles`. Gives its id.

        A `silent` one is there without a sound or a push to anybody's phone.

        A nonce that Discord knows is answered with the message that was made then, which may say
        what was true before the bot was stopped: such a message is brought up to date.
        """
        channel = self._client.get_partial_messageable(channel_id)
        files = files or []
        users = [discord.Object(user_id) for user_id in mentions] or False
        called = [discord.Object(role_id) for role_id in roles] or False
        allowed = discord.AllowedMentions(everyone=False, roles=called, users=users)
        # discord.py makes up a nonce of its own where none is given.
        wished: dict[str, Any] = {} if nonce is None else {"nonce": nonce}
        message = await translated(
            lambda: channel.send(
                view=view, files=files, allowed_mentions=allowed, silent=silent, **wished
            )
        )
        if _says(part.to_dict() for part in message.components) != _says(
            item.to_component_dict() for item in view.children
        ):
            for file in files:
                file.reset()
            await self.edit(channel_id, message.id, view, files)
        return message.id

    async def edit(
        self, channel_id: int, message_id: int, view: LayoutView, files: list[discord.File],
        mentions: Collection[int] = (),
    ) -> None:  # fmt: skip
        """Put a new layout and its pictures in place of a message's present ones.

        An archived thread is woken first. No edit pings; in a thread the `mentions` may join it.
        """
        users = [discord.Object(user_id) for user_id in mentions] or False
        allowed = discord.AllowedMentions(everyone=False, roles=False, users=users)

        async def change() -> None:
            for file in files:
                file.reset()
            # What `PartialMessage.edit` does, which reads a message out of the answer, too.
            with handle_message_parameters(
                view=view, attachments=files, allowed_mentions=allowed
            ) as params:
                await self._client.http.edit_message(channel_id, message_id, params=params)

        await self._awake(channel_id, change)

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message; one that is gone already, or out of reach, is fine."""
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        try:
            await self._awake(channel_id, message.delete)
        except (errors.Gone, errors.Barred):
            return

    async def open_thread(
        self, channel_id: int, message_id: int, name: str, people: Iterable[int]
    ) -> None:
        """Begin a public thread from a message, unless it has one, and add people without a ping.

        The thread has the message's id. That somebody cannot be added does not matter.
        """
        http = self._client.http

        async def begin() -> None:
            try:
                async with asyncio.timeout(BEGINNING):
                    await http.start_thread_with_message(
                        channel_id, message_id, name=name, auto_archive_duration=THREAD_LIFE
                    )
            except discord.HTTPException as error:
                if error.code != HAS_A_THREAD:
                    raise

        await translated(begin)
        with suppress(TimeoutError):
            async with asyncio.timeout(JOINING):
                await asyncio.gather(
                    *(http.add_user_to_thread(message_id, user) for user in people),
                    return_exceptions=True,
                )

    async def close_thread(self, thread_id: int) -> None:
        """Leave a thread, archived. Raises Busy.

        It is never locked: nobody could press the buttons of its result any more.
        """
        http = self._client.http
        # An archived thread cannot be left any more.
        with suppress(errors.Gone, errors.Barred):
            await translated(lambda: http.leave_thread(thread_id))
        with suppress(errors.Gone, errors.Barred):
            await translated(lambda: http.edit_channel(thread_id, archived=True))

    async def delete_bot_messages(self, channel_id: int, until: float, most: int) -> bool:
        """Delete some of the bot's own messages from before a moment; tell if none is left.

        Raises StageError.
        """
        channel, own = self._client.get_partial_messageable(channel_id), self._client.user
        before = datetime.fromtimestamp(until, UTC)

        async def found() -> list[int]:
            messages = channel.history(limit=None, before=before)
            mine = (m.id async for m in messages if own is not None and m.author.id == own.id)
            return [number async for number in _first(mine, most)]

        old = await translated(found)
        for message_id in old:
            await self.delete(channel_id, message_id)
        return len(old) < most

    def guild_ids(self) -> frozenset[int]:
        """Return the servers the bot is in, those in an outage too."""
        return frozenset(guild.id for guild in self._client.guilds)

    def serves(self, guild_id: int) -> bool:
        """Return whether Discord tells this process of a server: it is of one of its shards."""
        ids, count = self._client.shard_ids, self._client.shard_count
        return ids is None or Shards(tuple(ids), count).of(guild_id) in ids

    def is_in(self, guild_id: int | None) -> bool:
        """Return whether the bot is in a server, as far as Discord has told by now.

        It is taken to be in those that another process serves.
        """
        if guild_id is None or self._client.get_guild(guild_id) is not None:
            return True
        return not self._client.is_ready() or not self.serves(guild_id)

    def locale_of(self, guild_id: int) -> str | None:
        """Return the locale that Discord has told of a server; None if it has not told it yet."""
        guild = self._client.get_guild(guild_id)
        return None if guild is None else str(guild.preferred_locale.value)

    def lacking(self, guild_id: int | None, place_id: int, parent_id: int) -> Lacking:
        """Name what the bot lacks to show a table in a place: a thread of a channel, or itself.

        None if that is not known. A permission that Discord takes away along with another is not
        named beside that. A thread that is not known, as an archived one, is judged by its channel.
        """
        guild = None if guild_id is None else self._client.get_guild(guild_id)
        if guild is None or guild.me is None:
            return None
        channel = guild.get_channel_or_thread(place_id) or guild.get_channel(parent_id)
        is_thread = place_id != parent_id or isinstance(channel, discord.Thread)
        if channel is None or (isinstance(channel, discord.Thread) and channel.parent is None):
            return None
        has = channel.permissions_for(guild.me)
        if not has.view_channel:
            return ("view_channel",)
        speaking = "send_messages_in_threads" if is_thread else "send_messages"
        if not getattr(has, speaking):
            return (speaking,)
        return tuple(name for name in ("embed_links", "attach_files") if not getattr(has, name))

    def can_show(self, guild_id: int, channel_id: int) -> bool:
        """Return whether a table can be shown in a channel of a server, as far as Discord has told.

        Not in one that is gone, nor before Discord has told of the server; in what another process
        serves it is taken to be so.
        """
        lacking = self.lacking(guild_id, channel_id, channel_id)
        return not self.serves(guild_id) if lacking is None else not lacking

    def may_thread(self, guild_id: int | None, channel_id: int) -> bool:
        """Return whether the bot may begin a thread from a message of a channel, and play in it."""
        guild = self._client.get_guild(guild_id or 0)
        channel = None if guild is None else guild.get_channel(channel_id)
        if not isinstance(channel, discord.TextChannel) or channel.guild.me is None:
            return False
        return channel.permissions_for(channel.guild.me) >= FOR_THREADS

    async def is_shut(self, channel_id: int) -> tuple[bool, bool] | None:
        """Return whether a thread is locked, and archived; asks Discord where it has not told it.

        None if that cannot be known now.
        """
        channel: object = self._client.get_channel(channel_id)
        if channel is None:
            try:
                channel = await translated(lambda: self._client.fetch_channel(channel_id))
            except (errors.StageError, discord.InvalidData):
                return None
        if not isinstance(channel, discord.Thread):
            return False, False
        return channel.locked, channel.archived

    async def has_channel(self, channel_id: int) -> bool:
        """Return whether a channel or thread is there; asks Discord where it has not told it."""
        if self._client.get_channel(channel_id) is not None:
            return True
        try:
            await translated(lambda: self._client.fetch_channel(channel_id))
        except (errors.StageError, discord.InvalidData) as error:
            return not isinstance(error, errors.NoChannel)
        return True

    async def may_see(self, channel_id: int) -> bool:
        """Return whether Discord lets the bot see a channel or thread; asks it. Yes if unknown."""
        try:
            await translated(lambda: self._client.fetch_channel(channel_id))
        except errors.Barred:
            return False
        except (errors.StageError, discord.InvalidData):
            return True
        return True

    async def may_enter(self, guild_id: int | None, channel_id: int, user_id: int) -> bool:
        """Return whether a person sees a channel or public thread; asks Discord, raises Busy."""
        member = await self.member(guild_id or 0, user_id)
        if member is None:
            return False
        guild = member.guild
        try:
            place: Any = guild.get_channel_or_thread(channel_id) or await translated(
                lambda: guild.fetch_channel(channel_id)
            )
            is_hidden = place.type is discord.ChannelType.private_thread
            return not is_hidden and place.permissions_for(member).view_channel
        except (errors.Gone, errors.Barred, discord.ClientException):
            return False

    async def member(self, guild_id: int, user_id: int) -> discord.Member | None:
        """Return a person as a member of a server; None if they, or the bot, are not in it.

        Asks Discord, raises Busy.
        """
        client = self._client
        try:
            # Another process may serve that server.
            guild: Any = client.get_guild(guild_id) or await translated(
                lambda: client.fetch_guild(guild_id, with_counts=False)
            )
            return await translated(lambda: guild.fetch_member(user_id))
        except (errors.Gone, errors.Barred):
            return None

    async def missing(self, guild_id: int, people: Iterable[int]) -> set[int]:
        """Return which people Discord says within `ASKED` seconds are in a server no more."""
        asked = {asyncio.create_task(self.member(guild_id, one)): one for one in people}
        if not asked:
            return set()
        done, late = await asyncio.wait(asked, timeout=ASKED)
        await end_tasks(late)
        return {asked[one] for one in done if one.exception() is None and one.result() is None}

    async def _awake(self, channel_id: int, change: Callable[[], Awaitable[Any]]) -> None:
        """Change a message; where its thread is archived, wake that first."""
        try:
            await translated(change)
        except errors.Asleep:
            await self.wake(channel_id)
            await translated(change)

    async def wake(self, channel_id: int) -> None:
        """Bring an archived thread back. Raises Asleep where the bot may not, and Busy."""
        try:
            thread = await translated(lambda: self._client.fetch_channel(channel_id))
            if isinstance(thread, discord.Thread):
                await translated(lambda: thread.edit(archived=False))
        except errors.Barred as error:
            raise errors.Asleep(str(error)) from error

    async def direct_channel(self, user_id: int) -> int:
        """Return the direct message channel with a person. Raises Shut, and Hasty."""
        return await self.first.channel(user_id)

    async def server_name(self, guild_id: int) -> str | None:
        """Return a server's name, asked for if Discord has not told it yet; None if unknown.

        Discord is not asked about servers that the bot is not in.
        """
        if (guild := self._client.get_guild(guild_id)) is not None:
            return guild.name
        if guild_id not in self._servers:
            if not self.is_in(guild_id):
                return None
            try:
                asked = await translated(
                    lambda: self._client.fetch_guild(guild_id, with_counts=False)
                )
            except errors.StageError:
                return None
            self._servers[guild_id] = asked.name
        return self._servers[guild_id]

    async def mentions(self, tree: app_commands.CommandTree[Any]) -> dict[str, str]:
        """Return every command as Discord makes it clickable, by its name; asked once a process."""
        if not self._mentions:
            try:
                known = await translated(tree.fetch_commands)
            except errors.StageError as error:
                log.info("the ids of the commands are not known: %s", type(error).__name__)
            else:
                self._mentions |= {item.name: clickable(item) for item in known}
        names = [command.name for command in tree.get_commands()]
        return {name: self._mentions.get(name, f"`/{name}`") for name in names}

    async def buried(self, channel_id: int, message_id: int) -> bool:
        """Return whether more than SCROLLED messages came after one; no if it can't be seen."""
        channel = self._client.get_partial_messageable(channel_id)
        after = discord.Object(message_id)

        async def newer() -> int:
            found = channel.history(limit=SCROLLED + 1, after=after)
            return len([message async for message in found])

        try:
            return await translated(newer) > SCROLLED
        except (errors.Barred, errors.Gone):
            return False


async def _first(values: AsyncIterator[T], most: int) -> AsyncIterator[T]:
    async for value in values:
        yield value
        most -= 1
        if not most:
            return


def _says(components: Iterable[Any]) -> list[str]:
    """List the words of components as Discord spells these: texts, alt texts, labels and ids."""
    said: list[str] = []
    for part in components:
        words = (part.get(key) for key in ("content", "description", "label", "custom_id"))
        said += [" ".join(word.split()) for word in words if word]
        said += _says((*part.get("components", ()), *part.get("items", ())))
    return said


# Events of servers: the bot's own, where a server lets it make some.

SCHEDULED, ACTIVE, COMPLETED, CANCELLED = 1, 2, 3, 4
"""Where an event stands, in Discord's numbers: the first moves on to the second and that to the
third, or the first to the last."""

_LONGEST = 100
"""The most characters of an event's name, and of its place."""


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An event as it is announced, somewhere in a channel; moments are in seconds since 1970."""

    guild_id: int
    channel_id: int
    name: str
    about: str
    begins: float
    ends: float


class Calendar:
    """Makes events and moves them on. Raises StageErrors."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def may_announce(self, guild_id: int) -> bool:
        """Return whether the bot may make events in a server, and change its own.

        Where only another process is told of the server it is tried; Discord may refuse.
        """
        guild = self._client.get_guild(guild_id)
        me = None if guild is None else guild.me
        return me is None or me.guild_permissions.create_events

    async def announce(self, event: NewEvent) -> int:
        """Make an event, unless the bot has made the same one; return its id."""
        http, name, begins = self._client.http, event.name[:_LONGEST], _spelt(event.begins)
        for known in await translated(lambda: http.get_scheduled_events(event.guild_id, False)):
            if _is_same(known, self._client.user, name, event.begins):
                return int(known["id"])
        channel = self._client.get_channel(event.channel_id)
        where = getattr(channel, "name", None)
        place = f"#{where}" if where else f"https://discord.com/channels/{event.guild_id}"
        made = await translated(
            lambda: http.create_guild_scheduled_event(
                event.guild_id,
                name=name,
                description=event.about,
                privacy_level=discord.PrivacyLevel.guild_only.value,
                entity_type=discord.EntityType.external.value,
                entity_metadata={"location": place[:_LONGEST]},
                scheduled_start_time=begins,
                scheduled_end_time=_spelt(event.ends),
            )
        )
        return int(made["id"])

    async def move(self, guild_id: int, event_id: int, status: int) -> None:
        """Have an event begin, end, or be cancelled."""
        http = self._client.http
        await translated(lambda: http.edit_scheduled_event(guild_id, event_id, status=status))


def _is_same(known: Any, bot: Any, name: str, begins: float) -> bool:
    is_own = bot is not None and str(known.get("creator_id")) == str(bot.id)
    when = datetime.fromisoformat(known["scheduled_start_time"]).timestamp()
    return is_own and known["name"] == name and abs(when - begins) < 1


def _spelt(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat()

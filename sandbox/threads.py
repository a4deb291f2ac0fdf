"""Threads: how they begin, who is in them, how they fall asleep, wake and end."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from sandbox import permissions, places
from sandbox.errors import refusal
from sandbox.listeners import Audience, Bots
from sandbox.memory import Memory
from sandbox.things import Channel, Message, Thread
from sandbox.wire import THREADS, Flag, Intent, Json, Place, Said

DURATIONS = frozenset({60, 1440, 4320, 10080})
"""After how many minutes a thread may be archived."""
USUAL = 4320
"""The minutes of a thread for which nobody named any."""

MOST_AWAKE = 1000
"""This many threads of a guild may be awake."""


class Threads:
    """The threads of a memory; `post` and `change` tell everybody of a message."""

    def __init__(self, memory: Memory, bots: Bots, people: Audience) -> None:
        self.post: Callable[[Message], Message] = memory.keep
        self.change: Callable[[Message], Message] = memory.keep
        self._memory = memory
        self._bots = bots
        self._people = people
        # No thread is to be archived before: one in which something happens is so later.
        self._due = math.inf

    def start(
        self,
        parent: Channel,
        name: str,
        owner_id: int,
        *,
        kind: Place = Place.PUBLIC_THREAD,
        minutes: int = USUAL,
        message: Message | None = None,
    ) -> Channel:
        """Begin a thread, from a message whose id it then has, or by itself.

        In a forum, the message is the first of the thread and is to be posted there. Raises
        160004 when the message has a thread already, 160006 when there are too many.
        """
        number = self._memory.snowflakes.mint() if message is None else message.id
        if number in self._memory.channels:
            raise refusal(160004)
        self._require_room(parent.guild_id)
        now = self._memory.clock()
        thread = Thread(owner_id, now, now, minutes, {owner_id: now})
        made = Channel(number, kind, name, parent.guild_id, parent_id=parent.id)
        made = self._keep(made, thread)
        self._people.tell(self._seers(made), "THREAD_CREATE", places.channel(self._memory, made))
        new = places.joined(self._memory, made) | {"newly_created": True}
        self._tell_bots("THREAD_CREATE", made, new)
        if parent.kind != Place.FORUM:
            self._announce(parent, made, message)
        return self._memory.channels[number]

    def alter(self, channel: Channel, by: int, *, name: str | None = None, **to: Any) -> Channel:
        """Change the name or the state of a thread; a new name is told in it.

        Raises 160006 when it is to be woken, and there are too many threads awake.
        """
        thread = _thread(channel)
        if to.get("archived", thread.archived) != thread.archived or "minutes" in to:
            to["changed"] = to["active"] = self._memory.clock()
        renamed = name is not None and name != channel.name
        if renamed:
            channel = replace(channel, name=name or channel.name)
        woken = thread.archived and not to.get("archived", True)
        if woken:
            self._require_room(channel.guild_id)
        changed = self._keep(channel, replace(thread, **to))
        self._tell(changed)
        if woken:
            self._tell_member(changed)
        if renamed and not _thread(changed).archived:
            self._remark(changed, by, Said.RENAMED, content=changed.name)
        return self._memory.channels[channel.id]

    def add(self, channel: Channel, people: Iterable[int], by: int | None = None) -> Channel:
        """Put people, or the bot, in a thread; of those put in by another the thread is told."""
        thread = _thread(channel)
        new = [person for person in people if person not in thread.members]
        if not new:
            return channel
        before = self._seers(channel)
        now = self._memory.clock()
        members = {**thread.members, **dict.fromkeys(new, now)}
        changed = self._keep(channel, replace(thread, members=members))
        self._show(changed, [person for person in self._seers(changed) if person not in before])
        self._tell_members(changed, added=new)
        for person in new:
            if by is not None and person != by:
                self._remark(changed, by, Said.MEMBER_ADDED, mentions=(person,))
        return self._memory.channels[channel.id]

    def remove(self, channel: Channel, person_id: int, by: int | None = None) -> Channel:
        """Take somebody, or the bot, out of a thread."""
        thread = _thread(channel)
        if person_id not in thread.members:
            return channel
        members = {key: since for key, since in thread.members.items() if key != person_id}
        before = self._seers(channel)
        changed = self._keep(channel, replace(thread, members=members))
        gone = [person for person in before if person not in self._seers(changed)]
        self._people.tell(gone, "THREAD_DELETE", _gone(channel))
        self._tell_members(changed, removed=[person_id])
        if by is not None and person_id != by:
            self._remark(changed, by, Said.MEMBER_REMOVED, mentions=(person_id,))
        return self._memory.channels[channel.id]

    def delete(self, channel: Channel) -> None:
        """Delete a thread with all that was said in it; its message remains."""
        seers = self._seers(channel)
        self._tell_bots("THREAD_DELETE", channel, _gone(channel))
        self._memory.close_channel(channel)
        self._people.tell(seers, "THREAD_DELETE", _gone(channel))
        parent = self._memory.messages.get(channel.parent_id or 0, {})
        message = parent.get(channel.id)
        if message is not None and Flag.HAS_THREAD in message.flags:
            self.change(replace(message, flags=message.flags & ~Flag.HAS_THREAD))

    def close_in(self, channel: Channel) -> None:
        """Take the threads of a channel away that is about to be deleted.

        Bots hear of the channel alone, people's pages of every thread.
        """
        for thread in self._memory.threads_in(channel.id):
            seers = self._seers(thread)
            self._memory.close_channel(thread)
            self._people.tell(seers, "THREAD_DELETE", _gone(thread))

    def wake(self, message: Message) -> Message:
        """Wake the thread in which a message is about to be posted; return it in its place."""
        channel = self._of(message)
        if channel is None:
            return message
        if message.kind is Said.DEFAULT and _thread(channel).archived:
            self.alter(channel, message.author_id, archived=False)
        return replace(message, position=_thread(channel).sent)

    def note(self, message: Message) -> None:
        """Count a message posted in a thread; who wrote it, and whom it calls, is in it now."""
        channel = self._of(message)
        if channel is None:
            return
        thread = replace(_thread(channel), active=self._memory.clock())
        if message.kind is not Said.THREAD_STARTER and message.id != channel.id:
            thread = replace(thread, sent=thread.sent + 1, left=thread.left + 1)
        changed = self._keep(channel, thread)
        if message.kind is Said.DEFAULT:
            # What answers an interaction comes by a webhook, which joins nothing.
            writers = () if message.origin is not None else (message.author_id,)
            called = [
                person
                for role in self._memory.roles_of(channel.id)
                if role.id in message.mention_roles
                for person in role.members
            ]
            self.add(changed, (*writers, *message.mentions, *called))

    def seat(self, message: Message) -> None:
        """Put in its thread the people whom a changed message calls, without a word or a sound."""
        channel = self._of(message)
        if channel is not None and message.kind is Said.DEFAULT:
            self.add(channel, message.mentions)

    def uncount(self, message: Message) -> None:
        """Note that a message of a thread was deleted."""
        channel = self._of(message)
        if channel is not None and message.kind is not Said.THREAD_STARTER:
            thread = _thread(channel)
            self._keep(channel, replace(thread, left=max(0, thread.left - 1)))

    def settle(self) -> None:
        """Archive the threads in which nothing has happened for as long as they say."""
        now = self._memory.clock()
        if now <= self._due:
            return
        self._due = math.inf
        for channel in list(self._memory.channels.values()):
            thread = channel.thread
            if thread is None or thread.archived:
                continue
            if now > thread.due:
                self.alter(channel, thread.owner_id, archived=True)
            else:
                self._due = min(self._due, thread.due)

    def sync(self, parent: Channel) -> None:
        """Tell the bot of a channel's threads, as when it sees the channel again."""
        if parent.guild_id is None:
            return
        awake = places.active(self._memory, parent.guild_id)
        here = [item for item in awake if item.parent_id == parent.id]
        told = [places.joined(self._memory, item) for item in here]
        listed: Json = {
            "guild_id": str(parent.guild_id),
            "channel_ids": [str(parent.id)],
            "threads": told,
            "members": [item["member"] for item in told if "member" in item],
        }
        self._tell_bots("THREAD_LIST_SYNC", parent, listed)

    def _require_room(self, guild_id: int | None) -> None:
        threads = [item.thread for item in self._memory.threads_of(guild_id or 0)]
        if sum(thread is not None and not thread.archived for thread in threads) >= MOST_AWAKE:
            raise refusal(160006)

    def _tell_member(self, channel: Channel) -> None:
        """Tell the bot that it is in a thread that slept: it may have known nothing of it."""
        thread, bot = _thread(channel), self._memory.bot.id
        if bot in thread.members:
            member = places.thread_member(channel, thread, bot)
            own = member | {"guild_id": str(channel.guild_id)}
            self._tell_bots("THREAD_MEMBER_UPDATE", channel, own)

    def _announce(self, parent: Channel, made: Channel, message: Message | None) -> None:
        owner = _thread(made).owner_id
        if message is not None:
            self.change(replace(message, flags=message.flags | Flag.HAS_THREAD))
            self._remark(made, owner, Said.THREAD_STARTER, points_to=(parent.id, message.id))
        elif made.kind is Place.PUBLIC_THREAD:
            self._remark(
                parent, owner, Said.THREAD_CREATED, content=made.name, points_to=(made.id, None)
            )

    def _remark(self, channel: Channel, author: int, kind: Said, **more: Any) -> None:
        number = self._memory.snowflakes.mint()
        self.post(Message(number, channel.id, author, kind=kind, **more))

    def _keep(self, channel: Channel, thread: Thread) -> Channel:
        changed = replace(channel, thread=thread)
        self._memory.channels[channel.id] = changed
        if not thread.archived:
            self._due = min(self._due, thread.due)
        return changed

    def _of(self, message: Message) -> Channel | None:
        channel = self._memory.channels[message.channel_id]
        public = Flag.EPHEMERAL not in message.flags
        return channel if public and channel.kind in THREADS else None

    def _seers(self, channel: Channel) -> tuple[int, ...]:
        return self._memory.audience(channel.id)

    def _show(self, channel: Channel, people: list[int]) -> None:
        """Show a private thread to people who have just been put in it."""
        self._people.tell(people, "THREAD_CREATE", places.channel(self._memory, channel))

    def _tell(self, channel: Channel) -> None:
        told = places.channel(self._memory, channel)
        self._people.tell(self._seers(channel), "THREAD_UPDATE", told)
        self._tell_bots("THREAD_UPDATE", channel, told)

    def _tell_members(
        self, channel: Channel, *, added: Iterable[int] = (), removed: Iterable[int] = ()
    ) -> None:
        """Tell of who came and went; bots without the members intent hear of themselves alone."""
        told = places.channel(self._memory, channel)
        self._people.tell(self._seers(channel), "THREAD_UPDATE", told)
        bot, thread = self._memory.bot.id, _thread(channel)
        if bot not in {*added, *removed}:
            return
        change: Json = {
            "id": str(channel.id),
            "guild_id": str(channel.guild_id),
            "member_count": told["member_count"],
        }
        if bot in added:
            change["added_members"] = [places.thread_member(channel, thread, bot)]
        else:
            change["removed_member_ids"] = [str(bot)]
        self._bots.dispatch(
            "THREAD_MEMBERS_UPDATE", change, guild_id=channel.guild_id, intent=Intent.GUILDS
        )

    def _tell_bots(self, event: str, channel: Channel, data: Json) -> None:
        if permissions.lets_in(self._memory, channel):
            self._bots.dispatch(event, data, guild_id=channel.guild_id, intent=Intent.GUILDS)


def _thread(channel: Channel) -> Thread:
    if channel.thread is None:
        raise refusal(50024)
    return channel.thread


def _gone(channel: Channel) -> Json:
    return {
        "id": str(channel.id),
        "guild_id": str(channel.guild_id),
        "parent_id": str(channel.parent_id),
        "type": int(channel.kind),
    }

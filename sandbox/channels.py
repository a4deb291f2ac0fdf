"""The channels there are, found at once by their id, their guild, their parent or their person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, MutableMapping

from sandbox.things import Channel
from sandbox.wire import THREADS


class Channels(MutableMapping[int, "Channel"]):
    """Channels and threads by id, the oldest first.

    Where a channel is never changes, so another one in the place of an id is the same one changed.
    """

    def __init__(self) -> None:
        self._all: dict[int, Channel] = {}
        # Sets that keep their order.
        self._plain: defaultdict[int, dict[int, None]] = defaultdict(dict)
        self._threads: defaultdict[int, dict[int, None]] = defaultdict(dict)
        self._children: defaultdict[int, dict[int, None]] = defaultdict(dict)
        self._dms: dict[int, int] = {}

    def __getitem__(self, number: int) -> Channel:
        return self._all[number]

    def __setitem__(self, number: int, channel: Channel) -> None:
        if number not in self._all:
            if channel.guild_id is not None:
                self._side(channel)[channel.guild_id][number] = None
            if channel.parent_id is not None:
                self._children[channel.parent_id][number] = None
            if channel.recipient_id is not None:
                self._dms[channel.recipient_id] = number
        self._all[number] = channel

    def __delitem__(self, number: int) -> None:
        channel = self._all.pop(number)
        self._side(channel)[channel.guild_id or 0].pop(number, None)
        self._children[channel.parent_id or 0].pop(number, None)
        self._dms.pop(channel.recipient_id or 0, None)

    def __iter__(self) -> Iterator[int]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def of(self, guild_id: int) -> list[Channel]:
        """Return the channels of a guild in their order, without threads."""
        return [self._all[number] for number in self._plain.get(guild_id, ())]

    def threads_of(self, guild_id: int) -> list[Channel]:
        """Return the threads of a guild, the oldest first."""
        return [self._all[number] for number in self._threads.get(guild_id, ())]

    def threads_in(self, channel_id: int) -> list[Channel]:
        """Return the threads of a channel, the oldest first."""
        return [self._all[number] for number in self._children.get(channel_id, ())]

    def dm_of(self, person_id: int) -> Channel | None:
        """Return a person's direct messages with the bot, if they were ever opened."""
        number = self._dms.get(person_id)
        return None if number is None else self._all[number]

    def _side(self, channel: Channel) -> defaultdict[int, dict[int, None]]:
        return self._threads if channel.kind in THREADS else self._plain

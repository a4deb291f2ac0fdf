"""One thing a person does in their client, and what it is about."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.interactions import Interaction
from sandbox.mentions import ALL, find_mentions
from sandbox.numbers import whole
from sandbox.options import Refused
from sandbox.switchboard import Switchboard
from sandbox.things import Channel, Message
from sandbox.wire import Json, Kind

_MOST_CONTENT = 2000
_MOST_NONCE = 25


@dataclass(frozen=True, slots=True)
class Deed:
    """One frame of a person's client."""

    switchboard: Switchboard
    person_id: int
    frame: Json

    def number(self, name: str) -> int:
        """Return an id of the frame; raises Refused."""
        found = whole(self.frame.get(name))
        if found is None:
            raise Refused(f"{name} is missing.")
        return found

    def nonce(self) -> str | None:
        """Return the client's nonce, if there is one; raises Refused."""
        nonce = self.frame.get("nonce")
        if nonce is not None and not (isinstance(nonce, str) and len(nonce) <= _MOST_NONCE):
            raise Refused(f"A nonce has at most {_MOST_NONCE} characters.")
        return nonce

    def said(self, number: int, channel_id: int) -> Message:
        """Return the words of a person's message; raises Refused."""
        content = self.frame.get("content")
        if not isinstance(content, str) or not 0 < len(content.strip()) <= _MOST_CONTENT:
            raise Refused(f"A message has 1 to {_MOST_CONTENT} characters.")
        memory = self.switchboard.memory
        known = {*memory.people, memory.bot.id}
        found = find_mentions(content, None, ALL)
        return Message(
            number,
            channel_id,
            self.person_id,
            content,
            mentions=tuple(item for item in found.users if item in known),
            mention_roles=memory.known_roles(self.channel().id, found.roles),
            nonce=self.nonce(),
        )

    def channel(self) -> Channel:
        """Return the channel, which the person must see; raises Refused."""
        channel = self.switchboard.memory.channels.get(self.number("channel_id"))
        if channel is None or self.person_id not in self.switchboard.memory.audience(channel.id):
            raise Refused("You do not have access to this channel.")
        return channel

    def message(self) -> Message:
        """Return the message, which the person must see; raises Refused."""
        channel = self.channel()
        known = self.switchboard.memory.messages.get(channel.id, {})
        message = known.get(self.number("message_id"))
        if message is None or not self.switchboard.memory.sees(self.person_id, message):
            raise Refused("This message is gone.")
        return message

    def require_owner(self) -> None:
        """Raise Refused unless the person owns the guild of the channel."""
        guild_id = self.channel().guild_id
        memory = self.switchboard.memory
        if guild_id is None or memory.guild(guild_id).owner_id != self.person_id:
            raise Refused("You do not have permission to do this.")

    def begin(self, kind: Kind, channel: Channel, data: Json, source: int | None) -> Interaction:
        """Open an interaction of this person."""
        return self.switchboard.interactions.begin(
            kind, self.person_id, channel.id, data, nonce=self.nonce(), source_id=source
        )

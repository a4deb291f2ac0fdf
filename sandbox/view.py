"""One person's view of the memory, kept up to date from the frames of their page."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from sandbox.mentions import text_of
from sandbox.parts import parts_of
from sandbox.wire import Json, Part


class View:
    """Channels, messages and commands as a person's client would show them."""

    def __init__(self) -> None:
        self.hello: Json = {}
        self.commands: list[Json] = []
        self.channels: dict[str, Json] = {}
        self.bot_online = False
        self.faults: Json = {}
        self._messages: dict[str, dict[str, Json]] = {}
        self._takers: dict[str, Callable[[Any], None]] = {
            "HELLO": self._greet,
            "MESSAGE_CREATE": self._put,
            "MESSAGE_UPDATE": self._change,
            "MESSAGE_DELETE": self._drop,
            "CHANNEL_CREATE": self._open,
            "CHANNEL_UPDATE": self._open,
            "CHANNEL_DELETE": self._close,
            "PLACES": self._move,
            "THREAD_CREATE": self._open,
            "THREAD_UPDATE": self._open,
            "THREAD_DELETE": self._close,
            "COMMANDS_UPDATE": self._learn,
            "BOT_STATUS": self._see_bot,
            "FAULTS": self._switch,
        }

    @property
    def id(self) -> str:
        """The person's id."""
        return str(self.hello["me"]["id"])

    def channel_id(self, channel: str | Json) -> str:
        """Return a channel's id from its name, "dm", its id or its object."""
        if isinstance(channel, dict):
            return str(channel["id"])
        if channel in self.channels:
            return channel
        for number, item in self.channels.items():
            if item.get("name") == channel or (channel == "dm" and item["type"] == 1):
                return number
        raise KeyError(f"no channel {channel!r}")

    def threads(self, channel: str | Json) -> list[Json]:
        """Return the threads of a channel, archived ones too, the oldest first."""
        parent = self.channel_id(channel)
        return [item for item in self.channels.values() if item.get("parent_id") == parent]

    def messages(self, channel: str | Json) -> list[Json]:
        """Return the messages the person sees in a channel, oldest first."""
        return list(self._messages.get(self.channel_id(channel), {}).values())

    def dm_messages(self) -> list[Json]:
        """Return the person's direct messages with the bot; none before they are opened."""
        return self.messages(self.dm_id) if self.dm_id else []

    @property
    def dm_id(self) -> str:
        """The id of the person's direct messages with the bot, or "" before they are opened."""
        with contextlib.suppress(KeyError):
            return self.channel_id("dm")
        return ""

    def find(self, channel_id: str, message_id: str) -> Json | None:
        """Return a message as it stands now."""
        return self._messages.get(channel_id, {}).get(message_id)

    def newest(self, message: Json) -> Json:
        """Return a message as it stands now; raises KeyError when it is gone."""
        return self._messages[message["channel_id"]][message["id"]]

    def take(self, kind: str, data: Any) -> None:
        """Bring the view up to date with a frame; frames that answer something change nothing."""
        taker = self._takers.get(kind)
        if taker is not None:
            taker(data)

    def _greet(self, data: Json) -> None:
        self.hello = data
        self.commands = data["commands"]
        self.faults = data["faults"]
        self._messages = {}
        self._move(data)

    def _move(self, data: Json) -> None:
        self.channels = {item["id"]: item for item in data["dms"]}
        for guild in data["guilds"]:
            places = [*guild["channels"], *guild["threads"]]
            self.channels |= {item["id"]: item for item in places}
        known = self._messages
        self._messages = {
            number: known.get(number) or {item["id"]: item for item in listed}
            for number, listed in data["messages"].items()
        }

    def _put(self, data: Json) -> None:
        self._messages.setdefault(data["channel_id"], {})[data["id"]] = data

    def _change(self, data: Json) -> None:
        # One that is older than what this page was given stays out of sight.
        if self.find(data["channel_id"], data["id"]) is not None:
            self._put(data)

    def _drop(self, data: Json) -> None:
        self._messages.get(data["channel_id"], {}).pop(data["id"], None)

    def _open(self, data: Json) -> None:
        self.channels[data["id"]] = data

    def _close(self, data: Json) -> None:
        self.channels.pop(data["id"], None)
        self._messages.pop(data["id"], None)

    def _learn(self, data: list[Json]) -> None:
        self.commands = data

    def _see_bot(self, data: Json) -> None:
        self.bot_online = data["online"]

    def _switch(self, data: Json) -> None:
        self.faults = data


def words_of(message: Json) -> str:
    """Return all that a message says: content, text displays, embeds."""
    lines = [message["content"], text_of(message["components"])]
    for embed in message["embeds"]:
        lines += [embed.get("title") or "", embed.get("description") or ""]
    return "\n".join(line for line in lines if line)


def labels_of(message: Json) -> list[str]:
    """Return the labels of a message's buttons that can be pressed."""
    return [
        part.get("label") or ""
        for part in parts_of(message)
        if part["type"] == Part.BUTTON and not part.get("disabled")
    ]

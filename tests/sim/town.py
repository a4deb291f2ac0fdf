"""People, servers and the bot in a sandbox of the same process, on virtual time."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import orjson
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.client import Nimbus
from bot.discord.emoji import name_of
from render.scenes import EMOJI
from sandbox import Memory, Request, Sandbox, permissions, places
from sandbox.actions import ACTIONS
from sandbox.channels import Channels
from sandbox.deed import Deed
from sandbox.faults import RequestFault
from sandbox.forms import controls_of
from sandbox.interactions import Interaction
from sandbox.parts import find_button, find_select, given_options, parts_of
from sandbox.things import Attachment, Emoji, Guild, Message, Person, Role
from sandbox.timing import Timing
from sandbox.wire import Intent, Json, Part
from tests.sim.virtual import VirtualTime

MORE = "More…"
"""The label of the button that leads to those for which there is no room."""

LONG = 1e9
"""Seconds that no evening lasts."""

_listeners: list[Callable[[Request], None]] = []
"""Who hears of every request of the bot, in every town."""


def listen(patch: pytest.MonkeyPatch, listener: Callable[[Request], None]) -> None:
    """Hear of every request of the bot until the test is over."""
    patch.setattr("tests.sim.town._listeners", [*_listeners, listener])


def _tell(request: Request) -> None:
    for listener in _listeners:
        listener(request)


class Faults(logging.Handler):
    """Keeps what went wrong where nobody was told: in loops, tasks and events."""

    LOGGERS = ("asyncio", "bot.client", "discord")

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen, and fail at the end if there was any fault."""
        loggers = [logging.getLogger(name) for name in self.LOGGERS]
        for logger in loggers:
            logger.addHandler(self)
        try:
            yield
        finally:
            for logger in loggers:
                logger.removeHandler(self)
        assert self.found == []


class Picture:
    """A file of a message."""

    def __init__(self, attachment: Attachment) -> None:
        self._attachment = attachment
        self.filename, self.description = attachment.filename, attachment.description

    async def read(self) -> bytes:
        return self._attachment.data


class Shown:
    """A message as it stood at one moment."""

    def __init__(self, message: Message) -> None:
        self.id, self.channel_id, self.content = message.id, message.channel_id, message.content
        self.author = SimpleNamespace(id=message.author_id)
        self.components = list(message.components)
        self.attachments = [Picture(item) for item in message.attachments]
        self.flags = discord.MessageFlags._from_value(int(message.flags))
        self.ephemeral = self.flags.ephemeral

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shown) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def message(self) -> Shown:
        return self


class Answered:
    """A message that answers a press, as it stands now."""

    def __init__(self, town: Town, channel_id: int, number: int) -> None:
        self._town, self.channel_id, self.id = town, channel_id, number

    @property
    def message(self) -> Shown:
        return Shown(self._town.memory.message(self.channel_id, self.id))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.message, name)


class Result:
    """What came of a press."""

    def __init__(self, town: Town, interaction: Interaction) -> None:
        self._town, self._interaction = town, interaction

    @property
    def modal(self) -> Json | None:
        return self._interaction.modal

    @property
    def interaction(self) -> Interaction:
        return self._interaction

    @property
    def response(self) -> Any:
        number = self._interaction.original_id
        return None if number is None else self._found(number)

    @property
    def followups(self) -> list[Any]:
        found = map(self._found, sorted(self._interaction.followups))
        return [one for one in found if one is not None]

    def _found(self, number: int) -> Answered | None:
        channel_id = self._interaction.channel_id
        kept = self._town.memory.messages.get(channel_id, {})
        return Answered(self._town, channel_id, number) if number in kept else None


class Channel:
    """A channel, a thread, or direct messages."""

    def __init__(self, town: Town, number: int) -> None:
        self._town, self.id = town, number

    @property
    def kept(self) -> Any:
        return self._town.memory.channels[self.id]

    @property
    def name(self) -> str:
        return str(self.kept.name)

    @property
    def threads(self) -> list[Channel]:
        return [Channel(self._town, one.id) for one in self._town.memory.threads_in(self.id)]

    def history(self, *, viewer: Any = None) -> list[Any]:
        memory, seen = self._town.memory, []
        for message in memory.history(self.id):
            if message.kind != 0:
                continue
            if message.only_for is None or (viewer is not None and message.only_for == viewer.id):
                seen.append(Shown(message))
        return seen

    @property
    def last_message(self) -> Any:
        return self.history()[-1]


class Actor:
    """Somebody who presses."""

    def __init__(self, town: Town, number: int) -> None:
        self._town, self.id = town, number

    @property
    def user(self) -> User:
        return User(self._town, self.id)

    @property
    def dm_channel(self) -> Channel:
        return Channel(self._town, self._town.memory.open_dm(self.id).id)

    async def click(
        self, message: Any, *, label: str | None = None, custom_id: str | None = None
    ) -> Result:
        """Press a button; one that is not there by its label is looked for behind *More…*."""
        now = self._seen(message)
        labels = [part.get("label") for part in parts_of({"components": now.components})]
        if label is not None and label not in labels and MORE in labels:
            shown = await self.click(now, label=MORE)
            return await self.click(shown.response.message, label=label)
        part = find_button({"components": now.components}, label=label, custom_id=custom_id)
        return await self._use(now, part, [])

    async def select(
        self, message: Any, values: Sequence[Any], *, custom_id: str | None = None
    ) -> Result:
        now = self._seen(message)
        part = find_select({"components": now.components}, custom_id=custom_id)
        return await self._use(now, part, [_value(value) for value in values])

    async def submit_modal(self, shown: Result, values: Mapping[str, Any]) -> Result:
        opened = shown.interaction
        assert opened.modal is not None, "no form is open"
        components = []
        known = {control["custom_id"] for control in controls_of(opened.modal["components"])}
        assert set(values) <= known, set(values) - known
        for control in controls_of(opened.modal["components"]):
            name = control["custom_id"]
            filled: Json = {"type": control["type"], "custom_id": name}
            if name in values:
                filled |= _filled(control, values[name])
            else:
                filled |= _untouched(control)
            components.append({"type": int(Part.LABEL), "component": filled})
        frame = {"op": "modal", "modal_id": str(opened.id), "components": components}
        return await self._interact(opened.channel_id, frame)

    async def autocomplete(
        self, channel: Any, name: str, option: str, text: Any, /, **options: Any
    ) -> list[Json]:
        filled = {key: _option(value) for key, value in options.items()} | {option: text}
        command, given = given_options(self._commands(channel), name, filled, focus=option)
        offered: list[Json] = []
        line: Any = Hearing(lambda text: offered.append(orjson.loads(text)))
        tabs = self._town.sandbox._tabs
        tabs.enter(self.id, line)
        try:
            await self._interact(
                channel.id, {"op": "autocomplete", "command_id": command["id"], "options": given}
            )
        finally:
            tabs.leave(self.id, line)
        (choices,) = [frame["d"]["choices"] for frame in offered if frame["t"] == "AUTOCOMPLETE"]
        return list(choices)

    async def delete(self, message: Any) -> None:
        kept = self._seen(message)
        self._town.sandbox.switchboard.remove(kept)
        await self._town.settle()

    async def send(self, channel: Any, content: str) -> Any:
        await self._town.do(self.id, {"op": "send", "channel_id": channel.id, "content": content})
        return channel.history()[-1]

    async def send_dm(self, content: str) -> None:
        """Write to the bot."""
        await self.send(self.dm_channel, content)

    def available_commands(self, channel: Any) -> tuple[str, ...]:
        memory = self._town.memory
        guild = memory.guild(memory.channel(channel.id).guild_id or 0)
        bits = permissions.of_member(memory, guild, self.id)
        return tuple(
            one["name"] for one in self._commands(channel)
            if int(one.get("default_member_permissions") or 0) & ~bits == 0
        )  # fmt: skip

    async def _command(self, channel: Any, name: str, options: Mapping[str, Any]) -> Result:
        filled = {key: _option(value) for key, value in options.items()}
        command, given = given_options(self._commands(channel), name, filled)
        frame = {"op": "command", "command_id": command["id"], "options": given}
        return await self._interact(channel.id, frame)

    def _commands(self, channel: Any) -> list[Json]:
        memory = self._town.memory
        return list(memory.commands_for(memory.channel(channel.id).guild_id))

    def _seen(self, message: Any) -> Message:
        channel_id = getattr(message, "channel_id", None) or message.channel.id
        return self._town.memory.message(channel_id, message.id)

    async def _use(self, message: Message, part: Json, values: list[str]) -> Result:
        frame = {
            "op": "component", "message_id": str(message.id), "custom_id": part.get("custom_id"),
            "component_type": part["type"], "values": values,
        }  # fmt: skip
        return await self._interact(message.channel_id, frame)

    async def _interact(self, channel_id: int, frame: Json) -> Result:
        interactions = self._town.sandbox.switchboard.interactions
        await self._town.do(self.id, frame | {"channel_id": str(channel_id)})
        pressed = reversed(interactions._by_id.values())
        made = next(one for one in pressed if one.person_id == self.id)
        assert made.answer is not None, "the application did not respond"
        return Result(self._town, made)


class User(Actor):
    """Somebody in their direct messages with the bot."""

    async def slash(self, name: str, /, **options: Any) -> Result:
        return await self._command(self.dm_channel, name, options)


class Member(Actor):
    """Somebody in a server."""

    async def slash(self, channel: Any, name: str, /, **options: Any) -> Result:
        return await self._command(channel, name, options)


@dataclass(frozen=True)
class Hearing:
    """A page that only listens."""

    say_text: Callable[[str], None]


@dataclass(frozen=True)
class Rank:
    """A role of a server."""

    id: int
    name: str = "@everyone"


class Server:
    """A server."""

    def __init__(self, town: Town, number: int) -> None:
        self._town, self.id = town, number
        self.default_role = Rank(number)
        self.roles: dict[str, Any] = {}

    @property
    def kept(self) -> Guild:
        return self._town.memory.guilds[self.id]

    @property
    def name(self) -> str:
        return self.kept.name

    async def grant(self, permissions: discord.Permissions) -> None:
        """Let the bot do more in this server."""
        self._town.sandbox.faults.granted_permissions[self.id] = permissions.value
        self._town.sandbox.switchboard.change_guild(self.kept)
        await self._town.settle()

    def create_text_channel(self, name: str, *, overwrites: Mapping[Any, Any] = {}) -> Channel:
        channel = self._town.sandbox.switchboard.add_channel(self.kept, name)
        for rule in overwrites.values():
            self._town.rule(channel.id, rule)
        return Channel(self._town, channel.id)

    def create_role(
        self, name: str, *, permissions: discord.Permissions | None = None,
        mentionable: bool = True,  # noqa: ARG002 - all are
    ) -> Any:  # fmt: skip
        memory = self._town.memory
        bits = 0 if permissions is None else permissions.value
        role = Role(memory.snowflakes.mint(), name, (), bits)
        memory.guilds[self.id] = replace(self.kept, roles=(*self.kept.roles, role))
        told = next(one for one in places.roles(memory, self.kept) if one["id"] == str(role.id))
        self._town.sandbox.switchboard.bots.dispatch(
            "GUILD_ROLE_CREATE", {"guild_id": str(self.id), "role": told},
            guild_id=self.id, intent=Intent.GUILDS,
        )  # fmt: skip
        self.roles[name] = found = Rank(role.id, name)
        return found

    def add_member(self, user: Actor, *, roles: Sequence[Any] = ()) -> Member:
        inside = {role.id for role in roles}
        kept = tuple(
            replace(one, members=(*one.members, user.id)) if one.id in inside else one
            for one in self.kept.roles
        )
        members = tuple(dict.fromkeys((*self.kept.members, user.id)))
        self._town.memory.guilds[self.id] = replace(self.kept, members=members, roles=kept)
        return Member(self._town, user.id)


class Town:
    """The sandbox, the bot in it, and the time."""

    def __init__(self, time: VirtualTime) -> None:
        self.time = time
        owner = Person(1, "Owner", "owner")
        robot = Person(2, "Nimbus", "nimbus", bot=True)
        self.memory = Memory(robot, {}, {}, Channels(), lambda: time.now)
        owner = replace(owner, id=self.memory.snowflakes.mint())
        self.memory.bot = replace(robot, id=self.memory.snowflakes.mint())
        self.memory.people[owner.id] = owner
        self._owner = owner.id
        self.sandbox = Sandbox(
            memory=self.memory, token="a-token", port=9, timing=Timing(heartbeat=LONG)
        )
        self.sandbox.on_request = _tell
        self.bot: Nimbus = None  # type: ignore[assignment]
        self._running: asyncio.Task[None] | None = None

    async def start(self, bot: Nimbus) -> None:
        """Start a bot here, and wait until it has nothing more to do."""
        self.bot = bot
        bot._connection.heartbeat_timeout = LONG
        self._running = asyncio.create_task(bot.start("a-token"))
        await self.settle()
        if self._running.done():
            self._running.result()
        assert bot.is_ready()

    restart_bot = start

    async def settle(self) -> None:
        await self.time.rest()

    async def advance_time(self, seconds: float) -> None:
        await self.time.advance(seconds)

    async def do(self, person_id: int, frame: Json) -> None:
        """Let a person do one thing in their client; wait for all that comes of it."""
        self.sandbox.switchboard.threads.settle()
        ACTIONS[frame["op"]](Deed(self.sandbox.switchboard, person_id, frame))
        await self.settle()

    def create_guild(self, name: str) -> Server:
        guild = self.memory.found_guild(name, (), (self._owner,))
        self.memory.guilds[guild.id] = guild = replace(guild, roles=())
        told = places.guild(self.memory, guild, whole=True)
        self.sandbox.switchboard.bots.dispatch(
            "GUILD_CREATE", told, guild_id=guild.id, intent=Intent.GUILDS
        )
        return Server(self, guild.id)

    def create_user(self, name: str, *, global_name: str | None = None, bot: bool = False) -> User:
        person = Person(self.memory.snowflakes.mint(), global_name or name, name, bot=bot)
        self.memory.people[person.id] = person
        return User(self, person.id)

    async def delete_channel(self, channel: Channel) -> None:
        """Delete a channel or thread, as somebody of the server does."""
        self.sandbox.switchboard.delete_channel(channel.kept)
        await self.settle()

    async def start_thread(self, channel: Channel, name: str) -> Channel:
        """Begin a thread without a message, as somebody of the server does."""
        made = self.sandbox.switchboard.threads.start(channel.kept, name, self._owner)
        await self.settle()
        return Channel(self, made.id)

    async def edit_thread(self, thread: Channel, **to: Any) -> None:
        """Archive or lock a thread, as somebody of the server does, or take that back."""
        self.sandbox.switchboard.threads.alter(thread.kept, self._owner, **to)
        await self.settle()

    async def delete_role(self, server: Server, role: Rank) -> None:
        """Delete a role, as somebody of the server does."""
        kept = tuple(one for one in server.kept.roles if one.id != role.id)
        self.memory.guilds[server.id] = replace(server.kept, roles=kept)
        told = {"guild_id": str(server.id), "role_id": str(role.id)}
        bots = self.sandbox.switchboard.bots
        bots.dispatch("GUILD_ROLE_DELETE", told, guild_id=server.id, intent=Intent.GUILDS)
        await self.settle()

    def take_role(self, server: Server, person: Actor, role: Rank) -> None:
        """Take a role from somebody."""
        roles = tuple(
            replace(one, members=tuple(member for member in one.members if member != person.id))
            if one.id == role.id
            else one
            for one in server.kept.roles
        )
        self.memory.guilds[server.id] = replace(server.kept, roles=roles)

    def remove_member(self, server: Server, person: Actor) -> None:
        """Have somebody leave a server."""
        members = tuple(one for one in server.kept.members if one != person.id)
        self.memory.guilds[server.id] = replace(server.kept, members=members)

    def clear_errors(self) -> None:
        """Let every request succeed again."""
        self.sandbox.faults.requests = []

    def speak(self, person: Actor, locale: str) -> None:
        """Have somebody's client in a language."""
        self.memory.set_locale(person.id, locale)

    def rule(self, channel_id: int, rule: discord.PermissionOverwrite) -> None:
        """Let everybody, the bot too, do something in a channel, or not."""
        allow, deny = rule.pair()
        faults = self.sandbox.faults
        faults.granted_permissions[channel_id] = allow.value & ~deny.value
        faults.missing_permissions[channel_id] = deny.value
        changed = replace(self.memory.channels[channel_id], allowed=allow.value, denied=deny.value)
        self.memory.channels[channel_id] = changed
        self.sandbox.switchboard.change_channel(changed)

    def inject_error(
        self, method: str, path: str, *, status: int, code: int = 0, message: str = "",  # noqa: ARG002
        times: int | None = 1,
    ) -> None:  # fmt: skip
        pattern = f"^{re.escape(path)}$".replace(r"\*", "[^/]+")
        self.sandbox.faults.requests.append(
            RequestFault(method, pattern, status, times or 10**9, code=code)
        )


def _value(value: Any) -> str:
    return str(value.id) if hasattr(value, "id") else str(value)


def _option(value: Any) -> Any:
    return str(value.id) if hasattr(value, "id") else value


_SINGLE = {Part.TEXT_INPUT, Part.RADIO, Part.CHECKBOX}


def _filled(control: Json, value: Any) -> Json:
    listed = value if isinstance(value, list | tuple) else [value]
    if control["type"] in _SINGLE:
        return {"value": listed[0] if listed else None}
    return {"values": [_value(one) for one in listed]}


def _untouched(control: Json) -> Json:
    """Return what a control sends that nobody has touched."""
    if control["type"] in _SINGLE:
        chosen = [one["value"] for one in control.get("options") or [] if one.get("default")]
        return {"value": control.get("value", chosen[0] if chosen else None)}
    chosen = [one["value"] for one in control.get("options") or [] if one.get("default")]
    chosen += [one["id"] for one in control.get("default_values") or []]
    return {"values": chosen}


@contextmanager
def _pointed_at(sandbox: Sandbox) -> Iterator[None]:
    """Let discord.py speak to a sandbox of this process."""
    values: tuple[tuple[Any, str, Any], ...] = (
        (aiohttp, "TCPConnector", lambda **_: sandbox.connector()),
        (Route, "BASE", sandbox.api_base),
        (DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(sandbox.gateway_url)),
    )
    before = [getattr(thing, name) for thing, name, _ in values]
    for thing, name, value in values:
        setattr(thing, name, value)
    try:
        yield
    finally:
        for (thing, name, _), value in zip(values, before, strict=True):
            setattr(thing, name, value)


@asynccontextmanager
async def town() -> AsyncIterator[Town]:
    """Open a town with nobody in it."""
    time = VirtualTime()
    with Faults().listening(), time.ruling():
        held = Town(time)
        for key in EMOJI:  # an earlier start has uploaded them
            number = held.memory.snowflakes.mint()
            held.memory.emojis[number] = Emoji(number, name_of(key), b"", "image/png")
        await held.sandbox.start(listens=False)
        with _pointed_at(held.sandbox):
            try:
                yield held
            finally:
                await held.bot.close()
                if held._running is not None:
                    await asyncio.wait((held._running,))
                await held.sandbox.stop()

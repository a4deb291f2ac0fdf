"""An evening at a table: people, a channel and the bot, all in memory."""

from __future__ import annotations

import asyncio
import io
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import discord
from PIL import Image

from bot.client import Nimbus
from bot.discord.connection import Limits
from bot.errors import Refused
from bot.match.show.locations import SETTLING
from bot.match.show.publisher import Publisher
from bot.match.table.state import Table
from bot.match.table.tables import Tables
from bot.preferences.server import Threads, change_of
from bot.settings import Settings
from bot.store.rows import MatchId, Status
from bot.store.settings import server_scope
from tests.sim.town import Town, town
from tests.store.template import laid
from tests.swift import SwiftClock

NAMES = ("Ada", "Ben", "Cleo")

RARELY = Limits(beat=3600.0, look=3600.0, ask=1e9, doubt=1e9, deaf=1e9, lost=1e9)
"""Days pass here in a moment, in which the gateway says nothing; nobody looks at health."""

BREATH = 1.0
"""Seconds up to which the bot's waits pass by themselves; longer ones wait for `advance_time`."""

WHILES = count()


class SimClock(SwiftClock):
    """The virtual time of the stand-in; house players answer at once."""

    def __init__(self, env: Town | None = None) -> None:
        super().__init__()
        self.env = env

    def now(self) -> float:
        return discord.utils.utcnow().timestamp()

    async def sleep(self, seconds: float) -> None:
        """Wait in virtual time; for changes of a server not at all."""
        seconds = 0.0 if seconds == SETTLING else seconds
        await self._wait(seconds, passes=seconds <= BREATH)

    async def until(self, when: float) -> None:
        """Wait for a moment in virtual time, however near it is: it never comes by itself."""
        while (left := when - self.now()) > 0:
            await self._wait(left, passes=False)

    async def _wait(self, seconds: float, *, passes: bool) -> None:
        if self.env is None or passes:
            await super().sleep(seconds)
        else:
            await self.env.time.wait(seconds)

    def monotonic(self) -> float:
        """Let a second pass at each look: the stand-in takes messages at any pace."""
        return self.now() + next(WHILES)


@dataclass
class Evening:
    """What a test holds: the world, the bot in it and the people."""

    env: Town
    settings: Settings
    guild: Any
    channel: Any
    people: dict[str, Any] = field(default_factory=dict)

    @property
    def bot(self) -> Nimbus:
        bot = self.env.bot
        assert isinstance(bot, Nimbus)
        return bot

    def __getitem__(self, name: str) -> Any:
        return self.people[name]

    async def open(self, opener: str, *others: str, game: str = "cloud_nine") -> Any:
        """Let a person open a lobby, and others join; gives its message."""
        result = await self[opener].slash(self.channel, "play", game=game)
        lobby = result.response.message
        for name in others:
            await self[name].click(lobby, label="Join")
        return lobby

    async def start(self, *names: str, game: str = "cloud_nine") -> Any:
        """Open a lobby, let the others join and start; gives the board's message."""
        lobby = await self.open(*names, game=game)
        await self[names[0]].click(lobby, label="Start")
        return self.board()

    async def panel(self, name: str, lobby: Any) -> Any:
        """Let a person open all that a lobby has besides; gives the private message."""
        return await more(self[name], lobby)

    def board(self) -> Any:
        """Return the newest board or lobby in the channel: calls to a player stand in no box."""
        messages = self.channel.history()
        return next(m for m in reversed(messages) if m.components and in_a_box(m))

    @property
    def thread(self) -> Any:
        """The newest thread of the channel."""
        return self.channel.threads[-1]

    def hand(self, name: str) -> Any:
        """Return the newest direct message of a person."""
        return self[name].user.dm_channel.history()[-1]

    async def table(self, match_id: int = 1) -> Table:
        """Return the stored table, replayed."""
        return await self.bot.app.get(Tables).replayed(MatchId(match_id))

    async def turn(self) -> tuple[str, Table]:
        """Return whose turn it is."""
        table = await self.table()
        return table.member(table.to_act()[0]).name, table

    async def restart(self) -> None:
        """Stop the bot and start another one on the same database."""
        await self.env.bot.close()
        await self.env.restart_bot(created(self.settings, SimClock(self.env)))

    def labels(self, message: Any) -> list[str]:
        """Return the labels of a message's buttons."""
        return [button["label"] for button in buttons(message)]


async def set_threads(held: Evening, rule: Threads) -> None:
    """Set for the server which tables play in a thread."""
    await held.bot.app.store.set_settings(server_scope(held.guild.id), change_of("threads", rule))


async def grounds(message: Any) -> set[Any]:
    """Return the colours in the top left corners of a message's pictures: of their skies."""
    found = set()
    for attachment in message.attachments:
        with Image.open(io.BytesIO(await attachment.read())) as picture:
            found.add(picture.convert("RGB").getpixel((0, 0)))
    return found


async def widths(message: Any) -> set[int]:
    """Return how wide a message's pictures are: fewer pixels in large print."""
    found = set()
    for attachment in message.attachments:
        with Image.open(io.BytesIO(await attachment.read())) as picture:
            found.add(picture.width)
    return found


def created(settings: Settings, clock: SimClock) -> Nimbus:
    """Make a bot on the virtual time of the stand-in."""
    return Nimbus(settings, clock, RARELY)


@asynccontextmanager
async def evening(
    directory: Path, names: tuple[str, ...] = NAMES, *, threads: bool = False
) -> AsyncIterator[Evening]:
    """Set up a server with a channel, people and the bot; closes the bot at the end.

    With `threads` every table plays in one; without, the bot may begin none.
    """
    settings = Settings(token="t", data=directory, database_url=await laid(directory))
    clock = SimClock()
    bot = created(settings, clock)
    async with town() as env:
        clock.env = env
        await env.start(bot)
        guild = env.create_guild("Cloud Club")
        rule = discord.PermissionOverwrite(create_public_threads=threads)
        channel = guild.create_text_channel("table", overwrites={guild.default_role: rule})
        held = Evening(env, settings, guild, channel)
        for name in names:
            held.people[name] = guild.add_member(env.create_user(name.lower(), global_name=name))
        if threads:
            await set_threads(held, Threads.ALWAYS)
        await env.settle()
        yield held


def raw_components(message: Any) -> list[dict[str, Any]]:
    """Return all components of a message, nested ones too, as Discord spells them."""
    found: list[dict[str, Any]] = []

    def walk(component: dict[str, Any]) -> None:
        found.append(component)
        for child in (
            *component.get("components", ()),
            *filter(None, (component.get("accessory"),)),
        ):
            walk(child)

    for component in message.components:
        walk(component if isinstance(component, dict) else component.to_dict())
    return found


def in_a_box(message: Any) -> bool:
    """Return whether a message is of the bot's own kind: everything in one container."""
    return bool(raw_components(message)[0]["type"] == 17)


def buttons(message: Any) -> list[dict[str, Any]]:
    """Return the buttons of a message."""
    return [part for part in raw_components(message) if part["type"] == 2]


def texts(message: Any) -> str:
    """Return all the text of a message, with the alt texts of its pictures."""
    parts = [message.content or ""]
    for part in raw_components(message):
        if part["type"] == 10:
            parts.append(part["content"])
        if part["type"] == 12:
            parts += [item.get("description") or "" for item in part["items"]]
    return "\n".join(parts)


async def play_one(held: Evening, generator: random.Random) -> None:
    """Let the person whose turn it is make a random legal move, each time by another way."""
    name, table = await held.turn()
    seat = table.to_act()[0]
    code = generator.choice(table.legal(seat))
    way = generator.choice(("dm", "slash", "private"))
    if way == "slash":
        await held[name].slash(held.channel, "move", move=code)
    elif way == "dm" and is_offered(held, name, table):
        await choose(held[name].user, held.hand(name), table, code)
    else:
        shown = await held[name].click(held.board(), label="My hand")
        await choose(held[name], shown.response.message, table, code)


def is_offered(held: Evening, name: str, table: Table) -> bool:
    """Return whether a person has the moves of now by direct message, and not privately alone."""
    newest = held[name].user.dm_channel.history()[-1:]
    moment = f":{table.row.id}:{table.row.moves}"
    return any(
        moment in str(part.get("custom_id")) for one in newest for part in raw_components(one)
    )


async def play_unseen(
    held: Evening, generator: random.Random, until: Callable[[Any], object], match_id: int = 1
) -> None:
    """Play on at random until something is true of what everybody sees, or the game is over.

    Nobody is shown anything meanwhile: to paint it takes nearly all of the time.
    """
    app = held.bot.app
    listeners = app.get(Tables).listeners
    heard = listeners[:]
    listeners.remove(app.get(Publisher).on_change)
    try:
        while (table := await held.table(match_id)).row.status is Status.PLAYING:
            if until(table.view(None)):
                break
            seat = table.to_act()[0]
            code, user = generator.choice(table.legal(seat)), table.member(seat).user_id
            # Some moves make themselves, and may be quicker.
            with suppress(Refused):
                if user is not None:
                    await app.get(Tables).play(table.row.id, user, None, code)
                elif not await app.get(Tables).play_house(table.row.id):
                    await asyncio.sleep(0)
    finally:
        listeners[:] = heard
    app.get(Publisher).request(table.row.id)
    await held.env.settle()


async def more(actor: Any, message: Any) -> Any:
    """Press *More…* on a lobby, a result or the viewer; gives the message with all other ways."""
    return (await actor.click(message, label="More…")).response.message


async def choose(actor: Any, message: Any, table: Table, code: str) -> None:
    """Make a move by its button, or where it has none, by the menu of moves."""
    moment = f"{table.row.id}:{table.row.moves}"
    offered = [str(part.get("custom_id")) for part in raw_components(message)]
    menu = next((each for each in offered if f"{each}:".startswith(f"s:{moment}:")), None)
    if menu is not None and f"m:{moment}:{code}" not in offered:
        await actor.select(message, [code], custom_id=menu)
    else:
        await actor.click(message, custom_id=f"m:{moment}:{code}")

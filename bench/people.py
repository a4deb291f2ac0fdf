"""People for benchmarks: they look at a sandbox and press, without pages; the bot is a process.

What they see is noted with the moment, so that it can be held against what the bot stored.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from bench.processes import Spent
from bench.world import settle_emoji, world
from sandbox import Memory, Request, Sandbox
from sandbox.actions import ACTIONS
from sandbox.deed import Deed
from sandbox.listeners import Audience
from sandbox.options import Refused
from sandbox.parts import given_options, parts_of, pictures_of
from sandbox.wire import Flag, Json, Permission

TOKEN = "a-token"  # noqa: S105 - the stand-in's
PATIENCE = 180.0
"""Seconds that anything may take before the benchmark gives up."""

AGAIN = 20.0
"""Seconds after which people press again when nothing has come of it."""

_PICTURE = re.compile(r"/(table|deal|hand)-(\d+)\.png$")
_OF_A_MATCH = re.compile(r"[a-z]+:(\d+)(?::|$)")
MOVE = re.compile(r"[ms]:(\d+):(\d+)(?::|$)")


@dataclass(frozen=True, slots=True)
class Stored:
    """A change that the bot has stored: a match after this many moves, and who is to act."""

    match: int
    moves: int
    at: float
    acting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A message that shows a match, as it came or was changed.

    `match` is 0 where nothing there can be pressed yet. `kind` is "board" or "hand", `moves` how
    many the picture shows, and `ready` after how many moves its controls are pressed; -1 where
    there is no picture, or no control for a move.
    """

    match: int
    kind: str
    moves: int
    ready: int
    at: float
    person: int
    message: Json = field(repr=False, compare=False)


class Eyes:
    """Stands before the pages and notes every message that shows a match."""

    def __init__(self, pages: Audience, memory: Memory) -> None:
        self.shown: list[Shown] = []
        self.changed: defaultdict[int, asyncio.Event] = defaultdict(asyncio.Event)
        """Set whenever something has happened at a match, or a board came to a channel; by id."""
        self.newest: dict[tuple[int, int], Shown] = {}
        self.boards: dict[int, Shown] = {}
        self.boards_in: defaultdict[int, list[int]] = defaultdict(list)
        """The matches with a board in a channel, in the order in which they came."""
        self._pages = pages
        self._memory = memory
        self._matches: dict[str, int] = {}

    def tell(self, people: Iterable[int], kind: str, data: Any) -> None:
        """Hear of what pages are told."""
        seers = list(people)
        if kind in {"MESSAGE_CREATE", "MESSAGE_UPDATE"} and data["author"].get("bot"):
            self._see(data, seers[0] if data["flags"] & Flag.EPHEMERAL else 0)
        self._pages.tell(seers, kind, data)

    def _see(self, data: Json, asker: int) -> None:
        """Note a message; a private answer, which only the `asker` sees, where no hand is sent."""
        ids = [str(part.get("custom_id", "")) for part in parts_of(data)]
        named = next((int(found[1]) for name in ids if (found := _OF_A_MATCH.match(name))), 0)
        match = self._matches[data["id"]] = named or self._matches.get(data["id"], 0)
        pictured = [found for url in pictures_of(data) if (found := _PICTURE.search(url))]
        if not (match or pictured):
            return
        ready = max((int(found[2]) for name in ids if (found := MOVE.match(name))), default=-1)
        person = asker or self._memory.channel(int(data["channel_id"])).recipient_id or 0
        if asker:
            before = self.newest.get((match, asker))
            if before is not None and not before.message["flags"] & Flag.EPHEMERAL:
                return
        moves = max((int(found[2]) for found in pictured), default=-1)
        kind = "hand" if person else "board"
        seen = Shown(match, kind, moves, ready, time.monotonic(), person, data)
        self.shown.append(seen)
        if not match:
            return
        if person:
            self.newest[match, person] = seen
        else:
            if match not in self.boards:
                self.boards_in[int(data["channel_id"])].append(match)
                self.changed[int(data["channel_id"])].set()
            self.boards[match] = seen
        self.wake(match)

    def wake(self, match: int) -> None:
        """Have those look who wait for something at a match."""
        self.changed[match].set()


@dataclass
class Evening:
    """A sandbox with the bot and its people. `stored` is read from what the bot notes.

    `process` is the bot, or its first process of several; `others` are those that share its
    database.
    """

    sandbox: Sandbox
    eyes: Eyes
    folder: Path
    process: asyncio.subprocess.Process
    others: list[asyncio.subprocess.Process] = field(default_factory=list)
    stored: list[Stored] = field(default_factory=list)
    now: dict[int, Stored] = field(default_factory=dict)
    """The newest change of each match."""
    pressed: list[tuple[float, int, int, int]] = field(default_factory=list)
    """When who pressed at which match, after how many moves."""
    asked: list[Request] = field(default_factory=list)
    """The requests of the bot."""

    @property
    def people(self) -> list[int]:
        return list(self.sandbox.memory.people)

    def channel(self, number: int) -> int:
        """Return a channel of the guild, counted from 0."""
        rooms = [item.id for item in self.sandbox.memory.channels.values() if item.kind == 0]
        return rooms[number % len(rooms)]

    def act(self, person: int, op: str, **frame: Any) -> None:
        """Do something as a person. Raises Refused."""
        ACTIONS[op](Deed(self.sandbox.switchboard, person, frame))

    def press(self, person: int, message: Json, custom_id: str, values: Sequence[str] = ()) -> None:
        """Use a control of a message. Raises Refused."""
        where = {"channel_id": message["channel_id"], "message_id": message["id"]}
        self.act(person, "component", **where, custom_id=custom_id, values=list(values))

    async def until(self, where: int, condition: Callable[[], Any]) -> Any:
        """Return the first value that is not None, asked for at each change of a match."""
        async with asyncio.timeout(PATIENCE):
            while not (found := condition()):
                self.eyes.changed[where].clear()
                await self.eyes.changed[where].wait()
        return found

    def processor_times(self) -> Spent:
        """Return the processor seconds of each part so far."""
        return Spent.now(self.pids)

    @property
    def pids(self) -> list[int]:
        """The bot's processes, the first one first."""
        return [self.process.pid, *(other.pid for other in self.others)]

    def is_over(self, match: int) -> bool:
        """Return whether nobody is to act any more at a match that was played."""
        newest = self.now.get(match)
        return newest is not None and newest.moves > 0 and not newest.acting

    async def read_notes(self) -> None:
        """Go on reading what the bot has stored."""
        with (self.folder / "notes").open(encoding="ascii") as notes:
            while True:
                while (line := notes.readline()).endswith("\n"):
                    match, moves, at, *acting = line.split()
                    people = tuple(int(person) for person in acting)
                    newest = Stored(int(match), int(moves), float(at), people)
                    self.stored.append(newest)
                    self.now[newest.match] = newest
                    self.eyes.wake(newest.match)
                await asyncio.sleep(0.01)

    async def open(
        self, game: str, people: Sequence[int], channel: int, levels: Sequence[str] = ()
    ) -> int:
        """Open a table with house players of these levels, if any, and who joins; start it."""
        first, *others = people
        here = self.eyes.boards_in[channel]
        known = len(here)
        guild = self.sandbox.memory.channel(channel).guild_id
        commands = self.sandbox.memory.commands_for(guild)
        command, options = given_options([*commands], "play", {"game": game})
        self.act(first, "command", channel_id=channel, command_id=command["id"], options=options)
        (match,) = await self.until(channel, lambda: here[known : known + 1])
        for person in others:
            self.press(person, self.eyes.boards[match].message, f"l:{match}:join")
            await asyncio.sleep(0.5)
        for level in levels:
            await self._add_house(first, match, level)
        starting = asyncio.create_task(self._start(first, match))
        try:
            await self.until(match, lambda: self.eyes.boards[match].moves >= 0)
        finally:
            starting.cancel()
        return int(match)

    async def _add_house(self, person: int, match: int, level: str) -> None:
        """Add a house player by the private panel that *Settings* opens."""
        board, control = self.eyes.boards[match].message, f"l:{match}:{level}"
        self.press(person, board, f"settings:{match}")
        async with asyncio.timeout(PATIENCE):
            while not (panel := self.with_control(int(board["channel_id"]), control)):  # noqa: ASYNC110 - nobody else sees it
                await asyncio.sleep(0.05)
        self.press(person, panel, control)
        await asyncio.sleep(0.5)

    def with_control(self, channel: int, control: str) -> Json | None:
        """Return the newest message of a channel that has a control, as pressing needs it."""
        for message in reversed(self.sandbox.memory.messages[channel].values()):
            parts = parts_of({"components": message.components})
            if any(part.get("custom_id") == control for part in parts):
                return {"channel_id": str(channel), "id": str(message.id)}
        return None

    async def _start(self, person: int, match: int) -> None:
        while True:
            with suppress(Refused):
                self.press(person, self.eyes.boards[match].message, f"l:{match}:start")
            await asyncio.sleep(AGAIN)

    async def play(
        self, person: int, match: int, random: Random, think: tuple[float, float]
    ) -> None:
        """Make random moves whenever it is this person's turn, so long after they can.

        They press again when nothing comes of it.
        """
        last = -1
        while True:
            try:
                async with asyncio.timeout(AGAIN):
                    seen = await self._turn(person, match, last)
            except TimeoutError:
                last = -1
                continue
            last = seen.ready
            await asyncio.sleep(random.uniform(*think))
            custom_id, values = _choice(seen, random)
            self.pressed.append((time.monotonic(), person, match, last))
            try:
                self.press(person, seen.message, custom_id, values)
            except Refused:
                last = -1

    async def leave(self, playing: Sequence[asyncio.Task[None]]) -> None:
        """Have those stop who play."""
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)

    async def _turn(self, person: int, match: int, last: int) -> Shown:
        """Wait until a person can press at a match, in their hand or on the board."""

        def found() -> Shown | None:
            for seen in (self.eyes.newest.get((match, person)), self.eyes.boards.get(match)):
                if seen is not None and seen.ready > last and self._is_due(person, seen):
                    return seen
            return None

        while (seen := found()) is None:
            self.eyes.changed[match].clear()
            await self.eyes.changed[match].wait()
        return seen

    def _is_due(self, person: int, seen: Shown) -> bool:
        newest = self.now.get(seen.match)
        return newest is not None and newest.moves == seen.ready and person in newest.acting


def _choice(seen: Shown, random: Random) -> tuple[str, list[str]]:
    """Return any move's control of a message, and what is chosen in it."""
    parts = [part for part in parts_of(seen.message) if MOVE.match(str(part.get("custom_id")))]
    part = random.choice([part for part in parts if not part.get("disabled")])
    values = [random.choice(part["options"])["value"]] if "options" in part else []
    return part["custom_id"], values


@asynccontextmanager
async def evening(
    names: Sequence[str],
    channels: Sequence[str] = ("tables",),
    processes: int = 1,
    /,
    *,
    threads: bool = False,
    together: int | None = None,
    source: Path | None = None,
    **settings: str,
) -> AsyncIterator[Evening]:
    """Open a sandbox with these people and channels, and start the bot as a process.

    Of several `processes`, which share the database that `DATABASE_URL` names, each serves a shard.
    Every shard has a guild of all people with these channels; or several guilds, each with
    `together` of the people and as many of the channels. `source` is where the bot's code lies, if
    it is not this one.
    """
    memory = world(names, channels, processes, together)
    sandbox = Sandbox(memory=memory, token=TOKEN)
    settle_emoji(sandbox)
    await sandbox.start()
    if not threads:
        withheld = dict.fromkeys(sandbox.memory.guilds, int(Permission.CREATE_PUBLIC_THREADS))
        sandbox.faults.missing_permissions = withheld
    eyes = sandbox.switchboard.people = Eyes(sandbox.switchboard.people, sandbox.memory)
    asked: list[Request] = []
    sandbox.on_request = asked.append
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "notes").touch()
        started = [
            await _start(sandbox, folder, number, source, settings | _shard(number, processes))
            for number in range(processes)
        ]
        held = Evening(sandbox, eyes, folder, started[0], started[1:], asked=asked)
        reading = asyncio.create_task(held.read_notes())
        try:
            await _online(held)
            yield held
        finally:
            reading.cancel()
            for process in started:
                process.terminate()
            for process in started:
                await process.wait()
            await sandbox.stop()


def _shard(number: int, shards: int) -> dict[str, str]:
    return {} if shards == 1 else {"NIMBUS_SHARDS": f"{number}/{shards}"}


async def _start(
    sandbox: Sandbox, folder: Path, number: int, source: Path | None, settings: dict[str, str]
) -> asyncio.subprocess.Process:
    data = folder / f"bot{number}"
    data.mkdir()
    environment = {
        **os.environ, "DISCORD_TOKEN": TOKEN, "NIMBUS_API": sandbox.api_base,
        "NIMBUS_GATEWAY": sandbox.gateway_url, "NIMBUS_DATA": str(data),
        "NIMBUS_LOG": "ERROR", "NIMBUS_THINKERS": "1", "NOTES": str(folder / "notes"), **settings,
    }  # fmt: skip
    arguments = (sys.executable, "-m", "bench.noting")
    return await asyncio.create_subprocess_exec(*arguments, env=environment, cwd=source)


async def _online(held: Evening) -> None:
    memory, gateway = held.sandbox.memory, held.sandbox.gateway
    guild, count = next(iter(memory.guilds)), 1 + len(held.others)
    async with asyncio.timeout(PATIENCE):
        while len(gateway.sessions) < count or not [*memory.commands_for(guild)]:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)

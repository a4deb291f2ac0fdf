"""A bot to play with: the sandbox here, the bot in a process of its own, people at tabs."""

from __future__ import annotations

import os
import random
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from bench.world import settle_emoji
from bot.host.health import why_red
from bot.match.table.state import Table
from bot.preferences.server import Threads
from bot.store import Store
from bot.store.rows import MatchId, MatchRow, Status
from bot.store.settings import server_scope
from sandbox import Memory, Sandbox
from sandbox.client import ActionRefused, Reply, Tab, connect
from sandbox.parts import parts_of
from sandbox.wire import Part, Permission
from tests.e2e import warm
from tests.waits import PATIENCE, until

ROOT = Path(__file__).parents[2]


@dataclass
class RunningBot:
    """The sandbox, the bot's process and its database."""

    sandbox: Sandbox
    data: Path
    process: warm.Process | None = None
    tabs: list[Tab] = field(default_factory=list)
    module: str = "bot"
    """What is run; `tests.e2e.hasty` is the bot with less patience."""
    settings: dict[str, str] = field(default_factory=dict)
    """What of the environment differs from the usual."""

    @property
    def database(self) -> str:
        usual = f"sqlite+aiosqlite:///{self.data / 'nimbus.sqlite3'}"
        return self.settings.get("DATABASE_URL") or usual

    async def wake(self) -> None:
        """Start the bot's process."""
        environment = {
            **os.environ, "DISCORD_TOKEN": "a-token", "NIMBUS_API": self.sandbox.api_base,
            "NIMBUS_GATEWAY": self.sandbox.gateway_url, "NIMBUS_DATA": str(self.data),
            "NIMBUS_PACE": "0", "NIMBUS_LOG": "WARNING", "NIMBUS_THINKERS": "0",
            **self.settings,
        }  # fmt: skip
        self.process = await warm.start(self.module, environment, self.data / "bot.log")

    async def kill(self, number: signal.Signals = signal.SIGKILL) -> None:
        """Stop the bot's process."""
        if self.process is not None and self.process.returncode is None:
            self.process.send_signal(number)
            await self.process.wait()
        self.process = None

    async def ended(self) -> int:
        """Wait for the bot's process to end by itself; gives its exit status."""
        assert self.process is not None
        return await self.process.wait()

    def why_red(self) -> str | None:
        """Return what the health check finds wrong, if anything."""
        return why_red(self.data, time.time())

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait for something that only the bot's process does."""
        await until(condition)

    async def tab(self, name: str) -> Tab:
        """Sit down at a tab as somebody."""
        tab = await connect(self.sandbox.page_url, name)
        tab.timeout = tab.patience = PATIENCE
        self.tabs.append(tab)
        return tab

    @asynccontextmanager
    async def store(self) -> AsyncIterator[Store]:
        """Open the store, in another process than the bot's."""
        store = await Store.open(self.database)
        try:
            yield store
        finally:
            await store.close()

    async def table(self, match_id: int = 1) -> Table:
        """Read the stored table, replayed from its log, in another process than the bot's."""
        async with self.store() as store:
            row = await store.match(MatchId(match_id))
            assert row is not None
            return Table.replay(row, await store.moves(row.id))

    async def row(self, match_id: int = 1) -> MatchRow | None:
        """Read a stored match, if there is one of this number."""
        async with self.store() as store:
            return await store.match(MatchId(match_id))

    async def until_stored(
        self, condition: Callable[[MatchRow], object], match_id: int = 1
    ) -> MatchRow:
        """Wait until there is a match of this number, and this is true of it; gives it."""
        async with self.store() as store:

            async def found() -> MatchRow | None:
                row = await store.match(MatchId(match_id))
                return None if row is None or not condition(row) else row

            row = await until(found)
            assert row is not None
            return row

    def log(self) -> str:
        """Return what the bot has logged."""
        return (self.data / "bot.log").read_text()


@asynccontextmanager
async def running_bot(
    data: Path,
    module: str = "bot",
    *,
    asleep: bool = False,
    emoji: bool = True,
    threads: bool = False,
    memory: Memory | None = None,
    **settings: str,
) -> AsyncIterator[RunningBot]:
    """Open a sandbox with the bot running, unless it is to be woken later.

    Its emoji are there already, unless they are to be uploaded. With `threads` every table plays in
    one; without, the bot may begin none. `settings` are what of the bot's environment differs
    from the usual.
    """
    sandbox = Sandbox(token="a-token", memory=memory)
    if emoji:
        settle_emoji(sandbox)
    await sandbox.start()
    if not threads:
        withheld = dict.fromkeys(sandbox.memory.guilds, int(Permission.CREATE_PUBLIC_THREADS))
        sandbox.faults.missing_permissions = withheld
    held = RunningBot(sandbox, data, module=module, settings=settings)
    try:
        if threads:
            await _set_threads(held)
        if not asleep:
            await held.wake()
        yield held
    except BaseException as error:
        if (data / "bot.log").exists():
            error.add_note(f"The bot's log:\n{held.log()}")
        raise
    finally:
        for tab in held.tabs:
            await tab.close()
        await held.kill()
        await sandbox.stop()


async def _set_threads(held: RunningBot) -> None:
    async with held.store() as store:
        for guild_id in held.sandbox.memory.guilds:
            await store.set_setting(server_scope(guild_id), "threads", Threads.ALWAYS)


async def another(held: RunningBot, module: str = "", **settings: str) -> RunningBot:
    """Start one more process of the bot, with a directory of its own. Kill it in the end.

    `module` is what is run, if not the same.
    """
    data = Path(tempfile.mkdtemp(prefix="next-", dir=held.data))
    fresh = replace(
        held, data=data, process=None, tabs=[], module=module or held.module,
        settings={**held.settings, **settings},
    )  # fmt: skip
    await fresh.wake()
    return fresh


async def opened(
    held: RunningBot,
    names: tuple[str, ...],
    game: str = "cloud_nine",
    stranger: str = "",
    options: Mapping[str, str | list[str]] | None = None,
) -> list[Tab]:
    """Open a game: the first opens the lobby, the others join, the first starts.

    A stranger presses what they may not, first, and is told so privately. `options` are filled into
    the form: texts, or lists for what is chosen from a menu.
    """
    tabs = [await held.tab(name) for name in names]
    first = tabs[0]
    await first.wait_for(lambda tab: tab.bot_online and tab.commands)
    reply = await first.command("tables", "play", game=game)
    assert reply.message is not None, reply.reason
    for tab in tabs[1:]:
        lobby = await tab.wait_for(board)
        assert (await tab.click(lobby, label="Join")).ok
    if stranger:
        tab = await held.tab(stranger)
        lobby = await tab.wait_for(board)
        assert (await tab.click(lobby, label="Start")).ok
        await tab.wait_for(lambda tab: [m for m in tab.messages("tables") if m["flags"] & 64])
    if options:
        form = await first.click(await settings(first, reply.message), label="Options")
        assert (await first.submit_modal(form, **options)).ok
    await until_agreed(held, reply.message, len(tabs) + bool(options))
    assert (await first.click(reply.message, label="Start")).ok
    return tabs


async def until_agreed(held: RunningBot, lobby: Any, changes: int) -> MatchId:
    """Wait until so many presses in a lobby are stored, its opening among them; return its id.

    They are acknowledged before, and a *Start* could overtake them.
    """
    match_id = MatchId(int(buttons(lobby, "l:")[0]["custom_id"].split(":")[1]))
    await held.until_stored(lambda row: row.version >= changes, match_id)
    return match_id


async def settings(tab: Tab, lobby: Any) -> Any:
    """Open the settings of a lobby; gives the private message."""
    reply = await tab.click(lobby, label="More…")
    return await tab.wait_for(
        lambda _: reply.message if reply.message and buttons(reply.message, "o:") else None
    )


def board(tab: Tab, channel: str = "tables") -> Any:
    """Return the newest board or lobby a person sees in a channel; None before there is one.

    A board is a box for everybody; the call to whose turn it is stands in no box.
    """
    found = [m for m in tab.messages(channel) if m["author"].get("bot") and not m["flags"] & 64]
    boxes = [m for m in found if m["components"] and m["components"][0]["type"] == Part.CONTAINER]
    return boxes[-1] if boxes else None


async def panel_with(tab: Tab, message: Any, label: str) -> Any:
    """Press *More…* and return the panel that has a button."""
    more = await tab.click(message, label="More…")

    def panel(_: Tab) -> Any:
        # It is acknowledged first, by a message without buttons.
        shown = more.message
        labels = [part.get("label") for part in parts_of(shown)] if shown else []
        return shown if label in labels else None

    return await tab.wait_for(panel)


async def behind(tab: Tab, message: Any, label: str) -> Reply:
    """Press a button that is behind *More…*."""
    return await tab.click(await panel_with(tab, message, label), label=label)


def buttons(message: Any, prefix: str) -> list[Any]:
    """Return a message's buttons whose custom id begins so."""
    return [part for part in parts_of(message) if str(part.get("custom_id", "")).startswith(prefix)]


def private_messages(tab: Tab) -> list[Any]:
    """Return the private answers in all channels, the oldest first."""
    found = [m for name in tab.channels for m in tab.messages(name) if m["flags"] & 64]
    return sorted(found, key=lambda message: int(message["id"]))


def moves_in_dm(tab: Tab) -> tuple[Any, list[Any]] | None:
    """Return the newest hand with controls for moves, buttons or a menu; None if there is none.

    Whoever plays alone in a server is sent none; theirs is in a private answer.
    """
    for message in reversed(tab.dm_messages() or private_messages(tab)):
        found = buttons(message, "m:") or buttons(message, "s:")
        if found:
            return message, found
    return None


async def play_in_dm(tab: Tab, generator: random.Random, until: Callable[[Tab], bool]) -> int:
    """Make a random move of the hand whenever there is one, until the end; counts their moments.

    A press that was acknowledged but of which nothing came within a while (the bot was killed
    in between) is made again, as a person would.
    """
    pressed, last = set[str](), ""
    while not until(tab):
        found = moves_in_dm(tab)
        if found is None or moment(found) == last:
            last = last if await anything_new(tab) else ""
            continue
        message, choices = found
        try:
            reply = await choose(tab, message, generator.choice(choices), generator)
        except (ActionRefused, KeyError):
            continue  # the hand changed, or went, in the instant in which it was pressed
        if reply.ok:
            last = moment(found)
            pressed.add(last)
    return len(pressed)


async def choose(tab: Tab, message: Any, part: Any, generator: random.Random) -> Reply:
    """Press a button, or choose any move from a menu. Raises KeyError where it has gone."""
    if "options" in part:
        value = generator.choice(part["options"])["value"]
        return await tab.select(message, value, custom_id=part["custom_id"], at_once=True)
    return await tab.click(message, custom_id=part["custom_id"], at_once=True)


def moment(found: tuple[Any, list[Any]]) -> str:
    """Return the match and the number of moves that a hand's controls are for."""
    return ":".join(str(found[1][0]["custom_id"]).split(":")[1:3])


async def anything_new(tab: Tab) -> bool:
    """Wait a while for anything to be told; tells whether it was."""
    seen = len(tab.frames)
    try:
        return await tab.wait_for(lambda tab: len(tab.frames) > seen, timeout=2.0)
    except TimeoutError:
        return False


def is_over(tab: Tab) -> bool:
    """Return whether the newest board shows the end: it reveals the secret."""
    shown = board(tab)
    return shown is not None and not buttons(shown, "t:") and not buttons(shown, "l:")


async def state_equals_log(held: RunningBot, match_id: int = 1) -> Table:
    """Check that the stored state is what the log replays to; gives the table."""
    table = await held.table(match_id)
    if table.row.status is not Status.LOBBY:
        assert Table.load(table.row).begun.state == table.begun.state
    return table

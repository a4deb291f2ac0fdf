"""A stand-in for Discord to rehearse on, with people at tabs."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.world import settle_emoji
from bot.host.check import Mark
from sandbox import Memory, Sandbox
from sandbox.client import Tab, connect
from sandbox.wire import Permission
from tests.e2e import warm
from tests.e2e.running_bot import board, buttons
from tests.e2e.test_threads import threaded_board
from tests.host.test_check import environment
from tests.waits import PATIENCE


@dataclass
class Stage:
    """A stand-in for Discord, and a rehearsal on it once it was begun."""

    sandbox: Sandbox
    data: Path
    process: warm.Process | None = None
    tabs: list[Tab] = field(default_factory=list)

    @property
    def guild(self) -> int:
        return next(iter(self.sandbox.memory.guilds))

    @property
    def channel(self) -> int:
        channels = self.sandbox.memory.channels.values()
        return next(item.id for item in channels if item.name == "tables")

    async def begin(
        self, *arguments: int, module: str = "tests.rehearsal.hasty", press: float = 60.0
    ) -> None:
        """Begin the rehearsal, which waits so long for a press; `module` bot is what hosts run."""
        given = environment(
            self.data, self.sandbox.api_base, NIMBUS_GATEWAY=self.sandbox.gateway_url,
            DISCORD_TOKEN=self.sandbox.token, NIMBUS_PACE="0", PRESS=str(press),
        )  # fmt: skip
        words = [str(number) for number in arguments or (self.guild, self.channel)]
        before = ["rehearse"] if module == "bot" else []
        self.process = await warm.start(module, given, self.printed, *before, *words)

    @property
    def printed(self) -> Path:
        return self.data.parent / "printed"

    async def ended(self) -> tuple[int, dict[str, str]]:
        """Wait for the end; gives the status, and what was said of each step."""
        assert self.process is not None
        async with asyncio.timeout(PATIENCE):
            status = await self.process.wait()
        said, _, block = self.printed.read_text().partition("--- for a bug report")
        assert "Traceback" not in said + block
        assert block.endswith("--- end ---\n")
        marks = "|".join(mark.value for mark in Mark)
        lines = re.findall(rf"^\[({marks})\] +([\w-]+): +(.*)$", said, re.MULTILINE)
        return status, {what: f"{mark} {text}" for mark, what, text in lines}

    async def rehearsed(self, *arguments: int) -> tuple[int, dict[str, str]]:
        """Rehearse while nobody presses."""
        await self.begin(*arguments, press=0.5)
        return await self.ended()

    def left(self) -> list[int]:
        """List the bot's messages that are still anywhere, but those that Discord itself makes."""
        memory = self.sandbox.memory
        everything = (one for found in memory.messages.values() for one in found.values())
        return [one.id for one in everything if one.author_id == memory.bot.id and not one.kind]

    async def tab(self, name: str) -> Tab:
        """Sit down at a tab as somebody."""
        tab = await connect(self.sandbox.page_url, name)
        tab.timeout = PATIENCE
        self.tabs.append(tab)
        return tab


@asynccontextmanager
async def stage(data: Path, memory: Memory | None = None) -> AsyncIterator[Stage]:
    """Open a stand-in on which the bot may delete threads."""
    sandbox = Sandbox(token="a-token", memory=memory)
    settle_emoji(sandbox)
    await sandbox.start()
    held = Stage(sandbox, data / "data")
    sandbox.faults.granted_permissions = {held.guild: int(Permission.MANAGE_THREADS)}
    try:
        yield held
    finally:
        for tab in held.tabs:
            await tab.close()
        if held.process is not None and held.process.returncode is None:
            held.process.send_signal(signal.SIGKILL)
            await held.process.wait()
        await sandbox.stop()


async def press(tab: Tab, find: Callable[[Tab], Any] = threaded_board) -> None:
    """Ask for the hand by the button of the board, once it is there."""
    assert (await tab.click(await tab.wait_for(find), label="My hand")).ok


def board_in_channel(tab: Tab) -> Any:
    """Return the board in the channel; None before there is one."""
    shown = board(tab)
    return shown if shown and buttons(shown, "t:") else None


def wrong(found: dict[str, str]) -> set[str]:
    """Return the steps with which something is wrong."""
    return {what for what, text in found.items() if text.startswith("WRONG")}

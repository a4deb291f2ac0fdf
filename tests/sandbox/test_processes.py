"""Several bots, and bots that die: what only a wire can show."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import sys
import time
from collections.abc import AsyncIterator, Callable

import discord
import pytest

from sandbox import Memory, Sandbox
from sandbox.client import Tab, connect
from sandbox.snowflake import shard_of
from sandbox.view import words_of
from tests.sandbox.conftest import HASTY
from tests.sandbox.probe import point_at


@contextlib.asynccontextmanager
async def process(sandbox: Sandbox, tab: Tab) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a bot in a process of its own until it dies or is killed."""
    arguments = (sandbox.api_base, sandbox.gateway_url, sandbox.token)
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.sandbox.probe", *arguments
    )
    await tab.wait_for(lambda tab: tab.bot_online)
    try:
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.wait()


async def test_a_killed_bot_leaves_its_board_and_a_new_one_takes_it_up(
    sandbox: Sandbox, ada: Tab, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with process(sandbox, ada):
        reply = await ada.command("tables", "table")
        assert reply.message is not None
    await ada.wait_for(lambda tab: not tab.bot_online)
    with monkeypatch.context() as patched:
        patched.setattr(sandbox._switchboard.interactions, "_timing", HASTY)
        failed = await ada.click(reply.message, label="Press")
    assert (failed.state, failed.reason) == ("failed", "This interaction failed")
    async with process(sandbox, ada):
        pressed = await ada.click(reply.message, label="Press")
    assert pressed.message is not None
    assert words_of(pressed.message) == "pressed 1"


async def test_of_two_processes_one_answers_and_the_other_is_refused(
    sandbox: Sandbox, ada: Tab
) -> None:
    async with process(sandbox, ada), process(sandbox, ada):
        await ada.wait_for(lambda _: len(sandbox.gateway.sessions) == 2)
        assert (await ada.command("tables", "table")).ok
        await eventually(lambda: _callback_statuses(sandbox) == [200, 400])
    assert len(ada.messages("tables")) == 1


async def test_two_clicks_in_the_same_instant_are_two_interactions(
    sandbox: Sandbox, ada: Tab, ben: Tab
) -> None:
    async with process(sandbox, ada):
        reply = await ada.command("tables", "table")
        assert reply.message is not None
        await ben.wait_for(lambda tab: tab.messages("tables"))
        replies = await asyncio.gather(
            ada.click(reply.message, label="Press"), ben.click(reply.message, label="Press")
        )
    assert [item.ok for item in replies] == [True, True]


class Sharded(discord.AutoShardedClient):
    """A bot of two shards that notes from which guild an interaction came."""

    def __init__(self) -> None:
        intents = discord.Intents(guilds=True)
        super().__init__(intents=intents, shard_count=2, guild_ready_timeout=0.05)
        self.heard: asyncio.Queue[int | None] = asyncio.Queue()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identify at once: there is no limit here."""

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.heard.put_nowait(interaction.guild_id)
        await interaction.response.send_message("heard")


async def test_a_sharded_bot_hears_of_every_guild_and_of_direct_messages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory = _world_on_two_shards()
    sandbox = Sandbox(memory=memory)
    await sandbox.start()
    point_at(sandbox.api_base, sandbox.gateway_url, monkeypatch.setattr)
    memory.commands[None] = {1: {"id": "1", "name": "play", "type": 1, "contexts": None}}
    async with Sharded() as bot, await connect(sandbox.page_url) as ada:
        await bot.login(sandbox.token)
        task = asyncio.create_task(bot.connect())
        await bot.wait_until_ready()
        assert sorted(session.shard for session in sandbox.gateway.sessions) == [0, 1]
        await ada.open_dm()
        first, second = memory.guilds
        assert shard_of(first, 2) != shard_of(second, 2)
        expected = [first, first, second, second, None]
        for channel in ada.channels.values():
            assert (await ada.command(channel, "play")).ok
        assert [bot.heard.get_nowait() for _ in range(5)] == expected
        await bot.close()
        await task
    await sandbox.stop()


def _world_on_two_shards() -> Memory:
    """Return a memory with a guild on either of two shards."""
    # A 40th of a second passes between any two things, so the second guild, which is
    # five things later than the first, is an odd number of milliseconds younger: 125.
    ticks = itertools.count(40 * 1_800_000_000)
    memory = Memory.populate(
        channels=("one", "two"), guilds=("First", "Second"), clock=lambda: next(ticks) / 40
    )
    memory.clock = time.time
    return memory


def _callback_statuses(sandbox: Sandbox) -> list[int]:
    return sorted(item.status for item in sandbox.requests if item.template.endswith("/callback"))


async def eventually(condition: Callable[[], bool]) -> None:
    """Wait for something no page is told of, but not for ever."""
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.02)

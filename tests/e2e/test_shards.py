"""A process serves the shards it is told to, and identifies them as fast as Discord lets it."""

from __future__ import annotations

import random
from pathlib import Path

from sandbox.snowflake import shard_of
from tests.e2e.evening import Evening
from tests.e2e.running_bot import (
    another,
    is_over,
    opened,
    play_in_dm,
    running_bot,
    state_equals_log,
)
from tests.e2e.sharded import world_on

HASTY = "tests.e2e.hasty"


async def test_presses_in_direct_messages_arrive_at_another_shard_than_their_table(
    tmp_path: Path,
) -> None:
    world = world_on(1, 2)
    async with running_bot(tmp_path, HASTY, memory=world, NIMBUS_SHARDS="0-1/2") as held:
        (guild_id,) = world.guilds
        assert shard_of(guild_id, 2) == 1
        await held.until(lambda: held.why_red() is None)
        (tab,) = await opened(held, ("Ada",), options={"deals": "1"})
        page = (await tab.command("tables", "help")).message
        assert page is not None
        assert (await tab.click(page, label="About")).ok
        await tab.wait_for(lambda tab: "on shard 1 of 2" in str(tab.newest(page)))
        await play_in_dm(tab, random.Random(3), is_over)
        assert [(found.shard, found.shards) for found in held.sandbox.gateway.sessions] == [
            (0, 2), (1, 2),
        ]  # fmt: skip
        await state_equals_log(held)


async def test_as_many_shards_are_served_as_discord_recommends_in_buckets(tmp_path: Path) -> None:
    async with running_bot(tmp_path, HASTY, asleep=True) as held:
        # In five seconds each of these buckets may identify once: fewer would take longer.
        held.sandbox.faults.shards = held.sandbox.faults.max_concurrency = 3
        await held.wake()
        await held.until(lambda: held.why_red() is None)
        assert sorted(found.shard for found in held.sandbox.gateway.sessions) == [0, 1, 2]
        assert "no connection" not in held.log()
        assert "connecting anew" not in held.log()


async def test_of_two_processes_one_hears_the_server_and_the_other_the_presses_in_messages(
    tmp_path: Path, address: str
) -> None:
    async with running_bot(
        tmp_path, HASTY, memory=world_on(1, 2), DATABASE_URL=address, NIMBUS_SHARDS="0/2"
    ) as direct:
        server = await another(direct, NIMBUS_SHARDS="1/2")
        try:
            await direct.until(lambda: direct.why_red() is None)
            await server.until(lambda: server.why_red() is None)
            evening = Evening(direct, think=0.1)
            await evening.open("cloud_nine", ("Ada", "Ben"), deals="1")
            await evening.open("cloud_nine", ("Cleo",), deals="1")
            await evening.play()
            await direct.tabs[-1].wait_for(is_over)
            await evening.lost_nothing()
            assert direct.process is not None
            assert direct.process.returncode is None
            assert "Traceback" not in direct.log() + server.log()
        finally:
            await server.kill()

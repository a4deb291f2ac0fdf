from __future__ import annotations

import asyncio
from pathlib import Path

import discord
import simcord
from discord import app_commands
from discord.ext import commands

from bot.store import MatchId, Publication, Store
from tests.store.samples import TABLE, move_on, url_of


class Dummy(commands.Bot):
    """A bot with one command that stores a match and ten moves of it."""

    def __init__(self, path: Path) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True))
        self._path = path

    async def setup_hook(self) -> None:
        self.store = await Store.open(url_of(self._path))
        self.tree.add_command(app_commands.Command(name="go", description="Go", callback=self.go))
        await self.tree.sync()

    async def close(self) -> None:
        await self.store.close()
        await super().close()

    async def go(self, interaction: discord.Interaction) -> None:
        row = await self.store.new_match(TABLE)
        for _ in range(10):
            commit = move_on(row)
            assert await self.store.commit(commit)
            row = commit.row
        await self.store.set_publication(Publication(row.id, published=row.version))
        moves = await self.store.moves(row.id)
        await interaction.response.send_message(f"{len(moves)} moves")


async def go(member: simcord.MemberActor, channel: simcord.ChannelHandle) -> str:
    answer = (await member.slash(channel, "go")).response
    assert answer is not None
    return answer.message.content


async def test_the_store_works_under_simcord_and_survives_a_restart(path: Path) -> None:
    async with simcord.run(Dummy(path), settle_timeout=120.0) as env:
        guild = env.create_guild("G")
        channel = guild.create_text_channel("table")
        alice = guild.add_member(env.create_user("alice"))
        assert await go(alice, channel) == "10 moves"
        await env.bot.close()
        await env.restart_bot(Dummy(path))
        assert isinstance(env.bot, Dummy)
        assert len(await env.bot.store.moves(MatchId(1))) == 10
        assert await go(alice, channel) == "10 moves"
        await env.advance_time(901)
        assert not await env.bot.store.trouble()
        await asyncio.wait_for(env.bot.close(), 60)

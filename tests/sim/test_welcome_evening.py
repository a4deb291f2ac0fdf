"""A server adds the bot: three things to know, once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.match.show.locations import SETTLING
from bot.servers.welcome_commands import WelcomeCog
from bot.servers.welcoming import DUE, KEY
from bot.store.settings import server_scope
from tests.sim.evening import Evening, evening, texts


async def added(held: Evening, guild: Any) -> None:
    """Let the bot hear that it was added to a server; it hears of those in a start otherwise."""
    cog, known = held.bot.get_cog("WelcomeCog"), held.bot.get_guild(guild.id)
    assert isinstance(cog, WelcomeCog)
    assert known is not None
    await cog.on_guild_join(known)


async def settled(held: Evening) -> None:
    """Let the bot look at its servers first, as it does a moment after a start."""
    await held.env.advance_time(2 * SETTLING)


async def test_a_server_that_adds_the_bot_is_told_three_things_once(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await added(held, held.guild)
        (welcome,) = held.channel.history()
        told = [line[:2] for line in texts(welcome).split("\n") if line[1:2] == "."]
        assert told == ["1.", "2.", "3."]
        assert "</play:" in texts(welcome)
        assert "</settings:" in texts(welcome)
        await added(held, held.guild)
        await settled(held)
        await held.restart()
        await held.env.advance_time(60)
        assert len(held.channel.history()) == 1


async def test_a_start_says_nothing_but_what_a_kill_kept_from_being_said(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await settled(held)
        await held.restart()
        await held.env.advance_time(60)
        assert held.channel.history() == []
        await held.bot.app.store.set_setting(server_scope(held.guild.id), KEY, DUE)
        await settled(held)
        await held.restart()
        await held.env.advance_time(1)
        assert len(held.channel.history()) == 1

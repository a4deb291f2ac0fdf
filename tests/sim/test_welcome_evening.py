"""A server adds the bot: it is greeted once, with a way to play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import discord
import pytest

from bot.match.show.locations import SETTLING
from bot.match.show.publisher import Publisher
from bot.servers.welcome import DUE, KEY, WelcomeCog
from bot.store.settings import server_scope
from bot.texts import Texts
from tests.sim.evening import Evening, evening, texts
from tests.sim.test_pressing import private_answer
from tests.sim.test_server_evening import change, manager, panel

SAY = Texts.load().words("en")


async def added(held: Evening, guild: Any) -> None:
    """Let the bot hear that it was added to a server; it hears of those in a start otherwise."""
    cog, known = held.bot.get_cog("WelcomeCog"), held.bot.get_guild(guild.id)
    assert isinstance(cog, WelcomeCog)
    assert known is not None
    await cog.on_guild_join(known)


async def settled(held: Evening) -> None:
    """Let the bot look at its servers first, as it does a moment after a start."""
    await held.env.advance_time(2 * SETTLING)


async def test_a_server_that_adds_the_bot_is_told_what_can_be_played_once(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await added(held, held.guild)
        (welcome,) = held.channel.history()
        assert held.labels(welcome) == ["Deal me in", "Other games", "Settings"]
        (picture,) = welcome.attachments
        assert picture.filename == "balloon.png"
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


async def test_its_buttons_open_a_table_and_the_settings_for_who_may(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await added(held, held.guild)
        (welcome,) = held.channel.history()
        refused = await held["Ada"].click(welcome, label="Settings")
        assert "Only people who manage this server" in private_answer(refused)
        mara = manager(held, held.guild, "Mara")
        assert "Turn pings: **on**" in texts(
            (await mara.click(welcome, label="Settings")).response.message
        )
        asked = await held["Ada"].click(welcome, label="Other games")
        assert "**Nimbly**\nDraw from open rows. Medium" in texts(asked.response.message)
        await held["Ada"].click(asked.response.message, label=SAY("game.nimbly"))
        assert (await held.table()).row.game == "nimbly"
        assert "a table is open" in texts(held.board())
        assert asked.response is None


async def test_other_games_opens_the_table_in_the_one_channel_for_tables(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        await added(held, held.guild)
        (welcome,) = held.channel.history()
        mara = manager(held, held.guild, "Mara")
        games = held.guild.create_text_channel("games")
        await change(mara, await panel(held, mara), "channels", games)
        asked = (await held["Ada"].click(welcome, label="Other games")).response.message
        told = await held["Ada"].click(asked, label=SAY("game.nimbly"))
        assert f"Your table is open in <#{games.id}> · [to the table](" in private_answer(told)
        assert "Press **Start** there" in private_answer(told)
        assert (await held.table()).row.channel_id == games.id
        await held.bot.app.get(Publisher).idle()
        assert "a table is open" in texts(games.history()[-1])
        assert held.channel.history() == [welcome]


@pytest.mark.parametrize("more", [[], ["more"]])
async def test_other_games_says_where_tables_open_before_a_game_is_chosen(
    tmp_path: Path, more: list[str]
) -> None:
    """There are several channels for tables, or the person may not write in the one."""
    async with evening(tmp_path) as held:
        await added(held, held.guild)
        (welcome,) = held.channel.history()
        mara = manager(held, held.guild, "Mara")
        deny = discord.PermissionOverwrite(send_messages=bool(more))
        games = held.guild.create_text_channel("games", overwrites={held.guild.default_role: deny})
        others = [held.guild.create_text_channel(name) for name in more]
        await change(mara, await panel(held, mara), "channels", games, *others)
        refused = private_answer(await held["Ada"].click(welcome, label="Other games"))
        assert f"tables open in <#{games.id}>" in refused
        assert "Go there and type </play:" in refused

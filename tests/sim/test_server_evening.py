"""What those who manage a server set, and that it works at once; and its welcome."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.match.show.locations import SETTLING
from bot.preferences.server import (
    MODERATORS,
    USUAL,
    Feature,
    ServerSettings,
    Threads,
    server_settings,
)
from bot.servers.welcome import DUE, KEY, WelcomeCog
from bot.store.rows import Status
from bot.store.settings import server_scope
from bot.texts import Texts
from render.theme import DAY, NIGHT
from tests.sim.evening import Evening, grounds, texts
from tests.sim.test_locations import moderator
from tests.sim.test_pressing import private_answer

MANAGER = discord.Permissions(manage_guild=True, view_channel=True, send_messages=True)


def manager(held: Evening, guild: Any, name: str) -> Any:
    role = guild.create_role("managers", permissions=MANAGER)
    return guild.add_member(held.env.create_user(name.lower(), global_name=name), roles=[role])


async def panel(held: Evening, person: Any) -> Any:
    """Let a person open the settings of their server; gives the private message."""
    shown = (await person.slash(held.channel, "settings")).response
    assert shown.ephemeral
    return shown.message


async def change(person: Any, message: Any, setting: str, *values: Any, ending: str = "") -> Any:
    """Let a person change a setting in an open panel; gives the message as it is then."""
    shown = (await person.select(message, [setting], custom_id="server")).response
    chosen = await person.select(shown.message, list(values), custom_id=f"server:{setting}{ending}")
    return chosen.response.message


async def stored(held: Evening) -> ServerSettings:
    return await server_settings(held.bot.app.store, held.guild.id)


async def test_settings_say_all_that_is_set_and_change_at_once_also_that_nobody_is_called(
    held: Evening,
) -> None:
    mara = manager(held, held.guild, "Mara")
    shown = await panel(held, mara)
    assert "Tables open in: **every channel**" in texts(shown)
    assert "Time per turn: **10 minutes**" in texts(shown)
    shown = await change(mara, shown, "clock", "3600")
    assert "Time per turn: **1 hour**" in texts(shown)
    shown = await change(mara, shown, "calls", "off")
    assert "Turn pings: **off**" in texts(shown)
    shown = await change(mara, shown, "channels", held.channel)
    assert f"Tables open in: **<#{held.channel.id}>**" in texts(shown)
    shown = await change(mara, shown, "channels")
    assert "every channel" in texts(shown)
    assert await stored(held) == ServerSettings(clock=3600, calls=False)
    await held.start("Ada", "Ben", "Cleo")
    await held.env.advance_time(90)
    await held.env.settle()
    called = [message for message in held.channel.history() if "your turn in" in texts(message)]
    assert called == []


async def test_a_new_lobby_begins_with_what_the_server_has_set_and_warns_of_easy_players(
    held: Evening,
) -> None:
    mara = manager(held, held.guild, "Mara")
    shown = await change(mara, await panel(held, mara), "clock", "0")
    await change(mara, shown, "level", "hard")
    lobby = await held.open("Ada")
    assert "Time per turn: no limit" in texts(lobby)
    assert "house players (hard)" in texts(lobby)
    await held["Ada"].click(lobby, label="Start")
    row = (await held.table()).row
    assert [member.level for member in row.members if member.user_id is None] == ["hard"] * 2
    assert row.terms.clock == 0
    await change(mara, await panel(held, mara), "level", "easy")
    lobby = await held.open("Ada")
    assert "doesn't count" in texts(lobby)
    await held["Ben"].click(lobby, label="Join")
    assert "doesn't count" not in texts(held.board())


async def test_the_look_holds_for_every_picture_from_the_next_one_on(held: Evening) -> None:
    mara = manager(held, held.guild, "Mara")
    assert await grounds(await held.open("Ada")) == {NIGHT.sky_top}
    shown = await panel(held, mara)
    assert "Look of the pictures: **night**" in texts(shown)
    shown = await change(mara, shown, "look", "day")
    assert "Look of the pictures: **day**" in texts(shown)
    await held["Ben"].click(held.board(), label="Join")
    assert await grounds(held.board()) == {DAY.sky_top}
    await held["Ada"].click(held.board(), label="Start")
    rules = (await held["Ada"].slash(held.channel, "rules", game="cloud_nine")).response
    for message in (held.board(), held.hand("Ada"), held.hand("Ben"), rules.message):
        assert await grounds(message) == {DAY.sky_top}
    await change(mara, shown, "look", "night")
    private = (await held["Ben"].click(held.board(), label="My hand")).response
    assert await grounds(private.message) == {NIGHT.sky_top}


async def test_features_are_chosen_by_who_manages_the_server_and_nobody_else_and_a_language_holds(
    held: Evening,
) -> None:
    mara = manager(held, held.guild, "Mara")
    shown = await panel(held, mara)
    assert "Features turned off: **none**" in texts(shown)
    shown = await change(mara, shown, "off", "replay", "daily")
    assert "Features turned off: **the daily, replays**" in texts(shown)
    assert (await stored(held)).off == (Feature.DAILY, Feature.REPLAY)
    shown = await change(mara, shown, "off")
    assert "Features turned off: **none**" in texts(shown)
    assert await stored(held) == USUAL
    scope = server_scope(held.guild.id)
    await held.bot.app.store.set_settings(scope, {"locale": "en"})
    await held.open("Ada")
    assert (await held.table()).row.locale == "en"
    mona = moderator(held, held.guild, "Mona")
    assert "settings" not in mona.available_commands(held.channel)
    assert "settings" not in held["Ada"].available_commands(held.channel)


async def test_tables_open_in_the_channels_allowed_and_in_their_threads(held: Evening) -> None:
    mara = manager(held, held.guild, "Mara")
    games = held.guild.create_text_channel("games")
    await change(mara, await panel(held, mara), "channels", games)
    elsewhere = await held["Ada"].slash(held.channel, "play", game="nimbly")
    assert f"open in <#{games.id}>" in private_answer(elsewhere)
    assert (await held.table()).row.channel_id == games.id
    opened = await held["Ada"].slash(games, "play", game="nimbly")
    assert not opened.response.ephemeral


async def test_what_is_deleted_is_told_and_locks_nobody_out(held: Evening) -> None:
    mara = manager(held, held.guild, "Mara")
    games = held.guild.create_text_channel("games")
    await change(mara, await panel(held, mara), "channels", games)
    await held.env.delete_channel(games)
    assert "what you chose is gone" in texts(await panel(held, mara))
    assert "every channel" in texts(await panel(held, mara))
    await held.open("Ada")
    assert (await held.table()).row.status is Status.LOBBY
    hosts = held.guild.create_role("hosts")
    await change(mara, await panel(held, mara), "openers", hosts, ending=":role")
    await held.env.delete_role(held.guild, hosts)
    assert "Who can open tables: **everyone**" in texts(await panel(held, mara))
    await held.open("Ada")


async def test_only_people_with_a_role_open_tables(held: Evening) -> None:
    mara, mona = manager(held, held.guild, "Mara"), moderator(held, held.guild, "Mona")
    hosts = held.guild.create_role("hosts")
    dora = held.guild.add_member(held.env.create_user("dora", global_name="Dora"), roles=[hosts])
    shown = await change(mara, await panel(held, mara), "openers", hosts, ending=":role")
    assert f"Who can open tables: **<@&{hosts.id}> and moderators**" in texts(shown)
    refused = await held["Ada"].slash(held.channel, "play", game="nimbly")
    assert f"<@&{hosts.id}>" in private_answer(refused)
    for person in (dora, mona):
        assert not (await person.slash(held.channel, "play", game="nimbly")).response.ephemeral
    await change(mara, shown, "openers", "moderators")
    assert "only moderators" in private_answer(
        await dora.slash(held.channel, "play", game="nimbly")
    )
    await change(mara, shown, "openers", held.guild.default_role, ending=":role")
    assert await stored(held) == USUAL


async def test_who_opens_evenings_is_set_apart_from_who_opens_tables(held: Evening) -> None:
    mara, hosts = manager(held, held.guild, "Mara"), held.guild.create_role("hosts")
    shown = await panel(held, mara)
    assert "Who can open evenings: **everyone who can open tables**" in texts(shown)
    shown = await change(mara, shown, "hosts", hosts, ending=":role")
    assert f"Who can open evenings: **<@&{hosts.id}> and moderators**" in texts(shown)
    shown = await change(mara, shown, "hosts", "moderators")
    assert "Who can open evenings: **moderators only**" in texts(shown)
    assert await stored(held) == ServerSettings(hosts=MODERATORS)


async def test_settings_outlive_a_restart_and_so_does_who_ends_games_without_a_vote(
    held: Evening,
) -> None:
    mara = manager(held, held.guild, "Mara")
    other = await panel(held, mara)
    shown = await change(mara, await panel(held, mara), "clock", "60")
    await change(mara, other, "channels", held.channel)
    wanted = ServerSettings(channels=(held.channel.id,), clock=60)
    assert await stored(held) == wanted
    await held.restart()
    shown = await change(mara, shown, "threads", "never")
    assert await stored(held) == replace(wanted, threads=Threads.NEVER)
    assert "Tables move into a thread: **never**" in texts(shown)
    assert "1 minute" in texts(shown)
    referees = held.guild.create_role("referees")
    rita = held.guild.add_member(held.env.create_user("rita", global_name="Rita"), roles=[referees])
    await held.start("Ada", "Ben", "Cleo")
    await change(mara, await panel(held, mara), "enders", referees, ending=":role")
    refused = await held["Ada"].click(held.board(), label="Vote to end")
    assert f"<@&{referees.id}>" in private_answer(refused)
    assert (await held.table()).row.votes == ()
    asked = (await held["Ada"].slash(held.channel, "leave")).response.message
    assert held.labels(asked) == ["Leave the game"]
    asked = (await rita.slash(held.channel, "leave", table=1)).response.message
    await rita.click(asked, label="End it for everyone")
    assert (await held.table()).row.status is Status.CLOSED


# A server adds the bot: it is greeted once, with a way to play.

SAY = Texts.load().words("en")


async def added(held: Evening) -> Any:
    """Let the bot hear only now that it was added to the server; gives all that it says there."""
    cog, known = held.bot.get_cog("WelcomeCog"), held.bot.get_guild(held.guild.id)
    assert isinstance(cog, WelcomeCog)
    assert known is not None
    await cog.on_guild_join(known)
    (welcome,) = held.channel.history()
    return welcome


async def settled(held: Evening) -> None:
    """Let the bot look at its servers first, as it does a moment after a start."""
    await held.env.advance_time(2 * SETTLING)


async def test_a_server_that_adds_the_bot_is_told_what_can_be_played_once(held: Evening) -> None:
    welcome = await added(held)
    assert held.labels(welcome) == ["Deal me in", "Other games", "Settings"]
    (picture,) = welcome.attachments
    assert picture.filename == "balloon.png"
    await added(held)
    await settled(held)
    await held.restart()
    await held.env.advance_time(60)
    assert len(held.channel.history()) == 1


async def test_a_start_says_nothing_but_what_a_kill_kept_from_being_said(held: Evening) -> None:
    await settled(held)
    await held.restart()
    await held.env.advance_time(60)
    assert held.channel.history() == []
    await held.bot.app.store.set_setting(server_scope(held.guild.id), KEY, DUE)
    await settled(held)
    await held.restart()
    await held.env.advance_time(1)
    assert len(held.channel.history()) == 1


async def test_its_buttons_open_a_table_and_the_settings_for_who_may(held: Evening) -> None:
    welcome = await added(held)
    refused = await held["Ada"].click(welcome, label="Settings")
    assert "Only people who manage this server" in private_answer(refused)
    mara = manager(held, held.guild, "Mara")
    assert "Turn pings: **on**" in texts(
        (await mara.click(welcome, label="Settings")).response.message
    )
    asked = await held["Ada"].click(welcome, label="Other games")
    assert "Draw from open rows. Medium" in texts(asked.response.message)
    await held["Ada"].click(asked.response.message, label=SAY("game.nimbly"))
    assert (await held.table()).row.game == "nimbly"
    assert "a table is open" in texts(held.board())
    assert asked.response is None


async def test_other_games_opens_the_table_in_the_one_channel_for_tables(held: Evening) -> None:
    welcome = await added(held)
    mara = manager(held, held.guild, "Mara")
    games = held.guild.create_text_channel("games")
    await change(mara, await panel(held, mara), "channels", games)
    asked = (await held["Ada"].click(welcome, label="Other games")).response.message
    told = await held["Ada"].click(asked, label=SAY("game.nimbly"))
    assert f"Your table is open in <#{games.id}> · [go to the table](" in private_answer(told)
    assert "Press **Start** there" in private_answer(told)
    assert (await held.table()).row.channel_id == games.id
    await held.env.settle()
    assert "a table is open" in texts(games.history()[-1])
    assert held.channel.history() == [welcome]


@pytest.mark.parametrize("more", [[], ["more"]])
async def test_other_games_says_where_tables_open_before_a_game_is_chosen(
    held: Evening, more: list[str]
) -> None:
    """There are several channels for tables, or the person may not write in the one."""
    welcome = await added(held)
    mara = manager(held, held.guild, "Mara")
    deny = discord.PermissionOverwrite(send_messages=bool(more))
    games = held.guild.create_text_channel("games", overwrites={held.guild.default_role: deny})
    others = [held.guild.create_text_channel(name) for name in more]
    await change(mara, await panel(held, mara), "channels", games, *others)
    refused = private_answer(await held["Ada"].click(welcome, label="Other games"))
    assert f"tables open in <#{games.id}>" in refused
    assert "Go there and type </play:" in refused

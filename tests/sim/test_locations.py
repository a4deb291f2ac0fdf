"""Servers, channels, threads and messages that go; moderators; two games at once."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import discord

from bot.match.show.locations import LocationsCog
from bot.match.table.tables import Tables
from bot.store.rows import MatchId, Status
from tests.sim.evening import Evening, evening, play_one, texts
from tests.sim.test_pressing import first_move, private_answer

MODERATOR = discord.Permissions(manage_messages=True, view_channel=True, send_messages=True)


def moderator(held: Evening, guild: Any, name: str) -> Any:
    role = guild.create_role("moderators", permissions=MODERATOR)
    return guild.add_member(held.env.create_user(name.lower(), global_name=name), roles=[role])


async def test_a_moderator_ends_games_of_their_own_server_at_once_and_no_others(
    held: Evening,
) -> None:
    await held.start("Ada", "Ben", "Cleo")
    other = held.env.create_guild("Elsewhere")
    mona = moderator(held, other, "Mona")
    there = other.create_text_channel("there")
    assert "not at this table" in private_answer(await mona.slash(there, "leave", table=1))
    assert (await held.table()).row.status is Status.PLAYING
    mona = moderator(held, held.guild, "Mona")
    asked = await mona.slash(held.channel, "leave")
    assert "End this game for everyone?" in texts(asked.response.message)
    assert (await held.table()).row.status is Status.PLAYING
    await mona.click(asked.response.message, label="End it for everyone")
    assert asked.response is None  # the board says so
    assert (await held.table()).row.status is Status.CLOSED


async def test_a_moderator_who_played_does_not_end_a_game_that_counts(held: Evening) -> None:
    lobby, mona = await held.open("Ada"), moderator(held, held.guild, "Mona")
    for person in (held["Ben"], mona):
        await person.click(lobby, label="Join")
    await held["Ada"].click(lobby, label="Start")
    tables, table = held.bot.app.get(Tables), await held.table()
    while table.row.moves < 3:
        seat = table.to_act()[0]
        user, code = table.member(seat).user_id or 0, table.legal(seat)[0]
        table = await tables.play(table.row.id, user, table.row.moves, code)
    await tables.leave(table.row.id, mona.id)
    assert "is already playing for you" in private_answer(await mona.slash(held.channel, "leave"))
    shown = (await mona.slash(held.channel, "table", table=1)).response.message
    asked = (await mona.click(shown, label="End it")).response.message
    refused = await mona.click(asked, label="Yes, end it")
    assert "You're playing in this game" in private_answer(refused)
    assert (await held.table()).row.status is Status.PLAYING


async def test_a_moderator_starts_and_closes_lobbies(held: Evening) -> None:
    mona = moderator(held, held.guild, "Mona")
    lobby = await held.open("Ada")
    await mona.click(lobby, label="Start")
    assert (await held.table()).row.status is Status.PLAYING
    second = (await held["Ben"].slash(held.channel, "play", game="cloud_nine")).response
    settings = await mona.click(second.message, label="More…")
    await mona.click(settings.response.message, label="Close this table")
    assert (await held.table(2)).row.status is Status.CLOSED


async def test_a_lobby_somebody_deleted_comes_back(held: Evening) -> None:
    """By whatever changes it, and by `/games` for who has no button left to press."""
    lobby, mona = await held.open("Ada"), moderator(held, held.guild, "Mona")
    await held["Ben"].click(lobby, label="Join")
    await mona.delete(lobby)
    await held["Ben"].slash(held.channel, "games")
    await held.env.settle()
    again = held.board()
    assert again.id != lobby.id
    assert "Join" in held.labels(again)
    await mona.delete(again)
    await held["Ben"].slash(held.channel, "leave")
    await held.env.settle()
    third = held.board()
    assert third.id != again.id
    assert "**Ben**" not in texts(third)
    await held["Ada"].click(third, label="Start")
    assert (await held.table()).row.status is Status.PLAYING
    assert len([m for m in held.channel.history() if "Start" in held.labels(m)]) == 0


async def test_a_game_in_a_thread_is_played_there(tmp_path: Path) -> None:
    async with evening(tmp_path, threads=True) as held:
        held.channel = await held.env.start_thread(held.channel, "game")
        await held.start("Ada", "Ben", "Cleo")
        for _ in range(4):
            await play_one(held, random.Random(4))
        assert (await held.table()).row.moves == 4
        assert f"/{held.channel.id}/" in texts(held.hand("Ada"))


async def test_a_channel_without_pictures_has_no_table_and_one_with_two_tells_them_apart(
    held: Evening,
) -> None:
    deny = discord.PermissionOverwrite(attach_files=False)
    overwrites = {held.guild.default_role: deny}
    channel = held.guild.create_text_channel("words", overwrites=overwrites)
    answer = await held["Ada"].slash(channel, "play", game="cloud_nine")
    assert "Attach Files" in private_answer(answer)
    assert await held.bot.app.store.live() == []
    for _ in range(2):
        await held.start("Ada", "Ben", "Cleo")
    asked = (await held["Ada"].slash(held.channel, "hint")).response
    assert asked.ephemeral
    assert "2 games" in texts(asked.message)
    offered = await held["Ada"].autocomplete(held.channel, "hint", "table", "")
    assert sorted(choice["value"] for choice in offered) == [1, 2]
    table = await held.table(2)
    name = table.member(table.to_act()[0]).name
    code = table.legal(table.to_act()[0])[0]
    await held[name].slash(held.channel, "move", move=code, table=2)
    assert [(await held.table(n)).row.moves for n in (1, 2)] == [0, 1]


async def test_a_form_opened_before_a_restart_counts_and_the_lobby_is_left_by_command(
    held: Evening,
) -> None:
    lobby = await held.open("Ada")
    form = await held["Ada"].click(await held.panel("Ada", lobby), label="Options")
    await held.restart()
    await held["Ada"].submit_modal(form, {"deals": "2", "target": ""})
    assert (await held.table()).row.options["deals"] == 2
    [offered] = await held["Ada"].autocomplete(held.channel, "leave", "table", "")
    assert offered["value"] == 1
    answer = await held["Ada"].slash(held.channel, "leave", table=1)
    assert "You've left." in private_answer(answer)
    assert (await held.table()).row.status is Status.CLOSED


async def test_a_move_is_told_why_not_typed_in_direct_messages_and_brings_a_deleted_board_back(
    held: Evening,
) -> None:
    await held.start("Ada", "Ben", "Cleo")
    name, _, _ = await first_move(held)
    answer = await held[name].slash(held.channel, "move", move="take KH")
    assert "Not right now" in private_answer(answer)
    assert (await held.table()).row.moves == 0
    name, _, code = await first_move(held)
    await held[name].user.slash("move", move=code)
    assert (await held.bot.app.store.moves(MatchId(1)))[0].code == code
    board = held.board()
    await moderator(held, held.guild, "Mona").delete(board)
    name, table, code = await first_move(held)
    await held[name].slash(held.channel, "move", move=code)
    assert held.board().id != board.id
    assert f"/{held.board().id}" in texts(held.hand("Ada"))
    assert table.row.moves + 1 == (await held.table()).row.moves


async def test_who_opened_their_messages_gets_their_hand_until_the_bot_leaves_the_server(
    held: Evening,
) -> None:
    ben, lobby = held["Ben"], await held.open("Ada")
    held.env.inject_error(
        "POST", f"/channels/{ben.user.dm_channel.id}/messages", status=403, code=50007,
        message="Cannot send messages to this user",
    )  # fmt: skip
    for reached in (False, True):
        await ben.click(lobby, label="Join")
        assert (await held.table()).row.members[1].dm is reached
    await held["Ada"].click(lobby, label="Start")
    assert "· [table " in texts(held.hand("Ben"))
    guild, store = held.bot.get_guild(held.guild.id), held.bot.app.store
    cog, scope = held.bot.get_cog("LocationsCog"), f"server {held.guild.id}"
    assert isinstance(cog, LocationsCog)
    assert guild is not None
    await cog.on_guild_remove(guild)
    assert "left" in await store.settings(scope)
    assert (await held.table()).row.status is Status.CLOSED
    await cog.on_guild_join(guild)
    assert "left" not in await store.settings(scope)

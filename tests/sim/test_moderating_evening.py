"""Moderators at work: a table is ended, paused, let go on, somebody taken out; a line says so."""

from __future__ import annotations

from typing import Any

import discord

from bot.store.rows import Presence, Status
from bot.store.settings import server_scope
from tests.sim.evening import Evening, raw_components, texts
from tests.sim.test_locations import moderator
from tests.sim.test_pressing import private_answer


async def audited(held: Evening, **fields: Any) -> Any:
    """Make a channel for audit lines; gives it."""
    lines = held.guild.create_text_channel("lines", **fields)
    await held.bot.app.store.set_settings(server_scope(held.guild.id), {"audit": str(lines.id)})
    return lines


async def panel(held: Evening, mona: Any, **options: Any) -> Any:
    """Let a moderator look at a table; gives the private message."""
    shown = (await mona.slash(held.channel, "table", **options)).response
    assert shown.ephemeral
    return shown.message


async def ended(held: Evening, mona: Any, **options: Any) -> str:
    """Let a moderator end a table, and mean it; gives what she is told."""
    asked = await mona.click(await panel(held, mona, **options), label="End it")
    assert "### End this table?" in texts(asked.response.message)
    done = await mona.click(asked.response.message, label="Yes, end it")
    return texts(done.response.message)


async def newest(held: Evening) -> int:
    return max(await held.bot.app.store.live())


async def kicked(held: Evening, mona: Any, person: Any, shown: Any = None) -> Any:
    """Let a moderator take a person out of the newest table; gives what came of it."""
    shown = shown or await panel(held, mona)
    return await mona.select(shown, [f"{await newest(held)}:{person.id}"], custom_id="table:kick")


async def test_a_moderator_ends_pauses_and_resumes_games_and_a_line_says_so(held: Evening) -> None:
    lines, mona = await audited(held), moderator(held, held.guild, "Mona")
    held.people["Mona"] = mona
    await held.start("Mona", "Ben", "Cleo")
    assert "The table is closed." in await ended(held, mona)
    assert (await held.table()).row.status is Status.CLOSED
    assert "ended early" in texts(held.board())
    for name in ("Ben", "Cleo"):
        assert "A moderator ended your table" in texts(held.hand(name))
    assert "A moderator ended" not in texts(held.hand("Mona"))
    (line,) = lines.history()
    said = texts(line)
    assert f"<@{mona.id}> ended **Clouds**, table 1 in <#{held.channel.id}>" in said
    assert "<t:" in said
    await held.start("Ada", "Ben", "Cleo")
    shown, early = await panel(held, mona), await panel(held, mona)
    assert held.labels(shown) == ["Pause the game", "End it"]
    paused = (await mona.click(shown, label="Pause the game")).response.message
    assert "The game is paused." in texts(paused)
    await held.env.settle()
    assert f"<@{mona.id}>" in texts(held.board())
    again = await mona.click(early, label="Pause the game")
    assert "already paused" in private_answer(again)
    assert held.labels(paused) == ["Resume the game", "End it"]
    late = await panel(held, mona)
    gone_on = (await mona.click(paused, label="Resume the game")).response.message
    assert "The game goes on." in texts(gone_on)
    # A panel from before does nothing twice.
    again = await mona.click(late, label="Resume the game")
    assert "isn't paused" in private_answer(again)
    assert (await held.table(2)).row.pauses == ()
    assert [texts(line).split()[1] for line in lines.history()[1:]] == ["paused", "resumed"]


async def test_who_is_taken_out_of_a_game_does_not_come_back(held: Evening) -> None:
    lines, mona = await audited(held), moderator(held, held.guild, "Mona")
    await held.start("Ada", "Ben", "Cleo")
    old = await panel(held, mona)
    done = await kicked(held, mona, held["Ben"])
    assert f"<@{held['Ben'].id}> has been removed" in texts(done.response.message)
    assert f"removed <@{held['Ben'].id}> from" in texts(lines.history()[-1])
    await held.env.settle()
    assert "Taken out of this game: **Ben**" in texts(held.board())
    notice, hand = reversed(held["Ben"].user.dm_channel.history()[-2:])
    assert "A moderator removed you from a table of **Clouds**" in texts(notice)
    assert "taken out" in texts(hand)
    assert held.labels(hand) == []
    assert not hand.attachments  # the cards are the house player's now
    await held.restart()
    for label in ("My hand", "More…"):
        refused = await held["Ben"].click(held.board(), label=label)
        assert "can't come back" in private_answer(refused)
    assert "Clouds" not in texts((await held["Ben"].slash(held.channel, "games")).response.message)
    member = next(m for m in (await held.table()).row.members if m.name == "Ben")
    assert (member.away, member.presence is Presence.REMOVED) == (True, True)
    again = await kicked(held, mona, held["Ben"], old)
    assert "already out of this game" in private_answer(again)


async def test_the_last_one_taken_out_ends_a_game_and_a_lobby_is_closed_by_a_moderator(
    held: Evening,
) -> None:
    mona = moderator(held, held.guild, "Mona")
    await held.start("Ada")
    await kicked(held, mona, held["Ada"])
    assert (await held.table()).row.status is Status.CLOSED
    await held.open("Ada", "Ben")
    old = await panel(held, mona)
    await kicked(held, mona, held["Ben"])
    assert [member.name for member in (await held.table(2)).row.members] == ["Ada"]
    again = await kicked(held, mona, held["Ben"], old)
    assert "not at this table" in private_answer(again)
    await ended(held, mona)
    assert (await held.table(2)).row.status is Status.CLOSED


async def test_players_and_moderators_of_elsewhere_do_nothing(held: Evening) -> None:
    await held.start("Ada", "Ben", "Cleo")
    assert "table" not in held["Ada"].available_commands(held.channel)
    other = held.env.create_guild("Elsewhere")
    room = other.create_text_channel("room")
    mona = moderator(held, other, "Mona")
    refused = await mona.slash(room, "table", table=1)
    assert "no such table in this server" in private_answer(refused)
    assert "no table in this channel" in private_answer(await mona.slash(room, "table"))
    assert await mona.autocomplete(room, "table", "table", "") == []
    row = (await held.table()).row
    assert (row.status, row.pauses) == (Status.PLAYING, ())


async def test_of_several_tables_it_is_asked_which_and_all_are_offered(held: Evening) -> None:
    mona = moderator(held, held.guild, "Mona")
    room = held.guild.create_text_channel("room")
    await held.open("Ada", game="cloud_nine")
    await held.open("Ben", game="nimbly")
    await held["Cleo"].slash(room, "play", game="clumond")
    offered = await mona.autocomplete(held.channel, "table", "table", "")
    assert {choice["value"] for choice in offered} == {1, 2, 3}
    asked = await panel(held, mona)
    (menu,) = [part for part in raw_components(asked) if part["type"] == 3]
    assert [option["value"] for option in menu["options"]] == ["2:", "1:"]
    shown = (await mona.select(asked, ["1:"], custom_id="table:show")).response.message
    asked = (await mona.click(shown, label="End it")).response.message
    await mona.click(asked, label="Yes, end it")
    statuses = [(await held.table(number)).row.status for number in (1, 2, 3)]
    assert statuses == [Status.CLOSED, Status.LOBBY, Status.LOBBY]
    await ended(held, mona, table=3)
    assert (await held.table(3)).row.status is Status.CLOSED


async def test_where_no_line_can_be_written_it_is_done_all_the_same(held: Evening) -> None:
    silent = {held.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    lines = await audited(held, overwrites=silent)
    mona = moderator(held, held.guild, "Mona")
    await held.open("Ada")
    told = await ended(held, mona)
    assert f"couldn't log this in <#{lines.id}>" in told
    assert (await held.table()).row.status is Status.CLOSED
    await held.env.delete_channel(lines)
    await held.open("Ada")
    assert "couldn't" not in await ended(held, mona)

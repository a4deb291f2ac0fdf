"""Tables that play in a thread of their own, and what becomes of them when it goes."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.match.show.publisher import FAREWELL
from bot.match.table.times import LOCKED
from bot.preferences.server import USUAL, Threads
from bot.store.rows import MatchId, Status
from sandbox.wire import Place
from tests.sim.evening import (
    Evening,
    choose,
    evening,
    in_a_box,
    more,
    play_one,
    play_unseen,
    set_threads,
    texts,
)
from tests.sim.test_locations import moderator
from tests.sim.test_pressing import first_move, private_answer


def boards(channel: Any) -> list[Any]:
    """Return what stands in boxes in a channel or thread, oldest first."""
    return [m for m in channel.history() if m.components and in_a_box(m)]


@pytest.fixture
async def held(tmp_path: Path) -> AsyncIterator[Evening]:
    async with evening(tmp_path, threads=True) as held:
        yield held


async def begin(held: Evening, *names: str, deals: int = 0) -> Any:
    """Open a lobby, let the others join and start; gives the thread."""
    opener, *others = names
    lobby = await held.open(opener)
    if deals:
        form = await held[opener].click(await held.panel(opener, lobby), label="Options")
        await held[opener].submit_modal(form, {"deals": str(deals), "target": ""})
    for name in others:
        await held[name].click(lobby, label="Join")
    await held[opener].click(lobby, label="Start")
    return held.thread if held.channel.threads else None


def kept(held: Evening, thread: Any) -> Any:
    """Return what the stand-in keeps of a thread."""
    return held.env.memory.channels[thread.id].thread


async def test_a_table_moves_into_a_thread_named_after_it(held: Evening) -> None:
    thread = await begin(held, "Ada", "Ben")
    assert thread.name == "Table 1 · Clouds"
    [line] = boards(held.channel)
    assert line.id == thread.id
    assert "**Ada**" in texts(line)
    assert f"/{thread.id})" in texts(line)
    assert held.labels(line) == ["My hand"]
    assert not line.attachments
    [board] = boards(thread)
    assert "My hand" in held.labels(board)
    assert board.attachments
    assert {held[name].id for name in ("Ada", "Ben")} <= set(kept(held, thread).members)
    hand = texts(held.hand("Ada"))
    assert f"/{thread.id})" in hand
    assert f"/{thread.id})" in hand
    assert await held.bot.app.store.unpublished() == []
    await held.env.advance_time(90)
    await held.env.settle()
    [call] = [texts(message) for message in thread.history() if "your turn in" in texts(message)]
    assert "press **My hand**, or play in your direct messages" in call


async def test_a_game_is_played_out_in_its_thread_and_the_line_tells_the_result(
    held: Evening,
) -> None:
    thread = await begin(held, "Ada", "Ben", deals=1)
    place, generator = held.channel, random.Random(3)
    held.channel = thread
    for _ in range(4):
        await play_one(held, generator)
    await play_unseen(held, generator, lambda view: view.trick.number == 9)
    while (await held.table()).row.status is Status.PLAYING:
        await play_one(held, generator)
    [line] = boards(place)
    assert "table 1: **" in texts(line)
    assert "win" in texts(line)
    assert "points" in texts(line)
    assert "final result" in texts(boards(thread)[-1])
    assert "over" in private_answer(await held["Ada"].slash(thread, "hint"))
    viewer = (await held["Cleo"].slash(thread, "replay")).response.message
    viewer = await more(held["Cleo"], viewer)
    record = (await held["Cleo"].click(viewer, label="Record")).response
    (file,) = record.message.attachments
    assert file.filename == "nimbus-cloud_nine-1.txt"
    await held.env.advance_time(FAREWELL + 60)
    left = kept(held, thread)
    assert (left.archived, left.locked) == (True, False)
    assert held.bot.application_id not in left.members
    publication = await held.bot.app.store.publication(MatchId(1))
    assert not publication.thread_open


@pytest.mark.parametrize(
    ("threads", "count"), [(Threads.NEVER, 0), (Threads.SECOND, 1), (USUAL.threads, 1)]
)
async def test_a_server_says_when_there_are_threads(
    held: Evening, threads: Threads, count: int
) -> None:
    await set_threads(held, threads)
    for _ in range(2):
        await begin(held, "Ada", "Ben")
    assert len(held.channel.threads) == count
    rows = [(await held.table(number)).row for number in (1, 2)]
    assert [row.is_in_thread for row in rows] == [False, count == 1]


async def test_where_a_thread_is_refused_the_table_is_played_in_the_channel(held: Evening) -> None:
    held.env.inject_error(
        "POST", "/channels/*/messages/*/threads", status=400, code=160006,
        message="Maximum number of active threads reached",
    )  # fmt: skip
    lobby = await held.open("Ada", "Ben", "Cleo")
    await held["Ada"].click(lobby, label="Start")
    assert held.channel.threads == []
    assert (await held.table()).row.thread_id is None
    assert held.board().id == lobby.id
    assert "My hand" in held.labels(held.board())
    await play_one(held, random.Random(1))
    assert (await held.table()).row.moves == 1


async def test_commands_in_a_thread_mean_its_table_and_in_the_channel_they_ask(
    held: Evening,
) -> None:
    first = await begin(held, "Ada", "Ben")
    second = await begin(held, "Ada", "Cleo")
    asked = (await held["Ada"].slash(held.channel, "hint")).response
    assert "2 games" in texts(asked.message)
    for number, thread in enumerate((first, second), start=1):
        table = await held.table(number)
        shown = (await held["Ada"].slash(thread, "games")).response
        assert f"/{table.row.thread_id})" in texts(shown.message)
    # Ben has one game only, but in another's thread that one is meant.
    answer = await held["Ben"].slash(second, "hint")
    assert "not at this table" in private_answer(answer)
    assert "isn't over" in private_answer(await held["Ben"].slash(second, "replay"))
    asked = (await held["Ada"].slash(second, "leave")).response.message
    voted = await held["Ada"].click(asked, label="Vote to end it for everyone")
    assert "You voted" in texts(voted.response.message)
    assert [(await held.table(number)).row.votes for number in (1, 2)] == [
        (), (held["Ada"].id,),
    ]  # fmt: skip
    mona = moderator(held, held.guild, "Mona")
    asked = (await mona.slash(first, "leave")).response.message
    await mona.click(asked, label="End it for everyone")
    assert (await held.table(1)).row.status is Status.CLOSED
    assert "ended early" in texts(boards(held.channel)[0])


async def test_a_table_whose_thread_is_deleted_goes_on_in_the_channel(held: Evening) -> None:
    thread = await begin(held, "Ada", "Ben", "Cleo")
    await held.env.delete_channel(thread)
    [board] = boards(held.channel)
    assert board.id != thread.id
    assert "table's thread was deleted" in texts(board)
    assert f"/{held.channel.id}/" in texts(held.hand("Ada"))
    await play_one(held, random.Random(1))
    assert (await held.table()).row.moves == 1


async def test_a_thread_deleted_while_the_bot_was_off_is_noticed(held: Evening) -> None:
    thread = await begin(held, "Ada", "Ben")
    await held.env.bot.close()
    await held.env.delete_channel(thread)
    await held.restart()
    assert (await held.table()).row.thread_gone
    [board] = boards(held.channel)
    assert "table's thread was deleted" in texts(board)


async def test_a_table_whose_channel_is_deleted_ends_and_its_players_are_told(
    held: Evening,
) -> None:
    await begin(held, "Ada", "Ben")
    await held.env.delete_channel(held.channel)
    row = (await held.table()).row
    assert (row.status, row.closed_for) == (Status.CLOSED, "channel")
    assert "table's channel was deleted" in texts(held.hand("Ben"))


async def test_the_thread_of_a_live_table_is_kept_awake(held: Evening) -> None:
    thread = await begin(held, "Ada", "Ben")
    await held.env.edit_thread(thread, archived=True)
    assert kept(held, thread).archived is False
    await held.env.bot.close()
    await held.env.edit_thread(thread, archived=True)
    await held.restart()
    assert kept(held, thread).archived is False
    for name in ("Ada", "Ben"):
        await held[name].click(boards(thread)[-1], label="Vote to end")
    await held.env.edit_thread(thread, archived=True)
    assert kept(held, thread).archived is True


async def test_an_archived_thread_is_woken_by_the_next_move(held: Evening) -> None:
    thread = held.channel = await begin(held, "Ada", "Ben", "Cleo")
    [board] = boards(thread)
    asleep = replace(kept(held, thread), archived=True)
    held.env.memory.channels[thread.id] = replace(thread.kept, thread=asleep)
    # By direct message: whoever presses in the thread wakes it themselves.
    name, table, code = await first_move(held)
    await choose(held[name].user, held.hand(name), table, code)
    assert (await held.table()).row.moves == 1
    assert await held.bot.app.store.unpublished() == []
    assert not kept(held, thread).archived
    assert [shown.id for shown in boards(thread)] == [board.id]


async def test_a_rematch_opens_in_the_channel_wherever_it_is_asked_for(held: Evening) -> None:
    thread = await begin(held, "Ada", "Ben")
    for name in ("Ada", "Ben"):
        await held[name].click(boards(thread)[-1], label="Vote to end")
    answer = await held["Ada"].click(boards(thread)[-1], label="Rematch")
    assert f"<#{held.channel.id}>" in texts(answer.followups[0])
    line, lobby = boards(held.channel)
    await held["Ben"].click(line, label="Rematch")
    people = [member.user_id for member in (await held.table(2)).row.members]
    assert {held[name].id for name in ("Ada", "Ben")} <= set(people)
    await held["Ada"].click(lobby, label="Start")
    assert held.thread.id == lobby.id
    assert "My hand" in held.labels(boards(held.thread)[-1])


async def test_a_game_whose_thread_is_locked_is_paused_till_it_is_unlocked(held: Evening) -> None:
    mona = moderator(held, held.guild, "Mona")
    held.channel = await held.env.start_thread(held.channel, "game")
    # Whoever presses in a locked thread is not heard, so it starts before.
    await mona.click(await held.open("Ada"), label="Start")
    for locked, pauses in ((True, [LOCKED]), (False, [])):
        await held.env.edit_thread(held.channel, locked=locked)
        row = (await held.table()).row
        assert row.status is Status.PLAYING
        assert [pause.why for pause in row.pauses] == pauses


@pytest.mark.parametrize("is_archived", [False, True])
async def test_a_game_is_paused_while_the_bot_may_not_write_in_its_thread(
    held: Evening, *, is_archived: bool
) -> None:
    thread = await begin(held, "Ada", "Ben")
    if is_archived:
        await held.env.edit_thread(thread, archived=True)
    for allowed in (False, True):
        await change_rule(held, send_messages_in_threads=allowed)
        pauses = (await held.table()).row.pauses
        assert [pause.missing for pause in pauses] == (
            [] if allowed else [("send_messages_in_threads",)]
        )
        assert ("Send Messages in Threads" in texts(held.hand("Ada"))) is not allowed
        if not allowed:
            lounge = held.guild.create_text_channel("lounge")
            asked = await held["Ada"].slash(lounge, "games")
            assert "Send Messages in Threads" in texts(asked.response.message)
            await held.restart()


async def test_a_thread_locked_in_mid_game_pauses_it_till_it_is_unlocked(held: Evening) -> None:
    thread = await begin(held, "Ada", "Ben")
    await held.env.edit_thread(thread, locked=True)
    assert "locked the table's thread" in texts(held.hand("Ada"))
    assert "is locked" in texts(boards(held.channel)[0])
    await held.env.bot.close()
    await held.env.edit_thread(thread, locked=False)
    await held.restart()
    assert (await held.table()).row.pauses == ()
    assert "are playing" in texts(boards(held.channel)[0])


async def change_rule(held: Evening, **to: bool) -> None:
    """Let a moderator change what everybody may do in the channel."""
    rule = discord.PermissionOverwrite(create_public_threads=True, **to)
    held.env.rule(held.channel.id, rule)
    await held.env.settle()
    await held.env.advance_time(2)


async def test_nothing_is_dealt_in_a_private_thread_in_which_the_bot_is_not(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        ada, threads, bot = held["Ada"], held.env.sandbox.switchboard.threads, held.bot.user
        assert bot is not None
        kept = threads.start(held.channel.kept, "Just us", ada.id, kind=Place.PRIVATE_THREAD)
        kept = threads.add(kept, [held["Ben"].id])
        thread = held.channel.threads[-1]
        told = private_answer(await ada.slash(thread, "play", game="cloud_nine"))
        assert f"mention me here once: <@{bot.id}>" in told
        assert await held.bot.app.store.live() == []
        threads.add(thread.kept, [bot.id])
        lobby = (await ada.slash(thread, "play", game="cloud_nine")).response.message
        await held["Ben"].click(lobby, label="Join")
        threads.remove(thread.kept, bot.id)
        assert f"<@{bot.id}>" in private_answer(await ada.click(lobby, label="Start"))
        [row] = [await held.bot.app.store.match(key) for key in await held.bot.app.store.live()]
        assert row is not None
        assert row.status is Status.LOBBY

"""Tables that play in a thread of their own."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import discord

from bot.play.server_settings import scope_of
from bot.show.farewell import FAREWELL
from bot.store.rows import Status
from tests.sim.evening import Evening, buttons, evening, in_a_box, play_one, raw_components, texts
from tests.sim.test_pressing import first_move, private_answer


def boards(channel: Any) -> list[Any]:
    """Return what stands in boxes in a channel or thread, oldest first."""
    return [m for m in channel.history() if m.components and in_a_box(m)]


async def test_a_table_moves_into_a_thread_named_after_it(tmp_path: Path) -> None:
    async with evening(tmp_path, threads=True) as held:
        lobby = await held.open("Ada")
        await held["Ben"].click(lobby, label="Join")
        await held["Ada"].click(lobby, label="Start")
        assert held.thread.id == lobby.id
        assert held.thread.name == "Cloud Nine (cards) · table 1"
        [line] = boards(held.channel)
        assert line.id == lobby.id
        assert "**Ada**" in texts(line)
        assert f"<#{held.thread.id}>" in texts(line)
        assert not buttons(line)
        assert not line.attachments
        [board] = boards(held.thread)
        assert "My hand" in held.labels(board)
        assert board.attachments
        members = held.env.backend.channels[held.thread.id].thread_members
        assert {held[name].id for name in ("Ada", "Ben")} <= set(members)
        hand = texts(held.hand("Ada"))
        assert f"<#{held.thread.id}>" in hand
        assert f"/{held.thread.id})" in hand
        assert held.bot.app.io is not None
        assert await held.bot.app.store.unpublished() == []


async def test_a_game_is_played_out_in_its_thread_and_the_line_tells_the_result(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, threads=True) as held:
        lobby = await held.open("Ada")
        panel = await held.panel("Ada", lobby)
        form = await held["Ada"].click(panel, label="Options")
        await held["Ada"].submit_modal(form, {"deals": "1", "target": ""})
        await held["Ben"].click(lobby, label="Join")
        await held["Ada"].click(lobby, label="Start")
        table = await held.table()
        place, thread = held.channel, held.thread
        generator = random.Random(3)
        while table.row.status is Status.PLAYING:
            held.channel = thread
            await play_one(held, generator)
            held.channel = place
            table = await held.table()
        [line] = boards(held.channel)
        assert line.id == lobby.id
        assert "win" in texts(line)
        assert "points" in texts(line)
        assert "final result" in texts(boards(thread)[-1])
        await held.env.advance_time(FAREWELL + 60)
        kept = held.env.backend.channels[thread.id]
        assert kept.thread_metadata.archived
        assert kept.thread_metadata.locked
        assert held.bot.user.id not in kept.thread_members

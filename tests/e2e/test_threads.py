"""Tables in threads over the wire: kills between two steps, threads and permissions that go."""

from __future__ import annotations

import asyncio
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest

from bot.store.rows import Status
from sandbox import RequestFault
from sandbox.client import Tab
from sandbox.parts import pictures_of
from sandbox.wire import Part
from tests.e2e.running_bot import (
    RunningBot,
    buttons,
    opened,
    running_bot,
    state_equals_log,
    until_agreed,
)
from tests.e2e.test_house_players import told
from tests.e2e.test_kills import play_on
from tests.soak.amounts import later

LONG = 30.0
"""Seconds by which an answer is late of which the bot never hears: it is killed before."""


def boxes(tab: Tab, place: Any) -> list[Any]:
    """Return what stands in boxes for everybody in a channel or thread, oldest first."""
    found = [m for m in tab.messages(place) if m["author"].get("bot") and not m["flags"] & 64]
    return [m for m in found if m["components"] and m["components"][0]["type"] == Part.CONTAINER]


def thread_of(tab: Tab) -> Any:
    """Return the newest thread of the channel; None before there is one."""
    found = tab.threads("tables")
    return found[-1] if found else None


def board_in(tab: Tab, place: Any) -> Any:
    """Return the board in a channel or thread; None before there is one."""
    # The line has the button of the hand, too.
    found = [m for m in boxes(tab, place) if buttons(m, "t:") and buttons(m, "more:")]
    return found[-1] if found else None


def threaded_board(tab: Tab) -> Any:
    thread = thread_of(tab)
    return None if thread is None else board_in(tab, thread)


def moment_of(message: Any) -> int:
    """Return after how many moves a board or hand was painted; -1 if it shows none."""
    shown = (re.search(r"(?:hand|table)-(\d+)\.png", url) for url in pictures_of(message))
    return max((int(found[1]) for found in shown if found), default=-1)


async def started(held: RunningBot, *names: str) -> list[Tab]:
    """Open a game in a thread and wait for its board."""
    tabs = await opened(held, names or ("Ada", "Ben"))
    for tab in tabs:
        await tab.wait_for(threaded_board)
    return tabs


async def move(held: RunningBot, place: Any = "lounge") -> None:
    """Make the first legal move of whoever is to move, typed by them."""
    table = await held.table()
    while table.member(seat := table.to_act()[0]).user_id is None:
        await asyncio.sleep(0.1)
        table = await held.table()
    mover = next(t for t in held.tabs if t.id == table.member(seat).key)
    options = {} if place != "lounge" else {"table": 1}
    assert (await mover.command(place, "move", move=table.legal(seat)[0], **options)).ok


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", r"/messages/\d+/threads$"),  # between the stored Start and the thread
        later("PATCH", r"^/channels/\d+/messages/\d+$"),  # between the thread and the line
        later("POST", r"^/channels/{thread}/messages$"),  # between these and the board
    ],
)
async def test_a_bot_killed_between_two_steps_of_a_start_takes_the_next_one(
    tmp_path: Path, method: str, path: str
) -> None:
    async with running_bot(tmp_path, threads=True) as held:
        ada, ben = await held.tab("Ada"), await held.tab("Ben")
        await ada.wait_for(lambda tab: tab.bot_online and tab.commands)
        reply = await ada.command("tables", "play", game="cloud_nine")
        assert reply.message is not None
        lobby = await ben.wait_for(lambda tab: boxes(tab, "tables"))
        assert (await ben.click(lobby[-1], label="Join")).ok
        await until_agreed(held, reply.message, 2)
        fault = RequestFault(method, path.format(thread=reply.message["id"]), delay=LONG)
        held.sandbox.faults.requests = [fault]
        assert (await ada.click(reply.message, label="Start")).ok
        await held.until(lambda: held.sandbox.faults.requests == [])
        await held.kill()
        held.sandbox.faults.requests = []
        await held.wake()
        board = await ada.wait_for(threaded_board)
        thread = thread_of(ada)
        assert thread["id"] == reply.message["id"]
        assert thread["name"] == "Table 1 · Clouds"
        await move(held)
        await ada.wait_for(lambda tab: moment_of(board_in(tab, thread)) >= 1)
        assert [m["id"] for m in boxes(ada, thread)] == [board["id"]]
        [line] = boxes(ada, "tables")
        assert f"/{thread['id']})" in told(line)
        assert not buttons(line, "l:")
        assert "Traceback" not in held.log()


KILLS = 3


@pytest.mark.soak  # in a thread an evening is played through a kill in any case
async def test_a_game_in_a_thread_outlives_kills_at_any_instant(tmp_path: Path) -> None:
    generator = random.Random(11)
    async with running_bot(tmp_path, threads=True) as held:
        tabs = await opened(held, ("Ada", "Ben"), options={"deals": "1"})
        players = [asyncio.create_task(play_on(tab, random.Random(1), _is_told)) for tab in tabs]
        for _ in range(KILLS):
            await asyncio.sleep(generator.uniform(0.05, 1.2))
            await held.kill()
            await held.wake()
        await asyncio.gather(*players)
        table = await state_equals_log(held)
        assert table.row.status is Status.OVER
        ada, thread = tabs[0], thread_of(tabs[0])
        await ada.wait_for(lambda tab: "final result" in told(boxes(tab, thread)[-1]))
        assert len(boxes(ada, "tables")) == 1
        assert len(tabs[0].threads("tables")) == 1
        assert "Traceback" not in held.log()


def _is_told(tab: Tab) -> bool:
    """Return whether the line tells who won."""
    lines = boxes(tab, "tables")
    return bool(lines) and "win" in told(lines[-1]) and not buttons(lines[-1], "l:")


MANY = 5
"""Here; `make soak` has more."""


async def test_many_tables_play_in_one_server(tmp_path: Path) -> None:
    await play_in_one_server(tmp_path, MANY)


async def play_in_one_server(data: Path, many: int) -> None:
    """Begin this many tables at once, each in a thread of its own, and look into one of them."""
    async with running_bot(data, threads=True) as held:
        ada, ben = await held.tab("Ada"), await held.tab("Ben")
        await ada.wait_for(lambda tab: tab.bot_online and tab.commands)
        lobbies = []
        for _ in range(many):
            reply = await ada.command("tables", "play", game="nimbly")
            assert reply.message is not None
            lobbies.append(reply.message)
        await asyncio.gather(*(ada.click(lobby, label="Start") for lobby in lobbies))
        began = time.monotonic()
        await ada.wait_for(lambda tab: len(tab.threads("tables")) == many)
        await ada.wait_for(
            lambda tab: all(board_in(tab, thread) for thread in tab.threads("tables"))
        )
        assert time.monotonic() - began < 120
        assert len(boxes(ben, "tables")) == many
        number = random.Random(1).randrange(1, many + 1)
        row = (await held.table(number)).row
        reply = await ada.command(str(row.thread_id), "games")
        assert reply.message is not None
        assert f"/{row.thread_id}" in told(reply.message)
        assert "Traceback" not in held.log()

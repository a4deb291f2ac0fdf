"""The bot's process is killed at any instant, or stopped, and nothing a player did is lost."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete

from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinkers import InlineThinker
from bot.match.table.tables import Tables
from bot.reviews import store as reviews
from bot.reviews.store import ReviewRow
from bot.store import schema
from bot.store.rows import MatchId, Status
from sandbox import RequestFault
from sandbox.client import ActionRefused, Reply, Tab
from sandbox.view import words_of
from tests.e2e.running_bot import (
    RunningBot,
    behind,
    board,
    buttons,
    is_over,
    moves_in_dm,
    opened,
    play_in_dm,
    running_bot,
    state_equals_log,
)
from tests.e2e.test_house_players import told
from tests.swift import SwiftClock

# The bot's process is killed at random instants; nothing a player did is lost.

PEOPLE = ("Ada", "Ben", "Cleo")
KILLS = 4
"""Here; `make soak` has a thousand."""


async def test_kills_at_any_instant_lose_nothing(tmp_path: Path) -> None:
    await kill_while_playing(tmp_path, KILLS, seed=2026, options={"deals": "1"})


async def kill_while_playing(
    data: Path,
    kills: int,
    seed: int,
    options: Mapping[str, str | list[str]] | None = None,
    address: str = "",
) -> None:
    """Play one game after another until the bot has been killed so often, and the last one out."""
    generator = random.Random(seed)
    done = games = 0
    async with running_bot(data, DATABASE_URL=address) as held:
        while done < kills:
            games += 1
            tabs = await opened(held, PEOPLE[: generator.choice((2, 3))], options=options)
            players = [
                asyncio.create_task(play_on(tab, random.Random(done), is_over)) for tab in tabs
            ]
            while done < kills and not all(player.done() for player in players):
                await _kill_and_check(held, generator, games)
                done += 1
            await _play_out(held, tabs, players, games)


async def play_on(tab: Tab, generator: random.Random, until: Callable[[Tab], bool]) -> None:
    """Play to the end, also where a hand changes in the instant in which it is pressed."""
    while not until(tab):
        with suppress(ActionRefused):
            await play_in_dm(tab, generator, until)


async def _play_out(
    held: RunningBot, tabs: list[Tab], players: list[asyncio.Task[None]], match_id: int
) -> None:
    try:
        await asyncio.wait_for(asyncio.gather(*players), 200)
    except TimeoutError:
        hands = [labels(moves_in_dm(tab)) for tab in tabs]
        table = await held.table(match_id)
        pytest.fail(f"stuck at {table.row} for {table.to_act()} with {hands}\n{held.log()}")
    table = await state_equals_log(held, match_id)
    assert table.row.status is Status.OVER
    for tab in tabs:
        await tab.close()
        held.tabs.remove(tab)


def labels(found: Any) -> list[str]:
    """Return the custom ids of a hand's buttons."""
    return [str(part["custom_id"]) for part in found[1]] if found else []


async def _kill_and_check(held: RunningBot, generator: random.Random, match_id: int) -> None:
    await asyncio.sleep(generator.uniform(0.0, 1.5))
    before = (await state_equals_log(held, match_id)).row
    await held.kill()
    after = (await state_equals_log(held, match_id)).row
    assert after.version >= before.version
    assert after.moves >= before.moves
    await held.wake()


# Killed between sending a message and noting it: the one sent is found again, and brought up.


async def test_a_hand_sent_but_not_noted_is_shown_anew_and_not_sent_twice(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, ("Ada", "Ben"))
        await held.until(lambda: any(map(moves_in_dm, tabs)))
        # A greeting comes before the hand.
        await held.until(lambda: all(map(_hands, tabs)))
        await held.kill()
        await _forget_hands_and_move(held)
        before = [[message["id"] for message in tab.dm_messages()] for tab in tabs]
        await held.wake()
        moves = (await held.table()).row.moves
        await held.until(lambda: any(_offered(tab, moves) for tab in tabs))
        assert [[message["id"] for message in tab.dm_messages()] for tab in tabs] == before


async def _forget_hands_and_move(held: RunningBot) -> None:
    """Bring the store to where it stands if the kill came before the hand was noted."""
    async with held.store() as store:
        tables = Tables(store, SwiftClock(), HouseQueue(InlineThinker()))
        table = await tables.load(MatchId(1))
        member = table.member(table.to_act()[0])
        assert member.user_id is not None
        await store.database.write(lambda connection: connection.execute(delete(schema.hand)))
        await tables.play(table.row.id, member.user_id, None, table.legal(table.to_act()[0])[0])
        while await tables.play_house(table.row.id):
            pass


def _hands(tab: Any) -> list[Any]:
    return [message for message in tab.dm_messages() if "· [table " in words_of(message)]


def _offered(tab: Any, moves: int) -> list[Any]:
    """Return the buttons after so many moves, or more: the bot makes those without a choice."""
    found = [part for message in tab.dm_messages() for part in buttons(message, "m:1:")]
    return [part for part in found if int(part["custom_id"].split(":")[2]) >= moves]


# A stop while people press: what is not answered by then is broken off, and they are told.

NAMES = ("Ada", "Ben", "Cleo")


async def test_who_waits_at_the_stop_is_told_and_the_log_has_one_line(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held, hanging(held, len(NAMES)) as asking:
        await held.kill(signal.SIGTERM)
        for reply in await asyncio.gather(*asking):
            assert reply.message is not None
            assert reply.message["content"].startswith("I'm restarting")
        assert held.log().count("presses that the stop breaks off: 3") == 1
        assert "Traceback" not in held.log()


async def test_where_discord_does_not_take_that_the_bot_stops_all_the_same(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held, hanging(held, 99):
        await held.kill(signal.SIGTERM)
        assert "presses that the stop breaks off: 3" in held.log()
        assert "Traceback" not in held.log()


@asynccontextmanager
async def hanging(held: RunningBot, answers: int) -> AsyncIterator[list[asyncio.Task[Reply]]]:
    """Have people wait for answers, of which Discord takes so many no sooner than in an hour."""
    tabs = [await held.tab(name) for name in NAMES]
    await tabs[0].wait_for(lambda tab: tab.bot_online and tab.commands)
    late = RequestFault(method="PATCH", path="^/webhooks/.*@original", delay=3600, times=answers)
    held.sandbox.faults.requests = [late]
    asking = [asyncio.create_task(tab.command("tables", "preferences")) for tab in tabs]
    try:
        await held.until(lambda: late.times == answers - len(NAMES))
        yield asking
    finally:
        for task in asking:
            task.cancel()
        await asyncio.gather(*asking, return_exceptions=True)


# A review over the wire: asked for again after a kill in the middle, made once, and kept.

ASKED, FOUND = "about ten seconds", "## Review · "

ONE_DEAL: dict[str, str | list[str]] = {"deals": "1", "par": ["false"], "rows": ["3"]}


async def kept(held: RunningBot) -> list[ReviewRow]:
    """Return what is kept of the reviews of everybody."""
    row = await held.row()
    assert row is not None
    async with held.store() as store:
        people = [member.user_id for member in row.members if member.user_id is not None]
        return [review for user in people for review in await store.database.read(reviews.of, user)]


async def says(reply: Reply, words: str) -> str:
    """Wait until an answer says something; gives all it says."""
    await reply.tab.wait_for(lambda _: words in told(reply.message))
    return told(reply.message)


@pytest.mark.soak  # tests/reviews/test_service.py asks it in one process
async def test_after_a_kill_in_the_middle_a_review_is_made_once_for_two_presses(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, "tests.e2e.pondering") as held:
        (tab,) = await opened(held, ("Ada",), "nimbly", options=ONE_DEAL)
        await play_in_dm(tab, random.Random(1), is_over)
        asked = await behind(tab, board(tab), "Review")
        await says(asked, ASKED)
        await held.until((tmp_path / "gate.begun").exists)
        await held.kill()
        assert await kept(held) == []
        await held.wake()
        await tab.wait_for(lambda tab: tab.bot_online)
        assert asked.message is not None
        again = await tab.click(asked.message, label="Ask again")
        other = await behind(tab, board(tab), "Review")
        await says(other, ASKED)
        (tmp_path / "gate").touch()
        found = await says(again, FOUND)
        assert await says(other, FOUND) == found
        (review,) = await kept(held)
        (tmp_path / "gate").unlink()  # nothing is made again
        assert await says(await behind(tab, board(tab), "Review"), FOUND) == found
        assert await kept(held) == [review]


# Over the wire: a person's data is given, and deleted while they play and the bot is killed.

INSTANTS = (0.0, 0.04, None)
"""Seconds after the press in which the bot is killed: the first is too soon. None: it is done."""

CHANCE = {"secret", "seed"}
"""Columns of random bytes, which may spell any name."""

ERASE = "Delete everything"


def columns_with(held: RunningBot, mark: str) -> set[str]:
    """Return the columns of the database that hold a text or number anywhere."""
    found = set()
    with closing(sqlite3.connect(held.data / "nimbus.sqlite3")) as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in tables.fetchall():
            rows = connection.execute(f"SELECT * FROM {table}")  # noqa: S608
            for row in rows:
                named = zip((name for name, *_ in rows.description), row, strict=True)
                known = ((name, value) for name, value in named if name not in CHANCE)
                found |= {f"{table}.{name}" for name, value in known if mark in str(value)}
    return found


def has_hand(tab: Tab) -> bool:
    return any("· [table " in told(message) for message in tab.dm_messages())


async def playing(held: RunningBot) -> list[Tab]:
    """Open a game and wait until its start is stored."""
    tabs = await opened(held, ("Ada", "Ben", "Cleo"), options={"deals": "1"})
    await held.until_stored(lambda row: row.status is Status.PLAYING)
    await tabs[0].wait_for(has_hand)
    return tabs


async def ask(tab: Tab) -> Any:
    """Ask for everything to be deleted; gives the question."""
    page = await tab.command("tables", "privacy")
    button = "Delete my data"
    shown = await tab.wait_for(lambda _: page.message if button in str(page.message) else None)
    assert shown is not None
    reply = await tab.click(shown, label=button)
    return await tab.wait_for(lambda _: reply.message if ERASE in str(reply.message) else None)


async def erased(held: RunningBot, tab: Tab) -> None:
    """Ask until it is done, as a person would whose bot was killed under them."""
    while columns_with(held, tab.id):
        await tab.wait_for(lambda tab: tab.bot_online)
        with suppress(ActionRefused, TimeoutError):
            await tab.click(await ask(tab), label=ERASE)


async def test_killed_at_any_instant_a_deletion_is_done_whole_or_not_at_all(tmp_path: Path) -> None:
    done = 0
    for number, after in enumerate(INSTANTS):
        (tmp_path / f"{number}").mkdir()
        async with running_bot(tmp_path / f"{number}") as held:
            done += await killed_while_deleting(held, after)
    assert 0 < done < len(INSTANTS)


async def killed_while_deleting(held: RunningBot, after: float | None) -> bool:
    """Kill the bot this many seconds after the press; tells whether all was deleted by then."""
    ada, *_ = await playing(held)
    question = await ask(ada)
    before = columns_with(held, ada.id)
    pressing = asyncio.create_task(ada.click(question, label=ERASE))
    if after is None:
        await held.until(lambda: not columns_with(held, ada.id))
    await asyncio.sleep(after or 0.0)
    await held.kill()
    pressing.cancel()
    left = columns_with(held, ada.id)
    # What matters is that all is there or nothing; hands and calls come and go.
    assert not left or {"match.members", "seat.user_id", "seat.key"} <= left, (before, left)
    table = await state_equals_log(held)
    assert sum(member.is_anonymous for member in table.row.members) == (not left)
    await held.wake()
    await erased(held, ada)
    assert (await state_equals_log(held)).row.status is Status.PLAYING
    assert columns_with(held, "Ada") == set()
    return not left

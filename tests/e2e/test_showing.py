"""What is shown over the wire: emoji, messages that are refused or late, and by a press alone."""

from __future__ import annotations

import random
import re
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bench.world import all_emoji
from bot.store.rows import MatchId, Status
from sandbox import Request, RequestFault, Sandbox
from sandbox.client import Tab
from sandbox.parts import pictures_of
from sandbox.view import words_of
from sandbox.wire import Flag, Permission
from tests.e2e.evening import Evening
from tests.e2e.running_bot import (
    RunningBot,
    board,
    buttons,
    choose,
    moves_in_dm,
    opened,
    private_messages,
    running_bot,
    state_equals_log,
)
from tests.e2e.test_house_players import told
from tests.soak.amounts import later
from tests.store.samples import tamper
from tests.waits import until

# The application's emoji over the wire: uploaded once, waited for, done without.

WHERE = r"^/applications/\d+/emojis"


async def test_a_first_start_uploads_all_and_a_second_one_only_looks(tmp_path: Path) -> None:
    async with running_bot(tmp_path, emoji=False) as held:
        await until_all_are_there(held)
        assert [item.method for item in calls(held)] == ["GET"] + ["POST"] * len(all_emoji())
        assert {item.name: item.data for item in held.sandbox.memory.emojis.values()} == all_emoji()
        await held.kill()
        before = len(calls(held))
        await held.wake()
        (ada,) = await opened(held, ("Ada",))
        assert all(part["emoji"] for part in await hand(ada))
        assert [item.method for item in calls(held)[before:]] == ["GET"]


async def test_a_private_hand_comes_though_its_emoji_are_gone(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        (ada,) = await opened(held, ("Ada",))
        await hand(ada)
        await ada.wait_for(lambda tab: buttons(board(tab), "t:"))
        held.sandbox.memory.emojis.clear()
        started = len(private_messages(ada))
        assert (await ada.click(board(ada), label="My hand")).ok
        shown = await ada.wait_for(
            lambda tab: [m for m in private_messages(tab)[started:] if buttons(m, "m:")]
        )
        assert not [part for part in buttons(shown[-1], "m:") if part.get("emoji")]
        edits = [item for item in held.sandbox.requests if item.method == "PATCH"]
        tried = [item.status for item in edits if item.path.endswith("@original")]
        assert tried[-2:] == [400, 200]


def names(held: RunningBot) -> list[str]:
    return [item.name for item in held.sandbox.memory.emojis.values()]


async def until_all_are_there(held: RunningBot) -> None:
    await held.until(lambda: set(names(held)) == set(all_emoji()))


def calls(held: RunningBot) -> list[Request]:
    """Return the calls for emoji, oldest first."""
    return [item for item in held.sandbox.requests if re.search(WHERE, item.path)]


async def hand(tab: Tab) -> list[Any]:
    """Return the controls of a person's move, when it is theirs to make."""
    return list(await tab.wait_for(controls))


def controls(tab: Tab) -> list[Any]:
    found = moves_in_dm(tab)
    return found[1] if found else []


# What is shown over the wire where one message is slow, refused, forbidden or gone.

SLOW = 600.0
"""Seconds that the messages to one person take: more than anybody waits here."""


@pytest.mark.parametrize("how", [{"delay": SLOW}, later({"status": 429, "retry_after": SLOW})])
async def test_nobody_waits_for_a_person_whose_messages_are_slow(
    tmp_path: Path, how: dict[str, Any]
) -> None:
    async with running_bot(tmp_path) as held:
        ada, ben, cleo = await opened(held, ("Ada", "Ben", "Cleo"))
        for tab in (ada, ben, cleo):
            await tab.wait_for(_hand_of(0))
        await ada.wait_for(_board_of(0))
        fault = RequestFault("PATCH|POST", f"^/channels/{ben.dm_id}/messages", times=99, **how)
        held.sandbox.faults.requests = [fault]
        for moves in (1, 2, 3):
            await _move(held)
            await ada.wait_for(_board_of(moves))
            await ada.wait_for(_hand_of(moves))
            await cleo.wait_for(_hand_of(moves))
        assert not _hand_of(3)(ben)


async def test_a_restart_edits_nothing_that_has_not_changed(tmp_path: Path) -> None:
    async with running_bot(tmp_path, threads=True) as held:
        ada, ben = await held.tab("Ada"), await held.tab("Ben")
        evening = Evening(held, 0.0)
        tables = [
            await evening.begin(game, [ada, ben], "tables") for game in ("cloud_nine", "clumond")
        ]
        lobby = await ada.command("tables", "play", game="nimbly")
        assert lobby.ok
        for match_id in tables:
            await until(partial(_waits_for_people, held, match_id))
        await _all_shown(held)
        before = [await held.row(match_id) for match_id in tables]
        assert await _written_at_a_start(held, ada) == set()
        assert [await held.row(match_id) for match_id in tables] == before
        # As if it was killed between storing a change and showing it.
        changed = tables[0]
        shown = await _messages_of(held, changed)
        sql = "UPDATE match SET version = version + 1 WHERE id = ?"
        assert await _written_at_a_start(held, ada, sql, changed) == shown
        assert await _written_at_a_start(held, ada) == set()


async def _written_at_a_start(
    held: RunningBot, tab: Tab, sql: str = "", *values: object
) -> set[str]:
    """Stop the bot, change what is stored, start it; gives the paths to which it writes."""
    await held.kill(signal.SIGTERM)
    if sql:
        tamper(held.data / "nimbus.sqlite3", sql, *values)
    seen = len(await tab.requests())
    await held.wake()
    await tab.wait_for(lambda tab: tab.bot_online)
    await _all_shown(held)
    assert (await tab.command("lounge", "help")).ok
    sent = (await tab.requests())[seen:]
    written = {one["path"] for one in sent if one["method"] != "GET"}
    return {path for path in written if not path.startswith(("/interactions", "/webhooks"))}


async def _waits_for_people(held: RunningBot, match_id: MatchId) -> bool:
    """Return whether nobody is to move who may do so by themselves."""
    table = await held.table(match_id)
    return all(table.member(seat).user_id is not None for seat in table.to_act())


async def _messages_of(held: RunningBot, match_id: MatchId) -> set[str]:
    """Return the paths of the board and the hands of a match."""
    async with held.store() as store:
        publication, hands = await store.messages(match_id)
    board = (publication.board_channel, publication.board_message)
    shown = [board, *((hand.channel_id, hand.message_id) for hand in hands)]
    return {f"/channels/{channel}/messages/{message}" for channel, message in shown}


async def test_a_game_that_ended_where_the_bot_was_barred_is_shown_when_it_is_let_in_again(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path) as held:
        (ada,) = await opened(held, ("Ada",))
        await ada.wait_for(lambda tab: board(tab) and buttons(board(tab), "t:"))
        channel = ada.channel_id("tables")
        await ada.patch_faults(missing_permissions={channel: str(int(Permission.VIEW_CHANNEL))})
        await _leave(ada)
        await held.until_stored(lambda row: row.status is Status.CLOSED)
        await held.kill(signal.SIGTERM)
        since = len(held.sandbox.requests)
        await held.wake()
        await _refused(held, channel, since)
        assert buttons(board(ada), "t:")
        await ada.patch_faults(missing_permissions={})
        await ada.wait_for(lambda tab: "ended early" in told(board(tab)))
        assert not buttons(board(ada), "t:")
        assert "Traceback" not in held.log()


async def test_games_of_people_who_are_no_more_are_closed_without_a_noise(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        (ada,) = await opened(held, ("Ada",), options={"deals": "1"})
        await ada.wait_for(_hand_of(0))
        await held.kill(signal.SIGTERM)
        quiet = held.log()
        await ada.close()
        held.tabs.clear()
        await held.sandbox.stop()
        held.sandbox = Sandbox(token="a-token")
        await held.sandbox.start()
        await held.wake()
        await held.until_stored(lambda row: row.status is Status.CLOSED)
        await _all_shown(held)
        said = held.log().removeprefix(quiet)
        assert "Traceback" not in said
        assert "ERROR" not in said


@pytest.mark.timeout(120)
async def test_a_hand_that_was_sent_and_never_noted_goes_when_it_is_pressed(tmp_path: Path) -> None:
    """A kill between the two leaves one, where its deal is over before the next start."""
    async with running_bot(tmp_path) as held:
        for tab in await opened(held, ("Ada", "Ben")):
            await tab.wait_for(_hand_of(0))
        await _all_shown(held)
        table = await held.table()
        turn = table.member(table.to_act()[0]).key
        mover = next(tab for tab in held.tabs if tab.id == turn)
        unknown, choices = await mover.wait_for(moves_in_dm) or ({}, [])
        await held.kill()
        known_now = "UPDATE hand SET message_id = 7 WHERE user_id = ?"
        tamper(held.data / "nimbus.sqlite3", known_now, int(turn))
        await held.wake()
        await mover.wait_for(lambda tab: tab.bot_online)
        await _move(held)
        await mover.wait_for(_hand_of(1))
        await choose(mover, unknown, choices[0], random.Random(0))
        await mover.wait_for(lambda tab: tab.find(tab.dm_id, unknown["id"]) is None)
        await mover.wait_for(_hand_of(1))


def _hand_of(moves: int) -> Any:
    """Return whether in a tab the newest hand is of this moment, or later."""
    return lambda tab: any(
        moves <= _moment(shown) for shown in (*tab.dm_messages(), *private_messages(tab))
    )


def _moment(message: Any) -> int:
    shown = (re.search(r"(?:hand|table)-(\d+)\.png", url) for url in pictures_of(message))
    return max((int(found[1]) for found in shown if found), default=-1)


def _board_of(moves: int) -> Any:
    """Return whether in a tab the table it shows is of this moment, or later."""
    return lambda tab: board(tab) is not None and _moment(board(tab)) >= moves


async def _move(held: RunningBot) -> None:
    """Make the first legal move of whoever is to move, typed by them."""
    table = await held.table()
    seat = table.to_act()[0]
    mover = next(t for t in held.tabs if t.id == table.member(seat).key)
    assert (await mover.command("lounge", "move", move=table.legal(seat)[0], table=1)).ok


async def _leave(tab: Any) -> None:
    """Leave a game of one, which ends it, from another channel."""
    reply = await tab.command("lounge", "leave", table=1)
    assert (await tab.click(reply.message, label="End the game")).ok


async def _all_shown(held: RunningBot) -> None:
    async with held.store() as store:

        async def are_shown() -> bool:
            return not await store.unpublished()

        await until(are_shown)
        assert await store.match(MatchId(1))


async def _refused(held: RunningBot, channel: str, since: int) -> None:
    """Wait until the bot was refused something in a channel."""
    await held.until(
        lambda: any(
            request.status == 403 and request.path.startswith(f"/channels/{channel}/")
            for request in held.sandbox.requests[since:]
        )
    )


# Where the bot is no member: a group of people, and a server to which somebody brought it.

GROUP, SERVER = "Group chat", "general"


@asynccontextmanager
async def brought(data: Path) -> AsyncIterator[tuple[RunningBot, Tab, Tab]]:
    """Run a bot that Ada has installed for herself; Ben has not."""
    async with running_bot(data) as held:
        ada, ben = await held.tab("Ada"), await held.tab("Ben")
        await ada.wait_for(lambda tab: tab.bot_online and tab.commands)
        await ada.patch_faults(elsewhere=True, user_installs=[ada.id])
        for tab in (ada, ben):
            await tab.wait_for(lambda tab: len(tab.channels) >= 4)
        yield held, ada, ben


def shown(tab: Tab, place: str) -> list[Any]:
    """Return the boards and lobbies that everybody sees, the oldest first."""
    return [
        message
        for message in tab.messages(place)
        if message["author"].get("bot") and not message["flags"] & Flag.EPHEMERAL
    ]


async def started(ada: Tab, ben: Tab, game: str = "balloon") -> None:
    """Open a table in the group, let Ben join, and start."""
    assert (await ada.command(GROUP, "play", game=game)).ok
    lobby = (await ben.wait_for(lambda tab: shown(tab, GROUP)))[-1]
    assert (await ben.click(lobby, label="Join")).ok
    await ada.wait_for(lambda tab: "Ben" in words_of(shown(tab, GROUP)[-1]))
    assert (await ada.click(shown(ada, GROUP)[-1], label="Start")).ok
    await ben.wait_for(lambda tab: buttons(shown(tab, GROUP)[-1], "t:"))


async def own_hand(tab: Tab) -> Any:
    """Open one's hand by the newest board of the group; gives the private message."""
    return await hand_of(tab, shown(tab, GROUP)[-1])


async def hand_of(tab: Tab, board: Any) -> Any:
    """Open one's hand by a board; gives the private message."""
    await tab.wait_for(lambda tab: buttons(tab.newest(board), "t:"))
    reply = await tab.click(tab.newest(board), label="My hand")
    assert reply.ok, reply.reason
    return await tab.wait_for(lambda _: reply.message if _is_hand(reply.message) else None)


def _foreign(held: RunningBot) -> str:
    guilds = held.sandbox.memory.guilds.values()
    return next(str(guild.id) for guild in guilds if guild.foreign)


def _is_hand(message: Any) -> bool:
    return message is not None and "· [table " in words_of(message)


async def play_once(held: RunningBot, tabs: tuple[Tab, ...]) -> None:
    """Let whoever is to act open their hand and press the first button there."""
    moves = (await held.table()).row.moves
    for tab in tabs:
        message = await own_hand(tab)
        if offered := buttons(message, "m:"):
            assert (await tab.click(message, custom_id=offered[0]["custom_id"])).ok
            break
    await held.until_stored(lambda row: row.moves > moves)


async def test_people_in_a_group_play_by_presses_alone(tmp_path: Path) -> None:
    async with brought(tmp_path) as (held, ada, ben):
        await started(ada, ben)
        for _ in range(6):
            await play_once(held, (ada, ben))
        table = await state_equals_log(held)
        assert (table.row.by_token, table.row.guild_id, table.row.terms.clock) == (True, None, 0)
        assert len(shown(ada, GROUP)) == 1
        assert not ada.dm_messages()
        assert not ben.dm_messages()
        requests = await ada.requests()
        own = f"/channels/{ada.channel_id(GROUP)}"
        assert not [one for one in requests if str(one["path"]).startswith(own)]


async def test_a_board_whose_tokens_died_is_posted_afresh_by_the_next_press(tmp_path: Path) -> None:
    async with brought(tmp_path) as (held, ada, ben):
        await started(ada, ben)
        before = shown(ada, GROUP)
        await held.kill()
        await held.wake()
        await ada.wait_for(lambda tab: tab.bot_online)
        await play_once(held, (ada, ben))
        await ada.wait_for(lambda tab: len(shown(tab, GROUP)) == len(before) + 1)
        await play_once(held, (ada, ben))
        assert len(shown(ada, GROUP)) == len(before) + 1


async def test_alone_where_only_oneself_sees_the_answers(tmp_path: Path) -> None:
    async with brought(tmp_path) as (held, ada, ben):
        await ada.patch_faults(no_external_apps=[_foreign(held)])
        reply = await ada.command(SERVER, "play", game="nimbly")
        assert reply.message is not None
        assert reply.message["flags"] & Flag.EPHEMERAL
        await ada.wait_for(
            lambda tab: any("nobody can join" in words_of(m) for m in tab.messages(SERVER))
        )
        assert not shown(ben, SERVER)
        assert (await ada.click(reply.message, label="Start")).ok
        await held.until_stored(lambda row: row.status is Status.PLAYING)
        opened = await hand_of(ada, reply.message)
        # House players may be to draw first.
        await ada.wait_for(lambda tab: buttons(tab.newest(opened), "m:"))

"""Where the bot is no member: a group of people, and a server to which somebody brought it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bot.store.rows import Status
from sandbox.client import Tab
from sandbox.view import words_of
from sandbox.wire import Flag
from tests.e2e.running_bot import RunningBot, buttons, running_bot, state_equals_log

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


async def hand(tab: Tab) -> Any:
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
        message = await hand(tab)
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

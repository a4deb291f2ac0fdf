"""The daily over the wire: the day changes in mid-game, two tries at once, kills, and servers."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Any

from bot.daily.rules import Day
from bot.store.settings import server_scope
from sandbox.client import Tab
from sandbox.wire import Flag
from tests.e2e.running_bot import RunningBot, buttons, running_bot

MIDNIGHT = "tests.e2e.midnight"
NOON = 43_200.0


def set_time(data: Path, when: float) -> None:
    """Move the bot's time to a moment; it never goes back."""
    (data / "ahead").write_text(f"{when - time.time():.3f}")


def next_day_of(game: str) -> Day:
    """Return the next day on which a game is played, tomorrow or later."""
    today = Day.at(time.time())
    return next(day for day in today.ahead() if day.game == game)


def is_private(message: Any) -> bool:
    return bool(message["flags"] & Flag.EPHEMERAL)


async def test_a_server_is_told_once_and_a_try_there_is_seen_by_nobody_else(tmp_path: Path) -> None:
    # At noon, so that no midnight comes meanwhile, and of a day with the same game whenever it is.
    ahead = next_day_of("nimbly").opens + NOON - time.time()
    set_time(tmp_path, time.time() + ahead)
    async with running_bot(tmp_path, MIDNIGHT, asleep=True) as held:
        memory = held.sandbox.memory
        memory.clock = memory.snowflakes.clock = lambda: time.time() + ahead
        guild = next(iter(held.sandbox.memory.guilds.values()))
        await _tell_in(held, guild.id, _room(held, "tables"))
        await held.wake()
        ada, ben = await held.tab("Ada"), await held.tab("Ben")
        told = await ada.wait_for(_told)
        await held.kill()
        await held.wake()
        await ada.wait_for(lambda tab: tab.bot_online and tab.commands)
        seen = await ada.click(told, label="Play")
        day = await ada.wait_for(lambda _: seen.message if _buttons(seen.message) else None)
        assert day is not None
        reply = await ada.click(day, label="Play")
        assert reply.ok, reply.reason
        shown = await ada.wait_for(lambda _: reply.message if _moves(reply.message) else None)
        assert is_private(shown)
        first = moment(shown)
        await _choose(ada, shown, _moves(shown))
        await ada.wait_for(lambda tab: moment(_newest(tab, shown)) not in ("", first))
        assert not [message for message in ben.messages("tables") if is_private(message)]
        assert len([m for m in ben.messages("tables") if "daily:" in str(m["components"])]) == 1
        row = await held.row(1)
        assert row is not None
        assert (row.guild_id, row.by_token, row.rated) == (None, True, False)


def moment(message: Any) -> str:
    """Return the match and the number of moves that a message's controls are for."""
    found = _moves(message)
    return ":".join(str(found[0]["custom_id"]).split(":")[1:3]) if found else ""


def _newest(tab: Tab, message: Any) -> Any:
    return tab.newest(message)


async def _choose(tab: Tab, message: Any, choices: list[Any]) -> None:
    part = random.Random(1).choice(choices)
    if "options" in part:
        await tab.select(message, part["options"][0]["value"], custom_id=part["custom_id"])
    else:
        await tab.click(message, custom_id=part["custom_id"])


def _moves(message: Any) -> list[Any]:
    return [] if message is None else buttons(message, "m:") + buttons(message, "s:")


def _buttons(message: Any) -> list[Any]:
    return [] if message is None else buttons(message, "daily:")


def _told(tab: Tab) -> Any:
    found = [m for m in tab.messages("tables") if buttons(m, "daily:")]
    return found[-1] if found else None


def _room(held: RunningBot, name: str) -> int:
    return next(one.id for one in held.sandbox.memory.channels.values() if one.name == name)


async def _tell_in(held: RunningBot, guild_id: int, channel_id: int) -> None:
    async with held.store() as store:
        await store.set_settings(server_scope(guild_id), {"daily": str(channel_id)})

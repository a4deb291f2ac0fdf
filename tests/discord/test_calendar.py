"""Events of servers, made by a real client before the stand-in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.discord.calendar import ACTIVE, CANCELLED, COMPLETED, Calendar, NewEvent
from bot.errors import Barred, Gone, Unfit
from sandbox import Sandbox
from sandbox.client import Tab, connect
from sandbox.wire import Permission
from tests.sandbox.conftest import run_bot
from tests.sandbox.probe import Probe, point_at


@pytest.fixture
async def probe(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[Probe, Sandbox]]:
    sandbox = Sandbox()
    await sandbox.start()
    point_at(sandbox.api_base, sandbox.gateway_url, monkeypatch.setattr)
    async with run_bot(sandbox, Probe(guild_ready_timeout=0.05)) as running:
        yield running, sandbox
    await sandbox.stop()


def listed(tab: Tab) -> list[tuple[str, int, str]]:
    (guild,) = tab.hello["guilds"]
    return [
        (one["name"], one["status"], one["entity_metadata"]["location"]) for one in guild["events"]
    ]


async def test_an_event_is_made_once_where_the_server_lets_it_and_moves_on(
    probe: tuple[Probe, Sandbox],
) -> None:
    client, sandbox = probe
    calendar, guild = Calendar(client), client.guilds[0]
    now = sandbox.memory.now()
    event = NewEvent(guild.id, guild.text_channels[0].id, "Ours", "Come", now + 60, now + 600)
    assert not calendar.may_announce(guild.id)
    assert not calendar.may_announce(7)
    with pytest.raises(Barred, match="50013"):
        await calendar.announce(event)
    async with await connect(sandbox.page_url, "ada") as ada:
        granted = {str(guild.id): str(int(Permission.CREATE_EVENTS))}
        await ada.patch_faults(granted_permissions=granted)
        await ada.command("tables", "where")  # the client has heard of it before
        assert calendar.may_announce(guild.id)
        first = await calendar.announce(event)
        assert await calendar.announce(event) == first
        later = await calendar.announce(replace(event, begins=now + 90))
        assert later != first
        await calendar.move(guild.id, first, ACTIVE)
        with pytest.raises(Unfit):
            await calendar.move(guild.id, first, CANCELLED)
    async with await connect(sandbox.page_url, "ben") as ben:
        assert listed(ben) == [("Ours", ACTIVE, "#lounge"), ("Ours", 1, "#lounge")]
    await calendar.move(guild.id, first, COMPLETED)
    await calendar.move(guild.id, later, CANCELLED)
    async with await connect(sandbox.page_url, "ben") as ben:
        assert listed(ben) == []
    with pytest.raises(Barred, match="180000"):
        await calendar.move(guild.id, later, ACTIVE)
    with pytest.raises(Gone):
        await calendar.move(guild.id, 7, ACTIVE)

"""What goes wrong on Discord goes wrong here: late answers, limits, cut connections."""

from __future__ import annotations

import discord
import pytest
from discord.backoff import ExponentialBackoff

from sandbox import RequestFault, Sandbox
from sandbox.client import Tab, connect
from tests.sandbox.probe import Probe

_CALLBACK = r"/interactions/\d+/.+/callback"


def statuses(sandbox: Sandbox, template: str) -> list[int]:
    return [item.status for item in sandbox.requests if item.template == template]


@pytest.mark.usefixtures("hasty")
async def test_a_slow_network_makes_an_answer_late(
    sandbox: Sandbox, probe: Probe, ada: Tab
) -> None:
    sandbox.faults.requests = [RequestFault(path=_CALLBACK, delay=0.15)]
    assert (await ada.command("lounge", "table")).state == "failed"
    assert isinstance(await probe.next_error(), discord.NotFound)


@pytest.mark.parametrize("is_global", [False, True])
@pytest.mark.usefixtures("probe")
async def test_a_429_is_waited_out(sandbox: Sandbox, ada: Tab, is_global: bool) -> None:
    sandbox.faults.requests = [
        RequestFault(path=r"/channels/\d+/messages", status=429, is_global=is_global)
    ]
    await ada.command("lounge", "letter")
    assert statuses(sandbox, "/channels/{channel_id}/messages") == [429, 200]


@pytest.mark.usefixtures("probe")
async def test_a_429_on_a_callback_is_waited_out(sandbox: Sandbox, ada: Tab) -> None:
    sandbox.faults.requests = [RequestFault(path=_CALLBACK, status=429, retry_after=0.05)]
    assert (await ada.command("lounge", "table")).ok


@pytest.mark.usefixtures("probe")
async def test_a_502_is_tried_again(sandbox: Sandbox, ada: Tab) -> None:
    sandbox.faults.requests = [RequestFault(path=r"/channels/\d+/messages", status=502)]
    await ada.command("lounge", "letter")
    assert statuses(sandbox, "/channels/{channel_id}/messages") == [502, 200]
    assert len(ada.dm_messages()) == 1


@pytest.mark.parametrize("action", ["drop", "close", "reconnect", "invalidate_resumable"])
async def test_a_cut_gateway_is_resumed_and_what_was_missed_replayed(
    sandbox: Sandbox, probe: Probe, ada: Tab, action: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ExponentialBackoff, "delay", lambda _self: 0.01)
    await sandbox.gateway.act(action)
    await ada.wait_for(lambda tab: not tab.bot_online)
    reply = await ada.command("lounge", "table")
    assert reply.ok
    assert probe.resumes == 1


@pytest.mark.usefixtures("hasty")
async def test_without_the_bot_an_interaction_fails(sandbox: Sandbox) -> None:
    sandbox.memory.commands[None] = {1: {"id": "1", "name": "play", "type": 1, "contexts": None}}
    async with await connect(sandbox.page_url) as tab:
        reply = await tab.command("lounge", "play")
    assert reply.reason == "The application did not respond"

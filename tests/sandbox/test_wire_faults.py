"""What goes wrong on Discord goes wrong here: late answers, limits, cut connections."""

from __future__ import annotations

import aiohttp
import discord
import pytest
from discord.backoff import ExponentialBackoff

from sandbox import RequestFault, Sandbox
from sandbox.client import Tab, connect
from sandbox.view import words_of
from sandbox.wire import Permission
from tests.sandbox.conftest import run_bot
from tests.sandbox.probe import Probe

_CALLBACK = r"/interactions/\d+/.+/callback"


def statuses(sandbox: Sandbox, template: str) -> list[int]:
    return [item.status for item in sandbox.requests if item.template == template]


@pytest.mark.usefixtures("hasty")
async def test_a_late_answer_is_unknown_and_the_person_is_told(probe: Probe, ada: Tab) -> None:
    reply = await ada.command("lounge", "late", seconds=0.2)
    assert (reply.state, reply.reason) == ("failed", "The application did not respond")
    error = await probe.next_error()
    assert isinstance(error, discord.NotFound)
    assert error.code == 10062


@pytest.mark.usefixtures("hasty")
async def test_a_slow_network_makes_an_answer_late(
    sandbox: Sandbox, probe: Probe, ada: Tab
) -> None:
    sandbox.faults.requests = [RequestFault(path=_CALLBACK, delay=0.15)]
    assert (await ada.command("lounge", "table")).state == "failed"
    assert isinstance(await probe.next_error(), discord.NotFound)


async def test_a_second_answer_is_refused(probe: Probe, ada: Tab) -> None:
    assert (await ada.command("lounge", "twice")).ok
    error = await probe.next_error()
    assert isinstance(error, discord.HTTPException)
    assert error.code == 40060


@pytest.mark.usefixtures("probe")
async def test_closed_direct_messages_are_50007(sandbox: Sandbox, ada: Tab) -> None:
    sandbox.faults.closed_dms.add(int(ada.id))
    reply = await ada.command("lounge", "letter")
    assert reply.message is not None
    assert words_of(reply.message) == "refused: 50007"
    assert ada.dm_messages() == []


async def test_open_direct_messages_arrive_with_controls(probe: Probe, ada: Tab) -> None:
    await ada.command("lounge", "letter")
    (letter,) = ada.dm_messages()
    reply = await ada.select(letter, "cirrus")
    assert reply.message is not None
    assert words_of(reply.message) == "you chose cirrus"
    assert probe.seen[-1].context.dm_channel


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


async def test_a_503_reaches_the_bot_which_discord_py_does_not_retry(
    sandbox: Sandbox, probe: Probe, ada: Tab
) -> None:
    sandbox.faults.requests = [RequestFault(path=r"/channels/\d+/messages", status=503)]
    channel = probe.get_partial_messageable(int(ada.channel_id("lounge")))
    with pytest.raises(discord.DiscordServerError):
        await channel.send("hello")


async def test_a_lost_callback_counts_though_its_answer_never_comes(
    sandbox: Sandbox, probe: Probe, ada: Tab
) -> None:
    sandbox.faults.callback_losses = 1
    reply = await ada.command("lounge", "table")
    assert reply.message is not None
    assert isinstance(await probe.next_error(), aiohttp.ClientError)


@pytest.mark.usefixtures("probe")
async def test_a_delayed_callback_counts_at_once(sandbox: Sandbox, ada: Tab) -> None:
    sandbox.faults.callback_delay = 0.2
    assert (await ada.command("lounge", "table")).ok
    assert sandbox.requests[-1].status == 0


async def test_missing_permissions_show_in_the_interaction_and_refuse_posts(
    sandbox: Sandbox, probe: Probe, ada: Tab
) -> None:
    channel_id = int(ada.channel_id("lounge"))
    sandbox.faults.missing_permissions = {channel_id: int(Permission.SEND_MESSAGES)}
    await ada.command("lounge", "where")
    assert not probe.seen[-1].app_permissions.send_messages
    channel = probe.get_partial_messageable(channel_id)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("hello")
    assert refused.value.code == 50013


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


@pytest.mark.usefixtures("probe")
async def test_a_wrong_token_is_refused(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "token", "not the token")
    with pytest.raises(discord.LoginFailure):
        async with run_bot(sandbox, Probe()):
            pass


async def test_a_silent_gateway_acknowledges_no_heartbeat(sandbox: Sandbox) -> None:
    sandbox.faults.gateway_silent = True
    async with aiohttp.ClientSession() as session, session.ws_connect(sandbox.gateway_url) as ws:
        await ws.receive_json()
        await ws.send_json({"op": 1, "d": None})
        with pytest.raises(TimeoutError):
            await ws.receive_json(timeout=0.1)

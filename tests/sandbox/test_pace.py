"""The stand-in at Discord's pace, with its limits, late answers and cut connections."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest
from discord.backoff import ExponentialBackoff

from sandbox import RequestFault, Sandbox, Timing
from sandbox.client import Tab, connect
from sandbox.errors import RateLimited
from sandbox.pace import Pace
from sandbox.rest import ROUTER
from tests.sandbox.conftest import Probe, point_at, run_bot

# The stand-in at Discord's pace: limits, the headers that tell of them, and round trips.

BRIEF = Timing(messages_window=2.0, requests=10, nearest=0.01, farthest=0.03)
POST = "/channels/1/messages"
MESSAGE = "/channels/1/messages/2"


class Now:
    """A clock that stands still."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def take(pace: Pace, method: str, path: str, *, is_bot: bool = True) -> dict[str, str]:
    return pace.take(ROUTER.find(method, path), is_bot=is_bot)


@pytest.mark.parametrize(
    ("method", "path"), [("POST", POST), ("PATCH", MESSAGE), ("DELETE", MESSAGE)]
)
def test_five_are_taken_in_five_seconds(method: str, path: str) -> None:
    now = Now()
    pace = Pace(Timing(), now)
    left = []
    for _ in range(5):
        left.append(take(pace, method, path)["X-RateLimit-Remaining"])
        now.seconds += 0.5
    assert left == ["4", "3", "2", "1", "0"]
    with pytest.raises(RateLimited) as refused:
        take(pace, method, path)
    assert (refused.value.retry_after, refused.value.is_global) == (2.5, False)
    assert refused.value.headers["X-RateLimit-Remaining"] == "0"
    now.seconds += 2.5
    assert take(pace, method, path)["X-RateLimit-Reset-After"] == "5.000"


def test_each_kind_and_each_channel_has_a_bucket_of_its_own() -> None:
    pace = Pace(Timing(), Now())
    for _ in range(5):
        take(pace, "PATCH", MESSAGE)
    names = {
        take(pace, method, path)["X-RateLimit-Bucket"]
        for method, path in (
            ("POST", POST),
            ("DELETE", MESSAGE),
            ("PATCH", "/channels/3/messages/4"),
        )
    }
    assert len(names) == 3
    with pytest.raises(RateLimited):
        take(pace, "PATCH", "/channels/1/messages/5")


def test_new_names_are_few_and_what_else_changes_a_thread_is_counted_by_itself() -> None:
    now = Now()
    pace = Pace(Timing(), now)
    place = ROUTER.find("PATCH", "/channels/1")

    def left(*, is_renaming: bool) -> str:
        told = pace.take(place, is_bot=True, is_renaming=is_renaming)
        return told["X-RateLimit-Remaining"]

    assert [left(is_renaming=True) for _ in range(2)] == ["1", "0"]
    assert left(is_renaming=False) == "9"
    with pytest.raises(RateLimited) as refused:
        left(is_renaming=True)
    assert refused.value.retry_after == 600.0
    now.seconds += 600.0
    assert left(is_renaming=True) == "1"


def test_fifty_are_taken_of_a_bot_in_a_second_and_interactions_beside_them() -> None:
    now = Now()
    pace = Pace(Timing(), now)
    for channel in range(50):
        take(pace, "PATCH", f"/channels/{channel}/messages/2")
    with pytest.raises(RateLimited) as refused:
        take(pace, "PATCH", "/channels/77/messages/2")
    assert (refused.value.retry_after, refused.value.is_global) == (1.0, True)
    for token in "ab":
        for _ in range(5):
            take(pace, "PATCH", f"/webhooks/9/{token}/messages/@original", is_bot=False)
    assert take(pace, "POST", "/interactions/1/a/callback", is_bot=False) == {}
    with pytest.raises(RateLimited, match="rate limited"):
        take(pace, "POST", "/webhooks/9/a", is_bot=False)
    now.seconds += 1.0
    assert take(pace, "PATCH", "/channels/77/messages/2")["X-RateLimit-Remaining"] == "4"


def test_round_trips_are_as_far_apart_as_told_and_the_same_again() -> None:
    one, again = Pace(Timing(), seed=5), Pace(Timing(), seed=5)
    trips = [sum(one.trip()) for _ in range(300)]
    assert trips == [sum(again.trip()) for _ in range(300)]
    assert 0.08 <= min(trips) < 0.09
    assert 0.24 < max(trips) <= 0.25


@pytest.fixture
async def paced() -> AsyncIterator[Sandbox]:
    running = Sandbox(timing=BRIEF)
    await running.start()
    running.faults.pace = True
    yield running
    await running.stop()


async def test_what_is_too_much_is_answered_as_discord_does(paced: Sandbox) -> None:
    lounge = next(iter(paced.memory.channels))
    url = f"{paced.api_base}/channels/{lounge}/messages"
    headers = {"Authorization": f"Bot {paced.token}"}
    answers: list[tuple[int, Any, Any]] = []
    async with aiohttp.ClientSession(headers=headers) as session:
        for number in range(6):
            async with session.post(url, json={"content": str(number)}) as answer:
                answers.append((answer.status, answer.headers, await answer.json()))
    assert [status for status, _, _ in answers] == [200] * 5 + [429]
    _, told, body = answers[-1]
    assert (body["message"], body["global"]) == ("You are being rate limited.", False)
    assert 0 < body["retry_after"] <= BRIEF.messages_window
    assert told["Retry-After"] == str(body["retry_after"])
    assert (told["X-RateLimit-Scope"], told["X-RateLimit-Remaining"]) == ("user", "0")
    assert told["X-RateLimit-Bucket"] == answers[0][1]["X-RateLimit-Bucket"]


async def test_a_third_name_of_a_thread_is_too_much(paced: Sandbox) -> None:
    lounge = next(iter(paced.memory.channels))
    headers = {"Authorization": f"Bot {paced.token}"}
    async with aiohttp.ClientSession(f"{paced.api_base}/", headers=headers) as session:
        async with session.post(
            f"channels/{lounge}/threads", json={"name": "one", "type": 11}
        ) as answer:
            number = (await answer.json())["id"]
        statuses = []
        for body in ({"name": "two"}, {"name": "three"}, {"name": "four"}, {"archived": True}):
            async with session.patch(f"channels/{number}", json=body) as answer:
                statuses.append(answer.status)
    assert statuses == [200, 200, 429, 200]


async def test_without_the_switch_nobody_is_told_of_buckets(sandbox: Sandbox) -> None:
    lounge = next(iter(sandbox.memory.channels))
    url = f"{sandbox.api_base}/channels/{lounge}/messages"
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        for _ in range(8):
            async with session.post(url, json={"content": "hello"}) as answer:
                assert answer.status == 200
                assert "X-RateLimit-Bucket" not in answer.headers


@pytest.fixture
async def patient(paced: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Probe]:
    point_at(paced.api_base, paced.gateway_url, monkeypatch.setattr)
    async with run_bot(paced, Probe(guild_ready_timeout=0.05)) as running:
        yield running


async def test_discord_py_waits_for_a_bucket_and_goes_on(paced: Sandbox, patient: Probe) -> None:
    lounge = patient.get_partial_messageable(next(iter(paced.memory.channels)))
    message = await lounge.send("0")
    start = time.monotonic()
    edits = (message.edit(content=str(number)) for number in range(1, 8))
    await asyncio.gather(*edits)
    assert time.monotonic() - start >= BRIEF.messages_window
    assert statuses(paced, "PATCH") == [200] * 7


async def test_discord_py_meets_the_limit_of_all_requests_and_goes_on(
    paced: Sandbox, patient: Probe, caplog: pytest.LogCaptureFixture
) -> None:
    (guild,) = paced.memory.own_guilds()
    rooms = [paced._switchboard.add_channel(guild, f"room {number}") for number in range(20)]
    places = [patient.get_partial_messageable(room.id) for room in rooms]
    messages: list[discord.Message] = await asyncio.gather(*(place.send("1") for place in places))
    assert len({message.id for message in messages}) == 20
    found = statuses(paced, "POST")
    assert found.count(200) == 20
    assert 429 in found
    assert "Global rate limit" in caplog.text


def statuses(sandbox: Sandbox, method: str) -> list[int]:
    found = [
        item for item in sandbox.requests if item.template.startswith("/channels/{channel_id}/m")
    ]
    return [item.status for item in found if item.method == method]


# What goes wrong on Discord goes wrong here: late answers, limits, cut connections.

_CALLBACK = r"/interactions/\d+/.+/callback"


def statuses_of(sandbox: Sandbox, template: str) -> list[int]:
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
    assert statuses_of(sandbox, "/channels/{channel_id}/messages") == [429, 200]


@pytest.mark.usefixtures("probe")
async def test_a_429_on_a_callback_is_waited_out(sandbox: Sandbox, ada: Tab) -> None:
    sandbox.faults.requests = [RequestFault(path=_CALLBACK, status=429, retry_after=0.05)]
    assert (await ada.command("lounge", "table")).ok


@pytest.mark.usefixtures("probe")
async def test_a_502_is_tried_again(sandbox: Sandbox, ada: Tab) -> None:
    sandbox.faults.requests = [RequestFault(path=r"/channels/\d+/messages", status=502)]
    await ada.command("lounge", "letter")
    assert statuses_of(sandbox, "/channels/{channel_id}/messages") == [502, 200]
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

"""The gateway's protocol, spoken by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import orjson
import pytest

from sandbox import Memory, Sandbox, Timing
from sandbox.snowflake import shard_of
from sandbox.wire import Kind, Op
from tests.sandbox.conftest import HASTY

GUILDS, GUILD_MESSAGES = 1, 1 << 9


class Line:
    """A bot's side of one gateway socket."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, token: str) -> None:
        self.socket = socket
        self.token = token

    async def say(self, op: int, data: Any = None) -> None:
        await self.socket.send_str(orjson.dumps({"op": op, "d": data}).decode())

    async def identify(self, intents: int = GUILDS, **more: Any) -> dict[str, Any]:
        await self.say(Op.IDENTIFY, {"token": self.token, "intents": intents, **more})
        return await self.hear("READY")

    async def resume(self, ready: dict[str, Any], seq: int, **more: Any) -> None:
        data = {"token": self.token, "session_id": ready["session_id"], "seq": seq, **more}
        await self.say(Op.RESUME, data)

    async def next(self) -> Any:
        return orjson.loads(await self.socket.receive_str(timeout=60))

    async def hear(self, event: str) -> dict[str, Any]:
        frame = await self.next()
        assert frame["t"] == event, frame
        data: dict[str, Any] = frame["d"]
        return data

    async def closed(self) -> int | None:
        while (await self.socket.receive(timeout=60)).type is aiohttp.WSMsgType.TEXT:
            pass
        return self.socket.close_code

    async def silent(self) -> bool:
        """Return whether nothing was told before the answer to a heartbeat."""
        await self.say(Op.HEARTBEAT)
        return bool((await self.next())["op"] == Op.HEARTBEAT_ACK)


class Plug:
    """Opens sockets to the gateway."""

    def __init__(self, session: aiohttp.ClientSession, sandbox: Sandbox) -> None:
        self.session = session
        self.sandbox = sandbox

    async def __call__(self) -> Line:
        line = Line(await self.session.ws_connect(self.sandbox.gateway_url), self.sandbox.token)
        assert (await line.next())["op"] == Op.HELLO
        return line


@pytest.fixture
async def plug(sandbox: Sandbox) -> AsyncIterator[Plug]:
    async with aiohttp.ClientSession() as session:
        yield Plug(session, sandbox)


def happen(sandbox: Sandbox, event: str = "TEST", *, guild_id: int | None = None) -> None:
    sandbox.gateway.dispatch(event, {}, guild_id=guild_id)


async def test_ready_is_followed_by_the_guilds_and_heartbeats_are_acknowledged(plug: Plug) -> None:
    line = await plug()
    ready = await line.identify()
    assert ready["resume_gateway_url"] == f"{plug.sandbox.gateway_url}resume/"
    assert ready["guilds"][0]["unavailable"]
    guild = await line.hear("GUILD_CREATE")
    assert [channel["name"] for channel in guild["channels"]] == ["lounge", "tables"]
    await line.say(Op.HEARTBEAT)
    assert (await line.next())["op"] == Op.HEARTBEAT_ACK


async def test_without_the_guilds_intent_no_guild_is_told(plug: Plug) -> None:
    line = await plug()
    await line.identify(intents=0)
    assert await line.silent()


async def test_a_bot_that_says_nothing_is_closed_with_4009(
    plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plug.sandbox.gateway, "_timing", HASTY)
    assert await (await plug()).closed() == 4009


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["not json"], 4002),
        (["[]"], 4002),
        (['{"op":2,"d":null}'], 4002),
        (['{"op":1,"d":"' + "x" * 4096 + '"}'], 4002),
        (['{"op":5,"d":null}'], 4001),
        (['{"op":3,"d":{}}'], 4003),
        (['{"op":2,"d":{"token":"wrong","intents":1}}'], 4004),
        (['{"op":6,"d":{"token":"wrong"}}'], 4004),
        (['{"op":2,"d":{"token":"TOKEN","intents":1,"shard":[1,1]}}'], 4010),
        (['{"op":2,"d":{"token":"TOKEN","intents":32768}}'], 4014),
        *(
            ([f'{{"op":2,"d":{{"token":"TOKEN","intents":1,"shard":{shard}}}}}'], 4010)
            for shard in ('"0"', "7", "[0]", "[0,1,2]", '["0","1"]', "[0.5,1]", "[-1,1]", "{}")
        ),
        *(
            ([f'{{"op":2,"d":{{"token":"TOKEN","intents":{intents}}}}}'], 4013)
            for intents in ('"1"', "null", "[]", "1.5", "-1", "18446744073709551615")
        ),
        (['{"op":2,"d":{"token":"TOKEN"}}'], 4013),
        (['{"op":6,"d":{"token":"TOKEN","session_id":[],"seq":"1"}}'], 4007),
        (['{"op":2,"d":{"token":"TOKEN","intents":1}}'] * 2, 4005),
    ],
)
async def test_bad_frames_close_the_socket(plug: Plug, frames: list[str], code: int) -> None:
    line = await plug()
    for frame in frames:
        await line.socket.send_str(frame.replace("TOKEN", line.token))
    assert await line.closed() == code


async def test_a_resumed_session_hears_what_it_missed(plug: Plug) -> None:
    line = await plug()
    ready = await line.identify(intents=0)
    await line.socket.close(code=4000)
    happen(plug.sandbox, "MISSED")
    again = await plug()
    await again.resume(ready, 1)
    await again.hear("MISSED")
    await again.hear("RESUMED")
    happen(plug.sandbox, "AFTER")
    await again.hear("AFTER")


@pytest.mark.parametrize(
    ("code", "seq", "away"), [(1000, 1, 0.0), (4000, 1, Timing().resume + 1), (4000, 99, 0.0)]
)
async def test_a_session_closed_cleanly_cut_too_long_ago_or_of_the_future_is_gone(
    plug: Plug, code: int, seq: int, away: float
) -> None:
    line = await plug()
    ready = await line.identify(intents=0)
    await line.socket.close(code=code)
    now = plug.sandbox.memory.clock()
    plug.sandbox.memory.clock = lambda: now + away
    again = await plug()
    await again.resume(ready, seq)
    assert await again.next() == {"op": Op.INVALID_SESSION, "d": False}


async def test_an_invalidated_session_is_gone(plug: Plug) -> None:
    line = await plug()
    ready = await line.identify(intents=0)
    await plug.sandbox.gateway.act("invalidate")
    assert await line.next() == {"op": Op.INVALID_SESSION, "d": False}
    await line.socket.close(code=4000)
    again = await plug()
    await again.resume(ready, 1)
    assert (await again.next())["op"] == Op.INVALID_SESSION


async def test_two_processes_of_the_same_shard_both_hear(plug: Plug) -> None:
    lines = [await plug(), await plug()]
    for line in lines:
        await line.identify(intents=0)
    happen(plug.sandbox)
    for line in lines:
        await line.hear("TEST")


async def test_a_bucket_of_shards_identifies_once_in_a_while(plug: Plug) -> None:
    plug.sandbox.faults.max_concurrency = 2
    lines = [await plug() for _ in range(3)]
    for shard, line in enumerate(lines[:2]):
        await line.identify(intents=0, shard=[shard, 3])
    fields = {"token": lines[2].token, "intents": 0, "shard": [2, 3]}
    await lines[2].say(Op.IDENTIFY, fields)
    refused = await lines[2].next()
    assert (refused["op"], refused["d"]) == (Op.INVALID_SESSION, False)
    assert [session.shard for session in plug.sandbox.gateway.sessions] == [0, 1]


async def test_a_bucket_is_free_again_after_its_while(plug: Plug) -> None:
    plug.sandbox.faults.max_concurrency = 1
    await (await plug()).identify(intents=0)
    plug.sandbox.gateway._identified[0] -= Timing().identify
    await (await plug()).identify(intents=0)
    assert len(plug.sandbox.gateway.sessions) == 2


async def test_a_bot_is_told_how_many_shards_it_should_have(sandbox: Sandbox, plug: Plug) -> None:
    sandbox.faults.shards, sandbox.faults.max_concurrency = 16, 4
    headers = {"Authorization": f"Bot {sandbox.token}"}
    async with plug.session.get(f"{sandbox.api_base}/gateway/bot", headers=headers) as answer:
        told = await answer.json()
    assert (told["shards"], told["session_start_limit"]["max_concurrency"]) == (16, 4)


async def test_shards_hear_of_their_guilds_and_shard_0_of_direct_messages(
    sandbox: Sandbox, plug: Plug
) -> None:
    (guild_id,) = sandbox.memory.guilds
    own = shard_of(guild_id, 3)
    lines = [await plug() for _ in range(3)]
    for shard, line in enumerate(lines):
        await line.identify(intents=0, shard=[shard, 3])
    happen(sandbox, "GUILD", guild_id=guild_id)
    happen(sandbox, "DM")
    for shard, line in enumerate(lines):
        for event, heard in (("GUILD", shard == own), ("DM", shard == 0)):
            if heard:
                await line.hear(event)
        assert await line.silent()


async def test_several_guilds_spread_over_shards() -> None:
    names = tuple(f"guild {number}" for number in range(8))
    memory = Memory.populate(guilds=names)
    assert len({guild.id for guild in memory.guilds.values()}) == 8
    assert {shard_of(number, 1) for number in memory.guilds} == {0}


async def test_an_interaction_in_direct_messages_names_the_user(
    sandbox: Sandbox, plug: Plug
) -> None:
    line = await plug()
    await line.identify(intents=0)
    person = next(iter(sandbox.memory.people))
    dm = sandbox.memory.open_dm(person)
    board = sandbox._switchboard
    board.send(board.interactions.begin(Kind.COMMAND, person, dm.id, {"name": "x", "type": 1}))
    event = await line.hear("INTERACTION_CREATE")
    assert event["user"]["id"] == str(person)
    assert event["context"] == 1
    assert event["authorizing_integration_owners"] == {"0": "0"}
    assert not {"member", "guild_id", "guild_locale"} & event.keys()


async def test_an_interaction_in_a_guild_names_the_member_and_locales(
    sandbox: Sandbox, plug: Plug
) -> None:
    line = await plug()
    await line.identify(intents=0)
    person, board = list(sandbox.memory.people)[1], sandbox._switchboard
    (guild_id,) = sandbox.memory.guilds
    sandbox.memory.set_locale(person, "fr")
    sandbox.memory.set_guild_locale(guild_id, "ja")
    channel = next(iter(sandbox.memory.channels))
    board.send(board.interactions.begin(Kind.COMMAND, person, channel, {"name": "x", "type": 1}))
    event = await line.hear("INTERACTION_CREATE")
    assert event["member"]["user"]["id"] == str(person)
    assert (event["locale"], event["guild_locale"]) == ("fr", "ja")
    assert event["authorizing_integration_owners"] == {"0": str(guild_id)}
    assert event["app_permissions"] == "377957502016"
    assert event["attachment_size_limit"] == 20 * 1024 * 1024


async def test_messages_are_told_only_with_the_intent(sandbox: Sandbox, plug: Plug) -> None:
    plain, curious = await plug(), await plug()
    await plain.identify(intents=0)
    await curious.identify(intents=GUILD_MESSAGES)
    channel = next(iter(sandbox.memory.channels))
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"{sandbox.page_url}ui") as page,
    ):
        await page.send_json({"op": "send", "channel_id": str(channel), "content": "hello"})
        assert (await curious.hear("MESSAGE_CREATE"))["content"] == ""
    assert await plain.silent()


async def test_a_bot_that_has_just_been_added_hears_of_it_after_its_guilds_were_counted(
    plug: Plug, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sandbox.gateway._JOIN_DELAY", 0.0)
    plug.sandbox.gateway.joins = True
    line = await plug()
    await line.identify()
    known = await line.hear("GUILD_CREATE")
    added = await line.hear("GUILD_CREATE")
    assert (known["unavailable"], "unavailable" in added) == (False, False)
    assert known["id"] == added["id"]

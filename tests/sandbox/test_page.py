"""The page's websocket, what its client makes of it, and who is let in."""

from __future__ import annotations

import asyncio
import signal
import sys
from typing import Any

import aiohttp
import orjson
import pytest

from sandbox import Message, Request, Sandbox
from sandbox.client import ActionRefused, Tab, connect
from sandbox.drafts import Terms, draft
from sandbox.hello import hello
from sandbox.multipart import Upload
from sandbox.objects import file_url
from sandbox.view import labels_of, words_of
from sandbox.wire import Flag, Op
from tests.sandbox.conftest import CLOUDS, Probe, png

# The page's websocket, and what its client makes of it.


def play(**more: Any) -> dict[str, Any]:
    return {"id": "1", "name": "play", "type": 1, "contexts": [0, 1], **more}


def option(name: str = "o", kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, **more}


def declare(sandbox: Sandbox, tab: Tab, **more: Any) -> None:
    command = play(**more)
    sandbox.memory.commands[None] = {1: command}
    tab.commands = [command]


def put(sandbox: Sandbox, *parts: Any, channel: str = "lounge", **more: Any) -> dict[str, Any]:
    """Post a message of the bot with these components in one row."""
    memory = sandbox.memory
    place = next(item for item in memory.channels.values() if item.name == channel)
    row = {"type": 1, "id": 9, "components": [part | {"id": n} for n, part in enumerate(parts, 1)]}
    message = Message(
        memory.snowflakes.mint(), place.id, memory.bot.id, "x", components=(row,), **more
    )
    sandbox._switchboard.post(message)
    return {"channel_id": str(place.id), "id": str(message.id)}


async def test_hello_tells_who_is_there_and_what_is_open(sandbox: Sandbox, ada: Tab) -> None:
    hello = ada.hello
    assert [person["global_name"] for person in hello["people"]] == [
        "Ada",
        "Ben",
        "Cleo",
        "Dmitri",
        "小林 Mei",
    ]
    assert hello["me"]["global_name"] == "Ada"
    assert hello["guild"]["name"] == "Cloud Club"
    assert [channel["name"] for channel in hello["guild"]["channels"]] == ["lounge", "tables"]
    assert hello["guild"]["members"][-1]["user"]["bot"]
    assert hello["dms"] == []
    assert hello["faults"] == sandbox.faults.to_json()


async def test_without_a_name_one_is_the_first_person(sandbox: Sandbox) -> None:
    async with await connect(sandbox.page_url) as tab:
        assert tab.hello["me"]["username"] == "ada"


async def test_read_marks_outlive_the_tab(sandbox: Sandbox, ada: Tab) -> None:
    await ada.send("lounge", "hello")
    (message,) = await ada.wait_for(lambda tab: tab.messages("lounge"))
    await ada.read_up_to(message)
    await ada.send("lounge", "again")
    await ada.wait_for(lambda tab: len(tab.messages("lounge")) == 2)
    async with await connect(sandbox.page_url, ada.id) as tab:
        assert tab.hello["read"][message["channel_id"]] == message["id"]


async def test_ephemeral_messages_reach_their_owner_until_dismissed(
    sandbox: Sandbox, ada: Tab, ben: Tab
) -> None:
    secret = put(sandbox, only_for=int(ada.id), flags=Flag.EPHEMERAL)
    await ada.wait_for(lambda tab: tab.messages("lounge"))
    await ben.send("lounge", "hello")
    await ben.wait_for(lambda tab: tab.messages("lounge"))
    assert secret["id"] not in [item["id"] for item in ben.messages("lounge")]
    await ada.dismiss(ada.messages("lounge")[0])
    await ada.wait_for(lambda tab: len(tab.messages("lounge")) == 1)
    async with await connect(sandbox.page_url, ada.id) as tab:
        assert [item["content"] for item in tab.messages("lounge")] == ["hello"]


async def test_private_answers_live_as_long_as_the_page_they_came_to(
    sandbox: Sandbox, ada: Tab
) -> None:
    secret = put(sandbox, only_for=int(ada.id), flags=Flag.EPHEMERAL)
    await ada.wait_for(lambda tab: tab.messages("lounge"))
    message = sandbox.memory.message(int(secret["channel_id"]), int(secret["id"]))
    async with await connect(sandbox.page_url, ada.id) as tab:
        assert tab.messages("lounge") == []
        sandbox._switchboard.change(message)
        await ada.send("lounge", "after")
        await tab.wait_for(lambda tab: tab.messages("lounge"))
        assert [item["content"] for item in tab.messages("lounge")] == ["after"]
    board = sandbox._switchboard
    again = hello(board, int(ada.id), int(ada.hello["opened"]))["messages"]
    assert secret["id"] in [item["id"] for item in again[secret["channel_id"]]]


async def test_direct_messages_are_opened_from_either_side_and_read_by_nobody_else(
    sandbox: Sandbox, ada: Tab, ben: Tab
) -> None:
    channel = await ada.open_dm()
    assert channel["type"] == 1
    assert sandbox.memory.open_dm(int(ada.id)).id == int(channel["id"])
    await ben._say({"op": "send", "channel_id": channel["id"], "content": "hello"})
    refused = await ben.wait_for(lambda tab: [f for f in tab.frames if f["t"] == "ERROR"])
    assert refused[0]["d"]["message"] == "You do not have access to this channel."


async def test_an_owner_deletes_messages_and_channels_and_others_their_own_messages(
    sandbox: Sandbox, ada: Tab, ben: Tab, probe: Probe
) -> None:
    put(sandbox)
    await ben.wait_for(lambda tab: tab.messages("lounge"))
    await ben.send("lounge", "mine")
    await ben.wait_for(lambda tab: len(tab.messages("lounge")) == 2)
    board, own = ben.messages("lounge")
    await ben.delete(own)
    await ben._say({"op": "delete", "channel_id": board["channel_id"], "message_id": board["id"]})
    await ben.wait_for(lambda tab: any(frame["t"] == "ERROR" for frame in tab.frames))
    await ada.delete(board)
    await ben.wait_for(lambda tab: not tab.messages("lounge"))
    put(sandbox)
    await ada.delete_channel("lounge")
    await ben.wait_for(lambda tab: len(tab.channels) == 1)
    await ada.command("tables", "table")
    assert [channel.name for channel in probe.guilds[0].text_channels] == ["tables"]


@pytest.mark.parametrize(
    ("declared", "given"),
    [
        ([option(required=True)], {}),
        ([option(choices=[{"name": "a", "value": "a"}])], {"o": "b"}),
        ([option(kind=4)], {"o": "three"}),
        ([option(kind=4)], {"o": True}),
        ([option(kind=4, min_value=2)], {"o": 1}),
        ([option(kind=4, max_value=2)], {"o": 3}),
        ([option(max_length=2)], {"o": "abc"}),
        ([option(min_length=2)], {"o": "a"}),
        ([option(kind=5)], {"o": "yes"}),
        ([option(kind=1)], {}),
    ],
)
async def test_a_client_sends_no_impossible_option(
    sandbox: Sandbox, ada: Tab, declared: Any, given: Any
) -> None:
    declare(sandbox, ada, options=declared)
    with pytest.raises(ActionRefused):
        await ada.command("lounge", "play", **given)


@pytest.mark.usefixtures("hasty")
async def test_commands_keep_to_their_contexts_and_to_moderators(
    sandbox: Sandbox, ada: Tab, ben: Tab
) -> None:
    declare(sandbox, ada, default_member_permissions="32")
    ben.commands = ada.commands
    with pytest.raises(ActionRefused, match="permission"):
        await ben.command("lounge", "play")
    assert (await ada.command("lounge", "play")).state == "failed"
    declare(sandbox, ada, contexts=[1])
    with pytest.raises(ActionRefused, match="cannot be used here"):
        await ada.command("lounge", "play")


@pytest.mark.parametrize(
    ("part", "use"),
    [
        ({"type": 2, "custom_id": "b", "label": "B", "disabled": True}, {"custom_id": "b"}),
        ({"type": 2, "custom_id": "b", "label": "B"}, {"custom_id": "other"}),
        ({"type": 3, "custom_id": "s", "options": [{"value": "a"}]}, {"custom_id": "s"}),
        (
            {"type": 3, "custom_id": "s", "options": [{"value": "a"}]},
            {"custom_id": "s", "values": ["b"]},
        ),
        (
            {"type": 3, "custom_id": "s", "max_values": 2, "options": [{"value": "a"}]},
            {"custom_id": "s", "values": ["a", "a"]},
        ),
    ],
)
async def test_a_client_uses_no_impossible_control(
    sandbox: Sandbox, ada: Tab, part: Any, use: Any
) -> None:
    message = put(sandbox, part)
    frame = {"op": "component", "message_id": message["id"], **use}
    with pytest.raises(ActionRefused):
        await ada._interact(message["channel_id"], frame)


async def test_a_click_on_a_message_that_is_gone_is_refused(sandbox: Sandbox, ada: Tab) -> None:
    message = put(sandbox, {"type": 2, "custom_id": "b", "label": "B"})
    await ada.wait_for(lambda tab: tab.messages("lounge"))
    (shown,) = ada.messages("lounge")
    assert labels_of(shown) == ["B"]
    number = int(message["id"])
    sandbox.memory.forget(sandbox.memory.message(int(message["channel_id"]), number))
    with pytest.raises(ActionRefused, match="gone"):
        await ada.click(shown, label="B")


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"op":"dance"}', '{"op":"component"}', '{"op":"ack"}']
)
async def test_what_a_page_cannot_mean_is_an_error(ada: Tab, text: str) -> None:
    assert ada._socket is not None
    await ada._socket.send_str(text)
    await ada.wait_for(lambda tab: [frame for frame in tab.frames if frame["t"] == "ERROR"])


async def test_faults_are_switched_over_the_page_or_from_another_process_and_all_are_told(
    sandbox: Sandbox, ada: Tab, ben: Tab
) -> None:
    await ada._say({"op": "faults", "patch": {"closed_dms": [ada.id]}})
    await ben.wait_for(lambda tab: tab.faults["closed_dms"] == [ada.id])
    assert sandbox.faults.closed_dms == {int(ada.id)}
    state = await ada.patch_faults(
        requests=[{"path": "/users", "status": 503}], locales={ada.id: "fr"}, gateway="drop"
    )
    assert state["requests"][0]["status"] == 503
    assert sandbox.memory.person(int(ada.id)).locale == "fr"


@pytest.mark.parametrize(
    "patch",
    [
        {"weather": "bad"},
        {"closed_dms": 5},
        {"requests": [{"path": "("}]},
        {"requests": [{"paths": "x"}]},
        {"gateway": "explode"},
        {"locales": {"1": "fr"}},
        {"locales": {"1": "tlh"}},
    ],
)
async def test_unknown_faults_are_refused(sandbox: Sandbox, ada: Tab, patch: Any) -> None:
    before = sandbox.faults.to_json()
    await ada._say({"op": "faults", "patch": patch})
    await ada.wait_for(lambda tab: [frame for frame in tab.frames if frame["t"] == "ERROR"])
    assert sandbox.faults.to_json() == before


async def test_languages_reach_the_bot(sandbox: Sandbox, probe: Probe, ada: Tab) -> None:
    sandbox.memory.set_locale(int(ada.id), "de")
    reply = await ada.command("lounge", "where")
    assert reply.message is not None
    assert words_of(reply.message) == "de en-US guild"
    await ada.open_dm()
    reply = await ada.command("dm", "where")
    assert reply.message is not None
    assert words_of(reply.message) == "de none dm"
    assert probe.seen


async def test_a_form_with_an_impossible_value_stays_open(probe: Probe, ada: Tab) -> None:
    opened = await ada.command("lounge", "form")
    for values in ({"answer": ""}, {"answer": "x" * 21}, {"answer": "x", "cloud": ["fog"]}):
        with pytest.raises(ActionRefused):
            await ada.submit_modal(opened, **values)
    assert (await ada.submit_modal(opened, answer="x", cloud=[CLOUDS[0]])).ok
    with pytest.raises(ActionRefused):
        await ada.submit_modal(opened, answer="x", cloud=[CLOUDS[0]])
    assert probe.seen


async def test_the_log_of_requests_is_read_from_another_process(probe: Probe, ada: Tab) -> None:
    await ada.command("lounge", "table")
    logged = await ada.requests()
    last = logged[-1]
    assert last["template"] == "/interactions/{interaction_id}/{token}/callback"
    assert last["files"] == ["board.png"]
    assert (last["status"], last["body"]["type"]) == (200, 4)
    assert len(await ada.requests(since=len(logged) - 1)) == 1
    assert probe.seen


# Who is let in: loopback, this host, this origin, whoever knows the secret path.


async def status(url: str, **headers: str) -> int:
    async with aiohttp.ClientSession() as session, session.get(url, headers=headers) as response:
        return response.status


async def test_the_sandbox_listens_on_loopback_alone(sandbox: Sandbox) -> None:
    assert sandbox._runner is not None
    assert [address[0] for address in sandbox._runner.addresses] == ["127.0.0.1"]


async def test_a_client_of_this_process_needs_no_port() -> None:
    sandbox = Sandbox(token="a-token", port=9)
    with pytest.raises(RuntimeError):
        sandbox.connector()
    await sandbox.start(listens=False)
    headers = {"Authorization": "Bot a-token"}
    async with aiohttp.ClientSession(connector=sandbox.connector(), headers=headers) as session:
        async with session.get(f"{sandbox.api_base}/users/@me") as response:
            assert (await response.json())["username"] == "nimbus"
        async with session.ws_connect(sandbox.gateway_url) as socket:
            assert orjson.loads(await socket.receive_str())["op"] == Op.HELLO
            await sandbox.stop()
            assert (await socket.receive()).type is aiohttp.WSMsgType.CLOSED


async def test_a_wrong_capability_finds_nothing_nor_do_strange_names_and_paths(
    sandbox: Sandbox,
) -> None:
    base = f"http://127.0.0.1:{sandbox.port}"
    for path in ("/", "/wrong/", "/wrong/ui", "/wrong/faults", "/wrong/requests"):
        assert await status(base + path) == 404
    assert await status(f"{sandbox.page_url}faults") == 200
    for person in ("1", "ada", "-1"):
        assert await status(f"{sandbox.page_url}ui?as={person}") == 404
    for name in ("..%2Fserver.py", "../server.py", "none.js"):
        assert await status(f"{sandbox.page_url}static/{name}") == 404
    for path in ("cdn/1/a.png", "cdn/emoji/1.png"):
        assert await status(sandbox.page_url + path) == 404


async def test_capabilities_are_never_the_same() -> None:
    assert Sandbox(token="t").page_url != Sandbox(token="t").page_url


@pytest.mark.parametrize("path", ["{page}faults", "{api}/users/@me", "{page}ui"])
async def test_other_hosts_and_origins_are_refused(sandbox: Sandbox, path: str) -> None:
    url = path.format(page=sandbox.page_url, api=sandbox.api_base)
    assert await status(url, Host=f"example.org:{sandbox.port}") == 403
    assert await status(url, Host="127.0.0.1:1") == 403
    assert await status(url, Origin="http://example.org") == 403
    assert await status(url, Origin="null") == 403


async def test_our_own_origin_is_let_in_and_a_name_without_a_port_means_port_80(
    sandbox: Sandbox,
) -> None:
    host = f"localhost:{sandbox.port}"
    url = f"{sandbox.page_url}faults"
    assert await status(url, Host=host, Origin=f"http://{host}") == 200
    url = f"{sandbox.page_url}faults"
    assert await status(url, Host="localhost") == 403
    sandbox.port = 80  # which not everybody may have
    assert await status(url, Host="localhost") == 200
    assert await status(url, Host="127.0.0.1", Origin="http://127.0.0.1") == 200
    assert await status(url, Host="localhost:80", Origin="http://localhost:80") == 200
    assert await status(url, Host="example.org") == 403
    assert await status(url, Host="127.0.0.1", Origin="http://example.org") == 403


async def test_the_gateway_refuses_other_origins(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(sandbox.gateway_url, origin="http://example.org")


async def test_bad_faults_are_a_bad_request(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as session:
        for body in (b"{", b"[]", b'{"weather": 1}'):
            async with session.post(f"{sandbox.page_url}faults", data=body) as response:
                assert response.status == 400


async def test_every_request_passes_the_hook(sandbox: Sandbox, probe: Probe, ada: Tab) -> None:
    heard: list[Request] = []
    sandbox.on_request = heard.append
    await ada.command("lounge", "table")
    assert [(item.method, item.body["type"]) for item in heard] == [("POST", 4)]
    assert probe.seen


async def test_by_itself_it_prints_its_addresses_and_serves_until_told_to_stop() -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "sandbox", "--token", "secret"), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    line = orjson.loads(await asyncio.wait_for(process.stdout.readline(), 60))
    assert line["token"] == "secret"
    async with await connect(line["page"], "ben") as tab:
        assert tab.hello["me"]["username"] == "ben"
    process.send_signal(signal.SIGTERM)
    assert await asyncio.wait_for(process.wait(), 60) == 0


async def headers(url: str, method: str = "GET") -> dict[str, str]:
    async with aiohttp.ClientSession() as session, session.request(method, url) as response:
        return dict(response.headers)


async def test_what_is_served_is_not_guessed_at_nor_told_of_and_runs_no_scripts_but_its_own(
    sandbox: Sandbox,
) -> None:
    page, api = sandbox.page_url, sandbox.api_base
    for url in (
        page,
        f"{page}static/app.js",
        f"{page}faults",
        f"{page}none",
        f"{api}/gateway",
        api,
    ):
        told = await headers(url)
        assert told["X-Content-Type-Options"] == "nosniff", url
        assert told["Referrer-Policy"] == "no-referrer", url
    policy = (await headers(sandbox.page_url))["Content-Security-Policy"]
    assert "default-src 'none'; script-src 'self'; style-src 'self';" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize(
    ("name", "data", "kind", "kept"),
    [
        ("a.png", png(), "image/png", False),
        ("a.html", png(), "image/png", False),
        ("a.html", b"<script>alert(1)</script>", "text/plain; charset=utf-8", True),
        ("a.js", b"alert(1)", "text/plain; charset=utf-8", True),
        ("a.svg", b"<svg onload='alert(1)'/>", "application/octet-stream", True),
        ("a.xhtml", b"<html/>", "application/octet-stream", True),
        ("a.txt", "♠".encode(), "text/plain; charset=utf-8", True),
        ("a", b"x", "application/octet-stream", True),
    ],
)
async def test_files_are_served_as_what_they_are_and_never_as_pages(
    sandbox: Sandbox, name: str, data: bytes, kind: str, kept: bool
) -> None:
    memory = sandbox.memory
    message = Message(memory.snowflakes.mint(), next(iter(memory.channels)), memory.bot.id)
    drawn = draft(memory, message, {}, {0: Upload(name, data)}, Terms())
    sandbox._switchboard.post(drawn)
    told = await headers(file_url(memory, drawn.attachments[0]))
    assert told["Content-Type"] == kind
    assert ("Content-Disposition" in told) == kept
    assert "sandbox" in told["Content-Security-Policy"]
    assert told["X-Content-Type-Options"] == "nosniff"

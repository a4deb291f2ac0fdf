"""Who is let in: loopback, this host, this origin, whoever knows the secret path."""

from __future__ import annotations

import asyncio
import signal
import sys

import aiohttp
import orjson
import pytest

from sandbox import Message, Request, Sandbox
from sandbox.client import Tab, connect
from sandbox.drafts import Terms, draft
from sandbox.multipart import Upload
from sandbox.objects import file_url
from sandbox.wire import Op
from tests.sandbox.probe import Probe, png


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
        *(sys.executable, "-m", "sandbox", "--token", "secret"),
        stdout=asyncio.subprocess.PIPE,
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

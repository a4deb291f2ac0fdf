"""What a running bot tells its host: `/metrics` over HTTP, and the log as JSON."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import os
import random
import re
import socket
import sys
from collections import defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from prometheus_client.parser import text_string_to_metric_families

from bot.errors import SettingsError
from bot.host import telemetry
from bot.host.logs import Exit, Json, scrubbed
from bot.host.telemetry import template
from sandbox.client import Tab
from sandbox.faults import RequestFault
from tests.e2e import warm
from tests.e2e.running_bot import RunningBot, moves_in_dm, opened, play_in_dm, running_bot
from tests.e2e.test_database import in_hand
from tests.host.failing import SECRETS
from tests.postgresql import Server
from tests.source_tree import ROOT
from tests.store.samples import tamper
from tests.test_command_line import start
from tests.waits import PATIENCE

# `/metrics` of a bot that runs, asked for over HTTP as Prometheus does.

ORIGINAL = "/webhooks/{id}/{token}/messages/@original"

WAITED = "nimbus_rest_wait_seconds_sum"

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def answers(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


async def scraped(port: int) -> Samples:
    """Ask for the numbers; gives them by name and labels."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/metrics") as answer,
    ):
        assert answer.status == 200
        text = await answer.text()
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def scraped_when(port: int, condition: Callable[[Samples], bool]) -> Samples:
    """Ask for the numbers until they are as expected."""
    async with asyncio.timeout(PATIENCE):
        while not condition(samples := await scraped(port)):  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    return samples


def total(samples: Samples, name: str, **labels: str) -> float:
    """Add up the samples of a name that have these labels."""
    wanted = labels.items()
    return sum(value for (found, has), value in samples.items() if found == name and wanted <= has)


@pytest.mark.whole
async def test_numbers_tell_what_happened_and_nobody(tmp_path: Path) -> None:
    samples, moves = await after_an_evening(tmp_path)
    assert total(samples, "nimbus_info") == 1
    assert total(samples, "nimbus_interactions_total", kind="command", outcome="done") == 1
    # The stranger is; so is a press of an old control while the new one waits for the limit.
    assert total(samples, "nimbus_interactions_total", kind="control", outcome="refused") >= 1
    presses = total(samples, "nimbus_interactions_total", kind="control")
    assert 4 <= presses <= total(samples, "nimbus_acknowledge_seconds_count") + 2
    for message in ("board", "hand"):
        assert total(samples, "nimbus_show_seconds_count", message=message) >= 2
    by = [total(samples, "nimbus_moves_total", by=by) for by in ("person", "house")]
    assert moves <= sum(by)
    assert min(by) >= 1
    assert total(samples, "nimbus_thinking_seconds_count", game="cloud_nine", level="normal") >= 1
    patched = {"method": "PATCH", "route": "/channels/{id}/messages/{id}"}
    assert total(samples, "nimbus_rest_requests_total", status="429", **patched) == 1
    assert total(samples, "nimbus_rest_requests_total", status="200", **patched) >= 2
    assert total(samples, "nimbus_slot_wait_seconds_count", urgency="board") >= 2
    assert total(samples, "nimbus_store_commit_seconds_count") >= moves
    assert total(samples, "nimbus_event_loop_lag_seconds_count") >= 1
    assert total(samples, "nimbus_backup_age_seconds") >= 0
    assert total(samples, "process_resident_memory_bytes") > 0
    if sys.platform == "linux":
        for role in ("bot", "fork server", "thinking"):
            assert total(samples, "nimbus_memory_bytes", role=role) > 1e6
        assert total(samples, "nimbus_memory_bytes", role="workshop") == 0
    assert {"nimbus_tables", "nimbus_queue_length", "nimbus_healthy"} <= {n for n, _ in samples}
    labels = {value for _, has in samples for _, value in has}
    assert not [value for value in labels if re.search(r"\d{7}|Ada|Dmitri|a-token", value)]


async def test_numbers_are_told_to_who_asks_for_this_host_and_for_no_other() -> None:
    port = free_port()
    serving = await asyncio.to_thread(telemetry.serve, "127.0.0.1", port)
    try:
        async with aiohttp.ClientSession() as session:
            for host, status in {
                f"127.0.0.1:{port}": 200, f"localhost:{port}": 200, f"nimbus:{port}": 200,
                f"evil.example:{port}": 421, "127.0.0.1.evil.example": 421, "[evil.example": 421,
            }.items():  # fmt: skip
                url = f"http://127.0.0.1:{port}/metrics"
                async with session.get(url, headers={"Host": host}) as answer:
                    told = await answer.text()
                    assert (answer.status, "nimbus_" in told) == (status, status == 200), host
    finally:
        await asyncio.to_thread(telemetry.stop, *serving)


async def after_an_evening(tmp_path: Path) -> tuple[Samples, int]:
    """Let somebody play a while; gives the numbers then, and how many moves were made before."""
    port = free_port()
    async with running_bot(
        tmp_path, NIMBUS_METRICS=str(port), NIMBUS_BACKUP="daily:1", NIMBUS_THINKERS="1"
    ) as held:
        (tab,) = await opened(held, ("Ada",), stranger="Dmitri")
        await play_in_dm(tab, random.Random(1), lambda _: sent(held) > 15)
        limited = RequestFault(method="PATCH", path="/channels/", status=429, retry_after=0.3)
        held.sandbox.faults.requests = [limited]
        row = await held.until_stored(lambda row: row.moves >= 6)
        await play_in_dm(tab, random.Random(1), lambda _: not held.sandbox.faults.requests)
        # The call that was limited counts when it has come through at last.
        return await scraped_when(port, is_all_told), row.moves


def is_all_told(samples: Samples) -> bool:
    """Return whether the call that was limited is counted, and memory since somebody thought."""
    forked = total(samples, "nimbus_memory_bytes", role="thinking")
    return total(samples, WAITED) >= 0.3 and (forked > 0 or sys.platform != "linux")


def sent(held: RunningBot) -> int:
    return len([request for request in held.sandbox.requests if request.method == "PATCH"])


def test_memory_is_not_told_where_the_system_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    roles = {"bot": [os.getpid()], "thinking": []}
    if sys.platform == "linux":
        assert telemetry.memory(roles)["bot"] > 1e6
        assert telemetry.memory({**roles, "thinking": [2**22 + 1]})["thinking"] == 0
    monkeypatch.setattr(telemetry, "_ROLLUP", "/nowhere/{}")
    assert telemetry.memory(roles) == {}


async def test_there_is_no_port_unless_it_is_asked_for_and_a_taken_one_is_named(
    tmp_path: Path,
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        status, words = await start(tmp_path, NIMBUS_METRICS=f"127.0.0.1:{port}")
    assert (status, f"NIMBUS_METRICS: 127.0.0.1:{port}" in words) == (Exit.SETTINGS, True)


@pytest.mark.parametrize("host", ["a..b", ".", "192.0.2.1"])
async def test_an_address_that_cannot_be_used_is_named(tmp_path: Path, host: str) -> None:
    status, words = await start(tmp_path, NIMBUS_METRICS=f"{host}:9464")
    assert (status, f"NIMBUS_METRICS: {host}:9464 cannot" in words) == (Exit.SETTINGS, True)


async def test_a_process_among_several_waits_for_the_port_of_another(
    tmp_path: Path, postgresql: Server
) -> None:
    with postgresql.database() as name, socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        url = postgresql.url(name)
        async with running_bot(tmp_path, DATABASE_URL=url, NIMBUS_METRICS=str(port)) as held:
            await held.until(lambda: f"{port} is used by another process" in held.log())
            taken.close()
            await held.until(lambda: answers(port))
            # Its first look may come before it is connected.
            await scraped_when(port, lambda told: total(told, "nimbus_shards") == 1)


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/interactions/123/aW50ZXI:x/callback", "/interactions/{id}/{token}/callback"),
        ("/api/v10/webhooks/12/s3cr3t/messages/@original", ORIGINAL),
        ("/api/v10/webhooks/12/messages/messages/@original", ORIGINAL),
        ("/api/v10/guilds/12/surprise", "/guilds/{id}/{other}"),
        ("/attachments/12/34/picture.png", None),
    ],
)  # fmt: skip
def test_no_id_and_no_token_becomes_a_label(path: str, route: str | None) -> None:
    assert template(path) == route


def test_every_number_is_described() -> None:
    text = (ROOT / "docs" / "operations.md").read_text()
    source = (ROOT / "bot" / "meters.py").read_text()
    for name in re.findall(r'"(nimbus_\w+)"', source):
        assert f"`{name}" in text, name


# Errors are sent over HTTP to whoever takes them, without a value that somebody could mind.

Events = list[dict[str, Any]]


@asynccontextmanager
async def taking() -> AsyncIterator[tuple[str, Events]]:
    """Take errors as Sentry does; gives the DSN, and the events that came."""
    events: Events = []

    async def take(request: web.Request) -> web.Response:
        body = await request.read()
        text = gzip.decompress(body) if body[:2] == b"\x1f\x8b" else body
        lines = text.split(b"\n")
        for head, content in zip(lines[1::2], lines[2::2], strict=False):
            if head and json.loads(head)["type"] == "event":
                events.append(json.loads(content))
        return web.json_response({})

    app = web.Application()
    app.add_routes([web.post("/api/1/envelope/", take)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    try:
        yield f"http://key@127.0.0.1:{port}/1", events
    finally:
        await runner.cleanup()


async def test_an_error_is_sent_without_its_values(tmp_path: Path) -> None:
    async with taking() as (dsn, events):
        environment = {**os.environ, "SENTRY_DSN": dsn}
        process = await warm.start("tests.host.failing", environment, tmp_path / "log")
        assert await process.wait() == 0
    pressed, forgotten = events
    assert pressed["logentry"] == {"message": "what %s pressed (%s) failed: %s"}
    assert len(pressed["tags"]["press"]) == 8
    for event in (pressed, forgotten):
        (error,) = event["exception"]["values"]
        assert (error["type"], error["value"]) == ("ValueError", "")
        assert error["stacktrace"]["frames"][-1]["function"] in {"fail", "lost"}
        assert not [secret for secret in SECRETS if secret in json.dumps(event)]
        assert not {"user", "server_name", "extra", "breadcrumbs"} & set(event)


async def test_a_running_bot_sends_what_it_logs_as_an_error(tmp_path: Path) -> None:
    async with taking() as (dsn, events), running_bot(tmp_path, SENTRY_DSN=dsn) as held:
        (tab,) = await opened(held, ("Ada",))
        await tab.wait_for(moves_in_dm)
        message, choices = in_hand(tab)
        await held.kill()
        tamper(tmp_path / "nimbus.sqlite3", "UPDATE match SET state = 'Ada'")
        await held.wake()
        await tab.wait_for(lambda tab: tab.bot_online)
        assert (await tab.click(message, custom_id=choices[0]["custom_id"])).ok
        await held.until(lambda: events)
    assert events[0]["logentry"] == {"message": "%s; it is set aside, the others go on"}
    assert events[0]["release"].startswith("nimbus@")
    assert "Ada" not in json.dumps(events)


@pytest.mark.parametrize("dsn", ["hush://nothing", "foo", "https://hush@[::1/1"])
def test_what_is_no_dsn_is_named_and_not_shown(dsn: str) -> None:
    with pytest.raises(SettingsError, match="SENTRY_DSN") as told:
        telemetry.begin(dsn)
    assert "hush" not in str(told.value)


# The log as JSON: an evening in it, one number through a press, and nothing that is secret.

NAMES = ("Ada", "Dmitri")


def lines(held: RunningBot) -> list[dict[str, Any]]:
    return [json.loads(line) for line in held.log().splitlines()]


def caused(held: RunningBot) -> list[set[str]]:
    """Return what was logged of each press, as its beginnings."""
    told: defaultdict[str, set[str]] = defaultdict(set)
    for line in lines(held):
        if "press" in line:
            told[line["press"]].add(line["message"].split(" (")[0])
    return list(told.values())


def one_press_caused(held: RunningBot, *patterns: str) -> bool:
    """Return whether there is a press of which all of these were logged."""
    return any(
        all(any(re.fullmatch(pattern, line) for line in told) for pattern in patterns)
        for told in caused(held)
    )


def shown_as_of(tab: Tab, moves: int) -> bool:
    """Return whether the hand is up to date, and its person to move: it stays as it is then."""
    found = moves_in_dm(tab)
    return found is not None and found[1][0]["custom_id"].startswith(f"m:1:{moves}:")


@pytest.mark.whole
async def test_an_evening_tells_presses_by_number_and_no_secret(tmp_path: Path) -> None:
    async with running_bot(tmp_path, NIMBUS_LOG="json,debug") as held:
        (tab,) = await opened(held, NAMES[:1], stranger=NAMES[1])
        await play_in_dm(tab, random.Random(1), lambda _: len(held.sandbox.requests) > 60)
        await held.until_stored(lambda row: shown_as_of(tab, row.moves))
        message, choices = in_hand(tab)
        faults = held.sandbox.faults
        faults.requests = [RequestFault("PATCH", "/messages/", status=403, code=50001, times=4)]
        faults.callback_losses = 1
        await tab.click(message, custom_id=choices[0]["custom_id"])
        for told in ("acknowledgement lost: ServerDisconnectedError", "match 1: .+ not shown"):
            # Whatever came of the press that it was in, that stands under the same number.
            await held.until(partial(one_press_caused, held, told, r"m:1:\d+: \w+"))
        text = held.log()
        tokens = {
            part for request in held.sandbox.requests for part in request.path.split("/")
            if len(part) > 25
        }  # fmt: skip
    assert tokens
    assert not [secret for secret in (*NAMES, "a-token", *tokens) if secret in text]
    assert {"time", "level", "part", "message"} <= set(lines(held)[0])
    assert len(caused(held)) >= 5


def test_what_looks_like_a_token_is_not_written() -> None:
    token = "MTk4NjIyNDgzNDcxOTI1MjQ4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
    address = f"/webhooks/12/{'s' * 30}/messages/@original"
    assert scrubbed(f"{token} {address}") == "{token} /webhooks/12/{token}/messages/@original"
    assert scrubbed("sqlite+aiosqlite:///data/nimbus.sqlite3") == (
        "sqlite+aiosqlite:///data/nimbus.sqlite3"
    )


def test_an_error_is_one_line_with_its_traceback() -> None:
    with pytest.raises(ValueError, match="invalid") as raised:
        int("no")
    error = (raised.type, raised.value, raised.tb)
    record = logging.LogRecord("bot", logging.ERROR, "x", 1, "it %s", ("broke",), error)
    written = Json().format(record)
    assert "\n" not in written
    assert json.loads(written)["message"] == "it broke"
    assert "ValueError: invalid" in json.loads(written)["error"]

"""Errors are sent over HTTP to whoever takes them, without a value that somebody could mind."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web

from bot.errors import SettingsError
from bot.host import watching
from tests.e2e import warm
from tests.e2e.running_bot import moves_in_dm, opened, running_bot
from tests.e2e.test_database_in_trouble import in_hand
from tests.host.failing import SECRETS
from tests.store.samples import tamper

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
        watching.begin(dsn)
    assert "hush" not in str(told.value)

"""A running stand-in, a real bot on it, and the people of its memory."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator

import pytest

from sandbox import Sandbox, Timing
from sandbox.client import Tab, connect
from tests.sandbox.probe import Probe, point_at

HASTY = Timing(acknowledge=0.1, heartbeat=0.1)


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    running = Sandbox()
    await running.start()
    yield running
    await running.stop()


@pytest.fixture
async def hasty(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make interactions fail sooner, for tests that wait for it."""
    monkeypatch.setattr(sandbox._switchboard.interactions, "_timing", HASTY)


@contextlib.asynccontextmanager
async def run_bot(sandbox: Sandbox, probe: Probe) -> AsyncIterator[Probe]:
    async with probe, asyncio.timeout(120):
        await probe.login(sandbox.token)
        task = asyncio.create_task(probe.connect())
        await probe.wait_until_ready()
        yield probe
        await probe.close()
        await task


@pytest.fixture
async def probe(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Probe]:
    point_at(sandbox.api_base, sandbox.gateway_url, monkeypatch.setattr)
    async with run_bot(sandbox, Probe(guild_ready_timeout=0.05)) as running:
        yield running


@pytest.fixture
async def ada(sandbox: Sandbox) -> AsyncIterator[Tab]:
    async with await connect(sandbox.page_url, "ada") as tab:
        yield tab


@pytest.fixture
async def ben(sandbox: Sandbox) -> AsyncIterator[Tab]:
    async with await connect(sandbox.page_url, "ben") as tab:
        yield tab

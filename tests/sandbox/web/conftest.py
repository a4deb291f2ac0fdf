"""A browser, and the people who look at the stand-in's page with it."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Protocol

import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Error,
    Page,
    async_playwright,
    expect,
)

from sandbox import Sandbox
from tests.sandbox.conftest import HASTY, run_bot
from tests.sandbox.probe import Probe, point_at

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next((path for name in _NAMES if (path := shutil.which(name))), None)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS = 60_000


class Visit(Protocol):
    """Opens the page as somebody, in a browser window of their own."""

    async def __call__(self, person: str = "ada", **options: Any) -> Page: ...


# One browser serves all of these tests, so they and their fixtures share one loop.
@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    if CHROMIUM is None:
        pytest.skip(f"none of {', '.join(_NAMES)} is installed")
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as driver:
        running = await driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield running
        await running.close()


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox() -> AsyncIterator[Sandbox]:
    running = Sandbox()
    await running.start()
    yield running
    await running.stop()


@pytest_asyncio.fixture(loop_scope="session")
async def probe(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Probe]:
    point_at(sandbox.api_base, sandbox.gateway_url, monkeypatch.setattr)
    async with run_bot(sandbox, Probe(guild_ready_timeout=0.05)) as running:
        yield running


@pytest.fixture
def hasty(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make interactions fail sooner, for tests that wait for it."""
    monkeypatch.setattr(sandbox._switchboard.interactions, "_timing", HASTY)


class Windows:
    """Browser windows, each with a context of its own: opening one takes longer than a test.

    One that a test is done with is given to the next that wants such a one.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: defaultdict[str, list[Page]] = defaultdict(list)

    @asynccontextmanager
    async def open(self, **options: Any) -> AsyncIterator[Page]:
        """Lend a window; `options` are those of its context."""
        idle = self._idle[repr(sorted(options.items()))]
        page = idle.pop() if idle else await self._opened(options)
        yield page
        (own,) = page.context.pages
        assert own is page
        await page.mouse.move(0, 0)
        if page.url.startswith("http:"):
            await page.evaluate("localStorage.clear()")
        await page.goto("about:blank")
        idle.append(page)

    async def _opened(self, options: dict[str, Any]) -> Page:
        context = await self._browser.new_context(**({"locale": "en-GB"} | options))
        context.set_default_timeout(PATIENCE_MS)
        return await context.new_page()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def windows(browser: Browser) -> Windows:
    return Windows(browser)


@pytest_asyncio.fixture(loop_scope="session")
async def visit(windows: Windows, sandbox: Sandbox) -> AsyncIterator[Visit]:
    wrong: list[str] = []

    def note(line: ConsoleMessage) -> None:
        if line.type == "error":
            wrong.append(line.text)

    def note_error(error: Error) -> None:
        wrong.append(str(error))

    async with AsyncExitStack() as lent:

        async def open_page(person: str = "ada", **options: Any) -> Page:
            page = await lent.enter_async_context(windows.open(**options))
            page.on("pageerror", note_error)
            lent.callback(page.remove_listener, "pageerror", note_error)
            page.on("console", note)
            lent.callback(page.remove_listener, "console", note)
            people = sandbox.memory.people.values()
            number = next(one.id for one in people if one.username == person)
            await page.goto(f"{sandbox.page_url}?as={number}")
            await (
                page.get_by_role("button", name="You are")
                .or_(page.get_by_role("button", name="Show channels"))
                .first.wait_for()
            )
            return page

        yield open_page
    assert wrong == []

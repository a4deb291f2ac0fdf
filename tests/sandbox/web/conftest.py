"""A browser, the people who look at the stand-in's page with it, and things to put before them."""

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
    Locator,
    Page,
    async_playwright,
    expect,
)

from sandbox import Message, Sandbox
from tests.sandbox.conftest import HASTY, Probe, point_at, run_bot

# A browser, and the people who look at the stand-in's page with it.

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


# Things to put before the people who look at the page.


def person_id(sandbox: Sandbox, username: str) -> int:
    return next(one.id for one in sandbox.memory.people.values() if one.username == username)


def channel_id(sandbox: Sandbox, name: str) -> int:
    return next(one.id for one in sandbox.memory.channels.values() if one.name == name)


def post(
    sandbox: Sandbox,
    content: str = "",
    *parts: Any,
    channel: str = "lounge",
    author: str | None = None,
    **more: Any,
) -> Message:
    """Post a message of the bot, or of somebody, with these components."""
    memory = sandbox.memory
    writer = memory.bot.id if author is None else person_id(sandbox, author)
    place = channel_id(sandbox, channel)
    message = Message(
        memory.snowflakes.mint(), place, writer, content, components=tuple(parts), **more
    )
    return sandbox._switchboard.post(message)


def row(*parts: Any) -> dict[str, Any]:
    return {"type": 1, "id": 90, "components": list(parts)}


def button(label: str, **more: Any) -> dict[str, Any]:
    return {"type": 2, "id": 91, "style": 1, "label": label, "custom_id": label.lower()} | more


def shown(page: Page, message: Message) -> Locator:
    return page.locator(f'[data-message-id="{message.id}"]')


async def run(page: Page, *keys: str) -> None:
    """Type into the composer; what is in <> is a key."""
    await page.locator("#composer").focus()
    for part in keys:
        if part.startswith("<"):
            await page.keyboard.press(part.strip("<>"))
        else:
            await page.keyboard.type(part)

"""A newcomer's first game: `make play`, a browser, and nothing else."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.async_api import Page, async_playwright, expect

from tests.e2e.running_bot import ROOT
from tests.sandbox.web.conftest import ARGUMENTS, CHROMIUM

PATIENCE_MS = 120_000
MOVES = '[data-custom-id^="m:"]:not([disabled])'

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
]


def make_play(data: Path) -> AbstractAsyncContextManager[str]:
    """Run `make play` without a token; gives the address it prints."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("DISCORD_")}
    environment |= {"NIMBUS_DATA": str(data), "NIMBUS_PACE": "0", "PYTHON": sys.executable}
    return started(["make", "play"], ROOT, environment)


@asynccontextmanager
async def started(
    command: Sequence[str | Path], directory: Path, environment: Mapping[str, str]
) -> AsyncIterator[str]:
    """Run what starts a sandbox, and stop it; gives the address it prints."""
    process = await asyncio.create_subprocess_exec(
        *command, cwd=directory, env=environment, stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    assert process.stdout is not None
    try:
        async with asyncio.timeout(120):
            address = await address_of(process.stdout)
        yield address
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        await process.wait()


async def address_of(lines: asyncio.StreamReader) -> str:
    """Return the first address that is printed."""
    async for line in lines:
        if found := re.search(r"http://127\.0\.0\.1:\d+/\S+", line.decode()):
            return found[0]
    raise AssertionError("no address was printed")


@asynccontextmanager
async def browser_page(address: str) -> AsyncIterator[Page]:
    """Open the address in headless Chromium; any error on the page fails the test."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = await browser.new_page(viewport={"width": 1280, "height": 900})
        page.set_default_timeout(PATIENCE_MS)
        expect.set_options(timeout=PATIENCE_MS)
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(address)
        yield page
        await browser.close()
        assert errors == []


async def type_command(page: Page, *keys: str) -> None:
    """Type a command into the composer, taking what is offered."""
    await page.locator("#composer").click()
    offered = page.get_by_role("option").first
    for before, key in pairwise(("", *keys)):
        if key != "Enter":
            offered = page.get_by_role("option", name=key).first
            await page.keyboard.type(key)
            continue
        # It is offered before it is taken, and no more before the command is sent.
        await (expect(offered).to_be_hidden() if before == key else expect(offered).to_be_visible())
        await page.keyboard.press(key)


async def play_my_hand(page: Page) -> None:
    """Press a button of the newest hand whenever there is one, until the result is told."""
    result = page.get_by_text(re.compile("(First|Second|Third) of 3|You (won|share)"))
    try:
        async with asyncio.timeout(120):
            while not await result.count():
                # At once, as the hand may be drawn again between looking and pressing.
                await page.evaluate(f"document.querySelector('{MOVES}')?.click()")
                await page.wait_for_timeout(100)
    except TimeoutError as error:
        raise AssertionError(await page.locator("body").inner_text()) from error


async def test_a_newcomer_plays_a_first_game_to_the_result(tmp_path: Path) -> None:
    async with make_play(tmp_path) as address, browser_page(address) as page:
        await page.locator("[data-channel-id]", has_text="tables").click()
        await expect(page.get_by_text("is online")).to_be_visible()
        await type_command(page, "/play", "Enter", "clouds", "Enter", "Enter")
        await page.get_by_role("button", name="More…").click()
        await page.get_by_role("button", name="Options").click()
        await page.get_by_role("dialog").locator("input").first.fill("1")
        await page.get_by_role("button", name="Submit").click()
        await expect(page.get_by_text("Deals: 1").first).to_be_visible()
        await page.screenshot(path=tmp_path / "1-lobby.png")
        await page.get_by_role("button", name="Start").click()
        await expect(page.locator('[data-custom-id^="m:"]').first).to_be_visible(
            timeout=PATIENCE_MS
        )
        await page.screenshot(path=tmp_path / "2-hand.png")
        await play_my_hand(page)
        await expect(page.get_by_role("button", name="Rematch")).to_have_count(
            1, timeout=PATIENCE_MS
        )
        picture = page.get_by_role("img", name=re.compile("The game is over. Winner")).last
        await expect(picture).to_be_visible()
        loaded = "image => image.decode().then(() => image.naturalWidth)"
        assert await picture.evaluate(loaded) >= 800
        await page.screenshot(path=tmp_path / "3-result.png")

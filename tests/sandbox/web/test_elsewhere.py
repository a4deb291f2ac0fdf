"""Places without the bot on the page: switched on, played in by tokens, switched off."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from sandbox import Sandbox
from tests.sandbox.conftest import run_bot
from tests.sandbox.probe import Anywhere, point_at
from tests.sandbox.web.conftest import Visit
from tests.sandbox.web.scenes import run

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SWITCH = "Places without nimbus: a group chat and another server"


@pytest_asyncio.fixture(loop_scope="session")
async def probe(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Anywhere]:
    point_at(sandbox.api_base, sandbox.gateway_url, monkeypatch.setattr)
    anywhere = Anywhere(guild_ready_timeout=0.05)
    async with run_bot(sandbox, anywhere):
        yield anywhere


async def switch(page: Page, label: str, *, on: bool = True) -> None:
    await page.get_by_role("button", name="Make things go wrong").click()
    box = page.get_by_role("dialog", name="Make things go wrong").get_by_label(label)
    await box.set_checked(on)
    await expect(box).to_be_checked(checked=on)
    await page.keyboard.press("Escape")


async def go(page: Page, place: str) -> None:
    await page.get_by_role("navigation").get_by_role("button", name=place).click()


@pytest.mark.usefixtures("probe")
async def test_a_group_plays_by_tokens(visit: Visit) -> None:
    ada, ben, another_tab = await visit(), await visit("ben"), await visit("ben")
    await expect(ada.get_by_role("button", name="Group chat")).to_have_count(0)
    await switch(ada, SWITCH)
    for page in (ada, ben):
        await go(page, "Group chat")
        await expect(page.locator(".beginning")).to_contain_text("Ada, Ben, Cleo write to each")
        await expect(page.locator(".beginning")).to_contain_text("nimbus is not in it")
    # A list that is open already follows what the person may use.
    await ben.locator("#composer").fill("/tab")
    await expect(ben.get_by_role("option", name="/table")).to_have_count(1)
    await switch(another_tab, "I have nimbus installed for myself", on=False)
    await expect(ben.get_by_role("option", name="/table")).to_have_count(0)
    await run(ada, "/table", "<Enter>", "<Enter>")
    await ben.get_by_role("button", name="Press").click()
    await expect(ada.locator(".message")).to_contain_text("pressed 1")


@pytest.mark.usefixtures("probe")
async def test_a_server_may_keep_apps_from_outside_to_oneself(visit: Visit) -> None:
    page = await visit()
    await switch(page, SWITCH)
    await go(page, "#general")
    await expect(page.locator(".beginning")).to_contain_text("nimbus is not on this server")
    await switch(page, "This server does not let people use apps from elsewhere")
    await run(page, "/table", "<Enter>", "<Enter>")
    await expect(page.locator(".message")).to_contain_text("Only you can see this")


async def test_who_is_elsewhere_is_led_home_when_it_is_switched_off(visit: Visit) -> None:
    ada, ben = await visit(), await visit("ben")
    await switch(ada, SWITCH)
    await expect(ada.get_by_role("button", name="Make things go wrong")).to_contain_class("on")
    await go(ada, "Group chat")
    await go(ben, "#general")
    await run(ada, "hello", "<Enter>")
    await expect(ada.locator(".message")).to_contain_text("hello")
    await switch(ada, SWITCH, on=False)
    for page in (ada, ben):
        await expect(page.get_by_role("heading", level=1)).to_have_text("#lounge")
        await expect(page.get_by_role("button", name="Group chat")).to_have_count(0)
        await expect(page.get_by_text("A server without")).to_have_count(0)
    await switch(ada, SWITCH)
    await go(ada, "Group chat")
    await expect(ada.locator(".message")).to_contain_text("hello")

"""Who one is on the page, where one is, and what happens when things go wrong."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.async_api import expect

from sandbox import Sandbox
from sandbox.things import Event
from tests.sandbox.probe import Probe
from tests.sandbox.web.conftest import Visit
from tests.sandbox.web.scenes import person_id, post, run, shown
from tests.waits import until

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PHONE = {"width": 390, "height": 844}
WATCH_BANNERS = """() => {
  const box = document.querySelector("#banners");
  let told = null;
  const look = () => {
    const warning = box.querySelector(".warn");
    if (told && !warning) document.body.dataset.mended = told;
    told = warning?.textContent ?? told;
  };
  new MutationObserver(look).observe(box, { childList: true });
}"""


async def test_the_page_says_what_it_is_welcomes_once_and_asks_nobody_but_its_own_server(
    visit: Visit, sandbox: Sandbox
) -> None:
    page = await visit()
    stand_in = page.get_by_text("a stand-in for Discord on your own machine")
    await expect(stand_in).to_be_visible()
    await page.get_by_role("button", name="Dismiss welcome").click()
    await page.reload()
    await expect(page.get_by_role("button", name="#lounge")).to_be_visible()
    await expect(page.get_by_role("note")).to_have_count(0)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.reload()
    await expect(page.get_by_role("button", name="#lounge")).to_be_visible()
    assert len(asked) > 20
    assert all(url.startswith(sandbox.page_url) for url in asked)


async def test_one_becomes_someone_else_in_place(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit()
    await page.get_by_role("button", name="You are Ada").click()
    ben = person_id(sandbox, "ben")
    tab = page.get_by_role("link", name="Open a new tab as Ben")
    await expect(tab).to_have_attribute("href", re.compile(rf"\?as={ben}\b"))
    await page.get_by_role("button", name="Act as Ben").click()
    await expect(page.get_by_role("button", name="You are Ben")).to_be_visible()
    assert f"?as={ben}" in page.url


async def test_the_list_of_people_closes_when_one_turns_to_something_else(visit: Visit) -> None:
    page = await visit()
    people = page.get_by_role("group", name="People to act as")
    account = page.get_by_role("button", name="You are Ada")
    await account.click()
    await expect(people).to_be_visible()
    await page.locator(".messages").click(position={"x": 5, "y": 5})
    await expect(people).to_have_count(0)
    await account.click()
    await page.get_by_role("textbox").first.focus()
    await page.keyboard.press("Escape")
    await expect(people).to_have_count(0)
    await account.click()
    await expect(people).to_be_visible()
    await account.click()
    await expect(people).to_have_count(0)


async def test_nothing_of_one_person_is_left_for_the_next(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit()
    secret = post(sandbox, "your hand", only_for=person_id(sandbox, "ada"))
    await expect(shown(page, secret)).to_be_visible()
    await page.get_by_role("button", name="You are Ada").click()
    await page.get_by_role("button", name="Act as Ben").click()
    await expect(page.get_by_role("button", name="You are Ben")).to_be_visible()
    await expect(shown(page, secret)).to_have_count(0)


async def test_mentions_are_offered_and_sent_and_direct_messages_open_from_the_list(
    sandbox: Sandbox, visit: Visit
) -> None:
    page = await visit()
    await run(page, "hi @be", "<Enter>", "there", "<Enter>")
    await expect(page.locator(".message")).to_contain_text("hi @Ben there")
    (message,) = next(iter(sandbox.memory.messages.values())).values()
    assert message.mentions == (person_id(sandbox, "ben"),)
    await page.get_by_role("navigation").get_by_role("button", name="nimbus").click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("@")
    await run(page, "hello", "<Enter>")
    await expect(page.locator(".message")).to_contain_text("hello")


async def test_a_lost_connection_is_said_and_mended(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit()
    await run(page, "half a sen")
    await page.evaluate(WATCH_BANNERS)
    await sandbox._tabs.close()
    await expect(page.locator("body")).to_have_attribute(
        "data-mended", re.compile("Connection lost. Reconnecting… If the bot has been started anew")
    )
    message = post(sandbox, "welcome back")
    await expect(shown(page, message)).to_be_visible()
    await expect(page.locator("#composer")).to_have_value("half a sen")


async def test_emoji_are_drawn_whatever_fonts_there_are(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit()
    message = post(sandbox, "🤖 💡")
    await expect(shown(page, message)).to_be_visible()
    bring = """async () => {
        const [face] = await document.fonts.load("16px 'Sandbox Emoji'", "🤖");
        return face.status;
    }"""
    assert await page.evaluate(bring) == "loaded"
    used = await page.evaluate("getComputedStyle(document.body).fontFamily")
    assert used.endswith('"Sandbox Emoji"')


async def test_the_bot_comes_and_goes(sandbox: Sandbox, probe: Probe, visit: Visit) -> None:
    page = await visit()
    await expect(page.locator("#status")).to_contain_text("is online")
    await probe.close()
    await expect(page.locator("#status")).to_contain_text("is offline")
    assert not sandbox.gateway.online


async def test_faults_are_switched_in_the_panel(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit()
    await page.get_by_role("button", name="Make things go wrong").click()
    panel = page.get_by_role("dialog", name="Make things go wrong")
    await panel.get_by_label("My direct messages are closed").check()
    await panel.get_by_label("may not send messages in #lounge").check()
    await panel.get_by_label("acknowledgements are answered").select_option("1 second late")
    await panel.get_by_role("button", name="The next request gets 503").click()
    await expect(panel.get_by_role("status")).to_have_text("1 request(s) still to be hit")
    assert sandbox.faults.closed_dms == {person_id(sandbox, "ada")}
    assert list(sandbox.faults.missing_permissions.values()) == [1 << 11]
    assert sandbox.faults.callback_delay == 1
    assert [fault.status for fault in sandbox.faults.requests] == [503]
    await panel.get_by_label("Private answers are lost").check()
    await panel.get_by_label("Pictures load late").check()
    await until(lambda: sandbox.faults.lost_answers and sandbox.faults.late_pictures)


async def test_things_go_wrong_in_direct_messages_too(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit()
    await page.get_by_role("navigation").get_by_role("button", name="nimbus").click()
    await expect(page.get_by_role("heading", level=1)).to_contain_text("@")
    await page.get_by_role("button", name="Make things go wrong").click()
    panel = page.get_by_role("dialog", name="Make things go wrong")
    await expect(panel).not_to_contain_text("null")
    await panel.get_by_label("My direct messages are closed").check()
    await expect(page.get_by_role("button", name="Make things go wrong")).to_contain_class("on")
    await expect(panel).not_to_contain_text("null")
    await until(lambda: sandbox.faults.closed_dms == {person_id(sandbox, "ada")})


async def test_on_a_phone_the_channels_are_a_drawer(sandbox: Sandbox, visit: Visit) -> None:
    post(sandbox, "long " * 80, channel="tables")
    page = await visit(viewport=PHONE)
    tables = page.get_by_role("button", name="#tables")
    await expect(tables).to_be_hidden()
    await page.get_by_role("button", name="Show channels").click()
    await tables.click()
    await expect(tables).to_be_hidden()
    await expect(page.get_by_role("heading", level=1)).to_have_text("#tables")
    assert await page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


async def test_the_events_of_a_server_stand_below_its_name(sandbox: Sandbox, visit: Visit) -> None:
    (guild,), now = sandbox.memory.guilds, sandbox.memory.now()
    event = Event(7, guild, "An evening", "Come", "#lounge", now + 60, now + 600)
    sandbox.memory.events[event.id] = event
    page = await visit()
    events = page.get_by_role("list", name="Events").get_by_role("listitem")
    await expect(events).to_have_text(re.compile(r"\d.*An evening · #lounge"))
    sandbox.memory.events[event.id] = replace(event, status=2)
    await page.reload()
    await expect(events).to_have_text("NowAn evening · #lounge")

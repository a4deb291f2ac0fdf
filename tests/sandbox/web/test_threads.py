"""Threads on the page: where they are shown, and what is done with them."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect

from sandbox import Channel, Sandbox
from sandbox.things import Message
from tests.sandbox.web.conftest import Visit
from tests.sandbox.web.scenes import (
    button,
    channel_id,
    person_id,
    post,
    row,
    run,
    shown,
)
from tests.waits import until

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def start(sandbox: Sandbox, name: str, message: Message | None = None) -> Channel:
    memory = sandbox.memory
    lounge = memory.channels[channel_id(sandbox, "lounge")]
    return sandbox._switchboard.threads.start(lounge, name, memory.bot.id, message=message)


def say(sandbox: Sandbox, thread: Channel, content: str) -> Message:
    memory = sandbox.memory
    message = Message(memory.snowflakes.mint(), thread.id, memory.bot.id, content)
    return sandbox._switchboard.post(message)


def archive(sandbox: Sandbox, thread: Channel) -> None:
    memory = sandbox.memory
    now = memory.channels[thread.id]
    sandbox._switchboard.threads.alter(now, memory.bot.id, archived=True)


async def panel(page: Page, words: str) -> None:
    await page.get_by_role("button", name="Make things go wrong").click()
    dialog = page.get_by_role("dialog", name="Make things go wrong")
    await dialog.get_by_role("button", name=words).click()
    await page.keyboard.press("Escape")


async def test_a_thread_is_reached_from_its_message_and_from_the_list(
    sandbox: Sandbox, visit: Visit
) -> None:
    page = await visit()
    message = post(sandbox, "A table opens")
    thread = start(sandbox, "Cloud Nine #7", message)
    say(sandbox, thread, "the board")
    link = shown(page, message).get_by_role("button", name="Cloud Nine #7")
    await expect(link).to_contain_text("1 message")
    await link.click()
    await expect(page.get_by_role("heading", level=1)).to_have_text(
        re.compile("#lounge . Cloud Nine #7")
    )
    await expect(page.locator(".message").first).to_contain_text("A table opens")
    await expect(page.locator(".message").last).to_contain_text("the board")
    await run(page, "hello", "<Enter>")
    await expect(page.locator(".message").last).to_contain_text("hello")
    await page.get_by_role("button", name="#lounge", exact=True).click()
    await expect(link).to_contain_text("2 messages")
    threads = page.get_by_role("list", name="Threads in #lounge")
    await threads.get_by_role("button", name="Cloud Nine #7").click()
    await expect(page.locator(".message").last).to_contain_text("hello")


async def test_a_thread_by_itself_and_the_platform_s_own_lines_are_told_in_words(
    sandbox: Sandbox, visit: Visit
) -> None:
    page = await visit()
    start(sandbox, "Cloud Nine #8")
    told = page.locator(".message").filter(has_text="started a thread")
    await told.get_by_role("button", name="Cloud Nine #8").click()
    await expect(page.locator(".beginning")).to_contain_text("This is a thread in #lounge.")
    message = post(sandbox, "A table opens")
    thread = start(sandbox, "Table 7", message)
    switchboard, ben = sandbox._switchboard, person_id(sandbox, "ben")
    switchboard.threads.alter(sandbox.memory.channels[thread.id], ben, name="Table 8")
    added = sandbox.memory.channels[thread.id]
    switchboard.threads.add(added, [ben], sandbox.memory.bot.id)
    switchboard.threads.remove(sandbox.memory.channels[thread.id], ben, sandbox.memory.bot.id)
    switchboard.remove(message)
    await page.get_by_role("navigation").get_by_role("button", name="Table 8").click()
    lines = page.locator(".message .told")
    await expect(lines).to_have_text(
        [
            "The message this thread was started from was deleted.",
            "Ben changed the thread's name: Table 8",
            "nimbus added Ben to the thread.",
            "nimbus removed Ben from the thread.",
        ]
    )


@pytest.mark.parametrize(("width", "names_channel"), [(390, False), (1280, True)])
async def test_a_long_name_ends_before_the_buttons(
    sandbox: Sandbox, visit: Visit, width: int, names_channel: bool
) -> None:
    page = await visit(viewport={"width": width, "height": 800})
    start(sandbox, "Table 3 of the Cloud Club, with a name as long as can be " + "o" * 43)
    told = page.locator(".message").filter(has_text="started a thread")
    await told.get_by_role("button", name="Table 3").click()
    place = page.get_by_role("heading", level=1)
    await expect(place.locator(".place-name")).to_contain_text("Table 3")
    await expect(place.get_by_text("#lounge")).to_be_visible(visible=names_channel)
    named = await place.locator(".place-name").bounding_box()
    button = await page.get_by_role("button", name="Make things go wrong").bounding_box()
    assert named is not None
    assert button is not None
    assert named["x"] + named["width"] <= button["x"]


async def test_archived_threads_are_grey_and_wake_when_one_writes(
    sandbox: Sandbox, visit: Visit
) -> None:
    page = await visit("ben")
    asleep, awake = start(sandbox, "asleep"), start(sandbox, "awake")
    archive(sandbox, asleep)
    threads = page.get_by_role("list", name="Threads in #lounge").get_by_role("button")
    await expect(threads).to_have_text(["awake", "asleep"])
    await expect(threads.last).to_contain_class("asleep")
    await expect(threads.last).to_have_accessible_name("asleep, archived")
    await threads.last.click()
    await run(page, "wake up", "<Enter>")
    await expect(threads).to_have_text(["asleep", "awake"])
    assert awake.thread is not None


async def test_in_a_locked_thread_only_moderators_write(sandbox: Sandbox, visit: Visit) -> None:
    page, owner = await visit("ben"), await visit()
    thread = start(sandbox, "finished")
    for window in (page, owner):
        await window.get_by_role("navigation").get_by_role("button", name="finished").click()
    await expect(page.locator("#composer")).to_be_enabled()
    await panel(owner, "Lock this thread")
    await expect(page.locator("#composer")).to_be_disabled()
    await expect(page.locator("#composer")).to_have_attribute(
        "placeholder", "This thread is locked."
    )
    await expect(owner.locator("#composer")).to_be_enabled()
    await panel(owner, "Archive this thread")
    await expect(owner.get_by_role("button", name="finished, archived, locked")).to_be_visible()
    await page.get_by_role("button", name="Make things go wrong").click()
    await expect(page.get_by_role("button", name="Wake this thread")).to_have_count(0)
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="#lounge", exact=True).click()
    await expect(page.locator("#composer")).to_be_enabled()
    assert sandbox.memory.channels[thread.id].thread is not None


async def test_controls_are_dead_in_a_locked_thread_for_moderators_too(
    sandbox: Sandbox, visit: Visit
) -> None:
    thread = start(sandbox, "finished")
    page = await visit()
    await page.get_by_role("navigation").get_by_role("button", name="finished").click()
    menu = {"type": 3, "id": 5, "custom_id": "s", "options": [{"label": "Ace", "value": "a"}]}
    message = Message(
        sandbox.memory.snowflakes.mint(), thread.id, sandbox.memory.bot.id, "x",
        components=(row(button("Go")), row(menu)),
    )  # fmt: skip
    sandbox._switchboard.post(message)
    controls = shown(page, message).locator("button")
    await expect(controls).to_have_count(2)
    for locked in (True, False):
        now = sandbox.memory.channels[thread.id]
        sandbox._switchboard.threads.alter(now, person_id(sandbox, "ada"), locked=locked)
        for control in await controls.all():
            await expect(control).to_be_enabled(enabled=not locked)


async def test_who_is_in_a_place_that_is_deleted_is_led_out(sandbox: Sandbox, visit: Visit) -> None:
    page, owner = await visit("ben"), await visit()
    message = post(sandbox, "A table opens")
    start(sandbox, "table", message)
    for window in (page, owner):
        threads = window.get_by_role("list", name="Threads in #lounge")
        await threads.get_by_role("button", name="table").click()
    await panel(owner, "Delete this thread")
    for window in (page, owner):
        await expect(window.get_by_role("heading", level=1)).to_have_text("#lounge")
        await expect(window.locator(".thread-button")).to_have_count(0)
    await panel(owner, "Delete #lounge")
    await expect(page.get_by_role("heading", level=1)).to_have_text("#tables")
    await expect(page.get_by_role("button", name="#lounge")).to_have_count(0)


async def test_permissions_are_taken_and_given_in_the_panel(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit()
    await page.get_by_role("button", name="Make things go wrong").click()
    dialog = page.get_by_role("dialog", name="Make things go wrong")
    taken = dialog.get_by_label("The bot may not start threads in #lounge")
    await taken.check()
    await dialog.get_by_label("The bot may manage the threads of #lounge").check()
    await dialog.get_by_label("The bot may not see #lounge").check()
    await expect(taken).to_be_checked()
    await taken.uncheck()
    await expect(taken).not_to_be_checked()
    lounge, faults = channel_id(sandbox, "lounge"), sandbox.faults
    await until(lambda: faults.missing_permissions == {lounge: 1 << 10})
    assert faults.granted_permissions == {lounge: 1 << 34}


async def test_a_forum_has_posts_and_no_text_box(sandbox: Sandbox, visit: Visit) -> None:
    page, other = await visit(), await visit("ben")
    await page.get_by_role("button", name="Make things go wrong").click()
    await page.get_by_label("A forum on this server").check()
    await page.keyboard.press("Escape")
    for window in (page, other):
        await window.get_by_role("navigation").get_by_role("button", name="#game-forum").click()
        await expect(window.locator("#composer")).to_be_hidden()
    form = page.get_by_role("form", name="New post")
    await form.get_by_label("Title").fill("Who plays?")
    await form.get_by_role("button", name="Post").click()
    await expect(form.get_by_role("alert")).to_have_text("A message has 1 to 2000 characters.")
    await form.get_by_label("Message").fill("Cloud Nine tonight, @Ben")
    await form.get_by_role("button", name="Post").click()
    posts = other.get_by_role("list", name="Posts").get_by_role("button", name="Who plays?")
    await posts.click()
    await expect(other.locator(".message")).to_contain_text("Cloud Nine tonight, @Ben")
    await expect(other.locator("#composer")).to_be_visible()
    (post_,) = sandbox.memory.threads_in(channel_id(sandbox, "game-forum"))
    assert post_.thread is not None
    assert person_id(sandbox, "ben") in post_.thread.members

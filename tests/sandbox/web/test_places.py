"""Places on the page: who one is there, threads, and servers without the bot."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from sandbox import Channel, Sandbox
from sandbox.things import Event, Message
from tests.sandbox.conftest import Anywhere, Probe, point_at, run_bot
from tests.sandbox.web.conftest import Visit, button, channel_id, person_id, post, row, run, shown
from tests.waits import until

# Who one is on the page, where one is, and what happens when things go wrong.

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


# Places without the bot on the page: switched on, played in by tokens, switched off.

SWITCH = "Places without nimbus: a group chat and another server"


@pytest_asyncio.fixture(loop_scope="session")
async def anywhere(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Anywhere]:
    point_at(sandbox.api_base, sandbox.gateway_url, monkeypatch.setattr)
    bot = Anywhere(guild_ready_timeout=0.05)
    async with run_bot(sandbox, bot):
        yield bot


async def switch(page: Page, label: str, *, on: bool = True) -> None:
    await page.get_by_role("button", name="Make things go wrong").click()
    box = page.get_by_role("dialog", name="Make things go wrong").get_by_label(label)
    await box.set_checked(on)
    await expect(box).to_be_checked(checked=on)
    await page.keyboard.press("Escape")


async def go(page: Page, place: str) -> None:
    await page.get_by_role("navigation").get_by_role("button", name=place).click()


@pytest.mark.usefixtures("anywhere")
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


@pytest.mark.usefixtures("anywhere")
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


# Threads on the page: where they are shown, and what is done with them.


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

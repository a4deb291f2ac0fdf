"""Messages on the page: who sees which, what becomes of their markdown, and what must not."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Locator, Page, Route, expect

from sandbox import Sandbox
from sandbox.things import Emoji
from sandbox.wire import Flag
from tests.sandbox.conftest import Probe, png
from tests.sandbox.web.conftest import Visit, button, channel_id, person_id, post, row, run, shown

# Messages on the page: who sees which, and how they change.

TO_THE_TOP = """node => new Promise(noticed => {
    node.addEventListener("scroll", noticed, { once: true });
    node.scrollTop = 0;
})"""
"""Scrolls up and waits until the page, which listens as well, has noticed."""

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_people_read_each_other_at_once(visit: Visit) -> None:
    ada, ben = await visit(), await visit("ben")
    await run(ada, "hello **there**", "<Enter>")
    await expect(ben.get_by_role("listitem").filter(has_text="hello there")).to_be_visible()
    await expect(ada.locator("#composer")).to_have_value("")


async def test_an_author_is_named_once_and_edits_deletions_and_a_thinking_bot_show(
    sandbox: Sandbox, visit: Visit
) -> None:
    page = await visit()
    for text, author in (("one", "ben"), ("two", "ben"), ("three", "cleo")):
        post(sandbox, text, author=author)
    await expect(page.locator(".message")).to_have_count(3)
    await expect(page.locator(".author")).to_have_text(["Ben", "Cleo"])
    message = post(sandbox, "first")
    await expect(shown(page, message)).to_contain_text("first")
    sandbox._switchboard.change(replace(message, content="second", edited=sandbox.memory.clock()))
    await expect(shown(page, message)).to_contain_text("second (edited)")
    sandbox._switchboard.remove(message)
    await expect(shown(page, message)).to_have_count(0)
    message = post(sandbox, flags=Flag.LOADING)
    await expect(shown(page, message)).to_contain_text("is thinking…")
    sandbox._switchboard.change(replace(message, flags=Flag(0), content="done"))
    await expect(shown(page, message)).to_contain_text("done")


async def test_a_mention_marks_channel_title_and_message(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit()
    ada = person_id(sandbox, "ada")
    message = post(sandbox, f"your turn, <@{ada}>", channel="tables", mentions=(ada,))
    tables = page.get_by_role("button", name="#tables, 1 mention")
    await expect(tables).to_be_visible()
    await expect(page).to_have_title("(1) #lounge · Ada · Sandbox")
    await tables.click()
    await expect(shown(page, message)).to_contain_class("calls-me")
    await expect(page).to_have_title("#tables · Ada · Sandbox")
    await expect(page.get_by_role("button", name="#tables", exact=True)).to_be_visible()


async def test_what_was_read_stays_read(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit()
    message = post(sandbox, "news")
    await expect(shown(page, message)).to_be_visible()
    place = channel_id(sandbox, "lounge")
    await page.get_by_role("button", name="#tables").click()
    assert sandbox.memory.read[person_id(sandbox, "ada"), place] == message.id


async def test_what_is_new_is_divided_from_what_is_old(sandbox: Sandbox, visit: Visit) -> None:
    post(sandbox, "news")
    page = await visit()
    await expect(page.locator(".divider.fresh")).to_have_text("New")


async def test_an_ephemeral_message_can_be_dismissed(sandbox: Sandbox, visit: Visit) -> None:
    ada, ben = await visit(), await visit("ben")
    owner = person_id(sandbox, "ada")
    secret = post(sandbox, "your hand", only_for=owner, flags=Flag.EPHEMERAL)
    await expect(shown(ada, secret)).to_contain_text("Only you can see this")
    post(sandbox, "for all")
    await expect(ben.get_by_text("for all")).to_be_visible()
    await expect(shown(ben, secret)).to_have_count(0)
    await ada.get_by_role("button", name="Dismiss message").click()
    await expect(shown(ada, secret)).to_have_count(0)


async def test_a_link_to_a_message_jumps_there(sandbox: Sandbox, visit: Visit) -> None:
    target = post(sandbox, "here", channel="tables")
    guild = next(iter(sandbox.memory.guilds))
    url = f"https://discord.com/channels/{guild}/{target.channel_id}/{target.id}"
    post(sandbox, f"[to the table]({url})")
    page = await visit()
    await page.get_by_role("link", name="to the table").click()
    await expect(shown(page, target)).to_be_focused()


async def test_a_long_channel_stays_at_its_end_until_one_scrolls(
    sandbox: Sandbox, visit: Visit
) -> None:
    for number in range(60):
        post(sandbox, f"line {number}")
    page = await visit()
    await expect(page.get_by_text("line 59", exact=True)).to_be_in_viewport()
    await page.locator("#scroller").evaluate(TO_THE_TOP)
    latest = post(sandbox, "latest")
    await page.get_by_role("button", name="Jump to present").click()
    await expect(shown(page, latest)).to_be_in_viewport()


async def test_a_board_has_its_picture_its_words_and_its_command(
    probe: Probe, visit: Visit
) -> None:
    page = await visit()
    await run(page, "/table", "<Enter>", "<Enter>")
    board = page.locator(".message").last
    await expect(board.get_by_role("img", name="count 0", exact=True)).to_be_visible()
    await expect(board).to_contain_text("Ada used /table")
    await board.get_by_role("button", name="Enlarge picture").click()
    await expect(page.get_by_role("dialog", name="Picture")).to_contain_text("count 0")
    assert probe.is_ready()


async def test_what_components_v2_offer_is_drawn(sandbox: Sandbox, visit: Visit) -> None:
    text = {"type": 10, "id": 2, "content": "# Title"}
    link = {"type": 2, "id": 4, "style": 5, "label": "Rules", "url": "https://example.org/"}
    section = {"type": 9, "id": 3, "components": [text], "accessory": link}
    line = {"type": 14, "id": 5, "divider": True, "spacing": 2}
    box = {"type": 17, "id": 1, "accent_color": 255, "components": [section, line]}
    message = post(sandbox, "", box, flags=Flag.COMPONENTS_V2)
    page = await visit()
    await expect(shown(page, message).get_by_role("heading", name="Title")).to_be_visible()
    opened = shown(page, message).get_by_role("link", name="Rules")
    await expect(opened).to_have_attribute("target", "_blank")
    await expect(shown(page, message).get_by_role("separator")).to_be_visible()
    stripe = """node => {
        const { width, backgroundColor } = getComputedStyle(node, "::before");
        return [width, backgroundColor];
    }"""
    found = await shown(page, message).locator(".container").evaluate(stripe)
    assert found == ["4px", "rgb(0, 0, 255)"]


LONG = "\n".join(f"line {number}" for number in range(60))


def answer(sandbox: Sandbox, person: str, kind: int = 2) -> dict[str, object]:
    """Return whose command, or press of a button, a message answers."""
    user = {"id": str(person_id(sandbox, person)), "username": person}
    return {"id": "1", "type": kind, "user": user, "name": "help"}


async def test_a_long_answer_is_shown_from_its_beginning_thought_about_or_not(
    sandbox: Sandbox, visit: Visit
) -> None:
    page = await visit()
    post(sandbox, LONG)
    await expect(page.get_by_text("line 59")).to_be_in_viewport()
    message = post(sandbox, LONG, origin=answer(sandbox, "ada"))
    await expect(shown(page, message).get_by_text("used /help")).to_be_in_viewport()
    await page.get_by_role("button", name="Jump to present").click()
    latest = post(sandbox, "latest")
    await expect(shown(page, latest)).to_be_in_viewport()
    message = post(sandbox, flags=Flag.LOADING, origin=answer(sandbox, "ada"))
    await expect(shown(page, message)).to_contain_text("is thinking…")
    sandbox._switchboard.change(replace(message, flags=Flag(0), content=LONG))
    await expect(shown(page, message).get_by_text("used /help")).to_be_in_viewport()
    await expect(page.get_by_role("button", name="Jump to present")).to_be_visible()


@pytest.mark.parametrize("lines", [30, 60])
async def test_what_a_press_brings_is_shown_to_its_end_unless_it_is_very_long(
    sandbox: Sandbox, visit: Visit, lines: int
) -> None:
    page = await visit()
    post(sandbox, "before", author="ben")
    text = "\n".join(f"line {number}" for number in range(lines))
    message = post(sandbox, text, origin=answer(sandbox, "ada", kind=3))
    await expect(shown(page, message)).to_contain_text("line 29")
    seen = shown(page, message).get_by_text("nimbus" if lines > 30 else "(end)")
    sandbox._switchboard.change(replace(message, content=f"{text}\n\n-# (end)"))
    await expect(seen).to_be_in_viewport()


async def test_what_an_answer_becomes_is_shown_to_its_end(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit()
    message = post(sandbox, "a lobby", origin=answer(sandbox, "ada"))
    await expect(shown(page, message)).to_contain_text("a lobby")
    text = "\n".join(f"line {number}" for number in range(30))
    sandbox._switchboard.change(replace(message, content=f"{text}\n-# (end)"))
    await expect(shown(page, message).get_by_text("(end)")).to_be_in_viewport()
    await expect(shown(page, message).get_by_text("line 0", exact=False)).to_be_visible()
    await expect(shown(page, message).get_by_text("used /help")).not_to_be_in_viewport()
    sandbox._switchboard.change(replace(message, content=f"{LONG}\n-# (end)"))
    await expect(shown(page, message).get_by_text("used /help")).to_be_in_viewport()


async def test_what_grows_above_a_private_hand_leaves_the_hand_in_sight(
    sandbox: Sandbox, visit: Visit
) -> None:
    page = await visit()
    board = post(sandbox, "the table", origin=answer(sandbox, "ada"))
    owner, pressed = person_id(sandbox, "ada"), answer(sandbox, "ada", kind=3)
    hand = post(sandbox, "your hand", only_for=owner, flags=Flag.EPHEMERAL, origin=pressed)
    await expect(shown(page, hand)).to_be_in_viewport()
    sandbox._switchboard.change(replace(board, content=f"{LONG}\n-# (end)"))
    await expect(shown(page, board)).to_contain_text("(end)")
    await expect(shown(page, hand)).to_be_in_viewport()
    await expect(page.get_by_role("button", name="Jump to present")).to_be_hidden()


async def test_who_does_something_is_told_no_more_of_what_is_new(
    sandbox: Sandbox, visit: Visit
) -> None:
    for number in range(60):
        post(sandbox, f"line {number}")
    message = post(sandbox, "press", row(button("Go")))
    page = await visit()
    fresh = page.get_by_role("button", name="61 new messages")
    await expect(fresh).to_be_visible()
    above, messages = await fresh.bounding_box(), await page.locator("#scroller").bounding_box()
    assert above is not None
    assert messages is not None
    assert above["y"] + above["height"] <= messages["y"]
    await shown(page, message).get_by_role("button", name="Go").click()
    await expect(fresh).to_be_hidden()


async def test_others_long_messages_and_what_grows_leave_one_at_the_end(
    sandbox: Sandbox, visit: Visit
) -> None:
    page = await visit()
    for person in ("ada", "ben"):
        post(sandbox, LONG, origin=answer(sandbox, "ben"), channel="lounge")
        message = post(sandbox, f"{LONG}\n-# end of {person}", author="ben")
        await expect(shown(page, message).get_by_text(f"end of {person}")).to_be_in_viewport()
    post(sandbox, LONG)
    message = post(sandbox, "latest")
    await expect(shown(page, message)).to_be_in_viewport()
    grown = """async (node) => {
        const { style } = node.querySelector(".message:last-child");
        style.paddingBottom = "25px";
        node.scrollTop = node.scrollHeight;
        style.paddingBottom = "300px";
        await new Promise((noticed) => requestAnimationFrame(() => requestAnimationFrame(noticed)));
    }"""
    await page.locator("#scroller").evaluate(grown)
    after = post(sandbox, "after")
    await expect(shown(page, after)).to_be_in_viewport()
    await expect(page.get_by_role("button", name="Jump to present")).to_be_hidden()


@pytest.mark.usefixtures("probe")
async def test_a_private_answer_is_led_to_from_far_up(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit()
    await run(page, "/menu", "<Enter>", "<Enter>")
    menu = page.get_by_role("combobox", name="Make a selection")
    await expect(menu).to_be_visible()
    for number in range(60):
        post(sandbox, f"line {number}")
    await expect(page.get_by_text("line 59", exact=True)).to_be_in_viewport()
    await page.locator("#scroller").evaluate(TO_THE_TOP)
    await menu.click()
    await page.get_by_role("option", name="cumulus").click()
    await expect(page.get_by_text("you chose cumulus")).to_be_in_viewport()
    await expect(page.get_by_role("button", name="Jump to present")).to_be_hidden()


async def test_private_answers_may_be_lost_with_the_connection_and_by_a_jump(
    sandbox: Sandbox, visit: Visit
) -> None:
    page = await visit()
    sandbox.faults.lost_answers = True
    owner = person_id(sandbox, "ada")

    async def whisper() -> Locator:
        secret = post(sandbox, "your hand", only_for=owner, flags=Flag.EPHEMERAL)
        await expect(shown(page, secret)).to_be_visible()
        return shown(page, secret)

    secret = await whisper()
    await sandbox._tabs.close()
    marker = post(sandbox, "connected again")
    await expect(shown(page, marker)).to_be_visible()
    await expect(secret).to_have_count(0)
    for number in range(60):
        post(sandbox, f"line {number}")
    secret = await whisper()
    await page.locator("#scroller").evaluate(TO_THE_TOP)
    await page.get_by_role("button", name="Jump to present").click()
    await expect(page.get_by_text("line 59", exact=True)).to_be_in_viewport()
    await expect(secret).to_have_count(0)


@pytest.mark.parametrize("late", [False, True])
async def test_a_new_picture_stands_on_the_old_till_it_has_come_unless_pictures_are_late(
    sandbox: Sandbox, probe: Probe, visit: Visit, late: bool
) -> None:
    page = await visit()
    sandbox.faults.late_pictures = late
    sandbox._tabs.tell_all("FAULTS", sandbox.faults.to_json())
    await run(page, "/table", "<Enter>", "<Enter>")
    board = page.locator(".message").last
    picture = board.locator(".picture img")
    await expect(picture).not_to_contain_class("loading")
    size = "node => [node.offsetWidth, node.offsetHeight]"
    before = await picture.evaluate(size)
    let_go = asyncio.Event()

    async def hold(route: Route) -> None:
        await let_go.wait()
        await route.continue_()

    await page.route("**/cdn/**", hold)
    await board.get_by_role("button", name="Press").click()
    await expect(board).to_contain_text("pressed 1")
    await expect(picture).to_contain_class("loading")
    has_old = await picture.evaluate("node => node.style.backgroundImage !== ''")
    assert has_old is not late
    assert await picture.evaluate(size) == before
    start = time.monotonic()
    let_go.set()
    await expect(picture).not_to_contain_class("loading")
    await page.unroute_all(behavior="wait")
    assert not late or time.monotonic() - start >= 0.3
    assert probe.is_ready()


async def test_private_answers_outlive_a_lost_connection_and_another_person_but_no_reload(
    sandbox: Sandbox, visit: Visit
) -> None:
    page = await visit()
    owner = person_id(sandbox, "ada")
    secret = post(sandbox, "your hand", only_for=owner, flags=Flag.EPHEMERAL)
    open_ = post(sandbox, "for all")
    await expect(shown(page, secret)).to_be_visible()
    await page.reload()
    await expect(shown(page, open_)).to_be_visible()
    await expect(shown(page, secret)).to_have_count(0)
    sandbox._switchboard.change(replace(secret, content="your next hand"))
    later = post(sandbox, "later")
    await expect(shown(page, later)).to_be_visible()
    await expect(shown(page, secret)).to_have_count(0)
    secret = post(sandbox, "your hand", only_for=owner, flags=Flag.EPHEMERAL)
    await expect(shown(page, secret)).to_be_visible()
    await sandbox._tabs.close()
    marker = post(sandbox, "connected again")
    await expect(shown(page, marker)).to_be_visible()
    await expect(shown(page, secret)).to_be_visible()
    for here, there in (("Ada", "Ben"), ("Ben", "Ada")):
        await expect(shown(page, secret)).to_have_count(int(here == "Ada"))
        await page.get_by_role("button", name=f"You are {here}").click()
        await page.get_by_role("button", name=f"Act as {there}").click()
        await expect(page.get_by_role("button", name=f"You are {there}")).to_be_visible()
    await expect(shown(page, secret)).to_be_visible()


# Discord's markdown on the page: what it becomes, and what it must never become.

RENDER = """
async (texts) => {
  const { markdown } = await import("./static/markdown.js");
  const users = new Map([
    ["1", { username: "ada", global_name: "Ada" }], ["2", { username: "ben" }]]);
  const channels = new Map([["5", { type: 0, name: "lounge" }]]);
  const app = { store: { users, channels, me: { id: "1" }, bot: {} } };
  return texts.map((text) => markdown(text, app).innerHTML
    .replaceAll(/ (class|title|rel|target|type)="[^"]*"/g, ""));
}
"""

CASES = {
    "**b** *i* _i_ __u__ ~~s~~": (
        "<p><strong>b</strong> <em>i</em> <em>i</em> <u>u</u> <s>s</s></p>"
    ),
    "***both***": "<p><strong><em>both</em></strong></p>",
    "**a *b* c**": "<p><strong>a <em>b</em> c</strong></p>",
    "snake_case_name 2 * 3 * 4": "<p>snake_case_name 2 * 3 * 4</p>",
    r"\*plain\*": "<p>*plain*</p>",
    "`**code**`": "<p><code>**code**</code></p>",
    "``a`b``": "<p><code>a`b</code></p>",
    "a\nb": "<p>a\nb</p>",
    "```py\nx = 1\n```": '<pre tabindex="0"><code>x = 1</code></pre>',
    "# one\n## two\n### three": "<h3>one</h3><h4>two</h4><h5>three</h5>",
    "#none": "<p>#none</p>",
    "-# small": "<small>small</small>",
    "> said\n> so\nI": "<blockquote><p>said\nso</p></blockquote><p>I</p>",
    "- a\n  - b\n- c": "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>",
    "5. e\n3. c\n- d": '<ol start="5"><li>e</li><li>c</li><li>d</li></ol>',
    "0. a": '<ol start="1"><li>a</li></ol>',
    "- a\n1. b": "<ul><li>a</li><li>b</li></ul>",
    "1. a\n  so on\n2. b\nafter": ('<ol start="1"><li>a\nso on</li><li>b</li></ol><p>after</p>'),
    "- # a\n # b": "<ul><li># a\n# b</li></ul>",
    " ## two ##\n  -# small": "<h4>two </h4><small>small</small>",
    "a # b\na -# c": "<p>a # b\na -# c</p>",
    "\n".join(f"{'  ' * n}- a" for n in range(12)): (
        "<ul><li>a" * 11 + "</li><li>a" + "</li></ul>" * 11
    ),
    "3. c\n4. d": '<ol start="3"><li>c</li><li>d</li></ol>',
    "<@1> <@2> <@9>": (
        '<p><span data-user-id="1">@Ada</span> <span data-user-id="2">@ben</span> '
        '<span data-user-id="9">@unknown</span></p>'
    ),
    "<#5> <#6>": "<p><button>#lounge</button> <span>#unknown</span></p>",
    "</stats show:7>": "<p><button>/stats show</button></p>",
    "<:king:12>": '<p><img src="cdn/emoji/12.png" alt=":king:" draggable="false"></p>',
    "[t](https://a.b/c_(d))": '<p><a href="https://a.b/c_(d)">t</a></p>',
    "see https://a.b/c.": '<p>see <a href="https://a.b/c">https://a.b/c</a>.</p>',
    "<https://a.b>": '<p><a href="https://a.b">https://a.b</a></p>',
    "[x](javascript:alert(1))": "<p>[x](javascript:alert(1))</p>",
    "<img src=x onerror=alert(1)>": "<p>&lt;img src=x onerror=alert(1)&gt;</p>",
    "<script>alert(1)</script>": "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
    '[a](https://b"onclick="x)': '<p><a href="https://b&quot;onclick=&quot;x">a</a></p>',
}


async def test_markdown_becomes_elements_at_once_markup_stays_text_and_times_are_words(
    sandbox: Sandbox, visit: Visit
) -> None:
    sandbox.memory.emojis[12] = Emoji(12, "king", png(), "image/png")
    page = await visit()
    found = await page.evaluate(RENDER, list(CASES))
    assert dict(zip(CASES, found, strict=True)) == CASES
    marks = [
        "*" * 4000,
        "**a" * 1300,
        "_" * 4000,
        "||" * 2000,
        "[" * 4000,
        "`" * 4000,
        "~~a" * 1300,
    ]
    assert len(await page.evaluate(RENDER, marks)) == len(marks)  # a limit of the page else
    words = await page.evaluate(
        "async () => { const { timestamp } = await import('./static/times.js');"
        "const now = Math.floor(Date.now() / 1000);"
        "return [-3600, 7200, -86400 * 40].map((off) => timestamp(now + off, 'R').textContent); }"
    )
    assert words == ["1 hour ago", "in 2 hours", "last month"]


# What a message brings is shown, and neither runs nor leads anywhere but to the web.

RUN = "javascript:window.ran=1"
MARKUP = "<img src=x onerror='window.ran=1'><script>window.ran=1</script>"
SCHEMES = (
    RUN,
    "JaVaScRiPt:window.ran=1",
    "java\tscript:window.ran=1",
    " \x01javascript:window.ran=1",
    "data:text/html,<script>parent.ran=1</script>",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:x",
    "http://[",
)
TEXTS = (
    f"[click]({RUN})",
    f"<{RUN}>",
    f"[click](<{RUN}>)",
    f"[click](https://a.b/){RUN}",
    f"[https://a.b]({RUN})",
    '[x](https://a.b/"onmouseover="window.ran=1)',
    '[x](https://a.b/ "title\' onclick=window.ran=1")',
    "https://a.b/'onclick='window.ran=1",
    f"# {MARKUP}\n> {MARKUP}\n- {MARKUP}\n```html\n{MARKUP}\n```\n`{MARKUP}` ||{MARKUP}||",
    f"</{MARKUP[:20]}:1> <@{'9' * 19}> <#{'9' * 19}> <t:9999999999999:R> <t:-1:F>",
    "https://discord.com/channels/@me/1/2 [x](https://discord.com/channels/1/2/3)",
    "<:on_error_:99>".replace("99", "x") + " \u202e\u0000 &lt;b&gt;",
)
UNSAFE = """() => [...document.querySelectorAll("[href], [src], [action], [formaction], [style]")]
  .flatMap((node) => ["href", "src", "action", "formaction"].map((name) => node[name]))
  .filter((url) => typeof url === "string" && url && !/^https?:/.test(url))"""
LEAKY = """() => [...document.querySelectorAll("a[target=_blank]")]
  .filter((link) => link.rel !== "noopener noreferrer").map((link) => link.outerHTML)"""

PRESS_ALL = """() => [
  ...document.querySelectorAll("#messages a, #messages span, .lightbox a, .link")]
  .forEach((node) => node.click())"""


def everything(url: str) -> tuple[dict[str, Any], ...]:
    """Return components that carry an address and words wherever one can be."""
    media = {"url": url, "proxy_url": url, "width": 4, "height": 4}
    link = {"type": 2, "id": 4, "style": 5, "label": MARKUP, "url": url}
    option = {"label": MARKUP, "value": "a", "description": MARKUP}
    menu = {"type": 3, "id": 6, "custom_id": MARKUP, "placeholder": MARKUP, "options": [option]}
    small = {"type": 11, "id": 3, "media": media, "description": MARKUP}
    words = {"type": 10, "id": 2, "content": MARKUP}
    return (
        {"type": 9, "id": 1, "components": [words], "accessory": small},
        {"type": 12, "id": 5, "items": [{"media": media, "description": MARKUP, "spoiler": True}]},
        {"type": 12, "id": 9, "items": [{"media": media}] * 3},
        {"type": 13, "id": 7, "file": media},
        {"type": 17, "id": 8, "components": [row(link), row(menu)]},
    )


def embed(url: str) -> dict[str, Any]:
    return {
        "title": MARKUP,
        "url": url,
        "author": {"name": MARKUP, "url": url, "icon_url": url},
        "footer": {"text": MARKUP, "icon_url": url},
        "fields": [{"name": MARKUP, "value": f"[x]({url})"}],
        "image": {"url": url},
        "timestamp": "never",
    }


async def nothing_ran(page: Page) -> None:
    assert await page.evaluate("window.ran") is None
    assert await page.evaluate(UNSAFE) == []
    assert await page.evaluate(LEAKY) == []


async def test_addresses_that_are_not_of_the_web_lead_nowhere(
    sandbox: Sandbox, visit: Visit
) -> None:
    page = await visit()
    for url in SCHEMES:
        post(sandbox, "", *everything(url), flags=Flag.COMPONENTS_V2)
        post(sandbox, "", embeds=(embed(url),))
    await expect(page.locator(".embed")).to_have_count(len(SCHEMES))
    await page.get_by_role("button", name="SPOILER").first.click()
    await page.get_by_role("button", name="Enlarge picture").first.click()
    await expect(page.get_by_role("dialog", name="Picture")).to_be_visible()
    await nothing_ran(page)
    await page.evaluate(PRESS_ALL)
    await nothing_ran(page)
    assert page.context.pages == [page]


async def test_texts_become_nothing_but_words_and_links_of_the_web(
    sandbox: Sandbox, visit: Visit
) -> None:
    page = await visit()
    for text in TEXTS:
        post(sandbox, text)
        post(sandbox, text, author="ben")
    await expect(page.locator(".message")).to_have_count(2 * len(TEXTS))
    await nothing_ran(page)
    message = post(
        sandbox, "see https://a.b/c", row({"type": 2, "id": 4, "style": 5, "label": "Rules"} | URL)
    )
    for name, href in (("https://a.b/c", "https://a.b/c"), ("Rules", URL["url"])):
        link = shown(page, message).get_by_role("link", name=name)
        await expect(link).to_have_attribute("href", href)
        await expect(link).to_have_attribute("rel", "noopener noreferrer")


async def test_names_are_words(sandbox: Sandbox, visit: Visit) -> None:
    ben = person_id(sandbox, "ben")
    sandbox.memory.people[ben] = replace(sandbox.memory.people[ben], name=MARKUP)
    page = await visit()
    message = post(sandbox, f"hello <@{ben}>", author="ben")
    await expect(shown(page, message)).to_contain_text(MARKUP)
    await page.get_by_role("button", name="You are Ada").click()
    await page.get_by_role("button", name=f"Act as {MARKUP}").click()
    await expect(page.get_by_role("button", name=f"You are {MARKUP}")).to_be_visible()
    await nothing_ran(page)


URL = {"url": "http://example.org/rules"}

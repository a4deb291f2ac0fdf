"""Slash commands, buttons, selects and windows on the page."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Locator, Page, expect

from sandbox import Sandbox
from sandbox.things import Emoji
from sandbox.wire import Flag
from tests.sandbox.conftest import Probe, png
from tests.sandbox.web.conftest import Visit, button, channel_id, person_id, post, row, run, shown

# Slash commands on the page: found, filled in, checked, sent.

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def declare(sandbox: Sandbox, *commands: dict[str, Any]) -> None:
    """Give the bot these commands, before anybody comes."""
    sandbox.memory.commands[None] = {
        number: {"id": str(number), "type": 1, "description": "Does it", "contexts": [0, 1]} | item
        for number, item in enumerate(commands, start=1)
    }


def option(name: str, kind: int = 3, **more: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "description": f"The {name}"} | more


def said(page: Page) -> Any:
    return page.locator("#composer-hint")


async def given(page: Page) -> Any:
    """Send what is in the composer, and return the options it sends."""
    await page.evaluate(
        "() => { WebSocket.prototype.send = (text) => { window.frame = JSON.parse(text); }; }"
    )
    await page.get_by_role("button", name="Send").click()
    return await page.evaluate("window.frame?.options")


async def test_a_slash_lists_commands_and_typing_narrows_them(
    sandbox: Sandbox, visit: Visit
) -> None:
    group = option("show", 1, options=[])
    declare(sandbox, {"name": "play"}, {"name": "stats", "options": [group]})
    page = await visit()
    await run(page, "/")
    await expect(page.get_by_role("option")).to_contain_text(["/play", "/stats show"])
    await run(page, "sho")
    await expect(page.get_by_role("option")).to_contain_text(["/stats show"])
    await run(page, "<Escape>")
    await expect(page.get_by_role("option")).to_have_count(0)


async def test_commands_are_listed_where_they_can_be_used(sandbox: Sandbox, visit: Visit) -> None:
    declare(
        sandbox,
        {"name": "private", "contexts": [1]},
        {"name": "moderate", "default_member_permissions": "32"},
    )
    ada, ben = await visit(), await visit("ben")
    await run(ada, "/")
    await run(ben, "/")
    await expect(ada.get_by_role("option")).to_contain_text(["/moderate"])
    await expect(ben.get_by_role("option")).to_have_count(0)


async def test_required_options_come_first_and_others_are_added(
    sandbox: Sandbox, visit: Visit
) -> None:
    choices = [{"name": "Cloud Nine", "value": "cn"}, {"name": "Nimbly", "value": "ni"}]
    game = option("game", required=True, choices=choices)
    declare(sandbox, {"name": "play", "options": [game, option("seats", 4), option("open", 5)]})
    page = await visit()
    await run(page, "/play", "<Enter>", "nim", "<Enter>")
    await page.get_by_role("option", name="seats").click()
    await run(page, "ope", "<Tab>", "<Tab>")
    await expect(page.get_by_role("combobox", name="open")).to_have_value("True")
    await page.get_by_role("combobox", name="seats").fill("4")
    assert await given(page) == [
        {"name": "game", "type": 3, "value": "ni"},
        {"name": "seats", "type": 4, "value": 4},
        {"name": "open", "type": 5, "value": True},
    ]


@pytest.mark.parametrize(
    ("declared", "typed", "problem"),
    [
        (option("o", required=True), "", "o: This option is required. Specify a value."),
        (option("o", 4, required=True), "three", "o: Enter a whole number."),
        (option("o", 4, required=True, max_value=6), "9", "o: Enter 6 or less."),
        (option("o", 10, required=True, min_value=0.5), "0.1", "o: Enter 0.5 or more."),
        (option("o", required=True, min_length=3), "ab", "o: Enter at least 3 characters."),
        (option("o", 6, required=True), "nobody", "o: Choose one of the values offered."),
    ],
)
async def test_what_cannot_be_sent_is_said_before_it_is(
    sandbox: Sandbox, visit: Visit, declared: Any, typed: str, problem: str
) -> None:
    declare(sandbox, {"name": "go", "options": [declared]})
    page = await visit()
    await run(page, "/go", "<Enter>")
    await page.keyboard.type(typed)
    await page.get_by_role("button", name="Send").click()
    await expect(said(page)).to_have_text(problem)
    await expect(page.get_by_role("combobox", name="o")).to_be_focused()


async def test_a_command_is_not_said_aloud_before_the_bot_is_there(
    sandbox: Sandbox, visit: Visit
) -> None:
    page = await visit()
    await run(page, "/play", "<Enter>")
    await expect(said(page)).to_have_text("nimbus is not here yet: starting takes up to a minute.")
    await expect(page.locator("#composer")).to_have_value("/play")
    await run(page, "<Control+a>", "1/2", "<Enter>")
    await expect(page.locator(".message")).to_contain_text(["1/2"])
    assert sandbox.memory.commands == {}


async def test_a_subcommand_is_sent_inside_its_command(sandbox: Sandbox, visit: Visit) -> None:
    who = option("who", 6, required=True)
    declare(sandbox, {"name": "stats", "options": [option("show", 1, options=[who])]})
    page = await visit()
    await run(page, "/stats show ", "be", "<Enter>")
    (sub,) = await given(page)
    ben = next(str(one.id) for one in sandbox.memory.people.values() if one.username == "ben")
    assert sub["options"] == [{"name": "who", "type": 6, "value": ben}]
    assert (sub["name"], sub["type"]) == ("show", 1)


@pytest.mark.usefixtures("probe")
async def test_the_bot_completes_what_is_typed_which_may_be_typed_freely(visit: Visit) -> None:
    page = await visit()
    await run(page, "/cloud", "<Enter>", "cum")
    await page.get_by_role("option", name="cumulus").click()
    await run(page, "<Shift+Tab>")
    await page.get_by_role("combobox", name="to").focus()
    await page.keyboard.type("ben")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message").last).to_contain_text("cumulus for @Ben")
    await run(page, "/cloud nimbus")
    await expect(said(page)).to_contain_text("no options match")
    await page.keyboard.press("Tab")
    await page.keyboard.type("ada")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(page.locator(".message").last).to_contain_text("nimbus for @Ada")


@pytest.mark.usefixtures("hasty")
async def test_a_command_without_an_answer_says_so_privately(
    sandbox: Sandbox, visit: Visit
) -> None:
    declare(sandbox, {"name": "go"})
    page = await visit()
    await run(page, "/go", "<Enter>", "<Enter>")
    await expect(page.get_by_role("alert")).to_have_text("The application did not respond")
    await page.get_by_role("button", name="Dismiss message").click()
    await expect(page.get_by_role("alert")).to_have_count(0)


async def test_a_command_is_left_with_the_keyboard(sandbox: Sandbox, visit: Visit) -> None:
    declare(sandbox, {"name": "go", "options": [option("o", required=True)]})
    page = await visit()
    await run(page, "/go", "<Enter>", "<Backspace>")
    await expect(page.locator("#composer")).to_have_value("/go")
    await run(page, "<Enter>", "<Escape>")
    await expect(page.locator("#composer")).to_be_focused()
    await expect(page.locator("#composer")).to_have_value("")


# Buttons, selects and windows on the page.

CARDS = [{"label": name, "value": name[:1], "description": "a card"} for name in ("Ace", "King")]


def cards(**more: object) -> dict[str, object]:
    return {
        "type": 3,
        "id": 92,
        "custom_id": "card",
        "placeholder": "Card",
        "options": CARDS,
    } | more


async def mute(page: Page) -> None:
    """Let nothing that the page says be heard from now on; it is kept instead."""
    await page.evaluate(
        "() => { window.said = [];"
        "WebSocket.prototype.send = (text) => window.said.push(JSON.parse(text)); }"
    )


async def chosen(page: Page) -> Any:
    """Return the values of every use of a control that a mute page has tried."""
    return await page.evaluate("said.filter((it) => it.op === 'component').map((it) => it.values)")


async def drawn_twice(board: Locator) -> None:
    await board.get_by_role("button", name="Press").click()
    await expect(board).to_contain_text("pressed 2")


@pytest.mark.usefixtures("probe")
async def test_a_button_a_select_and_a_window_are_answered_by_the_bot(visit: Visit) -> None:
    page = await visit()
    await run(page, "/table", "<Enter>", "<Enter>")
    board = page.locator(".message").last
    await board.get_by_role("button", name="Press").press("Enter")
    await expect(board).to_contain_text("pressed 1")
    await expect(board.get_by_role("img", name="count 1", exact=True)).to_be_visible()
    await expect(board.get_by_role("button", name="Press")).to_be_focused()
    await drawn_twice(board)
    await run(page, "/menu", "<Enter>", "<Enter>")
    await page.get_by_role("combobox", name="Make a selection").click()
    await page.get_by_role("option", name="cumulus").click()
    answer = page.locator(".message.ephemeral")
    await expect(answer).to_contain_text("you chose cumulus")
    await run(page, "/form", "<Enter>", "<Enter>")
    window = page.get_by_role("dialog", name="A form")
    await window.get_by_role("button", name="Submit").click()
    await expect(window.get_by_text("This field is required.")).to_be_visible()
    await window.get_by_label("Answer").fill("yes")
    await window.get_by_role("combobox", name="Cloud").click()
    await page.get_by_role("option", name="stratus").click()
    await window.get_by_role("button", name="Submit").click()
    await expect(window).to_have_count(0)
    await expect(page.locator(".message").last).to_contain_text("yes on stratus")


@pytest.mark.usefixtures("hasty")
async def test_a_button_waits_and_then_fails(sandbox: Sandbox, visit: Visit) -> None:
    message = post(sandbox, "x", row(button("Go"), button("No", disabled=True)))
    page = await visit()
    await expect(shown(page, message).get_by_role("button", name="No")).to_be_disabled()
    await shown(page, message).get_by_role("button", name="Go").click()
    await expect(shown(page, message).get_by_role("alert")).to_have_text("This interaction failed")
    await expect(shown(page, message).get_by_role("button", name="Go")).to_be_enabled()


async def test_all_controls_of_a_message_wait_while_one_is_used(
    sandbox: Sandbox, visit: Visit
) -> None:
    message = post(sandbox, "x", row(button("Go"), button("No")), row(cards()))
    other = post(sandbox, "y", row(button("Elsewhere")))
    page = await visit()
    await mute(page)
    go, no = (shown(page, message).get_by_role("button", name=name) for name in ("Go", "No"))
    menu = shown(page, message).get_by_role("combobox", name="Card")
    await go.click()
    await expect(go).to_have_attribute("aria-busy", "true")
    await expect(go).to_be_focused()
    for waiting in (no, menu):
        await expect(waiting).to_have_css("opacity", "0.5")
        await expect(waiting).to_be_disabled()
    for each in (go, no, menu):
        await each.dispatch_event("click")
    await menu.press("ArrowDown")
    await expect(page.get_by_role("listbox")).to_have_count(0)
    assert await chosen(page) == [[]]
    await shown(page, other).get_by_role("button", name="Elsewhere").click()
    assert await chosen(page) == [[], []]


@pytest.mark.usefixtures("hasty")
async def test_what_failed_stands_below_its_row_or_section(sandbox: Sandbox, visit: Visit) -> None:
    text = {"type": 10, "id": 1, "content": "words"}
    section = {"type": 9, "id": 2, "components": [text], "accessory": button("Beside")}
    box = {"type": 17, "id": 3, "components": [section, row(button("Go")), row(button("No"))]}
    message = post(sandbox, "", box, flags=Flag.COMPONENTS_V2)
    page = await visit()
    for name, above in (("Go", ".row"), ("Beside", ".section")):
        await shown(page, message).get_by_role("button", name=name).click()
        failed = shown(page, message).locator(f'{above}:has-text("{name}") + [role=alert]')
        await expect(failed).to_have_text("This interaction failed")
        await expect(shown(page, message).get_by_role("alert")).to_have_count(1)


async def test_a_select_is_used_with_the_keyboard(sandbox: Sandbox, visit: Visit) -> None:
    message = post(sandbox, "x", row(cards()))
    page = await visit()
    await mute(page)
    await shown(page, message).get_by_role("combobox", name="Card").press("ArrowDown")
    await expect(page.get_by_role("option", name="Ace")).to_contain_text("a card")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("listbox")).to_have_count(0)
    assert await chosen(page) == [["K"]]


async def test_a_select_of_several_is_sent_when_it_is_done(sandbox: Sandbox, visit: Visit) -> None:
    message = post(sandbox, "x", row(cards(min_values=2, max_values=2)))
    page = await visit()
    await mute(page)
    await shown(page, message).get_by_role("combobox", name="Card").click()
    await page.get_by_role("option", name="King").click()
    await page.get_by_role("option", name="Ace").click()
    assert await chosen(page) == []
    await page.get_by_role("button", name="Done").click()
    await expect(page.get_by_role("listbox")).to_have_count(0)
    assert await chosen(page) == [["K", "A"]]


@pytest.mark.parametrize(("phone", "sent"), [(False, 2), (True, 3)])
async def test_a_select_shows_what_was_chosen_and_sends_it_once_till_its_message_is_edited(
    sandbox: Sandbox, probe: Probe, visit: Visit, phone: bool, sent: int
) -> None:
    page = await visit(viewport={"width": 390 if phone else 1280, "height": 800})
    await run(page, "/menu", "<Enter>", "<Enter>")
    menu = page.get_by_role("combobox", name="Make a selection")

    async def choose() -> None:
        await expect(menu).not_to_have_attribute("aria-disabled", "true")
        await menu.click()
        await page.get_by_role("option", name="cumulus").click()
        await expect(page.get_by_role("listbox")).to_have_count(0)
        await expect(menu).to_have_text("cumulus")

    await choose()
    await expect(page.locator(".message.ephemeral")).to_contain_text("you chose cumulus")
    await choose()
    (message,) = (
        one for one in sandbox.memory.history(channel_id(sandbox, "lounge")) if one.components
    )
    sandbox._switchboard.change(replace(message, content="choose again"))
    await expect(menu).to_have_text("Make a selection")
    await choose()
    await expect(page.locator(".message.ephemeral")).to_have_count(sent)
    assert [item.type.name for item in probe.seen[1:]] == ["component"] * sent


@pytest.mark.usefixtures("hasty")
async def test_a_select_shows_what_its_message_says_after_a_choice_that_failed(
    sandbox: Sandbox, visit: Visit
) -> None:
    options = [CARDS[0] | {"default": True}, CARDS[1]]
    message = post(sandbox, "x", row(cards(options=options)))
    page = await visit()
    menu = shown(page, message).get_by_role("combobox", name="Card")
    await menu.click()
    await page.get_by_role("option", name="King").click()
    await expect(shown(page, message).get_by_role("alert")).to_have_text("This interaction failed")
    await expect(menu).to_have_text("Ace")


async def test_a_select_offers_people(sandbox: Sandbox, visit: Visit) -> None:
    part = {"type": 5, "id": 92, "custom_id": "who", "placeholder": "Who"}
    message = post(sandbox, "x", row(part))
    page = await visit()
    await mute(page)
    await shown(page, message).get_by_role("combobox", name="Who").click()
    await page.get_by_role("option", name="Cleo").click()
    await expect(page.get_by_role("listbox")).to_have_count(0)
    assert await chosen(page) == [[str(person_id(sandbox, "cleo"))]]


async def test_a_window_belongs_to_the_tab_that_asked(probe: Probe, visit: Visit) -> None:
    asking, other = await visit(), await visit()
    await run(asking, "/form", "<Enter>", "<Enter>")
    await expect(asking.get_by_role("dialog", name="A form")).to_be_visible()
    await asking.keyboard.press("Escape")
    await expect(asking.get_by_role("dialog")).to_have_count(0)
    await expect(other.get_by_role("dialog")).to_have_count(0)
    assert len(probe.seen) == 1


async def test_emoji_of_the_application_stand_on_controls(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit()
    sandbox.memory.emojis[12] = Emoji(12, "king", png(64, 64), "image/png")
    face = {"id": "12", "name": "king"}
    options = [option | {"emoji": face} for option in CARDS]
    parts = row(button("King", emoji=face)), row(cards(options=options))
    message = post(sandbox, "<:king:12> it is", *parts)
    shown_faces = shown(page, message).get_by_role("img", name=":king:")
    await expect(shown_faces).to_have_count(2)
    await shown(page, message).get_by_role("combobox").click()
    await expect(page.get_by_role("option").get_by_role("img", name=":king:")).to_have_count(2)
    sizes = await page.evaluate(
        "[...document.querySelectorAll('img.emoji')].map((img) => [img.src, img.naturalWidth])"
    )
    assert sizes == [[f"{sandbox.page_url}cdn/emoji/12.png", 64]] * 4
    await page.get_by_role("option", name="Ace").wait_for()
    await expect(page.get_by_role("button", name="King")).to_be_visible()


async def test_roles_are_offered_and_named(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit("ben")
    (hosts,) = next(iter(sandbox.memory.guilds.values())).roles
    menu = {"type": 6, "id": 92, "custom_id": "role", "placeholder": "Role"}
    message = post(sandbox, f"for <@&{hosts.id}>", row(menu), mention_roles=(hosts.id,))
    await expect(shown(page, message)).to_contain_text("for @Hosts")
    await expect(shown(page, message)).to_contain_class("calls-me")
    await shown(page, message).get_by_role("combobox").click()
    await expect(page.get_by_role("option")).to_have_text(["@everyone", "@Hosts", "@Nimbus"])
    await mute(page)
    await page.get_by_role("option", name="@Hosts").click()
    assert await chosen(page) == [[str(hosts.id)]]


async def test_a_role_is_mentioned_by_its_name(sandbox: Sandbox, visit: Visit) -> None:
    page = await visit()
    (hosts,) = next(iter(sandbox.memory.guilds.values())).roles
    await run(page, "hi @Ho", "<Enter>", "there", "<Enter>")
    await expect(page.locator(".message")).to_contain_text("hi @Hosts there")
    (message,) = next(iter(sandbox.memory.messages.values())).values()
    assert message.mention_roles == (hosts.id,)


@pytest.mark.usefixtures("probe")
async def test_a_role_is_an_option_of_a_command(visit: Visit) -> None:
    page = await visit()
    await run(page, "/call Ho", "<Enter>", "<Enter>")
    await expect(page.locator(".message")).to_contain_text("@Hosts")

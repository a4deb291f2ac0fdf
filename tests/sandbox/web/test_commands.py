"""Slash commands on the page: found, filled in, checked, sent."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from sandbox import Sandbox
from tests.sandbox.web.conftest import Visit
from tests.sandbox.web.scenes import run

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

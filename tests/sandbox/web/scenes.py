"""Things to put before the people who look at the page."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Locator, Page

from sandbox import Message, Sandbox


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

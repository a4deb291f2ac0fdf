"""What a message brings is shown, and neither runs nor leads anywhere but to the web."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Page, expect

from sandbox import Sandbox
from sandbox.wire import Flag
from tests.sandbox.web.conftest import Visit
from tests.sandbox.web.scenes import person_id, post, row, shown

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

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

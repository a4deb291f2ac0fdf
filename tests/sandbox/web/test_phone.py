"""The page on a phone: everything at hand, large enough for a finger, nothing out of sight."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Page, expect

from sandbox import Message, Sandbox
from sandbox.drafts import Terms, draft
from sandbox.multipart import Upload
from sandbox.wire import Flag
from tests.sandbox.conftest import png
from tests.sandbox.web.conftest import Visit, button, channel_id, person_id, post, row, run, shown

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
NARROWEST: dict[str, Any] = {"viewport": {"width": 320, "height": 568}, "has_touch": True}
SMALL = """(inside) => [...document.querySelectorAll("button, a, select, [role=combobox], label")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }) && node.closest(inside))
  .filter((node) => !node.closest(".markdown"))
  .flatMap((node) => {
    const box = node.getBoundingClientRect();
    const reach = getComputedStyle(node, "::after");
    const more = reach.position === "absolute" && reach.content === '""'
      ? -2 * parseFloat(reach.top) : 0;
    const [wide, high] = [box.width + Math.max(more, 0), box.height + Math.max(more, 0)];
    return wide < 40 || high < 40 ? [`${node.className} ${wide}x${high}`] : [];
  })"""
"""What can be pressed and is smaller than a finger, but for links within a text."""
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"


V2 = Flag.COMPONENTS_V2


def pictured(sandbox: Sandbox, *sizes: tuple[int, int], boxed: bool = False) -> Message:
    """Post a message with one gallery of pictures of these sizes, in a container or not."""
    memory = sandbox.memory
    blank = Message(memory.snowflakes.mint(), channel_id(sandbox, "lounge"), memory.bot.id)
    files = {n: Upload(f"{n}.png", png(*size)) for n, size in enumerate(sizes)}
    items = [
        {"media": {"url": f"attachment://{item.filename}"}, "description": f"picture {n}"}
        for n, item in files.items()
    ]
    gallery: dict[str, Any] = {"type": 12, "items": items}
    part = {"type": 17, "components": [gallery]} if boxed else gallery
    body = {"flags": int(V2), "components": [part]}
    return sandbox._switchboard.post(draft(memory, blank, body, files, Terms()))


async def boxes(page: Page, message: Message) -> list[tuple[float, float]]:
    """Return width and height of the pictures of a message, as they are shown."""
    found = []
    for image in await shown(page, message).get_by_role("img").all():
        box = await image.bounding_box()
        assert box is not None
        found.append((box["width"], box["height"]))
    return found


async def test_the_bar_switches_the_person_and_leaves_the_messages_room(visit: Visit) -> None:
    page = await visit(**PHONE)
    await page.get_by_role("button", name="You are Ada").tap()
    await expect(page.get_by_role("group", name="People to act as")).to_be_in_viewport(ratio=1)
    await page.get_by_role("button", name="Act as Ben").tap()
    await expect(page.get_by_role("button", name="You are Ben")).to_be_in_viewport(ratio=1)
    await expect(page.get_by_role("group", name="People to act as")).to_have_count(0)
    await page.get_by_role("button", name="Dismiss welcome").tap()
    messages = await page.locator("#scroller").bounding_box()
    bar = await page.locator("#bar").bounding_box()
    assert messages is not None
    assert bar is not None
    assert messages["y"] <= 56
    assert bar["height"] <= 72
    await expect(page.get_by_text("Sandbox ·")).to_be_visible()


@pytest.mark.parametrize(
    ("width", "there", "elsewhere"),
    [(390, "top right", "bottom left"), (1280, "bottom left", "top right")],
)
async def test_the_welcome_says_where_the_person_is_switched(
    visit: Visit, width: int, there: str, elsewhere: str
) -> None:
    page = await visit(viewport={"width": width, "height": 800})
    note = page.get_by_role("note")
    words = await note.inner_text()
    assert words.startswith("You are Ada. Switch person at the ")
    assert there in words
    assert elsewhere not in words
    box = await page.get_by_role("button", name="You are Ada").bounding_box()
    assert box is not None
    assert (box["y"] < 60, box["x"] > width / 2) == (("top right" in words,) * 2)


async def test_the_welcome_goes_with_the_first_command(sandbox: Sandbox, visit: Visit) -> None:
    sandbox.memory.commands[None] = {
        1: {"id": "1", "name": "go", "type": 1, "description": "Does it", "contexts": [0, 1]}
    }
    page = await visit()
    await expect(page.get_by_role("note")).to_be_visible()
    await run(page, "/go", "<Enter>", "<Enter>")
    await expect(page.get_by_role("note")).to_have_count(0)


@pytest.mark.parametrize("touch", [False, True])
async def test_no_keyboard_covers_the_answer_to_a_command(
    sandbox: Sandbox, visit: Visit, touch: bool
) -> None:
    sandbox.memory.commands[None] = {
        1: {"id": "1", "name": "go", "type": 1, "description": "Does it", "contexts": [0, 1]}
    }
    page = await visit(**(PHONE | {"is_mobile": touch, "has_touch": touch}))
    await run(page, "/go", "<Enter>", "<Enter>")
    await expect(page.locator("[data-command]")).to_have_count(0)
    if touch:
        await expect(page.locator("#composer")).not_to_be_focused()
    else:
        await expect(page.locator("#composer")).to_be_focused()


@pytest.mark.parametrize("phone", [PHONE, NARROWEST], ids=["390", "320"])
async def test_all_that_is_pressed_is_as_large_as_a_finger(
    sandbox: Sandbox, visit: Visit, phone: dict[str, Any]
) -> None:
    owner = person_id(sandbox, "ada")
    pictured(sandbox, (640, 400))
    pictured(sandbox, (40, 40), (40, 40))
    menu = {"type": 3, "id": 5, "custom_id": "s", "options": [{"label": "Ace", "value": "a"}]}
    page = await visit(**phone)
    post(
        sandbox,
        "x" * 300,
        row(button("Go"), button("A")),
        row(menu),
        only_for=owner,
        flags=Flag.EPHEMERAL,
    )
    await expect(page.get_by_role("button", name="Dismiss message")).to_be_visible()
    assert await page.evaluate(SMALL, "body") == []
    await page.get_by_role("button", name="You are Ada").tap()
    assert await page.evaluate(SMALL, ".people") == []
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name="Show channels").tap()
    assert await page.evaluate(SMALL, ".sidebar") == []
    await page.get_by_role("button", name="#tables").tap()
    await page.get_by_role("button", name="Make things go wrong").tap()
    assert await page.evaluate(SMALL, "dialog") == []
    assert await page.evaluate(TOO_WIDE) == 0


async def test_the_badge_of_a_description_covers_its_corner_and_tells_when_tapped(
    sandbox: Sandbox, visit: Visit
) -> None:
    message = pictured(sandbox, (640, 400))
    page = await visit(**PHONE)
    badge = shown(page, message).get_by_role("button", name="Show the description")
    await expect(badge).to_have_css("opacity", "1")
    words = shown(page, message).get_by_text("picture 0")
    await expect(words).to_be_hidden()
    await badge.tap()
    await expect(words).to_be_visible()


async def test_with_a_mouse_the_badge_waits_and_nothing_covers_a_picture_that_is_pointed_at(
    sandbox: Sandbox, visit: Visit
) -> None:
    message = pictured(sandbox, (640, 400))
    page = await visit()
    badge = shown(page, message).get_by_role("button", name="Show the description")
    await expect(badge).to_have_css("opacity", "0")
    await badge.hover()
    await expect(badge).to_have_css("opacity", "1")
    await expect(shown(page, message).get_by_text("picture 0")).to_be_hidden()
    await badge.click()
    await expect(shown(page, message).get_by_text("picture 0")).to_be_visible()


@pytest.mark.parametrize(
    ("count", "desk", "phone"),
    [
        (1, [(560, 350)], [(314, 196)]),
        (2, [(298, 280)] * 2, [(155, 155)] * 2),
        (3, [(399, 350), (197, 173), (197, 173)], [(208, 206), (101, 101), (101, 101)]),
        (4, [(298, 173)] * 4, [(155, 155)] * 4),
        (5, [(298, 280)] * 2 + [(197, 197)] * 3, [(155, 155)] * 2 + [(102, 102)] * 3),
        (7, [(600, 280)] + [(197, 197)] * 6, [(314, 157)] + [(102, 102)] * 6),
    ],
)
async def test_one_picture_is_whole_and_several_are_cropped_to_a_pattern(
    sandbox: Sandbox,
    visit: Visit,
    count: int,
    desk: list[tuple[int, int]],
    phone: list[tuple[int, int]],
) -> None:
    message = pictured(sandbox, *[(800, 500)] * count)
    for expected, where in ((desk, {}), (phone, PHONE)):
        page = await visit(**where)
        await expect(shown(page, message).get_by_role("img")).to_have_count(count)
        for found, told in zip(await boxes(page, message), expected, strict=True):
            assert found == pytest.approx(told, abs=2)


async def width_of(page: Page, message: Message, what: str) -> float:
    box = await shown(page, message).locator(what).first.bounding_box()
    assert box is not None
    return box["width"]


async def test_a_message_is_as_wide_as_what_is_in_it(sandbox: Sandbox, visit: Visit) -> None:
    text = {"type": 10, "id": 2, "content": "short"}
    line = {"type": 14, "id": 3, "divider": True}
    short = post(sandbox, "", {"type": 17, "id": 1, "components": [text, line]}, flags=V2)
    tall = pictured(sandbox, (1000, 1400), boxed=True)
    menu = {"type": 3, "id": 5, "custom_id": "s", "options": [{"label": "Ace", "value": "a"}]}
    parts = [text | {"content": "word " * 60}, row(menu)]
    long = post(sandbox, "", {"type": 17, "id": 1, "components": parts}, flags=V2)
    page = await visit()
    assert await width_of(page, short, ".container") < 100
    assert await width_of(page, short, "hr") == await width_of(page, short, ".container") - 34
    assert await width_of(page, tall, ".container") == pytest.approx(250 + 34, abs=1)
    assert await width_of(page, long, ".container") == 600
    assert await width_of(page, long, ".select") == 400
    page = await visit(**PHONE)
    assert await width_of(page, tall, ".picture") == 390 - 64 - 12 - 34
    assert await width_of(page, long, ".select") == 390 - 64 - 12 - 34


async def test_a_phone_cuts_a_label_and_a_row_goes_on_below(sandbox: Sandbox, visit: Visit) -> None:
    figures = [button(str(number), id=number) for number in range(4)]
    long = button("a label of much more than one line of a phone")
    parts = [row(*figures), row(button("Six", id=7), button("letter", id=8), long)]
    message = post(sandbox, "", {"type": 17, "id": 90, "components": parts}, flags=V2)
    page = await visit(**(PHONE | {"viewport": {"width": 360, "height": 640}}))
    found = [
        await node.bounding_box() for node in await shown(page, message).locator("button").all()
    ]
    places = [(box["x"], box["y"], box["width"], box["height"]) for box in found if box]
    assert [place[2:] for place in places[:4]] == [(52, 40)] * 4
    assert len({y for _, y, _, _ in places[:4]}) == 1
    assert places[0][0] == 64 + 17
    *_, label = places
    assert label[1] > places[4][1]
    assert label[2:] == (360 - 64 - 12 - 34, 40)
    cut = shown(page, message).locator(".button-label").last
    assert await cut.evaluate("node => node.scrollWidth > node.clientWidth")
    assert await page.evaluate(TOO_WIDE) == 0


@pytest.mark.parametrize("where", [{}, PHONE], ids=["desk", "phone"])
async def test_what_stands_beside_a_text_stays_there(
    sandbox: Sandbox, visit: Visit, where: dict[str, Any]
) -> None:
    text = {"type": 10, "id": 2, "content": "word " * 30}
    more = button("a label of much more than one half of a message could ever hold on a desk")
    section = {"type": 9, "id": 3, "components": [text], "accessory": more}
    message = post(sandbox, "", {"type": 17, "id": 1, "components": [section]}, flags=V2)
    page = await visit(**where)
    whole = await shown(page, message).locator(".section").bounding_box()
    beside = await shown(page, message).locator(".button").bounding_box()
    assert whole is not None
    assert beside is not None
    assert beside["width"] == pytest.approx(whole["width"] / 2 - 12, abs=1)
    middle = beside["y"] + beside["height"] / 2
    assert middle == pytest.approx(whole["y"] + whole["height"] / 2, abs=1)
    assert beside["x"] + beside["width"] == pytest.approx(whole["x"] + whole["width"], abs=1)


async def test_a_picture_is_as_wide_as_a_phone_but_at_most_350_pixels_high_on_a_desk(
    sandbox: Sandbox, visit: Visit
) -> None:
    tall = pictured(sandbox, (1000, 966))
    widths = []
    for where in ({}, PHONE):
        image = shown(await visit(**where), tall).get_by_role("img").first
        await expect(image).to_be_visible()
        box = await image.bounding_box()
        assert box is not None
        widths.append(box["width"])
    desk, phone = widths
    assert desk == pytest.approx(350 * 1000 / 966, abs=2)
    assert 300 < phone < desk

"""How high hands are in a browser: picture, question and buttons are on one screen as a whole."""

from __future__ import annotations

from dataclasses import replace
from time import time
from typing import Any

import pytest
from playwright.async_api import Page

from bot.discord.io import named
from bot.match.show.hand_layouts import hand_layout
from bot.match.table.names import people
from engine.games import GAMES
from engine.seats import Seat
from render.scenes import SCENES
from render.theme import NIGHT, Theme, large
from sandbox import Sandbox
from tests.match.rows import SAY, hand_of
from tests.match.show.test_phone import DESK, PHONE, Screen, moments
from tests.sandbox.conftest import Probe
from tests.sandbox.web.conftest import Visit, channel_id

pytestmark = [pytest.mark.browser, pytest.mark.whole, pytest.mark.asyncio(loop_scope="session")]

FONT = 12
"""Pixels by which a message may be higher in the browser's font than in another."""

SHAPES = {DESK: (1280, 800), PHONE: (390, 844)}

HIGH = """async message => {
    await Promise.all([...message.querySelectorAll("img")].map(image => image.decode()));
    return message.querySelector(".components").getBoundingClientRect().height;
}"""


async def high(page: Page, message_id: int, screen: Screen) -> float:
    """Return the height of a message, with what stands around a hand that was edited."""
    message = page.locator(f'[data-message-id="{message_id}"]')
    await message.wait_for()
    found: float = await message.evaluate(HIGH)
    return found + screen.around


@pytest.mark.parametrize("theme", [NIGHT, large(NIGHT)], ids=["usual", "large"])
@pytest.mark.parametrize("key", GAMES)
async def test_a_hand_is_on_one_screen(
    sandbox: Sandbox, probe: Probe, visit: Visit, key: str, theme: Theme
) -> None:
    """At the first choice, the second and in the middle of a deal."""
    place: Any = probe.get_channel(channel_id(sandbox, "lounge"))
    pages = {
        screen: await visit(viewport={"width": width, "height": height})
        for screen, (width, height) in SHAPES.items()
    }
    tables = [*moments(key, min(3, max(GAMES[key].info.seats)), 1, {})]
    for table in (tables[0], tables[1], tables[len(tables) // (2 * len(GAMES))]):
        seat = table.to_act()[0]
        due = replace(table.row.members[seat - 1].clock, due=time() + 600)
        members = tuple(replace(member, clock=due) for member in table.row.members)
        board, hand = hand_of(replace(table, row=replace(table.row, members=members)), Seat(seat))
        painted = SCENES[key].hand(hand.view, people(table.row), SAY, theme)
        pictures = [("hand.png", painted)]
        sent = await place.send(
            view=hand_layout(board, hand, pictures, SAY), files=named(pictures), silent=True
        )
        for screen, page in pages.items():
            assert await high(page, sent.id, screen) <= screen.most + FONT

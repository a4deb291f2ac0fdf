"""A real discord.py bot and real tabs, over the wire."""

from __future__ import annotations

import pytest

from sandbox import Sandbox
from sandbox.client import Tab
from sandbox.view import words_of
from tests.sandbox.probe import CLOUDS, Probe, png

pytestmark = pytest.mark.usefixtures("probe")


async def test_a_bot_logs_in_and_knows_its_guild(sandbox: Sandbox, probe: Probe) -> None:
    assert probe.user is not None
    assert probe.user.id == sandbox.memory.bot.id
    assert [guild.name for guild in probe.guilds] == ["Cloud Club"]
    assert [channel.name for channel in probe.guilds[0].text_channels] == ["lounge", "tables"]


async def test_synced_commands_appear_on_the_page(ada: Tab) -> None:
    assert "table" in [command["name"] for command in ada.commands]


async def test_a_slash_command_answers_with_words_and_a_picture(ada: Tab) -> None:
    reply = await ada.command("tables", "table")
    assert reply.message is not None
    assert words_of(reply.message) == "pressed 0"
    assert await ada.pictures(reply.message) == [png()]


async def test_a_click_edits_the_message_and_its_picture_for_everyone(ada: Tab, ben: Tab) -> None:
    reply = await ada.command("tables", "table")
    assert reply.message is not None
    clicked = await ben.click(reply.message, label="Press")
    assert clicked.message is not None
    assert words_of(clicked.message) == "pressed 1"
    await ada.wait_for(lambda _: words_of(ada.newest(clicked.message or {})) == "pressed 1")


async def test_thinking_is_over_when_the_original_is_edited(ada: Tab) -> None:
    reply = await ada.command("tables", "think", secretly=True)
    assert reply.message is not None
    assert words_of(reply.message) == "pressed 7"


async def test_autocomplete_offers_what_fits(ada: Tab) -> None:
    choices = await ada.autocomplete("tables", "cloud", "name", "cu")
    assert [choice["value"] for choice in choices] == ["cumulus"]


async def test_a_form_comes_back_filled_in(ada: Tab) -> None:
    opened = await ada.command("tables", "form")
    reply = await ada.submit_modal(opened, answer="forty", cloud=["cirrus"])
    assert reply.message is not None
    assert words_of(reply.message) == "forty on cirrus"


async def test_a_select_brings_its_value(ada: Tab) -> None:
    reply = await ada.command("tables", "menu")
    assert reply.message is not None
    chosen = await ada.select(reply.message, CLOUDS[1])
    assert chosen.message is not None
    assert words_of(chosen.message) == "you chose cumulus"

"""/about."""

from __future__ import annotations

import re
from pathlib import Path

from bot import VERSION
from tests.e2e.running_bot import opened, running_bot
from tests.sim.evening import evening


async def test_it_tells_the_version_and_the_games_that_are_played(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        answer = (await held["Ada"].slash(held.channel, "about")).response
        assert answer.ephemeral
        assert f"**Nimbus {VERSION}**, started <t:{held.bot.app.started:.0f}:R>." in answer.content
        assert "0 games are being played." in answer.content
        await held.start("Ada", "Ben")
        answer = (await held["Ben"].slash(held.channel, "about")).response
        assert "1 game is being played." in answer.content
        assert "Discord answers" not in answer.content  # nothing beats in a simulated server
        assert "More about" not in answer.content


async def test_it_tells_how_fast_discord_answers_and_the_hosts_link(tmp_path: Path) -> None:
    async with running_bot(tmp_path, NIMBUS_LINK="https://example.org/nimbus") as held:
        (tab,) = await opened(held, ("Ada",))
        assert (await tab.command("tables", "about")).ok

        def said(_: object) -> str:
            found = [m["content"] for m in tab.messages("tables") if m["flags"] & 64]
            return next((text for text in found if "example.org" in (text or "")), "")

        text = await tab.wait_for(said)
        assert "<https://example.org/nimbus>" in text
        assert re.search(r"answers it after \d+ ms", text)

"""The page of /help on the bot itself."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bot import VERSION
from tests.e2e.running_bot import opened, running_bot
from tests.sim.evening import Evening, evening, texts


async def about(held: Evening, name: str) -> str:
    """Let a person open the page; gives what it says."""
    shown: Any = (await held[name].slash(held.channel, "help")).response
    assert shown.ephemeral
    await held[name].click(shown.message, label="About")
    return texts(shown.message)


async def test_it_tells_the_version_and_the_games_that_are_played(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        said = await about(held, "Ada")
        assert f"Version {VERSION}, started <t:{held.bot.app.started:.0f}:R>." in said
        assert "0 games are on right now" in said
        await held.start("Ada", "Ben")
        said = await about(held, "Ben")
        assert "1 game is on right now" in said
        assert "</privacy:" in said
        assert "More about" not in said


async def test_it_tells_how_fast_discord_answers_and_the_hosts_link(tmp_path: Path) -> None:
    async with running_bot(tmp_path, NIMBUS_LINK="https://example.org/nimbus") as held:
        (tab,) = await opened(held, ("Ada",))
        shown = (await tab.command("tables", "help")).message
        assert shown is not None
        assert (await tab.click(shown, label="About")).ok

        def said(_: object) -> str:
            text = str(tab.newest(shown))
            return text if "Ping: " in text else ""

        text = await tab.wait_for(said)
        assert "<https://example.org/nimbus>" in text
        assert re.search(r"Ping: \d+ ms", text)

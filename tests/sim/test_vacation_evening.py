"""A vacation from slow tables, taken in `/preferences`, through the whole bot."""

from __future__ import annotations

from pathlib import Path

from tests.sim.evening import evening, texts


async def test_a_vacation_is_told_at_a_slow_table_and_ended_there(tmp_path: Path) -> None:
    async with evening(tmp_path) as held:
        lobby = await held.open("Ada")
        form = await held["Ada"].click(await held.panel("Ada", lobby), label="Clock, hints, coach")
        await held["Ada"].submit_modal(
            form, {"terms.clock": ["86400"], "terms.hints": ["true"], "terms.coach": ["false"]}
        )
        for name in ("Ben", "Cleo"):
            await held[name].click(lobby, label="Join")
        await held["Ada"].click(lobby, label="Start")
        shown = (await held["Ben"].slash(held.channel, "preferences")).response
        await held["Ben"].click(shown.message, label="Time and language")
        assert "**Vacation:** none" in texts(shown.message)
        await held["Ben"].select(shown.message, ["3"], custom_id="me:days")
        assert "**Ben** is on vacation until <t:" in texts(held.board())
        shown = (await held["Ben"].slash(held.channel, "preferences")).response.message
        assert "Vacation: until <t:" in texts(shown)
        await held["Ben"].click(shown, label="Time and language")
        await held["Ben"].select(shown, ["0"], custom_id="me:days")
        assert "on vacation" not in texts(held.board())

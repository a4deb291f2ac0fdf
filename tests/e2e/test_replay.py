"""A replay over the wire: nothing before the end, and a viewer that outlives the bot."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.replays.moments import OPEN, Moment
from bot.replays.service import codes_of
from bot.store import Store
from bot.store.rows import Status
from sandbox.client import Tab
from tests.e2e.running_bot import RunningBot, board, buttons, opened, running_bot


async def viewer(tab: Tab, **options: Any) -> Any:
    """Ask for a replay; gives the private answer."""
    reply = await tab.command("tables", "replay", **options)
    assert reply.message is not None, reply.reason
    assert reply.message["flags"] & 64
    return reply.message


async def end(held: RunningBot, tab: Tab) -> None:
    """Let the only person leave, which ends the game."""
    shown: Any = await tab.wait_for(
        lambda tab: found if (found := board(tab)) and buttons(found, "t:1:leave") else None
    )
    warning = (await tab.click(shown, custom_id="t:1:leave")).message
    assert warning is not None
    await tab.wait_for(lambda tab: buttons(tab.newest(warning), "q:1"))
    assert (await tab.click(warning, custom_id="q:1")).ok
    await held.until_stored(lambda row: row.status is Status.CLOSED)


async def test_a_game_shows_nothing_while_it_lasts_and_then_in_a_viewer_that_outlives_the_bot(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path) as held:
        (ada,) = await opened(held, ("Ada",))
        row = await held.until_stored(lambda row: row.status is Status.PLAYING)
        store = await Store.open(held.database)
        code = (await codes_of(store, row)).spell(Moment(row.id, 0, OPEN))
        await store.close()
        for refused in (await viewer(ada, match=1), await viewer(ada, code=code)):
            assert "is not over yet" in refused["content"]
            assert ".png" not in str(refused)
        await end(held, ada)
        shown = await viewer(ada, match=1)
        assert "replay-0-hands.png" in str(shown["components"])
        await held.kill()
        await held.wake()
        await ada.wait_for(lambda tab: tab.bot_online)
        (choice,) = (part for part in buttons(shown, "rp:eyes"))
        seen = await ada.select(shown, choice["options"][3]["value"], custom_id="rp:eyes")
        assert seen.ok
        await ada.wait_for(lambda tab: "saw it" in str(tab.newest(shown)["components"]))
        (button,) = buttons(ada.newest(shown), "rp:share:")
        assert (await ada.click(shown, custom_id=button["custom_id"])).ok
        cleo = await held.tab("Cleo")
        shared: Any = await cleo.wait_for(
            lambda tab: next((m for m in tab.messages("tables") if buttons(m, "rp:open:")), None)
        )
        (button,) = buttons(shared, "rp:open:")
        assert (await cleo.click(shared, custom_id=button["custom_id"])).ok
        await cleo.wait_for(lambda tab: [m for m in tab.messages("tables") if m["flags"] & 64])

"""Doors over the wire: private tables and blocks against forged presses, kills and old buttons."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sandbox.client import Tab
from sandbox.wire import Kind, Part
from tests.e2e.running_bot import RunningBot, running_bot, settings
from tests.e2e.test_strange_events import Tap

NOT_OPEN = "You can't join this table"


async def lobby_of(held: RunningBot, name: str = "Ada") -> tuple[Tab, Any]:
    """Let a person open a lobby; gives their tab and its message."""
    tab = await held.tab(name)
    await tab.wait_for(lambda tab: tab.bot_online and tab.commands)
    reply = await tab.command("tables", "play", game="cloud_nine")
    assert reply.message is not None, reply.reason
    return tab, reply.message


def told(tab: Tab) -> list[str]:
    """Return what the bot told a person privately, in words alone."""
    return [m["content"] for m in tab.messages("tables") if m["flags"] & 64]


async def refused(tab: Tab, lobby: Any, custom_id: str = "l:1:join") -> None:
    """Press, and wait until one more refusal has come."""
    before = sum(NOT_OPEN in text for text in told(tab))
    assert (await tab.click(lobby, custom_id=custom_id)).ok
    await tab.wait_for(lambda tab: sum(NOT_OPEN in text for text in told(tab)) > before)


async def test_forged_presses_neither_open_a_door_nor_remove_anybody(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tap = Tap(held)
        ada, lobby = await lobby_of(held)
        ben, cleo = await held.tab("Ben"), await held.tab("Cleo")
        assert (await ben.click(lobby, custom_id="l:1:join")).ok
        panel = await settings(ada, lobby)
        assert (await ada.click(panel, custom_id="l:1:private")).ok
        row = await held.until_stored(lambda row: row.door.private and len(row.members) == 2)
        for tab, custom_id, values in (
            (cleo, "l:1:public", []),
            (cleo, "kick:1", [ben.id]),
            (cleo, "kick:1", [ada.id]),
            (ben, "kick:1", [ada.id]),
            (ada, "kick:1", [ada.id]),
            (ada, "kick:1", ["-1"]),
            (ada, "kick:1", []),
            (cleo, "w:invite", [f"1:user {cleo.id}"]),
            (ben, "w:invite", [f"1:user {2**70}"]),
            (ben, "w:invite", ["1:role 1"]),
            (ben, "w:invite", [f"1:user {10**18}"]),
        ):
            await forge(tap, lobby, tab, custom_id, values)
        await refused(cleo, lobby)
        after = await held.row()
        assert after is not None
        assert (after.door, after.members, after.version) == (row.door, row.members, row.version)
        assert not invitations(ada)


async def forge(tap: Tap, lobby: Any, tab: Tab, custom_id: str, values: list[str]) -> None:
    """Have a person use a control that was shown to nobody, or to somebody else."""
    assert (await tab.click(lobby, custom_id="fair:1")).ok
    press = tap.fresh(tap.newest(Kind.COMPONENT))
    kind = Part.STRING_SELECT if "l:" not in custom_id else Part.BUTTON
    press["data"] = {"custom_id": custom_id, "component_type": int(kind), "values": values}
    tap.say(press)
    assert (await tab.command("tables", "games")).ok


def invitations(tab: Tab) -> list[Any]:
    """Return the messages that invite somebody."""
    return [m for m in tab.messages("tables") if "invites you" in str(m["components"])]

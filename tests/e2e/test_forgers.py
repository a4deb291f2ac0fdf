"""Private tables, blocks and the settings of servers over the wire, against forged presses."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bot.preferences.server import USUAL, ServerSettings, server_settings
from bot.store.rows import Status
from sandbox import Memory, Message, Sandbox, permissions
from sandbox.client import Tab
from sandbox.places import guild as told_of
from sandbox.wire import Flag, Intent, Kind, Part, Permission
from tests.e2e.running_bot import RunningBot, running_bot, settings
from tests.e2e.test_faults import Tap
from tests.waits import until

# Doors over the wire: private tables and blocks against forged presses, kills and old buttons.

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
    assert (await tab.click(lobby, custom_id="settings:1")).ok
    press = tap.fresh(tap.newest(Kind.COMPONENT))
    kind = Part.STRING_SELECT if "l:" not in custom_id else Part.BUTTON
    press["data"] = {"custom_id": custom_id, "component_type": int(kind), "values": values}
    tap.say(press)
    assert (await tab.command("tables", "games")).ok


def invitations(tab: Tab) -> list[Any]:
    """Return the messages that invite somebody."""
    return [m for m in tab.messages("tables") if "invites you" in str(m["components"])]


# Servers over the wire: settings and moderators against forgers, restarts and each other.

MANAGER = Permission.MANAGE_GUILD
MODERATOR = Permission.MANAGE_MESSAGES


def allow(monkeypatch: pytest.MonkeyPatch, given: Mapping[tuple[int, int], Permission]) -> None:
    """Give people more than everybody has, by guild and person."""
    usual = permissions.of_member

    def of_member(memory: Memory, guild: Any, person_id: int) -> Permission:
        more = given.get((guild.id, person_id), Permission(0))
        return usual(memory, guild, person_id) | more

    monkeypatch.setattr(permissions, "of_member", of_member)


def home(sandbox: Sandbox) -> Any:
    return next(iter(sandbox.memory.guilds.values()))


def someone(sandbox: Sandbox, name: str) -> int:
    return next(one.id for one in sandbox.memory.people.values() if one.name == name)


def room(sandbox: Sandbox, name: str) -> int:
    return next(one.id for one in sandbox.memory.channels.values() if one.name == name)


def forge_menu(
    sandbox: Sandbox, name: str, channel: int, custom_id: str, *values: str, part: int = 3
) -> None:
    """Send a press of a menu that no client would let this person make."""
    switchboard, memory = sandbox._switchboard, sandbox.memory
    menu = {"type": part, "id": 2, "custom_id": custom_id, "options": []}
    shown = ({"type": 1, "id": 1, "components": [menu]},)
    message = Message(
        memory.snowflakes.mint(), channel, memory.bot.id, components=shown, flags=Flag.COMPONENTS_V2
    )
    switchboard.post(message)
    data = {"custom_id": custom_id, "component_type": part, "id": 2, "values": list(values)}
    person = someone(sandbox, name)
    begun = switchboard.interactions.begin(
        Kind.COMPONENT, person, channel, data, source_id=message.id
    )
    switchboard.send(begun)


async def stored(held: RunningBot, guild_id: int) -> ServerSettings:
    """Read what a server has set, in another process than the bot's."""
    async with held.store() as store:
        return await server_settings(store, guild_id)


async def until_set(held: RunningBot, guild_id: int, wanted: ServerSettings) -> None:
    """Wait until a server has set just this: a press is acknowledged before it is stored."""

    async def is_set() -> bool:
        return await stored(held, guild_id) == wanted

    await until(is_set)


async def awake(held: RunningBot, name: str) -> Tab:
    tab = await held.tab(name)
    await tab.wait_for(lambda tab: tab.bot_online and tab.commands)
    return tab


def private(tab: Tab, channel: str = "tables") -> str:
    """Return the newest private answer of a channel."""
    found = [m for m in tab.messages(channel) if m["flags"] & Flag.EPHEMERAL]
    return str(found[-1]["content"]) if found else ""


async def test_forged_presses_change_nothing_here_and_nothing_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running_bot(tmp_path, asleep=True) as held:
        sandbox, memory = held.sandbox, held.sandbox.memory
        here, other = home(sandbox), memory.found_guild("Elsewhere", ["there"])
        manager, moderator = someone(sandbox, "Ben"), someone(sandbox, "Cleo")
        given = {(other.id, manager): MANAGER | MODERATOR, (here.id, moderator): MODERATOR}
        allow(monkeypatch, given)
        await held.wake()
        ada = await awake(held, "Ada")
        ben, cleo = await awake(held, "Ben"), await awake(held, "Cleo")
        tables, there = room(sandbox, "tables"), room(sandbox, "there")
        for name, tab in (("Ben", ben), ("Cleo", cleo)):
            forge_menu(sandbox, name, tables, "server:clock", "60")
            await tab.wait_for(lambda tab: "Only people who manage this server" in private(tab))
            forge_menu(sandbox, name, tables, "server", "clock")
        assert await stored(held, here.id) == USUAL
        # A manager of elsewhere sets what holds there, and names no place of here.
        forge_menu(sandbox, "Ben", there, "server:clock", "60")
        forge_menu(sandbox, "Ben", there, "server:audit", str(tables), part=8)
        await ben.wait_for(lambda tab: "couldn't read" in private(tab, "there"))
        forge_menu(sandbox, "Ben", there, "server:openers:role", str(here.id), part=6)
        forge_menu(sandbox, "Ben", there, "server:clock", "61")
        forge_menu(sandbox, "Ben", there, "server:level", "hard")
        await until_set(held, other.id, ServerSettings(clock=60, level="hard"))
        assert await stored(held, here.id) == USUAL
        assert (await ada.command("tables", "play", game="nimbly")).ok
        forge_menu(sandbox, "Ben", tables, "table:end", "1:")
        await ben.wait_for(lambda tab: "Only moderators" in private(tab))
        row = await held.row()
        assert row is not None
        assert row.status is Status.LOBBY


async def test_a_server_that_adds_the_bot_is_welcomed_once(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        ada, memory = await awake(held, "Ada"), held.sandbox.memory
        assert ada.messages("lounge") == []
        guild = memory.found_guild("Elsewhere", ["there"])
        there = room(held.sandbox, "there")
        told = told_of(memory, guild, whole=True)
        bots = held.sandbox._switchboard.bots
        # The end of an outage, as Discord tells of it.
        bots.dispatch("GUILD_CREATE", told, guild_id=guild.id, intent=Intent.GUILDS)
        gone = {"id": str(guild.id), "unavailable": True}
        bots.dispatch("GUILD_DELETE", gone, guild_id=guild.id, intent=Intent.GUILDS)
        bots.dispatch("GUILD_CREATE", told, guild_id=guild.id, intent=Intent.GUILDS)
        await held.kill()
        await held.wake()
        await ada.wait_for(lambda tab: tab.bot_online)
        assert memory.history(there) == []
        del told["unavailable"]
        async with asyncio.timeout(60):
            # One that comes within two seconds of a start belongs to it: it is told again, later.
            while not memory.history(there):
                bots.dispatch("GUILD_CREATE", told, guild_id=guild.id, intent=Intent.GUILDS)
                await asyncio.sleep(3)
        await held.kill()
        await held.wake()
        await ada.wait_for(lambda tab: tab.bot_online)
        assert (await ada.command("lounge", "help")).ok
        (welcome,) = memory.history(there)
        assert "Nimbus is here" in str(welcome.components)

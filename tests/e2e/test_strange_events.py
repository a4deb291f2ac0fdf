"""Events that lack something, or come twice: none of them ends the bot, or acts two times."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.store.rows import Status
from sandbox.wire import Kind, Part
from tests.e2e.running_bot import RunningBot, board, buttons, opened, running_bot
from tests.soak.amounts import later

EVENT = "INTERACTION_CREATE"
MISSING = object()
BATCH = 100


class Tap:
    """Keeps the interactions that the sandbox sends to the bot, and sends more of them."""

    def __init__(self, held: RunningBot) -> None:
        self.held = held
        self.heard: list[dict[str, Any]] = []
        self._send = held.sandbox.gateway.dispatch
        self._ids = itertools.count(int(held.sandbox.memory.snowflakes.mint()) + (1 << 40))
        held.sandbox.gateway.dispatch = self._dispatch  # type: ignore[method-assign]

    def _dispatch(self, event: str, data: Any, **more: Any) -> None:
        if event == EVENT:
            self.heard.append(copy.deepcopy(data))
        self._send(event, data, **more)

    def newest(self, kind: Kind) -> dict[str, Any]:
        """Return the newest interaction of a kind that was heard."""
        return next(data for data in reversed(self.heard) if data["type"] == kind)

    def say(self, data: Any, event: str = EVENT) -> None:
        """Send an event just so."""
        guild = next(iter(self.held.sandbox.memory.guilds))
        self._send(event, data, guild_id=guild)

    def fresh(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return an interaction under an id of its own."""
        return {**copy.deepcopy(data), "id": str(next(self._ids))}


@pytest.mark.parametrize("thoroughly", [False, later(True)])
async def test_no_interaction_that_lacks_something_ends_the_bot(
    tmp_path: Path, *, thoroughly: bool
) -> None:
    async with running_bot(tmp_path) as held:
        tap = Tap(held)
        ada, _ = await opened(held, ("Ada", "Ben"), options={"deals": "2"})
        await ada.wait_for(lambda tab: buttons(board(tab), "t:"))
        assert (await ada.click(board(ada), label="My hand")).ok
        await ada.autocomplete("tables", "move", "move", "k")
        assert (await ada.command("tables", "stats")).ok
        [session] = held.sandbox.gateway.sessions
        kinds = (Kind.COMMAND, Kind.COMPONENT, Kind.AUTOCOMPLETE, Kind.MODAL)
        whole = [tap.newest(kind) for kind in kinds]
        variants = [item for data in [*whole, as_select(whole[1])] for item in mutilated(data, tap)]
        assert len(variants) > 518
        # Each part is spoilt in one way of three here, and in each of them by `make soak`.
        if not thoroughly:
            variants = [variants[3 * n + n % 3] for n in range(len(variants) // 3)]
        for first in range(0, len(variants), BATCH):
            for variant in variants[first : first + BATCH]:
                tap.say(variant)
            # What can be read of it is answered too, and that takes its time.
            assert (await ada.command("tables", "stats")).ok
        reply = await ada.click(board(ada), label="My hand")
        assert reply.ok
        assert reply.message is not None
        assert held.process is not None
        assert held.process.returncode is None
        assert held.sandbox.gateway.sessions == [session]
        assert "could not be read" in held.log()
        assert not [data["token"] for data in whole if data["token"] in held.log()]


async def test_no_other_event_that_lacks_everything_ends_the_bot(tmp_path: Path) -> None:
    async with running_bot(tmp_path, "tests.e2e.hasty") as held:
        tap = Tap(held)
        ada = await held.tab("Ada")
        await ada.wait_for(lambda tab: tab.bot_online and tab.commands)
        events = ("GUILD_CREATE", "GUILD_DELETE", "CHANNEL_CREATE", "CHANNEL_DELETE", "READY",
                  "MESSAGE_CREATE", "THREAD_CREATE", "RESUMED", EVENT, "UNHEARD_OF")  # fmt: skip
        nothings: tuple[Any, ...] = (None, [], "x", 7, {}, {"id": None})
        for event, data in itertools.product(events, nothings):
            tap.say(data, event)
        await held.until(lambda: "GUILD_CREATE could not be read" in held.log())
        # A spoilt READY cuts the socket; resumed, it hears that again, and begins a new session.
        await held.until(
            lambda: [one.line for one in held.sandbox.gateway.sessions[1:] if one.line]
        )
        await held.until(lambda: held.why_red() is None)
        assert (await ada.command("tables", "help")).ok
        assert "Traceback" not in held.log()


async def test_an_interaction_delivered_twice_acts_once(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tap = Tap(held)
        ada, ben = await held.tab("Ada"), await held.tab("Ben")
        await ada.wait_for(lambda tab: tab.bot_online and tab.commands)
        assert (await ada.command("tables", "play", game="nimbly")).ok
        tap.say(tap.newest(Kind.COMMAND))
        assert (await ben.command("lounge", "play", game="nimbly")).ok
        async with held.store() as store:
            assert await store.live() == [1, 2]
            matches = await store.matches_of(int(ada.id), [Status.LOBBY])
            assert [match.id for match in matches] == [1]


def mutilated(data: dict[str, Any], tap: Tap) -> Iterator[dict[str, Any]]:
    """Return an interaction with each of its parts missing, null, or of another kind."""
    others = itertools.cycle(([7], "x", {"x": None}, -1, 2**63))
    for path in paths(data):
        for value in (MISSING, None, next(others)):
            variant = tap.fresh(data)
            held: Any = variant
            for step in path[:-1]:
                held = held[step]
            if value is MISSING:
                del held[path[-1]]
            else:
                held[path[-1]] = value
            yield variant


def paths(data: Any) -> Iterator[tuple[Any, ...]]:
    steps = data.items() if isinstance(data, dict) else enumerate(data)
    for step, inner in steps:
        yield (step,)
        if isinstance(inner, (dict, list)):
            yield from ((step, *path) for path in paths(inner))


def as_select(button: dict[str, Any]) -> dict[str, Any]:
    """Make of a press on a button a choice from a menu of moves."""
    data = copy.deepcopy(button)
    chosen = {"custom_id": "s:1:0", "component_type": int(Part.STRING_SELECT), "values": ["KH"]}
    options = [{"label": "x", "value": "KH"}]
    menu = {"type": int(Part.STRING_SELECT), "id": 90, "custom_id": "s:1:0", "options": options}
    data["message"]["components"] = [{"type": int(Part.ROW), "id": 91, "components": [menu]}]
    return {**data, "data": chosen}

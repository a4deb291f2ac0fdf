"""What Discord does to bots: gateways that fail, lost answers, and events that lack parts."""

from __future__ import annotations

import asyncio
import copy
import itertools
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.client import DEAF
from bot.host.logs import Exit
from bot.store.rows import Status
from sandbox import RequestFault
from sandbox.wire import Kind, Part
from tests.e2e.calm import CALM
from tests.e2e.running_bot import (
    ROOT,
    RunningBot,
    board,
    buttons,
    is_over,
    opened,
    play_in_dm,
    running_bot,
    state_equals_log,
)
from tests.soak.amounts import later

# The gateway fails in every way, and the bot is never deaf for long, nor green while it is.

HASTY = "tests.e2e.hasty"


async def test_after_a_503_of_the_resume_host_the_bot_hears_again(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tab = await held.tab("Ada")
        await tab.wait_for(lambda tab: tab.bot_online and tab.commands)
        await held.until(lambda: held.why_red() is None)
        # Nobody answers at first, so that health can be seen to be red.
        held.sandbox.faults.resume_down = held.sandbox.faults.gateway_down = True
        await held.sandbox.gateway.act("drop")
        await held.until(lambda: held.why_red() == DEAF)
        assert (await health(held)) == 1
        held.sandbox.faults.gateway_down = False
        await tab.wait_for(lambda tab: tab.bot_online)
        assert (await tab.command("tables", "help")).ok
        await held.until(lambda: held.why_red() is None)
        assert held.log().count(f"health is red: {DEAF}") == 1
        assert held.log().count(f"health is no longer red: {DEAF}") == 1
        assert "Traceback" not in held.log()


async def test_after_eight_closes_in_a_row_the_bot_hears_again_at_once(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tab = await held.tab("Ada")
        await tab.wait_for(lambda tab: tab.bot_online and tab.commands)
        sessions = held.sandbox.gateway.sessions
        began = time.monotonic()
        for _ in range(8):
            await held.until(lambda: any(one.line is not None for one in sessions))
            await held.sandbox.gateway.act("close")
            await held.until(lambda: all(one.line is None for one in sessions))
        await held.until(lambda: any(one.line is not None for one in sessions))
        assert (await tab.command("tables", "help")).ok
        assert time.monotonic() - began < 60  # it was over a minute with growing pauses


async def test_a_socket_that_falls_silent_is_left_for_a_new_one_which_must_acknowledge(
    tmp_path: Path,
) -> None:
    async with running_bot(tmp_path, HASTY) as held:
        tab = await held.tab("Ada")
        await tab.wait_for(lambda tab: tab.bot_online and tab.commands)
        await held.until(lambda: held.why_red() is None)
        sessions = len(held.sandbox.gateway.sessions)
        await held.sandbox.gateway.act("hush")
        await held.until(lambda: held.why_red() == DEAF)
        await held.until(lambda: len(held.sandbox.gateway.sessions) > sessions)
        await held.until(lambda: held.why_red() is None)
        assert (await tab.command("tables", "help")).ok
        assert "identifying anew" in held.log()
        assert "Traceback" not in held.log()
        await held.until(lambda: held.why_red() is None)
        held.sandbox.faults.gateway_silent = True
        await held.until(lambda: held.why_red() == DEAF)
        held.sandbox.faults.gateway_silent = False
        await held.until(lambda: held.why_red() is None)


@pytest.mark.soak
async def test_a_quiet_evening_leaves_the_socket_alone(tmp_path: Path) -> None:
    async with running_bot(tmp_path, "tests.e2e.calm") as held:
        await held.until(lambda: held.why_red() is None)
        [session] = held.sandbox.gateway.sessions
        seen = session.seq
        began = time.monotonic()
        # Nothing happens for longer than the bot would bear silence, and it asks for signs.
        await held.until(lambda: time.monotonic() - began > CALM.deaf + 1 or held.why_red())
        assert held.why_red() is None
        assert held.sandbox.gateway.sessions == [session]
        assert session.seq == seen


async def test_deaf_for_too_long_the_bot_stops_to_be_started_again(tmp_path: Path) -> None:
    async with running_bot(tmp_path, HASTY) as held:
        await held.until(lambda: held.why_red() is None)
        held.sandbox.faults.gateway_down = True
        await held.sandbox.gateway.act("hush")
        assert await held.ended() == Exit.LATER
        assert held.why_red() == "the bot was stopped"
        assert "Discord has been silent" in held.log().splitlines()[-1]
        assert "Traceback" not in held.log()
        # Started again it waits for the gateway, however long that takes, and is red.
        await held.wake()
        await held.until(lambda: held.log().count("no connection (the gateway answers 503)") > 20)
        assert held.process is not None
        assert held.process.returncode is None
        assert held.why_red() == DEAF
        held.sandbox.faults.gateway_down = False
        await held.until(lambda: held.why_red() is None)


async def test_a_gateway_not_there_at_the_start_is_waited_for(tmp_path: Path) -> None:
    async with running_bot(tmp_path, HASTY, asleep=True) as held:
        held.settings["NIMBUS_GATEWAY"] = "ws://127.0.0.1:9/gw/"
        await held.wake()
        await held.until(lambda: held.log().count("no connection") > 2)
        assert held.why_red() == DEAF
        await held.kill(signal.SIGTERM)
        assert "Traceback" not in held.log()
    async with running_bot(tmp_path, HASTY, asleep=True) as held:
        held.sandbox.faults.gateway_down = True
        await held.wake()
        await held.until(lambda: held.log().count("no connection (the gateway answers 503)") > 2)
        held.sandbox.faults.gateway_down = False
        await held.until(lambda: held.why_red() is None)


async def test_a_bot_that_waits_at_the_start_renews_its_mark(tmp_path: Path) -> None:
    async with running_bot(tmp_path, HASTY, asleep=True) as held:
        await reach(held, "no rest")
        (tmp_path / "health").unlink()
        await held.until(lambda: held.why_red() == DEAF)


async def test_a_rest_that_does_not_answer_at_the_start_is_waited_for(tmp_path: Path) -> None:
    async with running_bot(tmp_path, HASTY, asleep=True) as held:
        held.sandbox.faults.requests = [
            RequestFault(path=path, status=503, times=2)
            for path in ("^/users/@me$", "^/oauth2/", "^/applications/.*/commands", "^/gateway/bot")
        ]
        await held.wake()
        await held.until(lambda: held.why_red() is None)
        assert held.sandbox.faults.requests == []
        assert held.log().count("Discord answers 503") == 8
        tab = await held.tab("Ada")
        assert (await tab.command("tables", "help")).ok
        assert "Traceback" not in held.log()
        assert "Unclosed" not in held.log()


@pytest.mark.parametrize(
    ("state", "number"),
    [
        ("no rest", signal.SIGTERM), later("no gateway", signal.SIGINT),
        later("no commands", signal.SIGTERM), ("lost", signal.SIGINT),
        later("silent", signal.SIGTERM),
    ],
)  # fmt: skip
async def test_a_signal_stops_the_bot_cleanly_wherever_it_is(
    tmp_path: Path, state: str, number: signal.Signals
) -> None:
    async with running_bot(tmp_path, HASTY, asleep=True) as held:
        await reach(held, state)
        assert held.process is not None
        held.process.send_signal(number)
        assert await held.ended() == Exit.STOPPED
        assert "Traceback" not in held.log()
        assert "Unclosed" not in held.log()


async def reach(held: RunningBot, state: str) -> None:
    faults = held.sandbox.faults
    if state == "no rest":
        held.settings["NIMBUS_API"] = "http://127.0.0.1:9/api/v10"
    if state == "no commands":
        faults.requests = [RequestFault(path="commands", status=503, times=1000)]
    faults.gateway_down = state == "no gateway"
    await held.wake()
    if state.startswith("no "):
        await held.until(lambda: "WARNING" in held.log())
        return
    await held.until(lambda: held.why_red() is None)
    if state == "lost":
        faults.gateway_down = True
        await held.sandbox.gateway.act("drop")
        await held.until(lambda: held.why_red() == DEAF)
    if state == "silent":
        await held.sandbox.gateway.act("hush")


async def health(held: RunningBot) -> int:
    """Run the health check as a host does; gives its exit status."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.host.health", cwd=ROOT, env={"NIMBUS_DATA": str(held.data)},
        stdout=subprocess.DEVNULL,
    )  # fmt: skip
    return await process.wait()


# What Discord does to bots: late and lost answers, limits, outages, closed direct messages.

CALLS = (
    ("POST", r"^/interactions/"),
    ("PATCH", r"^/webhooks/.*@original"),
    ("POST", r"^/webhooks/"),
    ("POST", r"^/channels/\d+/messages$"),
    ("PATCH", r"^/channels/\d+/messages/"),
    ("POST", r"^/users/@me/channels$"),
)
"""Every kind of call the bot makes while people play."""


@pytest.mark.parametrize("status", [later(429), 503])
async def test_every_kind_of_call_may_fail_and_the_game_goes_on(
    tmp_path: Path, status: int
) -> None:
    async with running_bot(tmp_path) as held:
        faults = [RequestFault(method=method, path=path, status=status) for method, path in CALLS]
        held.sandbox.faults.requests = faults
        tabs = await opened(held, ("Ada", "Ben"), stranger="Cleo")
        await _play_until(held, tabs, 30)
        assert held.sandbox.faults.requests == []
        assert "Traceback" not in held.log()


async def test_late_acknowledgements_count_and_a_dropped_gateway_is_resumed(tmp_path: Path) -> None:
    async with running_bot(tmp_path) as held:
        tabs = await opened(held, ("Ada", "Ben"))
        held.sandbox.faults.callback_losses = 3
        await _play_until(held, tabs, 12)
        assert held.sandbox.faults.callback_losses == 0
        for action in ("drop", "reconnect", "invalidate"):
            await tabs[0].patch_faults(gateway=action)
            await _play_until(held, tabs, (await held.table()).row.moves + 4)


async def _play_until(held: RunningBot, tabs: list[Any], moves: int) -> None:
    generator = random.Random(moves)
    players = [asyncio.create_task(play_in_dm(tab, generator, is_over)) for tab in tabs]
    try:
        await held.until_stored(lambda row: row.moves >= moves)
        await state_equals_log(held)
    finally:
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    assert (await held.table()).row.status is Status.PLAYING


# Events that lack something, or come twice: none of them ends the bot, or acts two times.

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

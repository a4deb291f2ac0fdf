"""The gateway fails in every way, and the bot is never deaf for long, nor green while it is."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bot.client import DEAF
from bot.host.exits import Exit
from sandbox import RequestFault
from tests.e2e.calm import CALM
from tests.e2e.running_bot import ROOT, RunningBot, running_bot
from tests.soak.amounts import later

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
        assert "Nothing was heard" in held.log().splitlines()[-1]
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

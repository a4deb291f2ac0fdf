"""Processes forked from one server: what they share and hold, and when they end."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.match.house.fork_server import COMPILER, Program
from bot.match.house.forks import Forks, compile_kernels
from engine.players.kernels import KERNELS, get_ready
from tests.match.house.spawned import is_gone
from tests.waits import PATIENCE, rounds


async def test_the_server_goes_on_forking_while_another_loads_kernels(forks: Forks) -> None:
    get_ready()
    child = await forks.fork(Program.THINK)
    loading = asyncio.create_task(forks.load())
    await asyncio.sleep(0)
    meanwhile = await forks.fork(Program.THINK)
    assert not child.has_kernels
    assert not meanwhile.has_kernels
    await loading
    after = await forks.fork(Program.THINK)
    assert after.has_kernels
    for fork in (child, meanwhile, after):
        await fork.end()


@pytest.mark.skipif(sys.platform != "linux", reason="memory is found in /proc")
async def test_the_compilers_code_is_given_back_once_kernels_are_loaded(forks: Forks) -> None:
    pytest.importorskip("numba")
    get_ready()
    await forks.load()
    # In kilobytes: loading maps some 70,000 of it.
    assert code_held(forks.pids[-1], COMPILER) < 10_000


def code_held(pid: int, file: str) -> int:
    """Return how many kB of a file's code are in the memory of a process."""
    held, is_its = 0, False
    for line in Path(f"/proc/{pid}/smaps").read_text(encoding="utf-8").splitlines():
        if "-" in line.split()[0]:
            is_its = line.endswith(file) and "r-xp" in line
        elif is_its and line.startswith("Rss:"):
            held += int(line.split()[1])
    return held


def sockets(pid: int) -> int:
    """Return how many sockets a process holds."""
    held = [str(one.readlink()) for one in Path(f"/proc/{pid}/fd").iterdir()]
    return len([name for name in held if name.startswith("socket:")])


@pytest.mark.skipif(sys.platform != "linux", reason="open files are found in /proc")
async def test_a_child_holds_its_own_socket_and_no_other(forks: Forks) -> None:
    get_ready()
    first = await forks.fork(Program.THINK)
    await forks.load()
    second = await forks.fork(Program.THINK)
    third = await forks.fork(Program.WORK)
    async with asyncio.timeout(PATIENCE):
        for fork in (first, second, third):
            while sockets(fork.pid) > 1:  # noqa: ASYNC110 - it has only just been forked
                await asyncio.sleep(0.01)
            assert sockets(fork.pid) == 1
            await fork.end()


BOT = """
import asyncio, os, signal
from bot.match.house.fork_server import Program
from bot.match.house.forks import Forks

async def main():
    forks = Forks()
    children = [await forks.fork(Program.THINK), await forks.fork(Program.WORK)]
    await forks.load()
    children.append(await forks.fork(Program.THINK))
    print(*forks.pids, *(child.pid for child in children), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_no_process_outlives_a_bot_that_was_killed() -> None:
    get_ready()
    bot = await asyncio.create_subprocess_exec(
        sys.executable, "-c", BOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    said, complaints = await bot.communicate()
    pids = [int(word) for word in said.split()]
    assert len(pids) == 5
    for pid in pids:
        await is_gone(pid)
    assert complaints == b""


async def test_kernels_are_compiled_in_a_process_that_ends(forks: Forks) -> None:
    get_ready()
    child = await forks.fork(Program.COMPILE)
    assert await child.answers.read() == Program.COMPILE.value * len(KERNELS)
    await is_gone(child.pid)
    await child.end()


async def test_compiling_is_told_in_the_log_game_by_game_and_not_done_twice(
    forks: Forks, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    get_ready()  # so that the process has little to do
    caplog.set_level(logging.INFO, "bot.match.house.forks")
    forks.begin_to_compile()
    assert not forks.is_compiling
    assert caplog.messages == []
    monkeypatch.setattr("bot.match.house.forks.kept", lambda *_: None)
    forks.begin_to_compile()
    assert forks.is_compiling
    await forks.compiled()
    assert not forks.is_compiling
    begins, *games = caplog.messages
    assert "once" in begins
    told = [f"compiled for {game} ({at} of {len(KERNELS)})" for at, game in enumerate(KERNELS, 1)]
    assert [message.partition(" after")[0] for message in games] == told


async def test_kernels_that_cannot_be_compiled_do_not_stop_the_start(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    monkeypatch.setattr("bot.match.house.forks.kept", lambda *_: None)
    monkeypatch.setattr("bot.match.house.forks.TO_GET_READY", 0.0)
    await compile_kernels(tmp_path)
    assert "could not be compiled" in caplog.text


async def test_a_server_that_dies_costs_nobody_an_answer(forks: Forks) -> None:
    """Not even the one that has loaded kernels: the next child comes from a new one, without."""
    get_ready()
    await forks.load()
    servers = forks.pids
    assert len(servers) == 2
    for pid in servers:
        os.kill(pid, signal.SIGKILL)
    child = await forks.fork(Program.THINK)
    assert not child.has_kernels
    assert not {*servers} & {*forks.pids}
    await forks.load()
    assert forks.has_kernels
    await child.end()


async def test_closing_ends_the_servers_even_amid_loading(forks: Forks) -> None:
    child = await forks.fork(Program.THINK)
    loading = asyncio.create_task(forks.load())
    await rounds()
    servers = forks.pids
    await forks.close()
    with pytest.raises(asyncio.CancelledError):
        await loading
    for pid in servers:
        await is_gone(pid)
    assert forks.pids == ()
    await child.end()
    await is_gone(child.pid)


async def test_a_server_that_hangs_is_ended_and_another_one_forks(
    forks: Forks, monkeypatch: pytest.MonkeyPatch
) -> None:
    get_ready()
    await forks.load()
    servers = forks.pids
    os.kill(servers[-1], signal.SIGSTOP)
    with monkeypatch.context() as patched:
        patched.setattr("bot.match.house.forks.PATIENCE", 1.0)
        asking = asyncio.create_task(forks.fork(Program.THINK))
        await rounds()  # it waits for the server that hangs; the next one may take its time
    for pid in servers:
        await is_gone(pid)
    child = await asking
    assert not {*servers} & {*forks.pids}
    await child.end()


@pytest.mark.parametrize("module", ["bot.match.house.fork_server", "bot.replays.animating"])
def test_what_is_forked_reads_nothing_of_discord_or_the_store(module: str) -> None:
    """Such a process would start slowly else, and hold much memory."""
    program = f"import sys, {module}; print(*sys.modules)"
    read = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()
    assert module in read
    assert not {"discord", "sqlalchemy", "aiohttp"} & set(read)

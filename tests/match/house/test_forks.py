"""Processes forked from one server, and the workshop, which does heavy work in one."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path
from select import select
from typing import cast

import pytest

from bot import PROGRAM
from bot.errors import Refused
from bot.match.house import fork_server
from bot.match.house.child_processes import LENGTH
from bot.match.house.fork_server import COMPILER, Program
from bot.match.house.forks import Forks, compile_kernels
from bot.match.house.workshop import Workshop
from engine.players.kernels import KERNELS, get_ready
from tests.match.house.thinkers import compiling, failing_forks, is_gone
from tests.waits import PATIENCE, rounds, until

# Processes forked from one server: what they share and hold, and when they end.


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
    assert f"kernels are not compiled (TimeoutError): {PROGRAM} compile does it" in caplog.text


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


@pytest.mark.parametrize("module", ["bot.match.house.fork_server", "bot.replays.animation"])
def test_what_is_forked_reads_nothing_of_discord_or_the_store(module: str) -> None:
    """Such a process would start slowly else, and hold much memory."""
    program = f"import sys, {module}; print(*sys.modules)"
    read = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    ).stdout.split()
    assert module in read
    assert not {"discord", "sqlalchemy", "aiohttp"} & set(read)


# The workshop: heavy work in a process of its own, and never too much of it.

ADA, BEN = 101, 102


def fail() -> None:
    print("what a job prints is no answer")  # noqa: T201
    raise ValueError("no such thing")


def wait_for(gate: Path) -> int:
    while not gate.exists():
        time.sleep(0.01)
    return os.getpid()


def halt() -> None:
    os._exit(1)


@pytest.fixture
async def workshop(forks: Forks) -> AsyncIterator[Workshop]:
    workshop = Workshop(forks, most=3)
    yield workshop
    await workshop.close()


async def refused(work: Awaitable[object]) -> str:
    with pytest.raises(Refused) as caught:
        await work
    return caught.value.key


async def until_it_works(workshop: Workshop) -> int:
    """Wait until a job is being done, and return its process's number."""
    return await until(lambda: workshop.pid) or 0


async def test_a_job_is_done_in_another_process_of_the_lowest_priority(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.match.house.forks.MODULE", fork_server.__name__)
    assert workshop.pid is None
    pid = await workshop.do(os.getpid, who=ADA)
    assert pid == workshop.pid != os.getpid()
    assert os.getpriority(os.PRIO_PROCESS, pid) == 19
    large = await workshop.do(partial(bytes, 3_000_000))
    assert large == bytes(3_000_000)


async def test_a_job_waits_until_kernels_are_compiled(workshop: Workshop, forks: Forks) -> None:
    gate = compiling(forks)
    waiting = asyncio.create_task(workshop.do(os.getpid))
    while workshop.is_idle:  # noqa: ASYNC110 - it tells nobody
        await asyncio.sleep(0)
    assert not forks._requests  # it has asked for no process
    gate.set()
    assert await waiting == workshop.pid


async def test_jobs_are_done_one_after_another(workshop: Workshop, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    first = asyncio.create_task(workshop.do(partial(wait_for, gate), who=ADA))
    await until_it_works(workshop)
    second = asyncio.create_task(workshop.do(os.getpid, who=BEN))
    assert not workshop.is_idle
    gate.touch()
    await asyncio.wait({first, second}, return_when=asyncio.FIRST_COMPLETED)
    assert first.done()
    assert await second == workshop.pid
    assert workshop.is_idle


async def test_a_person_waits_for_one_thing_at_a_time_and_only_so_many_wait(
    workshop: Workshop, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    first = asyncio.create_task(workshop.do(partial(wait_for, gate), who=ADA))
    await until_it_works(workshop)
    assert await refused(workshop.do(os.getpid, who=ADA)) == "refused.workshop_own"
    two = [asyncio.create_task(workshop.do(os.getpid, who=who)) for who in (BEN, None)]
    await asyncio.sleep(0)
    assert await refused(workshop.do(os.getpid)) == "refused.workshop_full"
    gate.touch()
    assert len(set(await asyncio.gather(first, *two))) == 1
    assert await workshop.do(os.getpid, who=ADA) == workshop.pid


async def test_a_job_that_fails_is_told_and_the_process_goes_on(
    workshop: Workshop, caplog: pytest.LogCaptureFixture
) -> None:
    assert await refused(workshop.do(fail, who=ADA)) == "refused.workshop_failed"
    assert "no such thing" in caplog.text
    pid = workshop.pid
    assert pid is not None
    assert await workshop.do(os.getpid, who=ADA) == pid


@pytest.mark.parametrize("job", [halt, partial(time.sleep, 60)])
async def test_a_process_that_dies_or_hangs_is_replaced(
    workshop: Workshop, job: partial[None]
) -> None:
    pid = await workshop.do(os.getpid)
    waiting = asyncio.create_task(workshop.do(job, who=ADA, within=0.2))
    await asyncio.sleep(0)
    after = asyncio.create_task(workshop.do(os.getpid, who=BEN))
    assert await refused(waiting) == "refused.workshop_failed"
    assert await after != pid
    await is_gone(pid)


async def test_a_killed_process_is_replaced(workshop: Workshop) -> None:
    pid = await workshop.do(os.getpid)
    os.kill(pid, signal.SIGKILL)
    assert await refused(workshop.do(os.getpid)) == "refused.workshop_failed"
    assert await workshop.do(os.getpid) != pid


async def test_a_process_that_died_between_two_jobs_costs_none(workshop: Workshop) -> None:
    pid = await workshop.do(os.getpid)
    process = workshop._worker._process
    assert process is not None
    os.kill(pid, signal.SIGKILL)
    assert await process.answers.read() == b""
    assert await workshop.do(os.getpid) != pid


@pytest.mark.parametrize(
    "code",
    [
        "sys.stdout.buffer.write(b'\\0\\0\\0\\1x'); sys.stdout.flush(); time.sleep(9)",
        "sys.stdout.buffer.write(b'\\0\\0\\0\\3I7\\n'); sys.stdout.flush(); time.sleep(9)",
        "sys.stdout.buffer.write(b'\\0\\0\\0\\4I7\\n.'); sys.stdout.flush(); time.sleep(9)",
        "sys.stdout.buffer.write(b'\\0\\0'); sys.stdout.flush()",
    ],
)
async def test_nonsense_is_no_answer(code: str) -> None:
    workshop = Workshop(failing_forks(code))
    assert await refused(workshop.do(os.getpid)) == "refused.workshop_failed"
    assert workshop.pid is None


async def test_nobody_works_on_what_was_given_up(workshop: Workshop) -> None:
    first = asyncio.create_task(workshop.do(partial(time.sleep, 60), who=ADA))
    pid = await until_it_works(workshop)
    waiting = asyncio.create_task(workshop.do(partial(time.sleep, 60), who=BEN))
    await asyncio.sleep(0)
    waiting.cancel()
    first.cancel()
    await asyncio.gather(first, waiting, return_exceptions=True)
    assert await workshop.do(os.getpid, who=ADA) != pid


async def test_the_process_ends_when_there_is_nothing_to_do(forks: Forks) -> None:
    workshop = Workshop(forks, idle=0.05)
    pid = await workshop.do(os.getpid)
    await until(lambda: workshop.pid is None)
    assert await workshop.do(os.getpid) != pid
    await workshop.close()


async def test_nothing_comes_of_jobs_when_the_bot_stops(workshop: Workshop) -> None:
    jobs = [asyncio.create_task(workshop.do(partial(time.sleep, 60))) for _ in range(2)]
    await until_it_works(workshop)
    await workshop.close()
    assert [await refused(job) for job in jobs] == ["refused.workshop_failed"] * 2
    assert workshop.pid is None


async def test_a_process_that_is_just_starting_ends_too_when_the_bot_stops(
    workshop: Workshop,
) -> None:
    job = asyncio.create_task(workshop.do(partial(time.sleep, 60)))
    await asyncio.sleep(0)
    assert workshop.pid is None
    await workshop.close()
    assert await refused(job) == "refused.workshop_failed"
    assert workshop.pid is None


@pytest.mark.parametrize("job", [os.getpid, partial(time.sleep, 60)])
async def test_the_process_ends_with_the_bot_even_amid_a_job(
    forks: Forks, job: Callable[[], object]
) -> None:
    child = await forks.fork(Program.WORK)
    message = pickle.dumps(job)
    child.questions.write(LENGTH.pack(len(message)) + message)
    await child.questions.drain()
    child.questions.close()  # as when the bot is killed while the process works
    await is_gone(child.pid)


async def test_the_process_ends_with_a_bot_that_has_not_read_its_answer(forks: Forks) -> None:
    child = await forks.fork(Program.WORK)
    transport = cast("asyncio.Transport", child.questions.transport)
    transport.pause_reading()
    message = pickle.dumps(os.getpid)
    child.questions.write(LENGTH.pack(len(message)) + message)
    arrived = child.questions.get_extra_info("socket").fileno()
    await until(lambda: select([arrived], [], [], 0)[0])
    transport.abort()
    await is_gone(child.pid)

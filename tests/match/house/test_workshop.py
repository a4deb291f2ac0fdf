"""The workshop: heavy work in a process of its own, and never too much of it."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from bot.errors import Refused
from bot.match.house import fork_server
from bot.match.house.fork_server import Program
from bot.match.house.forks import Forks
from bot.match.house.pipe import LENGTH
from bot.match.house.workshop import Workshop
from tests.match.house.spawned import compiling, failing_forks, is_gone
from tests.waits import until

ADA, BEN = 101, 102


def fail() -> None:
    print("what a job prints is no answer")  # noqa: T201
    raise ValueError("no such thing")


def niceness() -> int:
    return os.nice(0)


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
    assert await workshop.do(os.getpid, who=ADA) == workshop.pid != os.getpid()
    assert await workshop.do(niceness) == 19
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

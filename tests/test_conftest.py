"""What holds for every test: it waits for what it asks about, draws the same again, and ends."""

from __future__ import annotations

import ast
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random, SystemRandom

import pytest

from tests.chance import CHANCE, RUN
from tests.source_tree import Module, called, modules

# Tests wait for what they ask about, and no limit of theirs is nearer than a minute.

LEAST = 60.0
"""Seconds that a limit has at least: it is for what hangs, not for what is slow."""

DRAWN = {
    "tests/e2e/evening.py": "people think before they press",
    "tests/e2e/running_bot.py": "people press again when nothing comes of it",
    "tests/e2e/test_evenings.py": "kills come at instants",
    "tests/e2e/test_kills.py": "so here",
    "tests/e2e/test_clock.py": "people press in the instant in which their time runs out",
    "tests/e2e/test_threads.py": "kills come at instants",
    "tests/e2e/timelapse.py": "the bot's time runs faster",
    "tests/evenings/test_simulated.py": "kills come at instants",
    "tests/store/test_turns.py": "so here",
}
"""Files in which an instant is what a test is about, and why."""

CLOCKS = {"monotonic", "perf_counter", "process_time", "time"}


def looked_at() -> list[Module]:
    return [one for one in modules("tests") if not one.is_within("tests.soak")]


@cache
def constants() -> dict[str, list[object]]:
    """Return the values that names of modules stand for, by name."""
    found: dict[str, list[object]] = {}
    for module in looked_at():
        for node in module.tree.body:
            if isinstance(node, ast.Assign) and isinstance(value := node.value, ast.Constant):
                found.setdefault(ast.unparse(node.targets[0]), []).append(value.value)
    return found


def pauses(module: Module) -> Iterator[str]:
    """Return where a module waits for a while, and not again and again for something."""
    polls = {
        id(inner)
        for node in ast.walk(module.tree)
        if isinstance(node, ast.While)
        for inner in ast.walk(node)
    }
    for call in module.calls():
        match call:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="asyncio" | "time"), attr="sleep")):
                is_poll = id(call) in polls or ast.unparse(call.args[0]) == "0"
            case ast.Call(func=ast.Attribute(attr="wait_for_timeout")):
                is_poll = id(call) in polls
            case _:
                continue
        if not is_poll:
            yield f"{module}:{call.lineno}: {ast.unparse(call)}"


def limits(module: Module) -> Iterator[tuple[ast.expr, float]]:
    """Return the limits that a module sets, and how many of their units are a second."""
    millis = 1000.0 if any(one.is_within("playwright") for one in module.imports()) else 1.0
    for node in ast.walk(module.tree):
        match node:
            case ast.Call(func=ast.Attribute(attr="timeout"), args=[limit]):
                yield limit, 1.0
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="asyncio"), attr="wait_for"), args=[_, limit]
            ):
                yield limit, 1.0
            case ast.keyword(arg="timeout" | "settle_timeout", value=limit):
                yield limit, millis
            case ast.Compare(left=left, ops=[ast.Lt() | ast.LtE()], comparators=[limit]):
                if CLOCKS & {called(one) for one in ast.walk(left) if isinstance(one, ast.Call)}:
                    yield limit, 1.0
            case _:
                pass


def short(module: Module) -> Iterator[str]:
    """Return the limits of a module that are nearer than they may be."""
    for limit, units in limits(module):
        match limit:
            case ast.Constant(value=int() | float() as value):
                values: list[object] = [value]
            case ast.Name(id=name) | ast.Attribute(attr=name):
                values = constants().get(name, [])
            case _:
                continue
        if any(isinstance(one, int | float) and 0 < one / units < LEAST for one in values):
            yield f"{module}:{limit.lineno}: {ast.unparse(limit)}"


def test_no_test_waits_for_a_while() -> None:
    told = "wait for what you ask about (`tests.waits.until`), or set a clock"
    found = [line for one in looked_at() if str(one) not in DRAWN for line in pauses(one)]
    assert found == [], told


def test_no_limit_is_shorter_than_a_minute() -> None:
    told = "a limit is for what hangs: leave it out, or set it to a minute or more"
    found = [line for one in looked_at() if str(one) not in DRAWN for line in short(one)]
    assert found == [], told


@pytest.mark.parametrize(
    "line",
    [
        "await asyncio.sleep(0.1)", "time.sleep(TEN)", "await page.wait_for_timeout(400)",
        "for _ in range(9): await asyncio.sleep(1)",
    ],
)  # fmt: skip
def test_a_pause_would_be_found(line: str) -> None:
    assert [*pauses(module_of(line))]
    assert not [*pauses(module_of(f"while not done:\n    {line}"))]


@pytest.mark.parametrize(
    "line",
    [
        "async with asyncio.timeout({}): pass", "await asyncio.wait_for(done, {})",
        "await tab.wait_for(done, timeout={})", "assert time.monotonic() - began < {}",
        "@pytest.mark.timeout({})\ndef test_nothing(): pass",
    ],
)  # fmt: skip
def test_a_short_limit_would_be_found(line: str) -> None:
    assert [*short(module_of(line.format(59)))]
    assert not [*short(module_of(line.format(60)))]


def module_of(line: str) -> Module:
    return Module("tests.made_up", modules("tests")[0].path, line)


# The chance of tests: the same for a name, another for another one.


def drawn() -> tuple[bytes, int, float]:
    return secrets.token_bytes(32), secrets.randbits(64), SystemRandom().random()


def test_a_name_draws_the_same_again_and_another_name_does_not() -> None:
    CHANCE.begin("one")
    first = drawn()
    assert drawn() != first
    CHANCE.begin("other")
    assert drawn() != first
    CHANCE.begin("one")
    assert drawn() == first


def test_every_test_begins_with_a_draw_of_its_own(request: pytest.FixtureRequest) -> None:
    assert secrets.token_hex(4) == Random(f"{RUN} {request.node.nodeid}").randbytes(4).hex()


# A test that hangs for good fails, and all others still run.

HANGING = """
import asyncio, threading

async def test_hangs():
    await asyncio.to_thread(threading.Event().wait)

def test_runs():
    pass
"""


@pytest.mark.whole
def test_a_test_whose_thread_never_ends_is_ended_with_its_worker(tmp_path: Path) -> None:
    (tmp_path / "test_hanging.py").write_text(HANGING)
    (tmp_path / "pytest.ini").write_text("[pytest]\nasyncio_mode = auto\n")
    plugins = ("-p", "tests.last_resort", "-p", "no:cacheprovider")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", *plugins, "--timeout=1", "-n1", "-v", tmp_path],
        check=False, capture_output=True, text=True, timeout=120,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
    )  # fmt: skip
    assert "crashed while running 'test_hanging.py::test_hangs'" in ran.stdout
    assert "1 passed" in ran.stdout

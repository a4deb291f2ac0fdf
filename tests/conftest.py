"""What holds for every test."""

from __future__ import annotations

import gc

gc.disable()  # importing, and collecting the tests, makes thousands of things that stay

from collections import deque
from collections.abc import AsyncIterator, Iterator
from itertools import count, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

import bot.features  # noqa: F401 - whatever runs alone has the features registered
from sandbox import Sandbox
from tests import fork_server, swift
from tests.chance import CHANCE, take_over
from tests.postgresql import Server, programs, serving

pytest_plugins = ["tests.last_resort"]

OFTEN = 100
"""Tests between two looks at what is there to stay."""

TESTS = Path(__file__).parent

WAITING = {TESTS / name for name in ("cluster", "e2e", "host", "rehearsal", "sandbox/web")}
"""Where the tests are that mostly wait: for processes, and for what these do after a while."""

STOREY = ("by_ear", "cluster", "e2e", "rehearsal", "sandbox/web", "sim")
"""Folders of tests in which whole bots, browsers or servers are at work."""

STARTING = {"evening", "forks", "postgresql", "running_bot"}
"""Names by which tests elsewhere have a bot, processes of its own or a server."""

TELLING = {
    "e2e": {
        *("cluster", "daily", "database", "elsewhere", "games", "kills", "postgresql"),
        *("showing", "start"),
    },
    "sandbox/web": {"commands"},
    "sim": {
        *("balloon", "cloud_nine", "clumond", "crowd", "daily", "data", "direct", "hint"),
        *("home", "invite", "league", "my_games", "nimbly", "preferences", "puzzle"),
        *("rematch", "review", "server", "thread", "welcome"),
    },
}
"""Where not every module of such a folder is one of its kind: those that are."""

_tests = count(1)
_modules: set[Path] = set()


def pytest_configure() -> None:
    take_over()
    swift.take_over()
    fork_server.take_over()
    # Nothing depends on chance, nor on how busy the machine is.
    settings.register_profile(
        "steady", derandomize=True, database=None, deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )  # fmt: skip
    settings.load_profile("steady")


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup(fixturedef: Any, request: pytest.FixtureRequest) -> None:
    """Let each fixture draw the same whichever test needs it first."""
    where = request.node.nodeid if fixturedef.scope == "function" else fixturedef.baseid
    CHANCE.begin(f"{where} {fixturedef.argname} {getattr(request, 'param_index', 0)}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_call(item: pytest.Item) -> None:
    """Let each test draw the same whatever ran before it."""
    CHANCE.begin(item.nodeid)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Leave to `make test-all` what starts much, but for the first test of each module."""
    if not isinstance(item, pytest.Function) or item.get_closest_marker("soak"):
        return
    folder = item.path.parent.relative_to(TESTS).as_posix()
    name = item.path.stem.removeprefix("test_").removesuffix("_evening")
    if folder in STOREY or not STARTING.isdisjoint({*item.fixturenames, *vars(item.module)}):
        if item.path in _modules or name not in TELLING.get(folder, {name}):
            item.add_marker("whole")
        _modules.add(item.path)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the tests that wait among those that compute, so that no core idles at the end.

    They come between modules, whose fixtures are made once, and before the last tenth of the rest.
    """
    waiting = deque(item for item in items if item.path.parent in WAITING)
    # Each worker has a stretch of the tests to begin with, and of every kind that waits its share.
    Random(0).shuffle(waiting)
    others = [item for item in items if item.path.parent not in WAITING]
    # First those that read all of the source, which as few workers as possible are to do.
    others.sort(key=lambda item: item.path.parent != TESTS)
    if not waiting or not others:
        return
    share, spread = len(waiting) / (0.9 * len(others)), others[:1]
    for number, (before, item) in enumerate(pairwise(others), start=1):
        if before.path != item.path:
            due = round(number * share) - (len(spread) - number)
            spread += [waiting.popleft() for _ in range(min(due, len(waiting)))]
        spread.append(item)
    items[:] = [*spread, *waiting]


def pytest_collection_finish() -> None:
    """Spare the collector thousands of tests; to look for garbage among them takes a second."""
    gc.freeze()
    gc.enable()


def pytest_runtest_logfinish() -> None:
    """Spare the collector what was read and parsed for all tests, such as every module's source."""
    if next(_tests) % OFTEN == 0:
        _keep()


def _keep() -> None:
    # Half a million things that stay make each full collection take half a second.
    gc.collect()
    gc.freeze()


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """Return a Discord to log in to."""
    stand_in = Sandbox(token="a-token")
    await stand_in.start()
    yield stand_in
    await stand_in.stop()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Server]:
    """Return a PostgreSQL server of this process's own."""
    binaries = programs()
    if binaries is None:
        pytest.skip("PostgreSQL 15 or newer is not installed: scripts/postgresql installs it")
    pytest.importorskip("psycopg", exc_type=ImportError)
    with serving(binaries) as server:
        yield server

"""An extra of pyproject.toml need not be there, and is asked for where a setting needs it."""

from __future__ import annotations

import asyncio
import os
import random
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from bot.host.exits import Exit
from bot.store.rows import Status
from tests.e2e import warm
from tests.e2e.bare import EXTRAS
from tests.e2e.running_bot import is_over, opened, play_in_dm, running_bot, state_equals_log
from tests.source_tree import ROOT
from tests.waits import PATIENCE

BARE = "tests.e2e.bare"


async def test_a_game_is_played_where_no_extra_is_installed(tmp_path: Path) -> None:
    async with running_bot(tmp_path, BARE) as held:
        tabs = await opened(held, ("Ada", "Ben", "Cleo"), options={"deals": "1"})
        await asyncio.gather(*(play_in_dm(tab, random.Random(1), is_over) for tab in tabs))
        assert (await state_equals_log(held)).row.status is Status.OVER
        assert "Traceback" not in held.log()


@pytest.mark.parametrize(
    ("extra", "name", "value", "arguments"),
    [
        ("metrics", "NIMBUS_METRICS", "9464", ()),
        ("postgresql", "DATABASE_URL", "postgresql+psycopg://nimbus:hush@localhost/nimbus", ()),
        ("sentry", "SENTRY_DSN", "https://hush@example.org/1", ()),
        ("sentry", "SENTRY_DSN", "https://hush@example.org/1", ("check",)),
    ],
)
async def test_a_setting_that_needs_an_extra_says_how_to_install_it(
    tmp_path: Path, extra: str, name: str, value: str, arguments: tuple[str, ...]
) -> None:
    environment = {**os.environ, "NIMBUS_DATA": str(tmp_path), "DISCORD_TOKEN": "", name: value}
    process = await warm.start(BARE, environment, tmp_path / "printed", *arguments)
    async with asyncio.timeout(PATIENCE):
        assert await process.wait() == (Exit.DIFFERENT if arguments else Exit.SETTINGS)
    printed = (tmp_path / "printed").read_text()
    (told,) = (line for line in printed.splitlines() if f"'nimbus[{extra}]'" in line)
    assert name in told
    assert "pip install -r requirements-all.lock" in told
    assert "hush" not in printed
    assert "Traceback" not in printed


def test_the_extras_bring_what_these_tests_leave_out() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    asked = {Requirement(line).name for lines in extras.values() for line in lines}
    homes = packages_distributions()
    brought = {name for name in EXTRAS if asked & set(homes[name])}
    assert brought == set(EXTRAS)
    assert len(extras) == len(EXTRAS)

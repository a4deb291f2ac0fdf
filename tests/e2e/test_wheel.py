"""The wheel: all that a stranger is given, installed where there is nothing else of the bot."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.async_api import expect

from bot import VERSION
from bot.host.logs import Exit
from tests.e2e.test_newcomer import MOVES, PATIENCE_MS, browser_page, started
from tests.sandbox.web.conftest import CHROMIUM
from tests.source_tree import ROOT

SHIPPED = ("bot", "engine", "render", "sandbox")
"""The packages that it holds."""

BESIDE = ("pyproject.toml", "README.md", "LICENSE")
"""What else it is built from."""

OFTEN_SET = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "NIMBUS_DATA"}
"""Variables by which a new environment would find what is not its own."""


def uv(*arguments: str | Path) -> None:
    """Run uv, which says nothing where all goes well."""
    subprocess.run([sys.executable, "-m", "uv", "--quiet", *arguments], check=True)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build it from the source distribution, in a copy: building leaves files behind."""
    home = tmp_path_factory.mktemp("wheel")
    for name in SHIPPED:
        shutil.copytree(ROOT / name, home / "source" / name)
    for name in BESIDE:
        shutil.copy(ROOT / name, home / "source")
    uv("build", "--out-dir", home, home / "source")
    (built,) = home.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def programs(wheel: Path) -> Path:
    """Install it, with what it asks for, into an empty environment; return its programs."""
    venv = wheel.parent / "venv"
    uv("venv", "--python", sys.executable, venv)
    # The same versions as everywhere: only what is needed is asked by the wheel itself.
    uv(
        "pip", "install", "--python", venv / "bin" / "python",
        "--constraint", ROOT / "requirements.lock", wheel,
    )  # fmt: skip
    return venv / "bin"


def test_it_holds_its_packages_whole_and_nothing_else(wheel: Path) -> None:
    packed = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == {
        path.relative_to(ROOT).as_posix()
        for package in SHIPPED
        for path in (ROOT / package).rglob("*.*")
        if path.suffix != ".md" and "__pycache__" not in path.parts
    }
    assert wheel.name == f"nimbus-{VERSION}-py3-none-any.whl"


def test_its_command_says_its_name(programs: Path) -> None:
    for argument, status, said in (
        ("--version", Exit.STOPPED, f"nimbus {VERSION}\n"),
        ("chekc", Exit.USAGE, "nimbus: chekc is no command; did you mean check?\n"),
    ):
        done = subprocess.run(
            [programs / "nimbus", argument], check=False, capture_output=True, text=True
        )
        assert (done.returncode, done.stdout + done.stderr) == (status, said)


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
async def test_the_sandbox_deals_from_an_empty_directory_and_leaves_it_so(
    programs: Path, tmp_path: Path
) -> None:
    """Nothing is kept, and neither the token nor the database that are set is used."""
    environment = {name: os.environ[name] for name in os.environ.keys() - OFTEN_SET} | {
        "DISCORD_TOKEN": "a-real-one", "DATABASE_URL": "sqlite+aiosqlite:///real.sqlite3",
        "NIMBUS_PACE": "0", "TMPDIR": str(tmp_path),
    }  # fmt: skip
    async with (
        started([programs / "nimbus", "sandbox"], tmp_path, environment) as address,
        browser_page(address) as page,
    ):
        await page.get_by_role("button", name="Deal me in").click()
        await expect(page.locator(MOVES).first).to_be_visible(timeout=PATIENCE_MS)
        await page.wait_for_function("[...document.images].some(one => one.naturalWidth >= 800)")
    assert await asyncio.to_thread(os.listdir, tmp_path) == []

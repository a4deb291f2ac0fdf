"""How long a start takes until the bot is online: the first one, and a later one.

In a copy of the source in which nothing is compiled the bot is started beside a sandbox; it is
online once it has told its commands. Then what house players think with is compiled, which a first
start does while it is online already, and the bot is started again.

Run: python -m bench.start
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import tempfile
import time
from pathlib import Path

from bench.people import evening

ROOT = Path(__file__).parents[1]
SOURCE = ("bench", "bot", "engine", "render", "sandbox")
"""What the source is that can be started."""

COMPILE = "from engine.players.kernels import get_ready; get_ready()"


async def online(source: Path) -> float:
    """Return the seconds until the bot of a source is online."""
    began = time.monotonic()
    async with evening(("Ada",), source=source):
        return time.monotonic() - began


async def compiled(source: Path) -> float:
    """Return the seconds that compiling what house players think with takes."""
    began = time.monotonic()
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", COMPILE, cwd=source)
    if await process.wait():
        raise SystemExit("it could not be compiled")
    return time.monotonic() - began


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in SOURCE:
            without = shutil.ignore_patterns("__pycache__")
            shutil.copytree(ROOT / name, Path(folder) / name, ignore=without)
        print(f"the first start is online after {await online(Path(folder)):.1f} s", flush=True)
        print(f"compiling takes {await compiled(Path(folder)):.1f} s", flush=True)
        print(f"a later start is online after {await online(Path(folder)):.1f} s")


if __name__ == "__main__":
    asyncio.run(main())

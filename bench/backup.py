"""A backup of a database of a given size: how long it takes, and what moves wait for meanwhile.

Run: python -m bench.backup [--megabytes N] [--directory PATH]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path
from statistics import quantiles
from time import perf_counter

from bench.checkup import fill, made
from bot.host.backups import make, put_back
from bot.settings import Settings
from bot.store import Store

QUIET = 3.0
"""Seconds of commits to compare with."""

PAUSE = 0.005
"""Seconds between two commits."""


async def commits(store: Store, until: asyncio.Event) -> list[float]:
    """Store something again and again; gives how many seconds each took."""
    took = []
    while not until.is_set():
        began = perf_counter()
        await store.set_setting("person 1", "n", str(began))
        took.append(perf_counter() - began)
        await asyncio.sleep(PAUSE)
    return took


async def measured(settings: Settings, target: Path) -> tuple[float, list[float], list[float]]:
    """Make a backup; gives its seconds, and those of the commits before it and during it."""
    store = await Store.open(settings.database_url, alone=True)
    try:
        ended = asyncio.Event()
        writing = asyncio.create_task(commits(store, ended))
        await asyncio.sleep(QUIET)
        ended.set()
        before, ended = await writing, asyncio.Event()
        writing = asyncio.create_task(commits(store, ended))
        began = perf_counter()
        await asyncio.to_thread(make, settings, target)
        seconds = perf_counter() - began
        ended.set()
        return seconds, before, await writing
    finally:
        await store.close()


def main() -> None:
    """Print what a backup and a restore take."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--directory", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=given.directory) as place:
        settings = Settings.read({"NIMBUS_DATA": place})
        path, target = Path(place) / "nimbus.sqlite3", Path(place) / "backup.sqlite3"
        asyncio.run(made(path))
        games = fill(path, given.megabytes * 10**6)
        seconds, before, during = asyncio.run(measured(settings, target))
        print(f"{path.stat().st_size / 1e6:.0f} MB, {games} games: backup {seconds:.1f} s")
        for name, took in (("before", before), ("meanwhile", during)):
            cuts = [1000 * seconds for seconds in quantiles(took, n=20)]
            p50, p95 = cuts[9], cuts[18]
            most = 1000 * max(took)
            print(f"a commit {name}: p50 {p50:.1f} ms, p95 {p95:.1f} ms, most {most:.0f} ms")
        began = perf_counter()
        put_back(settings, target)
        print(f"restore {perf_counter() - began:.1f} s")


if __name__ == "__main__":
    main()

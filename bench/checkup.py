"""The look at a database that a start takes: how long it lasts for a file of a given size.

Run: python -m bench.checkup [--megabytes N] [--directory PATH]
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import perf_counter

from sqlalchemy import insert, make_url

from bench.store import ROW, url_of
from bot.store import MatchId, Store
from bot.store.backends.checkup import refuse_damaged
from bot.store.backends.sqlite import writing_engine
from bot.store.codec import MATCH_COLUMNS, match_values
from bot.store.schema import match, move

ROUNDS = 7
MOVES = 90
STATE = {"cards": ["KH"] * 500}
AT_ONCE = 200


async def made(path: Path) -> None:
    """Make an empty database."""
    await (await Store.open(url_of(path))).close()


def fill(path: Path, size: int) -> int:
    """Fill a database with games played out until the file has this many bytes; counts games."""
    values = dict(zip(MATCH_COLUMNS, match_values(replace(ROW, state=STATE)), strict=True))
    games = 0
    engine = writing_engine(make_url(url_of(path)))
    while path.stat().st_size < size:
        ids = range(games + 1, games + AT_ONCE + 1)
        with engine.begin() as connection:
            connection.execute(
                insert(match), [{**values, "id": MatchId(of), "published": 1} for of in ids]
            )
            connection.execute(
                insert(move),
                [
                    {
                        "match_id": of,
                        "number": n,
                        "seat": 1,
                        "code": "play KH",
                        "by": None,
                        "at": 1e9,
                    }
                    for of in ids
                    for n in range(MOVES)
                ],
            )
        games += AT_ONCE
    engine.dispose()
    return games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--directory", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=arguments.directory) as directory:
        path = Path(directory) / "nimbus.sqlite3"
        asyncio.run(made(path))
        games = fill(path, arguments.megabytes * 10**6)
        seconds = []
        for _ in range(ROUNDS):
            engine = writing_engine(make_url(url_of(path)))
            began = perf_counter()
            with engine.connect() as connection:
                refuse_damaged(connection, path, seconds=600.0)
            seconds.append(perf_counter() - began)
            engine.dispose()
        size = path.stat().st_size / 10**6
        print(
            f"{size:.0f} MB, {games} games: {median(seconds):.2f} s "
            f"({min(seconds):.2f} to {max(seconds):.2f})"
        )


if __name__ == "__main__":
    main()

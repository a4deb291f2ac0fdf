"""Print the script of a game by ear: `python -m tests.by_ear GAME [SEED]`."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

import bot.features  # noqa: F401 - so that features are registered
from tests.by_ear.playing import begin, by_ear, play


async def main(game: str, seed: int) -> None:
    with tempfile.TemporaryDirectory() as directory:
        async with by_ear(Path(directory)) as (held, ear):
            try:
                player = await begin(held, ear, game)
                proof = await play(held, player, seed)
            finally:
                sys.stdout.write("\n".join(ear.script) + "\n")
            told = [proof.told(game), *proof.differences, *proof.strange, *proof.faults]
            sys.stdout.write("\n" + "\n".join(told) + "\n")


asyncio.run(main(sys.argv[1], int((sys.argv[2:] or ["1"])[0])))

"""A game by ear: `python -m tests.by_ear GAME [SEED]` prints the script of one that code plays.

`python -m tests.by_ear GAME --yourself` lets you play it by what is spoken.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

import bot.features  # noqa: F401 - so that features are registered
from tests.by_ear.playing import begin, by_ear, play
from tests.by_ear.terminal import listen, read_line


async def main(game: str, how: str) -> None:
    with tempfile.TemporaryDirectory() as directory:
        async with by_ear(Path(directory)) as (held, ear):
            if how == "--yourself":
                await listen(held, ear, game, read_line, print)
                return
            try:
                player = await begin(held, ear, game)
                proof = await play(held, player, int(how))
            finally:
                sys.stdout.write("\n".join(ear.script) + "\n")
            told = [proof.told(game), *proof.differences, *proof.strange, *proof.faults]
            sys.stdout.write("\n" + "\n".join(told) + "\n")


asyncio.run(main(sys.argv[1], (sys.argv[2:] or ["1"])[0]))

"""`python -m tests.e2e.gated`: the bot, whose kernels are compiled once a file `gate` is there."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from bot.match.house import forks
from bot.run import main


async def at_the_gate(_: forks.Forks) -> None:
    gate = Path(os.environ["NIMBUS_DATA"]) / "gate"
    while not gate.exists():  # noqa: ASYNC110 - another process makes it
        await asyncio.sleep(0.05)


if __name__ == "__main__":
    vars(forks).update(kept=lambda *_: None, are_compiled=lambda: True)
    forks.Forks._compile_each = at_the_gate  # type: ignore[assignment] # for this bot alone
    sys.exit(main())

"""`python -m bench.reviewing`: the bot, in whose workshop one review after another is being made.

`bench.click --reviews` plays with it, to see whether anybody at a table notices.
"""

from __future__ import annotations

import asyncio
import sys
from functools import partial
from pathlib import Path
from random import Random

from bot import wiring
from bot.__main__ import main
from bot.errors import Refused
from bot.play.workshop import Workshop
from engine.analysis.review import review
from engine.record import parse_record
from engine.seats import Seat

RECORD = Path(__file__).parents[1] / "tests" / "records" / "rules_1" / "clumond_3_playthrough.txt"


class BusyWorkshop(Workshop):
    """A workshop that is never idle."""

    def __init__(self) -> None:
        super().__init__()
        self._busy = asyncio.get_running_loop().create_task(self._review())

    async def _review(self) -> None:
        text = RECORD.read_text(encoding="utf-8")
        record = parse_record(text)
        while True:
            try:
                await self.do(partial(review, record, Seat(1), Random))
            except Refused:
                return


if __name__ == "__main__":
    vars(wiring)["Workshop"] = BusyWorkshop
    sys.exit(main())

"""`python -m bench.noting`: the bot, which notes each stored change of a game as it is stored.

Each is a line of the file that `NOTES` names: the match, its moves, the moment (seconds of
`time.monotonic`, which all processes of a machine share) and who is to act. With `REVIEWS` one
review after another is made in its workshop, to see whether anybody at a table notices.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

from bench.review import reviewed
from bot import wiring
from bot.errors import Refused
from bot.match.house.workshop import Workshop
from bot.match.tables import Tables
from bot.run import main
from bot.store.rows import MatchRow, Status


class NotingTables(Tables):
    """Tables that note what was stored, before anybody else hears of it."""

    _notes = Path(os.environ.get("NOTES", os.devnull)).open("a", buffering=1, encoding="ascii")  # noqa: SIM115 - as long as the process

    async def tell(self, row: MatchRow) -> None:
        now = time.monotonic()
        if row.status in (Status.PLAYING, Status.OVER):
            table = self.table(row)
            acting = [table.member(seat).user_id or 0 for seat in table.to_act()]
            words = (row.id, row.moves, now, *acting)
            self._notes.write(" ".join(map(str, words)) + "\n")
        await super().tell(row)


class BusyWorkshop(Workshop):
    """A workshop that is never idle."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._busy = asyncio.get_running_loop().create_task(self._review())

    async def _review(self) -> None:
        for number in count():
            try:
                await self.do(partial(reviewed, "clumond", "easy", number))
            except Refused:
                return


if __name__ == "__main__":
    vars(wiring)["Tables"] = NotingTables
    if os.environ.get("REVIEWS"):
        vars(wiring)["Workshop"] = BusyWorkshop
    sys.exit(main())

"""`python -m bench.noting`: the bot, which notes each stored change of a game as it is stored.

Each is a line of the file that `NOTES` names: the match, its moves, the moment (seconds of
`time.monotonic`, which all processes of a machine share) and who is to act.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from bot import wiring
from bot.match.table.tables import Tables
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


if __name__ == "__main__":
    vars(wiring)["Tables"] = NotingTables
    sys.exit(main())

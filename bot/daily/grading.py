"""The squares of a try: the grade of each of its decisions, made by the workshop and kept."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from random import Random

from bot.daily.calendar import DAILY
from bot.daily.store import DailyStore
from bot.errors import Refused
from bot.match.house.shared_making import SharedMaking
from bot.match.house.workshop import Workshop
from bot.match.table import row_options
from bot.store import Store
from bot.store.errors import StoreError
from bot.store.rows import MatchId, MatchRow, Status
from engine.analysis.grades import graded
from engine.players.trying import TRYING
from engine.record import MoveLine, Record
from engine.seats import Seat

log = logging.getLogger(__name__)

GRADING_TIME = 30.0
"""Seconds that the workshop may take; on an idle machine it takes a few."""


class Grading:
    """Makes squares; whoever asks while they are being made waits for the same work."""

    def __init__(self, store: Store, workshop: Workshop) -> None:
        self._store = store
        self._kept = DailyStore(store.database)
        self._workshop = workshop
        self._making = SharedMaking[MatchId, str]("the squares of a daily")
        # One at a time, so that however many end their daily at once, the workshop has room.
        self._turn = asyncio.Lock()

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`: begin as soon as a try was played out, as its person will look."""
        is_over = DAILY.has(row.series) and row.status is Status.OVER
        if is_over and not row.members[0].away:
            self._making.begin(row.id, partial(self._made, row.id))

    async def squares(self, match_id: MatchId) -> str | None:
        """Grade a try that was played out, and keep it; None where that is not possible now."""
        try:
            return await self._making.made(match_id, partial(self._made, match_id))
        except (Refused, StoreError) as error:
            log.info("match %s has no squares yet: %s", match_id, error)
            return None

    async def close(self) -> None:
        """Let go of what is not made; the workshop is closed before."""
        await self._making.close()

    async def _made(self, match_id: MatchId) -> str:
        if (kept := await self._kept.squares_of(match_id)) is not None:
            return kept
        row = await self._store.match(match_id)
        if row is None or row.game not in TRYING:
            raise Refused("refused.no_match")
        moves = await self._store.moves(match_id)
        record = Record(
            game=row.game, seats=len(row.members), options=row_options(row), seed=row.seed,
            moves=tuple(MoveLine(Seat(move.seat), move.code) for move in moves),
        )  # fmt: skip
        job = partial(graded, record, Seat(1), Random)
        async with self._turn:
            grades = await self._workshop.do(job, within=GRADING_TIME)
        squares = "".join(str(int(grade)) for grade in grades)
        await self._kept.set_squares(match_id, squares)
        return squares

"""Hints: what a hard house player would do in a person's place.

It is asked what the seat sees and has heard, as for a house player's own move. That this person
took one, so that the match cannot be a win for them, is stored before they see the hint.
"""

from __future__ import annotations

import asyncio
import hashlib
from contextlib import suppress
from dataclasses import dataclass, replace

from bot import meters
from bot.errors import Refused
from bot.match.clock.pausing import may_go_on
from bot.match.house.questions import question_of
from bot.match.house.thinking import AT_ONCE, Thinker
from bot.match.house.thinking_process import Question
from bot.match.kind import kind_of
from bot.match.table import Table, may_count, require_there, seat_at_play, someone_at
from bot.match.tables import Tables
from bot.store.rows import MatchId
from engine.players.robot import RankedMove
from engine.seats import Seat

LEVEL = "hard"
"""The level that is asked."""

WITHIN = 10.0
"""Seconds that somebody waits for a hint at most."""

HINTED_MOVES = 3
"""How many moves a hint tells."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The best moves of a seat, the best first; a lone legal move has no numbers."""

    table: Table
    seat: Seat
    best: tuple[RankedMove, ...]

    @property
    def is_forced(self) -> bool:
        """Return whether there was nothing to think about."""
        return len(self.table.legal(self.seat)) == 1


class Hints:
    """Answers those who ask for a hint."""

    def __init__(self, tables: Tables, thinker: Thinker) -> None:
        self._tables = tables
        self.thinker = thinker

    async def costs(self, match_id: MatchId, user_id: int) -> bool:
        """Return whether a hint now would cost this person something.

        It costs the win, so the second one in a match is free, and so is any where nothing counts.
        A forced move is no exception: that a hint was free would tell the others something (B4).
        Raises Refused if they may have none.
        """
        table = await self._tables.load(match_id)
        seat = seat_to_hint(table, user_id)
        return may_count(table.row) and not table.member(seat).hinted

    async def ask(self, match_id: MatchId, user_id: int) -> Hint | None:
        """Think for a person and note that they asked; None if nobody could. Raises Refused."""
        table = await self._tables.replayed(match_id)
        seat = seat_to_hint(table, user_id)
        ranking: tuple[RankedMove, ...] | None = ()
        if len(table.legal(seat)) > 1:
            question = question_of(table, seat, LEVEL, seed_of(table, seat))
            ranking = await self._ranked(replace(question, argued=HINTED_MOVES))
        if ranking is None:
            return None
        await self._tables.mark_hinted(match_id, user_id, table.row.moves)
        return Hint(table, seat, ranking[:HINTED_MOVES])

    async def _ranked(self, question: Question) -> tuple[RankedMove, ...] | None:
        with suppress(TimeoutError):
            async with asyncio.timeout(WITHIN):
                return await self.thinker.rank(question, AT_ONCE)
        meters.UNTHOUGHT.inc()
        return None


def seat_to_hint(table: Table, user_id: int) -> Seat:
    """Return the seat of a person who may have a hint now. Raises Refused."""
    seat = seat_at_play(table.row, user_id)
    may_go_on(table.row)
    if kind_of(table.row).shares_deals or not table.row.terms.hints:
        raise Refused("refused.hints_off")
    require_there(table.member(seat))
    to_act = table.to_act()
    if seat not in to_act:
        raise Refused("refused.hint_later", name=someone_at(table.row, to_act[0]))
    return seat


def seed_of(table: Table, seat: Seat) -> int:
    """Return the seed of a seat's question: asked again at the same moment it is answered alike."""
    moment = f"{table.row.id} {table.row.moves} {seat}".encode()
    return int.from_bytes(hashlib.sha256(moment).digest()[:8])

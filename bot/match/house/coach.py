"""The coach: asks back before a move that costs clearly more than another, and praises a fine one.

It is asked what the seat sees and has heard, as for a hint. Who is asked back may make the move all
the same, by pressing it again. It speaks seldom, and where it has no answer in time, the move is
simply made.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.match.house.hints import LEVEL, seed_of
from bot.match.house.questions import question_of
from bot.match.house.thinking import Thinker
from bot.match.table import Table, seat_of
from bot.match.tables import Tables
from bot.store.rows import MatchId
from engine.analysis.coaching import Advice
from engine.seats import Seat

WITHIN = 1.0
"""Seconds in which the coach has to have an answer."""

QUIET = 4
"""Decisions of a person, after one that the coach has spoken of, of which it says nothing."""

GRAVE = 0.25
"""The share of the win (0…1) from which it speaks all the same: few moves cost so much."""

REMEMBERED = 500
"""The most people whom the coach remembers; then the oldest are forgotten."""


@dataclass(frozen=True, slots=True)
class Word:
    """What the coach says of a move of a seat, at a table as it was before it."""

    table: Table
    seat: Seat
    code: str
    advice: Advice

    @property
    def is_praise(self) -> bool:
        """Whether the move is the best one."""
        return self.advice.best == self.code


@dataclass(slots=True)
class _Listener:
    """A person: the moment they were asked back at, and their decisions since it spoke."""

    asked: int | None = None
    decided: int = QUIET
    was_praised: bool = False


class Coach:
    """Speaks with those who play at a table with a coach."""

    def __init__(self, tables: Tables, thinker: Thinker, within: float = WITHIN) -> None:
        self._tables = tables
        self._thinker = thinker
        self._within = within
        self._listeners: OrderedDict[tuple[MatchId, int], _Listener] = OrderedDict()

    async def word(self, match_id: MatchId, user_id: int, moves: int, code: str) -> Word | None:
        """Return what the coach says of a move before it is made; None if nothing.

        Raises Refused and UnreadableMatch; whether the move may be made is for the table to say.
        """
        if not (await self._tables.load(match_id)).row.terms.coach:
            return None
        table = await self._tables.replayed(match_id)
        seat = seat_of(table.row, user_id)
        if table.row.moves != moves or seat is None or seat not in table.to_act():
            return None
        legal = table.legal(seat)
        if len(legal) < 2 or code not in legal:
            return None
        listener = self._listener(match_id, user_id)
        if listener.asked == moves:
            return None  # they have heard it, and play that all the same, or another move
        listener.decided += 1
        return self._spoken(listener, table, seat, code, await self._advice(table, seat, code))

    def _spoken(
        self, listener: _Listener, table: Table, seat: Seat, code: str, advice: Advice | None
    ) -> Word | None:
        if advice is None:
            return None
        word = Word(table, seat, code, advice)
        is_grave = not word.is_praise and advice.gap.share >= GRAVE
        if listener.decided <= QUIET and not is_grave:
            return None
        if word.is_praise and listener.was_praised:
            return None
        listener.was_praised, listener.decided = word.is_praise, 0
        listener.asked = None if word.is_praise else table.row.moves
        return word

    async def _advice(self, table: Table, seat: Seat, code: str) -> Advice | None:
        question = question_of(table, seat, LEVEL, seed_of(table, seat))
        with suppress(TimeoutError):
            async with asyncio.timeout(self._within):
                return await self._thinker.advise(replace(question, doubted=code))
        return None

    def _listener(self, match_id: MatchId, user_id: int) -> _Listener:
        key = (match_id, user_id)
        listener = self._listeners.setdefault(key, _Listener())
        self._listeners.move_to_end(key)
        while len(self._listeners) > REMEMBERED:
            self._listeners.popitem(last=False)
        return listener

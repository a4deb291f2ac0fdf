"""Hints, and the coach who warns of a move before it is made."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeAlias

from bot import meters
from bot.errors import Refused, Stale
from bot.match.house.child_processes import Question
from bot.match.house.house_queue import question_of, table_of
from bot.match.house.thinkers import AT_ONCE, Thinker
from bot.match.table.kind import kind_of
from bot.match.table.state import Table, may_count, require_there, seat_at_play, seat_of, someone_at
from bot.match.table.tables import Tables
from bot.match.table.times import require_can_go_on
from bot.store import Store
from bot.store.errors import StoreError
from bot.store.rows import MatchId, Status
from engine.analysis.coach import Advice
from engine.players.robot import RankedMove
from engine.seats import Seat

# Hints: what a hard house player would do in a person's place.
#
# It is asked what the seat sees and has heard, as for a house player's own move. That this person
# took one, so that the match cannot be a win for them, is stored before they see the hint. Who has
# yet to finish a first game of the kind that counts learns by hints, and pays nothing for them.

LEVEL = "hard"
"""The level that is asked."""

WITHIN = 10.0
"""Seconds that somebody waits for a hint at most."""

HINTED_MOVES = 3
"""How many moves a hint tells; one more where only that shows what is clearly worse, and why."""


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


Strengths: TypeAlias = Callable[[str, Sequence[int]], Awaitable[Mapping[int, float]]]
"""Returns the ratings of people in a game, of those who have a sure one; may raise StoreError."""


async def _unknown(_game: str, _user_ids: Sequence[int]) -> Mapping[int, float]:
    return {}


async def _question(table: Table, seat: Seat, strengths: Strengths) -> Question:
    """Put the question of a person, who is told of chances in this company."""
    question, row, known = question_of(table, seat, LEVEL, seed_of(table, seat)), table.row, {}
    with suppress(StoreError):
        people = [each.user_id for each in row.members if each.user_id is not None]
        known = {**await strengths(row.game, people)}
    seated = table_of(row, known)
    return replace(question, table=seated, company=(*seated[: seat - 1], *seated[seat:]))


class Hints:
    """Answers those who ask for a hint; `strengths` tells how strong people are."""

    strengths: Strengths = staticmethod(_unknown)

    def __init__(self, store: Store, tables: Tables, thinker: Thinker) -> None:
        self._store = store
        self._tables = tables
        self.thinker = thinker

    async def costs(self, match_id: MatchId, user_id: int) -> bool:
        """Return whether a hint now would cost this person something.

        It costs the win, so the second one in a match is free, and so is any where nothing counts
        and in the first game of the kind that counts.
        A forced move is no exception: that a hint was free would tell the others something (B4).
        Raises Refused if they may have none.
        """
        table = await self._tables.load(match_id)
        seat = seat_to_hint(table, user_id)
        is_open = may_count(table.row) and not table.member(seat).hinted
        return is_open and await self._is_practised(table, user_id)

    async def ask(self, match_id: MatchId, user_id: int) -> Hint | None:
        """Think for a person and note that they asked; None if nobody could. Raises Refused.

        It is not noted in the first game of the kind that counts.
        """
        table = await self._tables.replayed(match_id)
        seat, is_noted = seat_to_hint(table, user_id), await self._is_practised(table, user_id)
        ranking: tuple[RankedMove, ...] | None = ()
        if len(table.legal(seat)) > 1:
            question = await _question(table, seat, self.strengths)
            ranking = await self._ranked(replace(question, argued=HINTED_MOVES))
        if ranking is None:
            return None
        if is_noted:
            await self._tables.mark_hinted(match_id, user_id, table.row.moves)
        elif (await self._tables.load(match_id)).row.moves != table.row.moves:
            raise Stale("refused.stale")
        further = tuple(move for move in ranking[HINTED_MOVES:] if move.reasons)
        return Hint(table, seat, ranking[:HINTED_MOVES] + further)

    async def _is_practised(self, table: Table, user_id: int) -> bool:
        """Return whether a person has played, or plays, an earlier game of the kind that counts."""
        game, playing = table.row.game, await self._store.matches_of(user_id, [Status.PLAYING])
        earlier = {one.game for one in playing if one.id < table.row.id and may_count(one)}
        return game in earlier or await self._store.has_finished(user_id, game, counted=True)

    async def _ranked(self, question: Question) -> tuple[RankedMove, ...] | None:
        with suppress(TimeoutError):
            async with asyncio.timeout(WITHIN):
                return await self.thinker.rank(question, AT_ONCE)
        meters.UNTHOUGHT.inc()
        return None


def seat_to_hint(table: Table, user_id: int) -> Seat:
    """Return the seat of a person who may have a hint now. Raises Refused."""
    seat = seat_at_play(table.row, user_id)
    require_can_go_on(table.row)
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


# The coach: asks back before a move that costs clearly more than another, and praises a fine one.
#
# It is asked what the seat sees and has heard, as for a hint. Who is asked back may make the move
# all the same, by pressing it again. It speaks seldom, and where it has no answer in time, the
# move is simply made.

WARNED_WITHIN = 1.0
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
    """Speaks with those who play at a table with a coach; `strengths` as in `Hints`."""

    strengths: Strengths = staticmethod(_unknown)

    def __init__(self, tables: Tables, thinker: Thinker, within: float = WARNED_WITHIN) -> None:
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
        with suppress(TimeoutError):
            async with asyncio.timeout(self._within):
                question = await _question(table, seat, self.strengths)
                return await self._thinker.advise(replace(question, doubted=code))
        return None

    def _listener(self, match_id: MatchId, user_id: int) -> _Listener:
        key = (match_id, user_id)
        listener = self._listeners.setdefault(key, _Listener())
        self._listeners.move_to_end(key)
        while len(self._listeners) > REMEMBERED:
            self._listeners.popitem(last=False)
        return listener

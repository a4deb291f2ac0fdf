"""Asking house players for their moves: what their seat knows, and no more."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from math import inf

from bot import meters
from bot.errors import Refused
from bot.match.house.child_processes import Question, think
from bot.match.house.thinkers import Thinker
from bot.match.house.workshop import SharedMaking
from bot.match.table.kind import kind_of, seed_of_answer
from bot.match.table.seats import Thought, level_of, manner_of
from bot.match.table.state import Table, is_given_up
from bot.store.rows import MatchRow, Member, Terms
from engine.players.company import PERSON, Who
from engine.seats import Seat

# The questions that house players are asked: what their seat knows, and no more.


def table_of(row: MatchRow, ratings: Mapping[int, float] | None = None) -> tuple[Who, ...]:
    """Return who sits in each seat: a house player's level, a person's rating if it is given."""
    known = ratings or {}
    return tuple(
        level_of(row, each) if each.user_id is None else known.get(each.user_id, PERSON)
        for each in row.members
    )


def company_of(row: MatchRow, member: Member) -> tuple[Who, ...]:
    """Return the levels of everybody else at the table, as everybody there knows them."""
    seated = zip(row.members, table_of(row), strict=True)
    return tuple(who for other, who in seated if other.key != member.key)


def question_of(table: Table, seat: Seat, level: str, seed: int, manner: str = "") -> Question:
    """Put the question of a seat's move to a level: what the seat sees and heard, no more."""
    course = table.begun
    view, heard, legal = course.view(seat), course.heard(seat), course.legal(seat)
    company = company_of(table.row, table.member(seat))
    return Question(table.row.game, level, view, heard, legal, seed, manner, company)


def question_to(table: Table, seat: Seat) -> Question:
    """Put the question of the house player of a seat.

    In a series, where the same moves always have the same answer, the same question is put at every
    table that comes to the same moment: in no manner, and with a seed that follows from it.
    """
    member = table.member(seat)
    level = level_of(table.row, member)
    if kind_of(table.row).shares_deals:
        seed = seed_of_answer(table.row.seed, table.row.moves, seat)
        return question_of(table, seat, level, seed)
    return question_of(table, seat, level, secrets.randbits(64), manner_of(member))


# Asking house players for their moves.
#
# None is asked the same question twice, and games nobody watches keep no others waiting. A move
# comes late rather than by rule of thumb, if need be.

REMEMBERED = 4096
"""The most answers that are kept; then those that nobody has asked for longest are dropped."""

PATIENCE = 180.0
"""Seconds by which a move may be late where no clock runs, before it is made by rule of thumb."""

MOST_PATIENCE = 600.0
"""The same at the slowest tables. At others it may be as late as a person's would be in time."""

QUICK = "quick"
"""The level that needs no time to think."""


class HouseQueue:
    """Puts the questions of tables to a thinker.

    At midnight many dailies are given up at once, and no pause lies between the moves of one. So
    there is one question about all of these at a time: the others wait for their turn here, and
    that one until nobody needs a process who plays.

    Tables that share deals put the same question where they come to the same moment. It is thought
    about once, to the end, whoever stops waiting; who comes to it later has the answer at once.

    `since` is when the bot started (POSIX seconds).
    """

    def __init__(self, thinker: Thinker, since: float = 0.0) -> None:
        self._thinker = thinker
        self._since = since
        self._one_given_up = asyncio.Lock()
        self._thinking = SharedMaking[bytes, str | None]("thinking once")
        # By digest: questions hold all that a seat has heard, and are large.
        self._answers: OrderedDict[bytes, str] = OrderedDict()

    async def thought(self, table: Table, seat: Seat, within: float = 0.0) -> Thought:
        """Ask the house player of a seat for its move, which is wanted `within` so many seconds.

        Raises Refused where tables share deals, if nobody could think now.
        """
        if not is_given_up(table.row):
            return await self._thought(table, seat, within)
        async with self._one_given_up:
            return await self._thought(table, seat, inf)

    async def _thought(self, table: Table, seat: Seat, within: float) -> Thought:
        question, now = question_to(table, seat), asyncio.get_running_loop().time
        wanted, code = now() + within, None
        if len(question.legal) == 1:
            return Thought(table.row.moves, seat, question.legal[0])
        if kind_of(table.row).shares_deals:
            code = await self._shared(question, within)
        elif self._is_early(table.row, question, within):
            meters.SUBSTITUTES.labels(question.game, question.level).inc()
            return Thought(table.row.moves, seat, _quickly(question), by_rule=True)
        else:
            code = await self._unshared(question, within, patience_of(table.row.terms))
        late, by_rule = max(0.0, now() - wanted), code is None
        self._thinker.load.answered(question.game, question.level, late, by_rule=by_rule)
        return Thought(table.row.moves, seat, code or _quickly(question), by_rule=by_rule)

    def _is_early(self, row: MatchRow, question: Question, within: float) -> bool:
        """Return whether a move is made by rule of thumb, as kernels are only being compiled.

        So it is in a game that was opened since the bot started, and says so: its people see it
        from the beginning. One that was there before may count for ratings by moves of another
        strength, and waits, as it waited for the bot.
        """
        is_new = row.created >= self._since
        return is_new and within < inf and not self._thinker.is_ready(question)

    async def _unshared(self, question: Question, within: float, patience: float) -> str | None:
        """Have a question thought about that no other table puts; None if nobody could in time."""
        with suppress(TimeoutError):
            async with asyncio.timeout(None if within == inf else within + patience):
                ranking = await self._thinker.rank(question, within)
                return ranking[0].code if ranking else None
        meters.UNTHOUGHT.inc()
        return None

    async def _shared(self, question: Question, within: float) -> str:
        key = sha256(repr(question).encode()).digest()
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        code = await self._thinking.made(key, partial(self._think, key, question, within))
        if code is None:
            raise Refused("refused.no_thought")
        return code

    async def _think(self, key: bytes, question: Question, within: float) -> str | None:
        ranking = await self._thinker.rank(question, within)
        if ranking is None:
            return None
        self._answers[key] = ranking[0].code
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        return ranking[0].code


def patience_of(terms: Terms) -> float:
    """Return the seconds by which a house player's move may be late at a table.

    >>> [patience_of(Terms(clock=c, bank=b)) for c, b in [(60, 0), (30, 120), (86400, 0), (0, 0)]]
    [60.0, 150.0, 600.0, 180.0]
    """
    return min(float(terms.clock + terms.bank), MOST_PATIENCE) or PATIENCE


def _quickly(question: Question) -> str:
    """Answer by rule of thumb."""
    return think(replace(question, level=QUICK))

"""Asking house players for their moves.

None is asked the same question twice, and games nobody watches keep no others waiting.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from functools import partial
from hashlib import sha256

from bot.errors import Refused
from bot.match.house.robots import Thought, question_to
from bot.match.house.shared_making import SharedMaking
from bot.match.house.thinking import Thinker
from bot.match.house.thinking_process import Question
from bot.match.kind import kind_of
from bot.match.table import Table, is_given_up
from engine.seats import Seat

REMEMBERED = 4096
"""The most answers that are kept; then those that nobody has asked for longest are dropped."""


class HouseQueue:
    """Puts the questions of tables to a thinker.

    At midnight many dailies are given up at once, and no pause lies between the moves of one. So
    there is one question about all of these at a time: the others wait for their turn here, and
    not before the processes, where they would be in the way of who plays.

    Tables that share deals put the same question where they come to the same moment. It is thought
    about once, to the end, whoever stops waiting; who comes to it later has the answer at once.
    """

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._one_given_up = asyncio.Lock()
        self._thinking = SharedMaking[bytes, str | None]("thinking once")
        # By digest: questions hold all that a seat has heard, and are large.
        self._answers: OrderedDict[bytes, str] = OrderedDict()

    async def thought(self, table: Table, seat: Seat, within: float | None = None) -> Thought:
        """Ask the house player of a seat for its move.

        What takes more than `within` seconds (None: as long as it takes) is answered quickly. Not
        so where tables share deals: Refused is raised if nobody could think now.
        """
        if not is_given_up(table.row):
            return await self._thought(table, seat, within)
        async with self._one_given_up:
            return await self._thought(table, seat, within)

    async def _thought(self, table: Table, seat: Seat, within: float | None) -> Thought:
        question = question_to(table, seat)
        if not kind_of(table.row).shares_deals:
            code = await self._thinker.choose(question, within)
        elif len(question.legal) == 1:
            code = question.legal[0]
        else:
            code = await self._shared(question)
        return Thought(table.row.moves, seat, code)

    async def _shared(self, question: Question) -> str:
        key = sha256(repr(question).encode()).digest()
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        code = await self._thinking.made(key, partial(self._think, key, question))
        if code is None:
            raise Refused("refused.no_thought")
        return code

    async def _think(self, key: bytes, question: Question) -> str | None:
        ranking = await self._thinker.rank(question)
        if ranking is None:
            return None
        self._answers[key] = ranking[0].code
        if len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)
        return ranking[0].code

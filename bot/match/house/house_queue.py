"""Asking house players for their moves, so that games nobody watches keep no others waiting."""

from __future__ import annotations

import asyncio

from bot.match.house.robots import Thought, thought
from bot.match.house.thinking import Thinker
from bot.match.table import Table, is_given_up
from engine.seats import Seat


class HouseQueue:
    """Puts the questions of tables to a thinker.

    At midnight many dailies are given up at once, and no pause lies between the moves of one. So
    there is one question about all of these at a time: the others wait for their turn here, and
    not before the processes, where they would be in the way of who plays.
    """

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._one_given_up = asyncio.Lock()

    async def thought(self, table: Table, seat: Seat, within: float | None = None) -> Thought:
        """Ask the house player of a seat for its move. Raises as `robots.thought` does."""
        if not is_given_up(table.row):
            return await thought(table, seat, self._thinker, within)
        async with self._one_given_up:
            return await thought(table, seat, self._thinker, within)

"""Calling people whose turn it is: one message in the channel, gone when the turn is."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from bot.play.robots import forced_move
from bot.play.stage import Barred, Gone, Stage
from bot.play.table import Table, is_house
from bot.store.rows import Member, Publication, Status

if TYPE_CHECKING:
    from bot.clock import Clock
    from bot.store import Store
    from engine.seats import Seat

log = logging.getLogger(__name__)

QUIET = 60.0
"""Who did something within this many seconds is not called when their turn comes."""


class Calls:
    """Calls whoever is to act and has been quiet, once a turn; takes a call back that is over."""

    def __init__(self, store: Store, stage: Stage, clock: Clock) -> None:
        self._store = store
        self._stage = stage
        self._clock = clock

    async def show(self, table: Table) -> None:
        """Bring the call in the channel up to date. Raises Busy."""
        try:
            await self._show(table, await self._store.publication(table.row.id))
        except (Barred, Gone) as error:
            # The table itself cannot be shown there either, and that is tried again.
            log.info("match %s: nobody can be called: %s", table.row.id, error)

    def look_again(self, table: Table) -> float | None:
        """Return when the person to act will have been quiet for long enough to be called."""
        seat = _first_person(table)
        if seat is None or not self._is_here(member := table.member(seat)):
            return None
        return member.acted + QUIET

    async def _show(self, table: Table, publication: Publication) -> None:
        match_id, seat = table.row.id, self._seat_to_call(table)
        user_id = table.member(seat).user_id if seat is not None else None
        is_last = seat is not None and table.member(seat).reminded
        is_other = (publication.ping_user, publication.ping_last) != (user_id, is_last)
        standing = publication.ping_message
        if standing is not None and is_other:
            await self._stage.remove(table.row.channel_id, standing)
            standing = None
            await self._store.note(match_id, ping_message=None, ping_user=None, ping_last=False)
        if seat is None or standing is not None:
            return
        message_id = await self._stage.ping(table, seat)
        await self._store.note(
            match_id, ping_message=message_id, ping_user=user_id, ping_last=is_last
        )

    def _seat_to_call(self, table: Table) -> Seat | None:
        """Return the seat of the person to act, unless they did something a moment ago.

        Whose time is running out is called all the same, and before everybody else.
        """
        seat = _first_person(table)
        if seat is None or table.member(seat).reminded:
            return seat
        return None if self._is_here(table.member(seat)) else seat

    def _is_here(self, member: Member) -> bool:
        # What happened after now was noted by a clock that has been set back since.
        return not member.reminded and 0 <= self._clock.now() - member.acted < QUIET


def _first_person(table: Table) -> Seat | None:
    """Return the person to act; of several, the one whose time is running out.

    Nobody is called for a move that makes itself.
    """
    if table.row.status is not Status.PLAYING or forced_move(table) is not None:
        return None
    persons = [seat for seat in table.to_act() if not is_house(table.member(seat))]
    reminded = (seat for seat in persons if table.member(seat).reminded)
    return next(reminded, persons[0] if persons else None)

"""Calling people whose turn it is: one message in the channel, gone when the turn is."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.errors import Barred, Gone
from bot.play.server_settings import server_settings
from bot.play.table import is_house
from bot.presenters import PRESENTERS
from bot.show.stage import Stage
from bot.store.rows import Member, Status

if TYPE_CHECKING:
    from bot.clock import Clock
    from bot.show.frame import BoardFrame
    from bot.show.messages import Messages
    from bot.store import Store
    from engine.seats import Seat

log = logging.getLogger(__name__)

QUIET = 60.0
"""Who did something within this many seconds is not called when their turn comes."""


class Calls:
    """Calls whoever is to act and has been quiet, once a turn; takes a call back that is over.

    A server can have nobody called at its tables.
    """

    def __init__(self, store: Store, stage: Stage, clock: Clock) -> None:
        self._store = store
        self._stage = stage
        self._clock = clock

    async def show(self, board: BoardFrame, messages: Messages) -> float | None:
        """Bring the call in the channel up to date. Raises Busy.

        Tells when the person to act will have been quiet for long enough to be called.
        """
        seat = _first_person(board)
        is_here = seat is not None and self._is_here(board.member(seat))
        try:
            await self._show(board, None if is_here else seat, messages)
        except (Barred, Gone) as error:
            # The table itself cannot be shown there either, and that is tried again.
            log.info("match %s: nobody can be called: %s", board.row.id, error)
        return board.member(seat).acted + QUIET if seat is not None and is_here else None

    async def _show(self, board: BoardFrame, seat: Seat | None, messages: Messages) -> None:
        """Call the person in a seat, or nobody."""
        publication, member = messages.publication, board.member(seat) if seat else None
        user_id = member.user_id if member else None
        is_last = member is not None and member.reminded
        is_other = (publication.ping_user, publication.ping_last) != (user_id, is_last)
        standing = publication.ping_message
        if standing is not None and is_other:
            await self._stage.remove(board.row.home_id, standing)
            standing = None
            await messages.note(ping_message=None, ping_user=None, ping_last=False)
        if seat is None or standing is not None:
            return
        if not (await server_settings(self._store, board.row.guild_id)).calls:
            return
        newest = replace(board, message=messages.publication.board_message)
        message_id = await self._stage.ping(newest, seat)
        await messages.note(ping_message=message_id, ping_user=user_id, ping_last=is_last)

    def _is_here(self, member: Member) -> bool:
        # What happened after now was noted by a clock that has been set back since.
        return not member.reminded and 0 <= self._clock.now() - member.acted < QUIET


def _first_person(board: BoardFrame) -> Seat | None:
    """Return the person to act; of several, the one whose time is running out.

    Nobody is called for a move that makes itself, nor while the game is paused, nor where the bot
    cannot call, or they are alone with it.
    """
    acting = board.begun.to_act
    is_here = board.row.by_token or board.row.guild_id is None
    is_forced = len(acting) == 1 and PRESENTERS[board.row.game].forced(board.view) is not None
    is_quiet = bool(board.row.pauses) or is_forced or is_here
    if board.row.status is not Status.PLAYING or is_quiet:
        return None
    persons = [seat for seat in acting if not is_house(board.member(seat))]
    reminded = (seat for seat in persons if board.member(seat).reminded)
    return next(reminded, persons[0] if persons else None)

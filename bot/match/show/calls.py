"""Calling people whose turn it is, as they wish: at the table or by direct message, or not at all.

The call at a table is one message in the channel, gone when the turn is. A server can have nobody
called at its tables. Those who want direct messages have a digest.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace

from bot.clock import Clock
from bot.errors import Barred, Gone
from bot.match.calls.digests import Digests
from bot.match.calls.notices import called_seats, may_call_at, place_of
from bot.match.show.messages import Messages
from bot.match.show.stage import BoardFrame, Stage
from bot.preferences.person import Place, person_settings
from bot.preferences.server import server_settings
from bot.store import Store
from bot.store.rows import MatchId, MatchRow, Member
from engine.seats import Seat

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Due:
    """A person who is to be called at the table, from when on."""

    seat: Seat
    member: Member
    when: float


class Calls:
    """Calls whoever is to act, once a turn; takes a call back that is over.

    `slot` waits until a message of a match may be sent.
    """

    def __init__(
        self, store: Store, stage: Stage, clock: Clock, digests: Digests,
        slot: Callable[[MatchRow], AbstractAsyncContextManager[None]],
    ) -> None:  # fmt: skip
        self._store = store
        self._slot = slot
        self._stage = stage
        self._clock = clock
        self._digests = digests
        # When the person called last had done something before: another time is another turn.
        self._called: dict[MatchId, float] = {}

    async def show(
        self, board: BoardFrame, messages: Messages, seen: Mapping[int, float]
    ) -> float | None:
        """Bring the calls of a table up to date. Raises Busy.

        `seen` is when its people were there, beside their moves. Tells when somebody more may be
        called.
        """
        due = await self._due(board, seen)
        meant = self._meant(board, due, messages)
        try:
            await self._show(board, meant, messages)
        except (Barred, Gone) as error:
            # The table itself cannot be shown there either, and that is tried again.
            log.info("match %s: nobody can be called: %s", board.row.id, error)
        return min((one.when for one in due if one.when > self._clock.now()), default=None)

    def forget(self, match_id: MatchId) -> None:
        """Forget a match that has ended and was shown."""
        self._called.pop(match_id, None)

    async def _due(self, board: BoardFrame, seen: Mapping[int, float]) -> list[_Due]:
        """Return the seat to call at the table; the digests of the others are seen to."""
        row, due = board.row, []
        people = [member.user_id for member in row.members if member.user_id]
        digests = {user_id for user_id in people if await self._digests.is_noted(user_id)}
        for seat in called_seats(row, board.game_view):
            member = board.member(seat)
            if member.user_id is None:
                continue
            settings = await person_settings(self._store, member.user_id)
            place = place_of(member, settings)
            if place is Place.DM:
                digests.add(member.user_id)
            elif place is Place.TABLE:
                now, there = self._clock.now(), seen.get(member.user_id, 0.0)
                when = may_call_at(row, member.user_id, settings, now, there)
                due += [] if when is None else [_Due(seat, member, when)]
        for user_id in digests:
            self._digests.request(user_id)
        return due

    def _meant(self, board: BoardFrame, due: list[_Due], messages: Messages) -> _Due | None:
        """Return the seat to call: one running out of time, the one called before, or the first.

        Who was called stays so while their turn lasts, in quiet hours too.
        """
        now = self._clock.now()
        standing = [one for one in due if self._is_standing(board, one.member, messages)]
        ready = [one for one in due if one.when <= now]
        last = [one for one in ready if one.member.clock.reminded]
        return next(iter((*last, *standing, *ready)), None)

    def _is_standing(self, board: BoardFrame, member: Member, messages: Messages) -> bool:
        publication = messages.publication
        called = self._called.get(board.row.id, member.acted)
        return (
            publication.ping_message is not None
            and (publication.ping_user, publication.ping_last)
            == (member.user_id, member.clock.reminded)
            and called == member.acted
        )

    async def _show(self, board: BoardFrame, meant: _Due | None, messages: Messages) -> None:
        """Call a person, or nobody."""
        row, standing = board.row, messages.publication.ping_message
        if meant is not None and self._is_standing(board, meant.member, messages):
            return
        if not (await server_settings(self._store, row.guild_id)).calls:
            meant = None
        if standing is None and meant is None:
            return
        async with self._slot(row):
            if standing is not None:
                await self._stage.remove(row.home_id, standing)
                await messages.note(ping_message=None, ping_user=None, ping_last=False)
            if meant is not None:
                await self._call(board, meant, messages)

    async def _call(self, board: BoardFrame, meant: _Due, messages: Messages) -> None:
        newest = replace(board, message=messages.publication.board_message)
        message_id = await self._stage.ping(newest, meant.seat)
        member = meant.member
        self._called[board.row.id] = member.acted
        await messages.note(
            ping_message=message_id, ping_user=member.user_id, ping_last=member.clock.reminded
        )

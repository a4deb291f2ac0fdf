"""One showing of a match: its board, the hands, and a call to whose turn it is."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.errors import Refused
from bot.faces import FACES
from bot.play.robots import forced_move
from bot.play.stage import Barred, Gone, NoChannel, Shut, Stage
from bot.play.table import Table, is_house, is_waiting
from bot.store.rows import HandMessage, MatchId, Member, Publication, Status
from engine.game import Seat

if TYPE_CHECKING:
    from bot.clock import Clock
    from bot.play.tables import Tables
    from bot.store import Store

log = logging.getLogger(__name__)

OLD_BOARD = 3600.0
"""Edits of messages older than an hour are rationed by Discord: post a fresh board then."""

LOOK_AGAIN = 60.0
"""Seconds between two looks at how far up a board has scrolled."""

QUIET = 60.0
"""Who did something within this many seconds is not called when his turn comes."""


@dataclass(frozen=True, slots=True)
class _Hand:
    """What a hand message showed last; an equal one need not be sent again."""

    view: object
    status: Status
    away: bool
    due: float | None
    waiting: bool
    board: int | None


class Showing:
    """Shows a stored match on a stage. What is shown already is not shown again."""

    def __init__(self, store: Store, tables: Tables, stage: Stage, clock: Clock) -> None:
        self._store = store
        self._tables = tables
        self._stage = stage
        self._clock = clock
        self._hands: dict[tuple[MatchId, int], _Hand] = {}
        self._looked: dict[MatchId, float] = {}

    async def show(self, match_id: MatchId) -> None:
        """Show a match as it is stored now. Raises Busy when Discord would not take it."""
        try:
            table = await self._tables.replayed(match_id)
        except Refused:
            return
        before = await self._store.publication(match_id)
        await _all(self._board(table, before), self._all_hands(table, before))
        after = await self._store.publication(match_id)
        if after.board_message != before.board_message:
            # The hands hold a link to the board, and that one is gone.
            await self._all_hands(table, after)
        await self._store.set_publication(replace(after, published=table.row.version))
        if table.row.status in (Status.OVER, Status.CLOSED):
            self._forget(table)

    async def _board(self, table: Table, publication: Publication) -> None:
        try:
            publication = await self._standing_board(table, publication)
            publication = await self._call(table, publication)
        except NoChannel:
            log.info("the channel of match %s is gone", table.row.id)
            if table.row.status is Status.PLAYING:
                with suppress(Refused):  # it has just ended by itself
                    await self._tables.close(table.row.id)
        except Barred as error:
            log.warning("match %s: the bot may not show its table: %s", table.row.id, error)

    async def _standing_board(self, table: Table, publication: Publication) -> Publication:
        if publication.board_message is None:
            return await self._fresh_board(table, publication)
        if await self._outdated(table, publication):
            try:
                return await self._fresh_board(table, publication)
            except Barred as error:
                log.warning("match %s: no fresh board (%s), the old one stays", table.row.id, error)
        try:
            await self._stage.edit_board(table, publication)
        except NoChannel:
            raise
        except Gone:
            log.info("the board of match %s is gone, posting a new one", table.row.id)
            return await self._fresh_board(table, publication)
        return publication

    async def _fresh_board(self, table: Table, publication: Publication) -> Publication:
        row, old = table.row, publication.board_message
        message_id = await self._stage.post_board(table, nonce=f"b{row.id}-{old or 0}"[-25:])
        fresh = replace(
            publication,
            board_channel=row.channel_id,
            board_message=message_id,
            board_at=self._clock.now(),
        )
        await self._store.set_publication(fresh)
        if old is not None:
            await self._stage.remove(publication.board_channel or row.channel_id, old)
        return fresh

    async def _outdated(self, table: Table, publication: Publication) -> bool:
        if table.row.status is Status.CLOSED:
            return False
        now = self._clock.now()
        if now - publication.board_at > OLD_BOARD:
            return True
        if now - self._looked.get(table.row.id, publication.board_at) < LOOK_AGAIN:
            return False
        self._looked[table.row.id] = now
        return await self._stage.buried(
            publication.board_channel or table.row.channel_id, publication.board_message or 0
        )

    async def _call(self, table: Table, publication: Publication) -> Publication:
        seat = self._seat_to_call(table)
        user_id = table.member(seat).user_id if seat is not None else None
        is_last = seat is not None and table.member(seat).reminded
        is_other = (publication.ping_user, publication.ping_last) != (user_id, is_last)
        if publication.ping_message is not None and is_other:
            await self._stage.remove(table.row.channel_id, publication.ping_message)
            publication = replace(publication, ping_message=None, ping_user=None, ping_last=False)
            await self._store.set_publication(publication)
        if seat is None or publication.ping_message is not None:
            return publication
        message_id = await self._stage.ping(table, seat)
        publication = replace(
            publication, ping_message=message_id, ping_user=user_id, ping_last=is_last
        )
        await self._store.set_publication(publication)
        return publication

    def _seat_to_call(self, table: Table) -> Seat | None:
        """Give the seat of the person to act, unless he did something a moment ago.

        Whose time is running out is called all the same, and before everybody else. Nobody is
        called for a move that makes itself.
        """
        if table.row.status is not Status.PLAYING or forced_move(table) is not None:
            return None
        persons = [seat for seat in table.to_act() if not is_house(table.member(seat))]
        last = next((seat for seat in persons if table.member(seat).reminded), None)
        if last is not None or not persons:
            return last
        is_here = self._clock.now() - table.member(persons[0]).acted < QUIET
        return None if is_here else persons[0]

    async def _all_hands(self, table: Table, publication: Publication) -> None:
        if table.state is None:
            return
        stored = {hand.user_id: hand for hand in await self._store.hands(table.row.id)}
        stale = []
        for seat, member in _seated(table):
            if member.user_id is not None:
                now = _Hand(
                    table.view(seat), table.row.status, member.away, member.due,
                    is_waiting(table.row), publication.board_message,
                )  # fmt: skip
                if self._hands.get((table.row.id, member.user_id)) != now:
                    stale.append(self._hand(table, seat, now, stored.get(member.user_id)))
        await _all(*stale)

    async def _hand(self, table: Table, seat: Seat, now: _Hand, hand: HandMessage | None) -> None:
        member = table.member(seat)
        user_id = member.user_id or 0
        await self._stage.refresh_private(table, seat)
        if member.dm:
            try:
                await self._send_hand(table, seat, user_id, hand)
            except (Shut, Barred) as error:
                log.info("match %s: a hand cannot be delivered: %s", table.row.id, error)
                await self._tables.mark_dm(table.row.id, user_id, dm=False)
        self._hands[table.row.id, user_id] = now

    async def _send_hand(
        self, table: Table, seat: Seat, user_id: int, hand: HandMessage | None
    ) -> None:
        deal = FACES[table.row.game].hand_number(table.view(seat))
        if hand is not None and hand.deal == deal:
            try:
                await self._stage.edit_hand(table, seat, hand)
            except Gone:
                log.info("a hand of match %s is gone, sending it anew", table.row.id)
            else:
                return
        elif hand is not None:
            await self._retire(table, seat, hand)
        old = hand.message_id if hand is not None else seat
        nonce = f"h{table.row.id}-{deal}-{old}"[-25:]
        channel_id, message_id = await self._stage.post_hand(table, seat, nonce=nonce)
        await self._store.set_hand(
            HandMessage(table.row.id, user_id, channel_id, message_id, deal, table.row.moves)
        )

    async def _retire(self, table: Table, seat: Seat, hand: HandMessage) -> None:
        try:
            await self._stage.retire_hand(table, seat, hand)
        except Gone:
            log.debug("the old hand of match %s is gone already", table.row.id)

    def forget(self, match_id: MatchId, user_id: int) -> None:
        """Forget what a person was shown last, so that it is shown again."""
        self._hands.pop((match_id, user_id), None)

    def _forget(self, table: Table) -> None:
        self._looked.pop(table.row.id, None)
        for member in table.row.members:
            self.forget(table.row.id, member.user_id or 0)


async def _all(*showings: Awaitable[None]) -> None:
    """Show as much as can be shown; raise the first failure only when all are done."""
    for result in await asyncio.gather(*showings, return_exceptions=True):
        if isinstance(result, BaseException):
            raise result


def _seated(table: Table) -> list[tuple[Seat, Member]]:
    return [(Seat(number), member) for number, member in enumerate(table.row.members, start=1)]

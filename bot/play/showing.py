"""What each message of a match shows: its board, and the hands in direct messages and privately.

Each method shows one message as the table is, and raises a StageError where that is to be tried
again; `bot.play.publish` does so, for each message by itself.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.errors import Refused
from bot.play.calls import Calls
from bot.play.stage import Asleep, Barred, Busy, Gone, NoChannel, Shut, Stage
from bot.play.table import Table, is_waiting
from bot.presenters import PRESENTERS
from bot.store.rows import HandMessage, MatchId, Publication, Status

if TYPE_CHECKING:
    from bot.clock import Clock
    from bot.play.tables import Tables
    from bot.store import Store
    from engine.seats import Seat

log = logging.getLogger(__name__)

OLD_BOARD = 3600.0
"""Edits of messages older than an hour are rationed by Discord: post a fresh board then."""

LOOK_AGAIN = 60.0
"""Seconds between two looks at how far up a board has scrolled."""

INSIST = 20.0
"""Seconds for which a hand that Discord refuses is tried again before its person is told."""

TOO_LATE = 30 * 86400.0
"""Seconds after the end of a game from which on nobody looks for its result any more."""


@dataclass(frozen=True, slots=True)
class _Hand:
    """What a hand showed last; an equal one need not be sent again."""

    view: object
    status: Status
    away: bool
    due: float | None
    waiting: bool
    board: int | None
    dm: bool | None = None


_Whose = tuple[MatchId, int]


class Showing:
    """Shows stored tables on a stage. A hand that shows the same already is left alone."""

    def __init__(self, store: Store, tables: Tables, stage: Stage, clock: Clock) -> None:
        self.tables = tables
        self.calls = Calls(store, stage, clock)
        self._store = store
        self._stage = stage
        self._clock = clock
        self._hands: dict[_Whose, _Hand] = {}
        self._privates: dict[_Whose, _Hand] = {}
        self._refused: dict[_Whose, float] = {}
        self._given_up: dict[_Whose, tuple[float, int]] = {}
        self._looked: dict[MatchId, float] = {}

    async def board(self, table: Table) -> bool:
        """Show a match in its channel; tell whether it stands in another message now.

        A match whose channel is gone is closed.
        """
        row = table.row
        before = await self._store.publication(row.id)
        try:
            message_id = await self._standing_board(table, before)
        except NoChannel:
            log.info("the channel of match %s is gone", row.id)
            if row.status is Status.PLAYING:
                with suppress(Refused):  # it has just ended by itself
                    await self.tables.close(row.id)
            return False
        except Barred as error:
            ended = row.status in (Status.OVER, Status.CLOSED)
            if not ended or self._clock.now() - row.touched < TOO_LATE:
                raise
            log.info("match %s ended long ago and is not shown: %s", row.id, error)
            return False
        return before.board_message != message_id

    async def hand(self, table: Table, seat: Seat) -> None:
        """Show a person their hand by direct message, if direct messages reach them.

        Where Discord says that they do not, or goes on refusing this one, that is noted, and
        tried again when the person has done something or a new deal has begun.
        """
        member, whose = table.member(seat), _whose(table, seat)
        publication = await self._store.publication(table.row.id)
        now = _shown(table, seat, publication)
        deal = PRESENTERS[table.row.game].hand_number(table.view(seat))
        if self._hands.get(whose) == now:
            await self._mark(table, seat, dm=True)
            return
        is_over = table.row.status is not Status.PLAYING
        if not member.dm and (is_over or self._given_up.get(whose) == (member.acted, deal)):
            return
        try:
            await self._send_hand(table, seat, deal)
        except Shut as error:
            await self._give_up(table, seat, deal, error)
        except (Barred, Gone) as error:
            since = self._refused.setdefault(whose, self._clock.now())
            if member.dm and self._clock.now() - since < INSIST:
                raise Busy(str(error)) from error
            await self._give_up(table, seat, deal, error)
        else:
            self._hands[whose] = now
            self._refused.pop(whose, None)
            self._given_up.pop(whose, None)
            await self._mark(table, seat, dm=True)

    async def private(self, table: Table, seat: Seat) -> None:
        """Show a person their hand in the private answer they have open, if any."""
        whose = _whose(table, seat)
        publication = await self._store.publication(table.row.id)
        now = replace(_shown(table, seat, publication), dm=table.member(seat).dm)
        if self._privates.get(whose) != now:
            await self._stage.refresh_private(table, seat)
            self._privates[whose] = now

    def reaches(self, match_id: MatchId, user_id: int) -> bool:
        """Return whether a person's last hand is known to have reached them by direct message."""
        return (match_id, user_id) in self._hands

    def forget(self, match_id: MatchId, user_id: int) -> None:
        """Forget what a person was shown last, so that it is shown again."""
        for remembered in (self._hands, self._privates, self._refused, self._given_up):
            remembered.pop((match_id, user_id), None)

    def forget_all(self, table: Table) -> None:
        """Forget a match that has ended and was shown."""
        self._looked.pop(table.row.id, None)
        for member in table.row.members:
            self.forget(table.row.id, member.user_id or 0)

    async def _standing_board(self, table: Table, publication: Publication) -> int:
        standing = publication.board_message
        if standing is None:
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
        except (Gone, Asleep) as error:
            # A new message wakes a thread that may be woken, and stands where people look.
            log.info("match %s needs a new board: %s", table.row.id, error)
            return await self._fresh_board(table, publication)
        return standing

    async def _fresh_board(self, table: Table, publication: Publication) -> int:
        row, old = table.row, publication.board_message
        message_id = await self._stage.post_board(table, nonce=f"b{row.id}-{old or 0}"[-25:])
        await self._store.note(
            row.id, board_channel=row.channel_id, board_message=message_id,
            board_at=self._clock.now(),
        )  # fmt: skip
        if old is not None:
            await self._stage.remove(publication.board_channel or row.channel_id, old)
        return message_id

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

    async def _send_hand(self, table: Table, seat: Seat, deal: int) -> None:
        user_id = table.member(seat).user_id or 0
        hands = await self._store.hands(table.row.id)
        hand = next((hand for hand in hands if hand.user_id == user_id), None)
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
        except (Gone, Barred) as error:
            log.info("the old hand of match %s stays as it is: %s", table.row.id, error)

    async def _give_up(self, table: Table, seat: Seat, deal: int, error: Exception) -> None:
        log.info("match %s: a hand cannot be delivered: %s", table.row.id, error)
        self._given_up[_whose(table, seat)] = (table.member(seat).acted, deal)
        self._refused.pop(_whose(table, seat), None)
        await self._mark(table, seat, dm=False)

    async def _mark(self, table: Table, seat: Seat, *, dm: bool) -> None:
        """Store whether direct messages reach a person, which their private hand tells them."""
        member = table.member(seat)
        if member.dm is not dm:
            with suppress(Refused):  # the match is gone, or changed by another process
                await self.tables.mark_dm(table.row.id, member.user_id or 0, dm=dm)


def _whose(table: Table, seat: Seat) -> _Whose:
    return table.row.id, table.member(seat).user_id or 0


def _shown(table: Table, seat: Seat, publication: Publication) -> _Hand:
    member = table.member(seat)
    return _Hand(
        table.view(seat), table.row.status, member.away, member.due, is_waiting(table.row),
        publication.board_message,
    )  # fmt: skip

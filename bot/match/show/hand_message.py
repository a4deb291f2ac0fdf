"""The messages that show a person's hand: one by direct message, one in their private answer."""

from __future__ import annotations

import logging
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.clock import Clock
from bot.errors import Barred, Busy, Gone, Hasty, Refused, Shut
from bot.match.calls.notices import Notices
from bot.match.show.frame import BoardFrame, Frame, HandFrame
from bot.match.show.messages import Messages
from bot.match.show.stage import Stage
from bot.match.table import has_private_hands
from bot.match.tables import Tables
from bot.store.rows import HandMessage, MatchId, Member, Presence, Status
from engine.seats import Seat

log = logging.getLogger(__name__)

INSIST = 20.0
"""Seconds for which a hand that Discord refuses is tried again before its person is told."""


@dataclass(slots=True)
class _Memory:
    """The memory of a person's hand till their match has ended.

    `sent` and `private` were shown last, the latter with whether direct messages reached them.
    `refused` is when Discord first refused the hand, `given_up` the number of a hand that was given
    up. `anew` is that a new message is to show whether direct messages arrive by now.
    """

    sent: HandFrame | None = None
    private: tuple[object, bool] | None = None
    refused: float | None = None
    given_up: int | None = None
    anew: bool = False


class HandMessages:
    """Shows hands on a stage; a message that shows the same hand already is left alone.

    Raises a StageError where that is to be tried again.
    """

    def __init__(self, tables: Tables, stage: Stage, clock: Clock, notices: Notices) -> None:
        self._tables = tables
        self._stage = stage
        self._clock = clock
        self._notices = notices
        self._memories: dict[MatchId, dict[int, _Memory]] = {}
        # How often people were to have another menu of moves.
        self._renewed: dict[MatchId, Counter[int]] = {}

    async def show(self, frame: Frame, *, seat: Seat, messages: Messages) -> None:
        """Show a person their hand by direct message, if direct messages reach them.

        Where Discord says that they do not, or goes on refusing this one, that is noted. Only a
        new message tells that they do again: it is tried when a new deal has begun, or by `retry`.
        """
        board, hand, member = frame.board, frame.hands[seat], frame.board.member(seat)
        if has_private_hands(board.row) and hand.user_id not in messages.hands:
            return  # it is in private answers
        memory = self._memory(board, hand)
        if _is_told(memory.sent, hand) or not self._is_due(hand, member, memory, messages):
            return
        try:
            is_new = await self._send(board, hand, messages, anew=memory.anew)
        except Hasty:
            await self._mark(board, hand, dm=False)
            raise
        except (Shut, Barred, Gone) as error:
            if not isinstance(error, Shut):
                self._retry_for_a_while(memory, error, reached=member.dm)
            log.info("match %s: a hand cannot be delivered: %s", board.row.id, error)
            memory.given_up, memory.refused, memory.anew = hand.number, None, False
            await self._mark(board, hand, dm=False)
        else:
            if is_new:
                await self._mark(board, hand, dm=True)
            memory.sent, memory.refused, memory.given_up, memory.anew = hand, None, None, False

    async def show_private(self, frame: Frame, *, seat: Seat) -> None:
        """Show a person their hand in the private answer they have open, if any."""
        board, hand = frame.board, frame.hands[seat]
        memory, now = self._memory(board, hand), (hand.shown, board.member(seat).dm)
        if memory.private == now:
            return
        memory.private = now  # not later: what is forgotten while this is shown stays forgotten
        try:
            await self._stage.private.refresh(board, hand)
        except BaseException:
            memory.private = None
            raise

    def is_shown(self, frame: Frame, hand: HandFrame) -> bool:
        """Return whether a person was shown just this hand last."""
        return _is_told(self._memory(frame.board, hand).sent, hand)

    def acted(self, frame: Frame, hand: HandFrame) -> bool:
        """Return whether a person could act in the hand they were shown last."""
        sent = self._memory(frame.board, hand).sent
        return sent is not None and sent.is_asked

    def is_passing(self, frame: Frame, hand: HandFrame) -> bool:
        """Return whether a private hand tells no more than that house players play.

        Only they are to act, and nothing but the table has changed since the hand was shown, in
        which its person was not asked either.
        """
        private = self._memory(frame.board, hand).private
        shown, board = private and private[0], frame.board
        return (
            isinstance(shown, HandFrame)
            and shown == replace(hand, view=shown.view)
            and not (shown.is_asked or hand.is_asked)
            and board.row.status is Status.PLAYING
            and all(board.member(seat).user_id is None for seat in board.begun.to_act)
        )

    def renew(self, match_id: MatchId, user_id: int) -> None:
        """Forget what a person was shown last, and give them another menu of moves."""
        self.forget_shown(match_id, user_id)
        self._renewed.setdefault(match_id, Counter())[user_id] += 1

    def numbered(self, frame: Frame) -> Frame:
        """Return a frame with how often menus of moves were renewed."""
        renewed = self._renewed.get(frame.board.row.id)
        if renewed is None:
            return frame
        hands = {
            seat: replace(hand, renewed=renewed[hand.user_id]) for seat, hand in frame.hands.items()
        }
        return Frame(replace(frame.board, renewed=renewed.total()), hands)

    def retry(self, match_id: MatchId, user_id: int) -> None:
        """Have a new message show whether direct messages reach a person by now."""
        self._memories.setdefault(match_id, {})[user_id] = _Memory(anew=True)

    def forget_shown(self, match_id: MatchId, user_id: int) -> None:
        """Forget what a person was shown last, so that it is shown again."""
        self._memories.get(match_id, {}).pop(user_id, None)

    def forget_private(self, match_id: MatchId, user_id: int) -> None:
        """Forget what a person's private hand showed last, so that it is shown again."""
        self._memories.get(match_id, {}).get(user_id, _Memory()).private = None

    def forget(self, match_id: MatchId | None) -> None:
        """Forget a match that has ended and was shown; None: all, as others may show them now."""
        for known in [*self._memories] if match_id is None else [match_id]:
            self._memories.pop(known, None)
            self._renewed.pop(known, None)

    def _memory(self, board: BoardFrame, hand: HandFrame) -> _Memory:
        return self._memories.setdefault(board.row.id, {}).setdefault(hand.user_id, _Memory())

    def _is_due(self, hand: HandFrame, member: Member, memory: _Memory, messages: Messages) -> bool:
        """Return whether a hand is to be shown, given whether direct messages arrive."""
        message = messages.hands.get(hand.user_id)
        # What is there already may be edited, as far as anybody knows.
        is_there = message is not None and message.deal == hand.number
        if member.presence is Presence.REMOVED:
            # They are told once that they are out, and at the end what came of it.
            sent = memory.sent
            is_told = (
                sent is not None
                and sent.presence is Presence.REMOVED
                and sent.status is hand.status
            )
            return is_there and not is_told
        if member.dm or memory.anew:
            return True
        is_given_up = memory.given_up == hand.number
        return not is_given_up and (is_there or hand.status is Status.PLAYING)

    def _retry_for_a_while(self, memory: _Memory, error: Exception, *, reached: bool) -> None:
        """Raise Busy for a while, if direct messages have reached this person so far."""
        if memory.refused is None:
            memory.refused = self._clock.now()
        if reached and self._clock.now() - memory.refused < INSIST:
            raise Busy(str(error)) from error

    async def _send(
        self, board: BoardFrame, hand: HandFrame, messages: Messages, *, anew: bool
    ) -> bool:
        """Show a hand by direct message; tell whether in a new one."""
        row, message = board.row, messages.hands.get(hand.user_id)
        is_present = message is not None and message.deal == hand.number
        # Told in words, or so before: what it said is of no use any more.
        is_past = message is not None and (hand.is_heard or message.deal > hand.number)
        if message is not None and is_present and not anew:
            try:
                await self._stage.edit_hand(board, hand, message)
            except Gone:
                log.info("a hand of match %s is gone, sending it anew", row.id)
            else:
                return False
        elif message is not None and not (is_present or is_past):
            await self._retire(board, hand, message)
        old = message.message_id if message is not None else hand.seat
        nonce = f"h{row.id}-{hand.number}-{old}"[-25:]
        silent = await self._notices.is_hushed(hand.user_id)
        channel_id, message_id = await self._stage.post_hand(
            board, hand, nonce=nonce, silent=silent
        )
        await messages.set_hand(
            HandMessage(row.id, hand.user_id, channel_id, message_id, hand.number, row.moves)
        )
        await self._notices.budget.count(hand.user_id)
        if message is not None and (is_present or is_past):
            await self._stage.remove(message.channel_id, message.message_id)
        return True

    async def _retire(self, board: BoardFrame, hand: HandFrame, message: HandMessage) -> None:
        try:
            await self._stage.retire_hand(board, hand, message)
        except (Gone, Barred) as error:
            log.info("the old hand of match %s stays as it is: %s", board.row.id, error)

    async def _mark(self, board: BoardFrame, hand: HandFrame, *, dm: bool) -> None:
        """Store whether direct messages reach a person, which their private hand tells them."""
        if board.member(hand.seat).dm is not dm:
            with suppress(Refused):  # the match is gone, or changed by another process
                await self._tables.mark_dm(board.row.id, hand.user_id, dm=dm)


def _is_told(sent: HandFrame | None, hand: HandFrame) -> bool:
    """Return whether what was sent last still says all that a hand has to say."""
    return sent is not None and sent.shown == hand.shown

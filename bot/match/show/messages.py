"""The messages of a match: the board, its line, and each person's hand."""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any

from bot.clock import Clock
from bot.errors import Asleep, Barred, Busy, Gone, Hasty, Mute, NoChannel, Refused, Shut, StageError
from bot.match.calls.notices import Notices
from bot.match.show.stage import BoardFrame, Frame, HandFrame, Stage
from bot.match.table.kind import is_private, kind_of
from bot.match.table.state import has_private_hands
from bot.match.table.tables import Tables, leave_thread
from bot.match.table.times import LOCKED, PERMISSIONS, is_paused_for
from bot.store import Store, rows
from engine.seats import Seat

# The messages in which a match is shown.

UNREAD = -1
"""That it is not known what is stored."""


class Messages:
    """Where a match is shown, as stored: read once, then kept up with what is noted.

    All that show messages of a match share one, so that each knows what the others noted.
    """

    def __init__(self, store: Store, match_id: rows.MatchId) -> None:
        self.publication = rows.Publication(match_id)
        self.hands: dict[int, rows.HandMessage] = {}
        self._store = store
        # How often matches had been rewritten when this was read: who rewrites them, notes here.
        self._seen = UNREAD

    async def read(self) -> None:
        """Read what is stored, if it may be new; nobody may be noting anything meanwhile."""
        seen = self._store.rewrites.stamp()
        if self._seen == seen:
            return
        self.publication, hands = await self._store.messages(self.publication.match_id)
        self.hands = {hand.user_id: hand for hand in hands}
        self._seen = seen

    async def note(self, **changes: Any) -> None:
        """Note some fields of the Publication."""
        async with self._noting():
            await self._store.note(self.publication.match_id, **changes)
            self.publication = replace(self.publication, **changes)

    async def set_hand(self, hand: rows.HandMessage) -> None:
        """Note the direct message that shows somebody's hand."""
        async with self._noting():
            await self._store.set_hand(hand)
            self.hands[hand.user_id] = hand

    @asynccontextmanager
    async def _noting(self) -> AsyncIterator[None]:
        """Where it fails nobody knows what is stored: it is read again."""
        try:
            yield
        except BaseException:
            self._seen = UNREAD
            raise


# Games stand still while the bot lacks permissions that it needs to show them.


async def match_permissions(
    tables: Tables, row: rows.MatchRow, lacking: Sequence[str] | None
) -> None:
    """Pause a game where the bot lacks something, and let it go on where it lacks nothing.

    None for what it lacks means that nobody knows: then nothing happens.
    """
    if lacking is None or row.status is not rows.Status.PLAYING:
        return
    with suppress(Refused):  # it has just ended
        if lacking:
            await tables.pause(row.id, rows.Pause(PERMISSIONS, missing=tuple(lacking)))
        elif is_paused_for(row, PERMISSIONS):
            await tables.resume(row.id, PERMISSIONS)


# The line in the channel that leads to a table's thread, and at the end tells the result.

log = logging.getLogger(__name__)


def line_state(board: BoardFrame) -> str:
    """Return the state that a line tells: its status, or that its thread is locked.

    A result is told once more when there are notes on it, such as ratings.
    """
    told = LOCKED if is_paused_for(board.row, LOCKED) else board.row.status.value
    return told if board.notes is None else f"{told}, noted"


class LineMessage:
    """Keeps a line up to date from when the board has moved into its thread."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    async def show(self, frame: Frame, *, messages: Messages) -> None:
        """Show what a line tells, if that is new. A line that was deleted stays so. Raises Busy."""
        board = frame.board
        status = line_state(board)
        if board.row.thread_gone or messages.publication.line in (None, status):
            return
        try:
            await self._stage.edit_line(board)
        except (Barred, Gone) as error:
            log.info("the line of match %s stays as it is: %s", board.row.id, error)
        await messages.note(line=status)


# The board's message: edited in place, moved to its thread, posted afresh where people look.

OLD_BOARD = 3600.0
"""From this age on, in seconds, Discord rations the edits of messages."""

RATION, RATION_WINDOW = 3, 6.0
"""It takes this many edits of old messages in a channel within so many seconds."""

LOOK_AGAIN = 60.0
"""Seconds between two looks at how far up a board has scrolled."""

PATIENCE = 15.0
"""Seconds that a table waits for a thread which Discord is too busy to begin."""

TOO_LATE = 30 * 86400.0
"""Seconds after the end of a game; later nobody looks for its result any more."""


class BoardMessage:
    """Shows boards on a stage. Raises a StageError where that is to be tried again."""

    def __init__(
        self, tables: Tables, stage: Stage, clock: Clock, on_moved: Callable[[rows.MatchRow], None]
    ) -> None:
        self._tables = tables
        self._stage = stage
        self._clock = clock
        self._on_moved = on_moved
        self._looked: dict[rows.MatchId, float] = {}
        # The last edits of old boards: when, and in which channel.
        self._old_edits: deque[tuple[float, int]] = deque()
        # When a thread was first to begin.
        self._begun: dict[rows.MatchId, float] = {}
        # Matches whose thread was refused: a frame from before may still come.
        self._refused: set[rows.MatchId] = set()
        # Matches that cannot be shown before somebody presses something there.
        self._mute: set[rows.MatchId] = set()

    async def show(self, frame: Frame, *, messages: Messages) -> None:
        """Show a board; `on_moved` is called when it stands in another message.

        A match whose thread is gone goes back to its channel; one whose channel is gone is closed.
        """
        row = frame.board.row
        if is_private(row):
            return
        # Of tables that share a thread only the first one was a lobby.
        usual = row.channel_id if kind_of(row).together else row.home_id
        is_home = (messages.publication.board_channel or usual) == row.home_id
        try:
            if is_home or await self._has_moved(frame.board, messages):
                await self._update(frame.board, messages)
        except NoChannel:
            await self._go_home(row)
        except Mute as error:
            # Often nobody ever does: it is neither waited for nor tried again.
            log.info("match %s is shown by the next press there: %s", row.id, error)
            self._mute.add(row.id)
        except Barred as error:
            await match_permissions(self._tables, row, self._stage.lacking(row))
            ended = row.status in (rows.Status.OVER, rows.Status.CLOSED)
            if not ended or self._clock.now() - row.touched < TOO_LATE:
                raise
            log.info("match %s ended long ago and is not shown: %s", row.id, error)
        else:
            self._mute.discard(row.id)
            await match_permissions(self._tables, row, self._stage.lacking(row))

    def unmute(self, match_id: rows.MatchId) -> bool:
        """Have the board wait for a press no longer; return whether it did."""
        is_mute = match_id in self._mute
        self._mute.discard(match_id)
        return is_mute

    def forget(self, match_id: rows.MatchId) -> None:
        """Forget a match that has ended and was shown."""
        self._looked.pop(match_id, None)
        self._begun.pop(match_id, None)
        self._refused.discard(match_id)

    async def _has_moved(self, board: BoardFrame, messages: Messages) -> bool:
        """Move to where the board is to be from where it stands yet; tell whether it is there.

        Where there can be no thread, the table is taken back to its channel, and shown there then.
        """
        row = board.row
        if not row.is_in_thread:
            # The line, far up by now, makes way for a board where people look.
            await messages.note(
                board_channel=row.channel_id,
                board_message=None if kind_of(row).together else row.thread_id,
                board_at=0.0, line=None, thread_open=False,
            )  # fmt: skip
            self._on_moved(row)
            return True
        if row.id in self._refused:
            return False
        began = self._begun.setdefault(row.id, self._clock.now())
        try:
            await self._open_thread(board, messages)
        except NoChannel:
            raise
        except StageError as error:
            if isinstance(error, Busy) and self._clock.now() - began < PATIENCE:
                raise
            log.info("match %s is played in its channel, without a thread: %s", row.id, error)
            with suppress(Refused):
                await leave_thread(self._tables, row.id, gone=False)
            self._refused.add(row.id)
            return False
        return True

    async def _open_thread(self, board: BoardFrame, messages: Messages) -> None:
        row = board.row
        await self._stage.open_thread(board)
        line = None if kind_of(row).together else line_state(board)
        if line is not None:
            try:
                await self._stage.edit_line(board)
            except (Barred, Gone) as error:
                log.info("match %s has no line in its channel: %s", row.id, error)
        await messages.note(
            board_channel=row.thread_id, board_message=None, line=line, thread_open=True
        )

    async def _go_home(self, row: rows.MatchRow) -> None:
        """Do what is left to do where the channel or thread of the board is not there any more."""
        log.info("the channel or thread of match %s is gone", row.id)
        with suppress(Refused):  # it has just ended by itself
            if row.is_in_thread:
                await leave_thread(self._tables, row.id, gone=True)
            elif row.status is rows.Status.PLAYING:
                await self._tables.close(row.id, why="channel")

    async def _update(self, board: BoardFrame, messages: Messages) -> None:
        """Show a board in its message, or in a fresh one."""
        row, publication = board.row, messages.publication
        standing = publication.board_message
        if standing is None:
            await self._fresh(board, messages)
            return
        channel_id = publication.board_channel or row.home_id
        if await self._is_outdated(board, messages, channel_id, standing):
            try:
                await self._fresh(board, messages)
            except Barred as error:
                log.warning("match %s: no fresh board (%s), the old one stays", row.id, error)
            else:
                return
        try:
            await self._stage.edit_board(board, channel_id, standing)
        except NoChannel:
            raise
        except (Gone, Asleep) as error:
            # A new message wakes a thread that may be woken, and stands where people look.
            log.info("match %s needs a new board: %s", row.id, error)
            await self._fresh(board, messages)

    async def _fresh(self, board: BoardFrame, messages: Messages) -> None:
        row, publication = board.row, messages.publication
        old = publication.board_message
        nonce = f"b{row.id}-{old or row.home_id}"[-25:]
        message_id = await self._stage.post_board(board, nonce=nonce)
        # Before anything else: after a kill the next start edits this one and posts no second.
        await messages.note(
            board_channel=row.home_id, board_message=message_id, board_at=self._clock.now()
        )
        # First: links are to lead to the new one even if the old one cannot be removed just now.
        self._on_moved(row)
        if old is not None:
            await self._stage.remove(publication.board_channel or row.home_id, old)

    async def _is_outdated(
        self, board: BoardFrame, messages: Messages, channel_id: int, standing: int
    ) -> bool:
        row = board.row
        if row.status is rows.Status.CLOSED or row.by_token:
            return False
        now, posted = self._clock.now(), messages.publication.board_at
        is_old = now - posted > OLD_BOARD
        # Where no board was posted yet, the line stands in its place.
        if not posted or (
            is_old and (row.status is rows.Status.OVER or self._is_rationed(channel_id, now))
        ):
            return True
        # Where many boards stand in one thread, each would bury the others forever.
        if kind_of(row).together or now - self._looked.get(row.id, posted) < LOOK_AGAIN:
            return False
        self._looked[row.id] = now
        return await self._stage.buried(channel_id, standing)

    def _is_rationed(self, channel_id: int, now: float) -> bool:
        """Count one more edit of an old board; tell if Discord would not take it at once."""
        while self._old_edits and self._old_edits[0][0] <= now - RATION_WINDOW:
            self._old_edits.popleft()
        if sum(channel == channel_id for _, channel in self._old_edits) >= RATION:
            return True
        self._old_edits.append((now, channel_id))
        return False


# The messages that show a person's hand: one by direct message, one in their private answer.

INSIST = 20.0
"""Seconds for which a hand that Discord refuses is tried again before its person is told."""


@dataclass(slots=True)
class _Memory:
    """The memory of a person's hand until their match has ended.

    `sent` and `private` were shown last, the latter with whether direct messages reached them.
    `refused` is when Discord first refused the hand, `given_up` the number of a hand that was given
    up. `anew` asks for a new message, to find out whether direct messages arrive again. `removed`
    is the message that was taken away.
    """

    sent: HandFrame | None = None
    private: tuple[object, bool] | None = None
    refused: float | None = None
    given_up: int | None = None
    anew: bool = False
    removed: int | None = None


class HandMessages:
    """Shows hands on a stage; a message that shows the same hand already is left alone.

    Raises a StageError where that is to be tried again.
    """

    def __init__(self, tables: Tables, stage: Stage, clock: Clock, notices: Notices) -> None:
        self._tables = tables
        self._stage = stage
        self._clock = clock
        self._notices = notices
        self._memories: dict[rows.MatchId, dict[int, _Memory]] = {}
        # How often people were to have another menu of moves.
        self._renewed: dict[rows.MatchId, Counter[int]] = {}

    async def show(self, frame: Frame, *, seat: Seat, messages: Messages) -> None:
        """Show a person their hand by direct message, if direct messages reach them.

        Where Discord says that they do not, or goes on refusing this one, that is noted. Only a
        new message tells that they do again: it is tried when a new deal has begun, or by `retry`.
        """
        board, hand, member = frame.board, frame.hands[seat], frame.board.member(seat)
        memory = self._memory(board, hand)
        if await self._is_elsewhere(board, hand, memory, messages):
            return
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
            # Before it is stored: that is a change, which leads here again at once.
            memory.given_up, memory.refused, memory.anew = hand.number, None, False
            await self._mark(board, hand, dm=False)
        else:
            if is_new:
                await self._mark(board, hand, dm=True)
            memory.sent, memory.refused, memory.given_up, memory.anew = hand, None, None, False

    async def _is_elsewhere(
        self, board: BoardFrame, hand: HandFrame, memory: _Memory, messages: Messages
    ) -> bool:
        """Return whether a person needs no direct message: their hand is in a private answer.

        Where they have just pressed something there, they get none with the cards of a new deal nor
        with the result, and what was sent before goes: they have one place. Later they get one.
        """
        message = messages.hands.get(hand.user_id)
        if has_private_hands(board.row) and message is None:
            return True
        is_wanted = memory.anew or hand.presence is rows.Presence.REMOVED
        is_same = message is not None and message.deal == hand.number
        if is_wanted or (is_same and hand.status is rows.Status.PLAYING):
            return False
        if not self._stage.private.is_in_use(board.row.id, hand.user_id):
            return False
        if message is not None and memory.removed != message.message_id:
            await self._stage.remove(message.channel_id, message.message_id)
            memory.removed = message.message_id
        return True

    async def show_private(self, frame: Frame, *, seat: Seat) -> None:
        """Show a person their hand in the private answer they have open, if any."""
        board, hand = frame.board, frame.hands[seat]
        memory, now = self._memory(board, hand), (hand.message_key, board.member(seat).dm)
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

    def renew(self, match_id: rows.MatchId, user_id: int) -> None:
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

    def retry(self, match_id: rows.MatchId, user_id: int) -> None:
        """Have a new message show whether direct messages reach a person by now."""
        self._memories.setdefault(match_id, {})[user_id] = _Memory(anew=True)

    def forget_shown(self, match_id: rows.MatchId, user_id: int) -> None:
        """Forget what a person was shown last, so that it is shown again."""
        if (memory := self._memories.get(match_id, {}).get(user_id)) is not None:
            memory.sent = memory.private = None

    def forget_private(self, match_id: rows.MatchId, user_id: int) -> None:
        """Forget what a person's private hand showed last, so that it is shown again."""
        self._memories.get(match_id, {}).get(user_id, _Memory()).private = None

    def forget(self, match_id: rows.MatchId | None) -> None:
        """Forget a match that has ended and was shown; None: all, as others may show them now."""
        for known in [*self._memories] if match_id is None else [match_id]:
            self._memories.pop(known, None)
            self._renewed.pop(known, None)

    def _memory(self, board: BoardFrame, hand: HandFrame) -> _Memory:
        return self._memories.setdefault(board.row.id, {}).setdefault(hand.user_id, _Memory())

    def _is_due(
        self, hand: HandFrame, member: rows.Member, memory: _Memory, messages: Messages
    ) -> bool:
        """Return whether a hand is to be shown, given whether direct messages arrive."""
        message = messages.hands.get(hand.user_id)
        # What is there already may be edited, as far as anybody knows.
        is_there = message is not None and message.deal == hand.number
        if member.presence is rows.Presence.REMOVED:
            # They are told once that they are out, and at the end what came of it.
            sent = memory.sent
            is_told = (
                sent is not None
                and sent.presence is rows.Presence.REMOVED
                and sent.status is hand.status
            )
            return is_there and not is_told
        if member.dm or memory.anew:
            return True
        is_given_up = memory.given_up == hand.number
        return not is_given_up and (is_there or hand.status is rows.Status.PLAYING)

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
        is_past = message is not None and (hand.is_in_words or message.deal > hand.number)
        if message is not None and is_present and not anew:
            try:
                await self._stage.edit_hand(board, hand, message)
            except Gone:
                log.info("a hand of match %s is gone, sending it anew", row.id)
            else:
                return False
        elif message is not None and not (is_present or is_past):
            # Before the new one is there: of two hands with buttons somebody would press the older.
            await self._retire(board, hand, message)
        old = message.message_id if message is not None else hand.seat
        nonce = f"h{row.id}-{hand.number}-{old}"[-25:]
        silent = await self._notices.is_hushed(hand.user_id)
        channel_id, message_id = await self._stage.post_hand(
            board, hand, nonce=nonce, silent=silent
        )
        await messages.set_hand(
            rows.HandMessage(row.id, hand.user_id, channel_id, message_id, hand.number, row.moves)
        )
        await self._notices.budget.count(hand.user_id)
        # Last: until the new one is noted a kill must leave the one that is known.
        if message is not None and (is_present or is_past):
            await self._stage.remove(message.channel_id, message.message_id)
        return True

    async def _retire(self, board: BoardFrame, hand: HandFrame, message: rows.HandMessage) -> None:
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
    return sent is not None and sent.message_key == hand.message_key

"""The board's message: edited in place, moved to its thread, posted afresh where people look."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress

from bot.clock import Clock
from bot.errors import Asleep, Barred, Busy, Gone, Mute, NoChannel, Refused, StageError
from bot.match.kind import is_private, kind_of
from bot.match.show.frame import BoardFrame, Frame
from bot.match.show.line_message import told_by_line
from bot.match.show.messages import Messages
from bot.match.show.permitted import heed
from bot.match.show.stage import Stage
from bot.match.tables import Tables
from bot.match.threads import leave_thread
from bot.store.rows import MatchId, MatchRow, Status

log = logging.getLogger(__name__)

OLD_BOARD = 3600.0
"""Edits of messages older than an hour are rationed by Discord: post a fresh board then."""

LOOK_AGAIN = 60.0
"""Seconds between two looks at how far up a board has scrolled."""

PATIENCE = 15.0
"""Seconds that a table waits for a thread which Discord is too busy to begin."""

TOO_LATE = 30 * 86400.0
"""Seconds after the end of a game; later nobody looks for its result any more."""


class BoardMessage:
    """Shows boards on a stage. Raises a StageError where that is to be tried again."""

    def __init__(
        self, tables: Tables, stage: Stage, clock: Clock, on_moved: Callable[[MatchRow], None]
    ) -> None:
        self._tables = tables
        self._stage = stage
        self._clock = clock
        self._on_moved = on_moved
        self._looked: dict[MatchId, float] = {}
        # When a thread was first to begin.
        self._begun: dict[MatchId, float] = {}
        # Matches whose thread was refused: a frame from before may still come.
        self._refused: set[MatchId] = set()
        # Matches that cannot be shown before somebody presses something there.
        self._mute: set[MatchId] = set()

    async def show(self, frame: Frame, *, messages: Messages) -> None:
        """Show a board; `on_moved` is called if it stands in another message then.

        A match whose thread is gone goes back to its channel; one whose channel is gone is closed.
        """
        row = frame.board.row
        if is_private(row):
            return
        try:
            await self._show(frame.board, messages)
        except NoChannel:
            await self._go_home(row)
        except Mute as error:
            # Often nobody ever does: it is neither waited for nor tried again.
            log.info("match %s is shown by the next press there: %s", row.id, error)
            self._mute.add(row.id)
        except Barred as error:
            await heed(self._tables, row, self._stage.lacking(row))
            ended = row.status in (Status.OVER, Status.CLOSED)
            if not ended or self._clock.now() - row.touched < TOO_LATE:
                raise
            log.info("match %s ended long ago and is not shown: %s", row.id, error)
        else:
            self._mute.discard(row.id)
            await heed(self._tables, row, self._stage.lacking(row))

    def hear(self, match_id: MatchId) -> bool:
        """Return whether the board waits for the press that there was just now."""
        is_mute = match_id in self._mute
        self._mute.discard(match_id)
        return is_mute

    def forget(self, match_id: MatchId) -> None:
        """Forget a match that has ended and was shown."""
        self._looked.pop(match_id, None)
        self._begun.pop(match_id, None)
        self._refused.discard(match_id)

    async def _show(self, board: BoardFrame, messages: Messages) -> None:
        before = messages.publication.board_message
        if await self._is_at_home(board, messages):
            standing = await self._standing(board, messages)
            if standing != before:
                self._on_moved(board.row)

    async def _is_at_home(self, board: BoardFrame, messages: Messages) -> bool:
        """Move to where the board is to be, if it stands elsewhere yet; tell whether it is there.

        Where there can be no thread, the table is taken back to its channel, and shown there then.
        """
        row, publication = board.row, messages.publication
        shares = kind_of(row).together
        # Of tables that share a thread only the first one was a lobby.
        at = publication.board_channel or (row.channel_id if shares else row.home_id)
        if at == row.home_id:
            return True
        if not row.is_in_thread:
            # The line, far up by now, makes way for a board where people look.
            await messages.note(
                board_channel=row.channel_id, board_message=None if shares else row.thread_id,
                board_at=0.0, line=None, thread_open=False,
            )  # fmt: skip
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
        line = None if kind_of(row).together else told_by_line(board)
        if line is not None:
            try:
                await self._stage.edit_line(board)
            except (Barred, Gone) as error:
                log.info("match %s has no line in its channel: %s", row.id, error)
        await messages.note(
            board_channel=row.thread_id, board_message=None, line=line, thread_open=True
        )

    async def _go_home(self, row: MatchRow) -> None:
        """Do what is left to do where the channel or thread of the board is not there any more."""
        log.info("the channel or thread of match %s is gone", row.id)
        with suppress(Refused):  # it has just ended by itself
            if row.is_in_thread:
                await leave_thread(self._tables, row.id, gone=True)
            elif row.status is Status.PLAYING:
                await self._tables.close(row.id, why="channel")

    async def _standing(self, board: BoardFrame, messages: Messages) -> int:
        """Show a board and return the id of its message."""
        row, publication = board.row, messages.publication
        standing = publication.board_message
        if standing is None:
            return await self._fresh(board, messages)
        channel_id = publication.board_channel or row.home_id
        if await self._is_outdated(board, messages, channel_id, standing):
            try:
                return await self._fresh(board, messages)
            except Barred as error:
                log.warning("match %s: no fresh board (%s), the old one stays", row.id, error)
        try:
            await self._stage.edit_board(board, channel_id, standing)
        except NoChannel:
            raise
        except (Gone, Asleep) as error:
            # A new message wakes a thread that may be woken, and stands where people look.
            log.info("match %s needs a new board: %s", row.id, error)
            return await self._fresh(board, messages)
        return standing

    async def _fresh(self, board: BoardFrame, messages: Messages) -> int:
        row, publication = board.row, messages.publication
        old = publication.board_message
        nonce = f"b{row.id}-{old or row.home_id}"[-25:]
        message_id = await self._stage.post_board(board, nonce=nonce)
        await messages.note(
            board_channel=row.home_id, board_message=message_id, board_at=self._clock.now()
        )
        if old is not None:
            await self._stage.remove(publication.board_channel or row.home_id, old)
        return message_id

    async def _is_outdated(
        self, board: BoardFrame, messages: Messages, channel_id: int, standing: int
    ) -> bool:
        row = board.row
        if row.status is Status.CLOSED or row.by_token:
            return False
        now, posted = self._clock.now(), messages.publication.board_at
        if now - posted > OLD_BOARD:
            return True
        # Where many boards stand in one thread, each would bury the others for ever.
        if kind_of(row).together or now - self._looked.get(row.id, posted) < LOOK_AGAIN:
            return False
        self._looked[row.id] = now
        return await self._stage.buried(channel_id, standing)

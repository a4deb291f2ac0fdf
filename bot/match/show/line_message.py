"""The line in the channel that leads to a table's thread, and at the end tells the result."""

from __future__ import annotations

import logging

from bot.errors import Barred, Gone
from bot.match.clock.pausing import LOCKED, is_paused_for
from bot.match.show.frame import BoardFrame, Frame
from bot.match.show.messages import Messages
from bot.match.show.stage import Stage

log = logging.getLogger(__name__)


def told_by_line(board: BoardFrame) -> str:
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
        status = told_by_line(board)
        if board.row.thread_gone or messages.publication.line in (None, status):
            return
        try:
            await self._stage.edit_line(board)
        except (Barred, Gone) as error:
            log.info("the line of match %s stays as it is: %s", board.row.id, error)
        await messages.note(line=status)

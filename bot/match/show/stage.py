"""Where frames are shown, as the publisher knows it; `discord_stage` is the one on Discord."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from bot.match.show.frame import BoardFrame, HandFrame
from bot.store.rows import HandMessage, MatchId, MatchRow
from engine.seats import Seat


class PrivateAnswers(Protocol):
    """Shows hands in the private answers that people have open in this process."""

    async def refresh(self, board: BoardFrame, hand: HandFrame) -> None:
        """Show the present hand in the private answers this person has open, if any."""

    def opened(self, match_id: MatchId | None = None) -> Collection[tuple[MatchId, int]]:
        """Return the matches and people with open private hands, of a match or of any."""


class Stage(Protocol):
    """Shows frames. Every method but the last four may raise StageErrors.

    A hand's methods are given the board too: what everybody may see stands there.
    """

    @property
    def private(self) -> PrivateAnswers:
        """Where hands are shown privately."""

    async def post_board(self, board: BoardFrame, *, nonce: str) -> int:
        """Show the board in a new message of its channel or thread and return the message's id."""

    async def edit_board(self, board: BoardFrame, channel_id: int, message_id: int) -> None:
        """Show the board in the message it already has."""

    async def open_thread(self, board: BoardFrame) -> None:
        """Begin the thread of a match, unless there is one, and add its players."""

    async def close_thread(self, thread_id: int) -> None:
        """Archive a thread whose match has ended, lock it if that is allowed, and leave it."""

    async def edit_line(self, board: BoardFrame) -> None:
        """Turn what was the lobby's message into the line that leads to the thread."""

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Delete a message of the bot; one already gone is fine."""

    async def buried(self, channel_id: int, message_id: int) -> bool:
        """Return whether so much was said since that the message has scrolled far up."""

    async def post_hand(
        self, board: BoardFrame, hand: HandFrame, *, nonce: str, silent: bool
    ) -> tuple[int, int]:
        """Send a person their hand and return the channel's and the message's id.

        A silent one pings nobody.
        """

    async def edit_hand(self, board: BoardFrame, hand: HandFrame, message: HandMessage) -> None:
        """Show the present hand in the message sent before."""

    async def retire_hand(self, board: BoardFrame, hand: HandFrame, message: HandMessage) -> None:
        """Turn the hand of a finished deal into what came of it, without controls."""

    async def ping(self, board: BoardFrame, seat: Seat) -> int:
        """Call the person to act, or whose time runs out, and return the message's id."""

    def lacking(self, row: MatchRow) -> tuple[str, ...] | None:
        """Name the permissions that the bot lacks to show a match; None if that is not known."""

    async def server_name(self, guild_id: int | None) -> str | None:
        """Return the name of a server; None if it is not known."""

    def is_open(self, user_id: int) -> bool:
        """Return whether a person was written to by direct message since the bot was started."""

    def forget(self, match_id: MatchId) -> None:
        """Forget a match that has ended and was shown."""

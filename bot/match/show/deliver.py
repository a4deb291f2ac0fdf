"""The one way in which a message about a match goes out, whatever Discord refuses of it."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import discord
from discord import ui

from bot.discord.emoji import OwnEmoji
from bot.discord.io import DiscordIO
from bot.errors import Barred, Filtered, NoChannel
from bot.match.show.contents import Content, Contents
from bot.match.show.frame import BoardFrame
from bot.store.rows import MatchId

log = logging.getLogger(__name__)

T = TypeVar("T")

Make = Callable[[BoardFrame], Awaitable[Content]]
Send = Callable[["ui.LayoutView", "list[discord.File]"], Awaitable[T]]


class Delivery:
    """Sends what is made of a board: without names or emoji where Discord refuses those."""

    def __init__(self, contents: Contents, emoji: OwnEmoji, io: DiscordIO) -> None:
        self._contents = contents
        self._emoji = emoji
        self._io = io
        # Matches in which a filter has refused people's words, such as names: no message of
        # theirs shows it from then on, so that a seat has one name everywhere.
        self._filtered: set[MatchId] = set()

    async def deliver(
        self, board: BoardFrame, make: Make, send: Send[T], *, server: int | None = None
    ) -> T:
        """Make a message, send it and return what `send` does. Raises StageErrors.

        It is made and sent again without what people wrote if a filter refuses that, and sent
        again without its emoji if Discord does not know one of them. The channels of a `server`
        that the bot has left are gone: NoChannel.
        """
        shown = self.nameless(board) if self.is_nameless(board.row.id) else board
        view, files = await make(shown)
        try:
            return await self._emoji.spared(view, files, lambda: send(view, files))
        except Filtered as error:
            if shown is not board:
                raise
            log.info("match %s is shown without names: %s", board.row.id, error)
            self._filtered.add(board.row.id)
        except Barred as error:
            if self._io.is_in(server):
                raise
            raise NoChannel(str(error)) from error
        return await self.deliver(board, make, send, server=server)

    def is_nameless(self, match_id: MatchId) -> bool:
        """Return whether a match is shown without what people wrote."""
        return match_id in self._filtered

    def nameless(self, board: BoardFrame) -> BoardFrame:
        """Return a board without what people wrote, such as names."""
        row, say = board.row, self._contents.say(board.row)
        members = tuple(
            replace(member, name=say("hand.nobody", seat=seat))
            for seat, member in enumerate(row.members, start=1)
        )
        return replace(board, row=replace(row, members=members), server=None)

    def forget(self, match_id: MatchId) -> None:
        """Forget a match that has ended and was shown."""
        self._filtered.discard(match_id)

    def __len__(self) -> int:
        """Return how many matches are shown without what people wrote."""
        return len(self._filtered)

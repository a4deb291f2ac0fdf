"""The stage on Discord: frames become messages, which are posted, edited and deleted."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from discord import ui

from bot.clock import Clock
from bot.discord.emoji import ApplicationEmoji
from bot.discord.io import DiscordIO
from bot.discord.parts import table_button
from bot.discord.spoken import spoken
from bot.match.show.board_layouts import thread_name
from bot.match.show.contents import Contents, Delivery, Send
from bot.match.show.hand_layouts import place_text
from bot.match.show.lobby_layouts import greeting_layout
from bot.match.show.panels import PrivateHands, Tokens
from bot.match.show.stage import BoardFrame, HandFrame
from bot.store.rows import HandMessage, MatchId, MatchRow, Publication
from bot.texts import by_ear
from engine.seats import Seat


class DiscordStage:
    """Says where each message goes; `Contents` says what it holds, `Delivery` how it goes out."""

    def __init__(
        self, io: DiscordIO, contents: Contents, emoji: ApplicationEmoji, clock: Clock
    ) -> None:
        self._io = io
        self._contents = contents
        self._delivery = Delivery(contents, emoji, io)
        self.tokens = Tokens(clock)
        self.private = PrivateHands(contents, self._delivery, clock)

    async def post_board(self, board: BoardFrame, *, nonce: str) -> int:
        row = board.row
        if row.by_token:
            post = partial(self.tokens.post, row.id, row.location)
            return await self._delivery.deliver(board, self._contents.board, post)
        # People asked for a rematch are called by its first message, and by no other.
        called = row.door.called if board.message is None and board.view is None else ()
        send = self._posting(row.home_id, nonce, called)
        return await self._delivery.deliver(board, self._contents.board, send, server=row.guild_id)

    async def edit_board(self, board: BoardFrame, channel_id: int, message_id: int) -> None:
        if board.row.by_token:
            edit, server = partial(self.tokens.edit, message_id), None
        else:
            edit, server = partial(self._io.edit, channel_id, message_id), board.row.guild_id
        await self._delivery.deliver(board, self._contents.board, edit, server=server)

    async def open_thread(self, board: BoardFrame) -> None:
        row = board.row
        name = thread_name(row, self._contents.say(row))
        here = (member for member in row.members if not member.is_anonymous)
        people = [member.user_id for member in here if member.user_id is not None]
        await self._io.open_thread(row.channel_id, _thread_of(row), name, people)

    async def close_thread(self, thread_id: int) -> None:
        await self._io.close_thread(thread_id)

    async def edit_line(self, board: BoardFrame) -> None:
        edit = partial(self._io.edit, board.row.channel_id, _thread_of(board.row))
        await self._delivery.deliver(board, self._contents.line, edit)

    async def remove(self, channel_id: int, message_id: int) -> None:
        if not await self.tokens.delete(message_id):
            await self._io.delete(channel_id, message_id)

    async def buried(self, channel_id: int, message_id: int) -> bool:
        return await self._io.buried(channel_id, message_id)

    async def post_hand(
        self, board: BoardFrame, hand: HandFrame, *, nonce: str, silent: bool
    ) -> tuple[int, int]:
        channel_id = await self._io.direct_channel(hand.user_id)
        make = partial(self._contents.hand, hand=hand)
        send = self._posting(channel_id, nonce, silent=silent)
        return channel_id, await self._delivery.deliver(board, make, send)

    async def edit_hand(self, board: BoardFrame, hand: HandFrame, message: HandMessage) -> None:
        edit = partial(self._io.edit, message.channel_id, message.message_id)
        await self._delivery.deliver(board, partial(self._contents.hand, hand=hand), edit)

    async def retire_hand(self, board: BoardFrame, hand: HandFrame, message: HandMessage) -> None:
        edit = partial(self._io.edit, message.channel_id, message.message_id)
        await self._delivery.deliver(board, partial(self._contents.finished_hand, hand=hand), edit)

    async def ping(self, board: BoardFrame, seat: Seat) -> int:
        row, user_id = board.row, board.member(seat).user_id
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(self._contents.call(board, seat)))
        hand = self._contents.say(row)("board.button.hand")
        view.add_item(ui.ActionRow(table_button(row, "hand", hand)))
        nonce = f"p{row.id}-{row.version}"[-25:]
        called = () if user_id is None else (user_id,)
        return await self._io.post(row.home_id, view, nonce=nonce, mentions=called)

    async def greet(self, row: MatchRow, publication: Publication, user_id: int) -> None:
        """Send a person the first message, which proves that hands can be delivered. Raises Shut.

        It pings nobody: they have just pressed something.
        """
        say = self._contents.say(row)
        is_nameless = self._delivery.is_nameless(row.id)
        server = None if is_nameless else await self.server_name(row.guild_id)
        message = None if row.is_in_thread else publication.board_message
        view = greeting_layout(row, place_text(row, server, message, say), say)
        view = spoken(view, say) if by_ear(say) else view
        channel_id = await self._io.direct_channel(user_id)
        nonce = f"g{row.id}-{user_id}"[-25:]
        await self._io.post(channel_id, view, nonce=nonce, silent=True)

    def lacking(self, row: MatchRow) -> tuple[str, ...] | None:
        return None if row.by_token else self._io.lacking(row.guild_id, row.home_id, row.channel_id)

    async def server_name(self, guild_id: int | None) -> str | None:
        return None if guild_id is None else await self._io.server_name(guild_id)

    def is_open(self, user_id: int) -> bool:
        return self._io.first.is_open(user_id)

    def forget(self, match_id: MatchId) -> None:
        self.private.forget(match_id)
        self._delivery.forget(match_id)
        self.tokens.forget(match_id)

    def _posting(
        self, channel_id: int, nonce: str, called: Collection[int] = (), *, silent: bool = False
    ) -> Send[int]:
        return lambda view, files: self._io.post(
            channel_id, view, files=files, nonce=nonce, mentions=called, silent=silent
        )


def _thread_of(row: MatchRow) -> int:
    if row.thread_id is None:
        raise ValueError("this match has no thread")
    return row.thread_id

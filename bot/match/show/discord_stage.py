"""The stage on Discord: frames become messages, which are posted, edited and deleted."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import discord
from discord import ui

from bot.discord.io import DiscordIO, named
from bot.discord.parts import add_words, jump_link, moment
from bot.discord.refusals import LOST
from bot.errors import Barred, Filtered, NoChannel
from bot.match.kind import kind_of
from bot.match.lobby.layouts import greeting_layout, lobby_layout
from bot.match.names import people
from bot.match.rules_layout import example
from bot.match.show.board_layout import board_layout, recent_sentences
from bot.match.show.finished_layout import finished_hand_layout
from bot.match.show.frame import BoardFrame, HandFrame, frame
from bot.match.show.hand_layout import hand_layout, place_text
from bot.match.show.line_layout import line_layout, thread_name
from bot.match.show.look import theme_for
from bot.match.show.looks import notes_of
from bot.match.show.solo_layout import solo_layout
from bot.match.show.tokens import TOKEN_LIFE, Tokens
from bot.match.show.veiled_layout import veiled_layout
from bot.presenters import PRESENTERS
from bot.store.members import Presence
from bot.store.rows import HandMessage, MatchId, MatchRow, Status
from render.scenes import SCENES

if TYPE_CHECKING:
    from bot.clock import Clock
    from bot.discord.emoji import OwnEmoji
    from bot.discord.parts import Pictures
    from bot.match.table import Table
    from bot.painter import Painter
    from bot.store import Store
    from bot.texts import Texts
    from engine.seats import Seat
    from render.api import Picture, Words

log = logging.getLogger(__name__)

T = TypeVar("T")

Interaction: TypeAlias = "discord.Interaction[Any]"

Content = tuple[ui.LayoutView, list[discord.File]]
"""What a message holds."""

Make = Callable[["BoardFrame"], Awaitable[Content]]
Send = Callable[[ui.LayoutView, list[discord.File]], Awaitable[T]]


@dataclass(frozen=True, slots=True)
class _Open:
    """A private hand that a person has open, and when its token was fresh."""

    interaction: Interaction
    since: float


class DiscordStage:
    """Paints, lays out and sends; knows no rules and decides nothing."""

    def __init__(
        self,
        io: DiscordIO,
        store: Store,
        texts: Texts,
        painter: Painter,
        clock: Clock,
        emoji: OwnEmoji,
    ) -> None:
        self._io = io
        self._store = store
        self._texts = texts
        self._painter = painter
        self._clock = clock
        self.tokens = Tokens(clock)
        self._emoji = emoji
        self._open: dict[tuple[MatchId, int], _Open] = {}
        # Matches of which a filter has refused what people wrote, such as names: no message of
        # theirs shows it from then on, so that a seat has one name everywhere.
        self._filtered: set[MatchId] = set()

    async def post_board(self, board: BoardFrame, *, nonce: str) -> int:
        if board.row.by_token:
            post = partial(self.tokens.post, board.row.id, board.row.location)
            return await self._in_words(board, self._board, post)
        # Who is asked for a rematch is called by its first message, and by no other.
        called = board.row.door.called if board.message is None and board.view is None else ()
        send = self._io_post(board.row.home_id, nonce, called=called)
        return await self._in_a_server(board, send)

    async def edit_board(self, board: BoardFrame, channel_id: int, message_id: int) -> None:
        if board.row.by_token:
            edit = partial(self.tokens.edit, message_id)
            await self._in_words(board, self._board, edit)
        else:
            await self._in_a_server(board, partial(self._io.edit, channel_id, message_id))

    async def open_thread(self, board: BoardFrame) -> None:
        row = board.row
        name = thread_name(row, self._say(row))
        here = (member for member in row.members if not member.is_anonymous)
        people = [member.user_id for member in here if member.user_id is not None]
        await self._io.open_thread(row.channel_id, _thread_of(row), name, people)

    async def close_thread(self, thread_id: int) -> None:
        await self._io.close_thread(thread_id)

    async def edit_line(self, board: BoardFrame) -> None:
        edit = partial(self._io.edit, board.row.channel_id, _thread_of(board.row))
        await self._in_words(board, self._line, edit)

    async def remove(self, channel_id: int, message_id: int) -> None:
        if not await self.tokens.delete(message_id):
            await self._io.delete(channel_id, message_id)

    async def buried(self, channel_id: int, message_id: int) -> bool:
        return await self._io.buried(channel_id, message_id)

    async def post_hand(
        self, board: BoardFrame, hand: HandFrame, *, nonce: str, silent: bool
    ) -> tuple[int, int]:
        channel_id = await self._io.direct_channel(hand.user_id)
        make = partial(self._hand, hand=hand)
        send = self._io_post(channel_id, nonce, silent=silent)
        return channel_id, await self._in_words(board, make, send)

    async def edit_hand(self, board: BoardFrame, hand: HandFrame, message: HandMessage) -> None:
        edit = partial(self._io.edit, message.channel_id, message.message_id)
        await self._in_words(board, partial(self._hand, hand=hand), edit)

    async def retire_hand(self, board: BoardFrame, hand: HandFrame, message: HandMessage) -> None:
        edit = partial(self._io.edit, message.channel_id, message.message_id)
        await self._in_words(board, partial(self._finished_hand, hand=hand), edit)

    async def refresh_private(self, board: BoardFrame, hand: HandFrame) -> None:
        self._let_go(lambda _, shown: self._clock.now() - shown.since > TOKEN_LIFE)
        shown = self._open.get((board.row.id, hand.user_id))
        if shown is None:
            return
        try:
            await self._show_private(shown.interaction, board, hand)
        except LOST as error:
            # The private answer was dismissed or its token died: nothing to refresh any more.
            log.info("private hand of match %s lost: %s", board.row.id, type(error).__name__)
            self._open.pop((board.row.id, hand.user_id), None)

    def opened(self, match_id: MatchId | None = None) -> Collection[tuple[MatchId, int]]:
        return [place for place in self._open if match_id in (None, place[0])]

    async def ping(self, board: BoardFrame, seat: Seat) -> int:
        row, member, say = board.row, board.member(seat), self._say(board.row)
        is_last = member.clock.reminded and member.clock.due is not None
        text = say(
            "board.ping_last" if is_last else "board.ping", person=f"<@{member.user_id}>",
            game=say(f"game.{row.game}"), when=moment(member.clock.due or 0.0),
            link=jump_link(row, board.message),
        )  # fmt: skip
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(text))
        nonce = f"p{row.id}-{row.version}"[-25:]
        called = () if member.user_id is None else (member.user_id,)
        return await self._io.post(row.home_id, view, nonce=nonce, mentions=called)

    def lacking(self, row: MatchRow) -> tuple[str, ...] | None:
        return None if row.by_token else self._io.lacking(row.guild_id, row.home_id, row.channel_id)

    async def server_name(self, guild_id: int | None) -> str | None:
        return None if guild_id is None else await self._io.server_name(guild_id)

    def forget(self, match_id: MatchId) -> None:
        self._let_go(lambda match, _: match == match_id)
        self._filtered.discard(match_id)
        self.tokens.forget(match_id)

    async def greet(self, table: Table, user_id: int, *, silent: bool) -> None:
        """Send a person the short message that proves hands can be delivered. Raises Shut.

        A silent one pings nobody.
        """
        row, say = table.row, self._say(table.row)
        publication = await self._store.publication(row.id)
        message = None if row.is_in_thread else publication.board_message
        place = place_text(row, await self._server_of(row), message, say)
        view = greeting_layout(row, place, say)
        channel_id = await self._io.direct_channel(user_id)
        nonce = f"g{row.id}-{user_id}"[-25:]
        await self._io.post(channel_id, view, nonce=nonce, silent=silent)

    async def show_private(self, interaction: Interaction, table: Table, seat: Seat) -> None:
        """Show a hand in a private answer and remember it as open."""
        row = table.row
        publication, server = await self._store.publication(row.id), await self._server_of(row)
        notes = await notes_of(self._store, row)
        shown = frame(table, publication, server, [interaction.user.id], notes)
        await self._show_private(interaction, shown.board, shown.hands[seat])

    def remember(self, interaction: Interaction, match_id: MatchId) -> None:
        """Remember that this person has a private hand open; the newest token counts."""
        key = (match_id, interaction.user.id)
        self._open[key] = _Open(interaction, interaction.created_at.timestamp())

    async def lobby(self, row: MatchRow) -> Content:
        """Return the message that shows an open lobby, or what became of it."""
        say = self._say(row)
        is_open = row.status is Status.LOBBY
        theme = await theme_for(self._store, row.guild_id)
        pictures = await example(self._painter, row.game, say, theme) if is_open else []
        return lobby_layout(row, say, pictures), named(pictures)

    async def _show_private(
        self, interaction: Interaction, board: BoardFrame, hand: HandFrame
    ) -> None:
        row = board.row
        shown = self._nameless(board) if row.id in self._filtered else board
        view, files = await self._hand(shown, hand, beside_board=True)
        is_told = board.member(hand.seat).dm or row.by_token
        if not is_told and row.status is Status.PLAYING:
            add_words(view, self._say(row)("hand.no_dm"))
        await self._emoji.spared(
            view, files, lambda: interaction.edit_original_response(view=view, attachments=files)
        )
        if row.status is Status.PLAYING:
            self.remember(interaction, row.id)
        else:
            self._open.pop((row.id, interaction.user.id), None)

    def _let_go(self, is_over: Callable[[MatchId, _Open], bool]) -> None:
        """Forget the private hands for which this is true."""
        self._open = {key: shown for key, shown in self._open.items() if not is_over(key[0], shown)}

    async def _board(self, board: BoardFrame) -> Content:
        """Return the message that shows a match to everybody."""
        if board.view is None:
            return await self.lobby(board.row)
        say = self._say(board.row)
        if kind_of(board.row).is_veiled:
            return veiled_layout(board, say), []
        pictures = await self._board_pictures(board, say)
        return board_layout(board, pictures, say, self._emoji.ready), named(pictures)

    async def _line(self, board: BoardFrame) -> Content:
        return line_layout(board, self._say(board.row)), []

    async def _hand(
        self, board: BoardFrame, hand: HandFrame, *, beside_board: bool = False
    ) -> Content:
        """Return the message that shows a seat its hand.

        Where it stands `beside_board` the end of a game is told without the board's picture.
        """
        row, say = board.row, self._say(board.row)
        kind = kind_of(row)
        if row.status is not Status.PLAYING:
            pictured = kind.shares_deals or not beside_board
            return await self._finished_hand(board, hand, pictured=pictured)
        if hand.presence is Presence.REMOVED:
            return hand_layout(board, hand, [], say), []
        if kind.is_solo and beside_board:
            return await self._try(board, hand, say)
        scene, seated = SCENES[row.game], people(row)
        theme = await theme_for(self._store, row.guild_id)
        # Boards wait for hands: who holds one may be about to act.
        paint = partial(scene.hand, hand.view, seated, say, theme)
        picture = await self._painter.paint(paint, soon=True)
        pictures = [(f"hand-{row.moves}.png", picture)]
        # What its board does not show to all is shown here.
        told = recent_sentences(board, say) if kind.is_veiled else []
        pictures = [*(await self._board_pictures(board, say) if kind.is_veiled else []), *pictures]
        return hand_layout(board, hand, pictures, say, self._emoji.ready, told), named(pictures)

    async def _try(self, board: BoardFrame, hand: HandFrame, say: Words) -> Content:
        """Return the one message that shows a table and the hand of its only person."""
        row = board.row
        scene, seated = SCENES[row.game], people(row)
        theme = await theme_for(self._store, row.guild_id)
        own = await self._painter.paint(lambda: scene.hand(hand.view, seated, say, theme))
        pictures = [*await self._board_pictures(board, say), (f"hand-{row.moves}.png", own)]
        return solo_layout(board, hand, pictures, say, self._emoji.ready), named(pictures)

    async def _finished_hand(
        self, board: BoardFrame, hand: HandFrame, *, pictured: bool = True
    ) -> Content:
        """Return what stays of a hand; at the end of a game with its result."""
        say = self._say(board.row)
        is_pictured = pictured and board.row.status is Status.OVER
        # The last deal's picture stands on the board only.
        pictures = [await self._final_picture(board, say)] if is_pictured else []
        return finished_hand_layout(board, hand, pictures, say), named(pictures)

    async def _final_picture(self, board: BoardFrame, say: Words) -> tuple[str, Picture]:
        scene, seated = SCENES[board.row.game], people(board.row)
        theme = await theme_for(self._store, board.row.guild_id)
        picture = await self._painter.paint(lambda: scene.result(board.view, seated, say, theme))
        return f"result-{board.row.moves}.png", picture

    async def _board_pictures(self, board: BoardFrame, say: Words) -> Pictures:
        row, view = board.row, board.view
        scene, seated, moves = SCENES[row.game], people(row), row.moves
        theme = await theme_for(self._store, row.guild_id)
        if row.status is Status.OVER:
            last = await self._painter.paint(lambda: scene.deal(view, seated, say, theme))
            return [await self._final_picture(board, say), (f"deal-{moves}.png", last)]
        paint = scene.closed if row.status is Status.CLOSED else scene.table
        shown = await self._painter.paint(lambda: paint(view, seated, say, theme))
        pictures = [(f"table-{moves}.png", shown)]
        if PRESENTERS[row.game].shows_result(view):
            pictures.insert(0, await self._final_picture(board, say))
        return pictures

    def _io_post(
        self, channel_id: int, nonce: str, *, called: Collection[int] = (), silent: bool = False
    ) -> Send[int]:
        return lambda view, files: self._io.post(
            channel_id, view, files=files, nonce=nonce, mentions=called, silent=silent
        )

    async def _in_a_server(self, board: BoardFrame, send: Send[T]) -> T:
        """Send a board to its channel, which is gone if the bot has left the server."""
        try:
            return await self._in_words(board, self._board, send)
        except Barred as error:
            if self._io.is_in(board.row.guild_id):
                raise
            raise NoChannel(str(error)) from error

    async def _in_words(self, board: BoardFrame, make: Make, send: Send[T]) -> T:
        """Make a message and send it; without what people wrote, if a filter refuses that."""
        match_id = board.row.id
        if match_id not in self._filtered:
            try:
                return await self._sent(await make(board), send)
            except Filtered as error:
                log.info("match %s is shown without names: %s", match_id, error)
                self._filtered.add(match_id)
        return await self._sent(await make(self._nameless(board)), send)

    async def _sent(self, content: Content, send: Send[T]) -> T:
        view, files = content
        return await self._emoji.spared(view, files, lambda: send(view, files))

    def _nameless(self, board: BoardFrame) -> BoardFrame:
        """Return what is to be shown without what people wrote."""
        row, say = board.row, self._say(board.row)
        members = tuple(
            replace(member, name=say("hand.nobody", seat=seat))
            for seat, member in enumerate(row.members, start=1)
        )
        return replace(board, row=replace(row, members=members), server=None)

    async def _server_of(self, row: MatchRow) -> str | None:
        return None if row.id in self._filtered else await self.server_name(row.guild_id)

    def _say(self, row: MatchRow) -> Words:
        """Return the words in a match's language."""
        return self._texts.words(row.locale)


def _thread_of(row: MatchRow) -> int:
    if row.thread_id is None:
        raise ValueError("this match has no thread")
    return row.thread_id

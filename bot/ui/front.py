"""The front: shows tables and hands on Discord. It is the Stage of `bot.play.publish`."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import discord
from discord import ui

from bot.discord_io import LOST, DiscordIO, named
from bot.names import people
from bot.play.stage import Barred, Filtered, NoChannel
from bot.presenters import PRESENTERS
from bot.store.rows import HandMessage, MatchId, MatchRow, Publication, Status
from bot.ui.board import board_layout
from bot.ui.finished import finished_hand_layout
from bot.ui.hand import hand_layout, place_text
from bot.ui.lobby import greeting_layout, lobby_layout
from bot.ui.parts import add_words, jump_link, moment
from bot.ui.rulebook import example
from render.scenes import SCENES

if TYPE_CHECKING:
    from bot.clock import Clock
    from bot.painter import Painter
    from bot.play.table import Table
    from bot.store import Store
    from bot.texts import Texts
    from engine.seats import Seat
    from render.api import Picture, Words

log = logging.getLogger(__name__)

T = TypeVar("T")

Interaction: TypeAlias = "discord.Interaction[Any]"

Pictures = list[tuple[str, "Picture"]]

TOKEN_LIFE = 14 * 60.0
"""Discord lets a private answer be edited for fifteen minutes after the click that opened it."""


@dataclass(frozen=True, slots=True)
class _Open:
    """A private hand that a person has open, and when its token was fresh."""

    interaction: Interaction
    since: float


class Front:
    """Paints, lays out and sends; knows no rules and decides nothing."""

    def __init__(
        self, io: DiscordIO, store: Store, texts: Texts, painter: Painter, clock: Clock
    ) -> None:
        self._io = io
        self._store = store
        self._texts = texts
        self._painter = painter
        self._clock = clock
        self._open: dict[tuple[MatchId, int], _Open] = {}
        # Matches of which a filter has refused what people wrote: names, and the server's.
        self._filtered: set[MatchId] = set()

    async def post_board(self, table: Table, *, nonce: str) -> int:
        async def post(shown: Table) -> int:
            view, files = await self.board(shown)
            return await self._io.post(table.row.channel_id, view, files=files, nonce=nonce)

        return await self._in_a_server(table, post)

    async def edit_board(self, table: Table, publication: Publication) -> None:
        channel = publication.board_channel or table.row.channel_id

        async def edit(shown: Table) -> None:
            view, files = await self.board(shown)
            await self._io.edit(channel, publication.board_message or 0, view, files)

        await self._in_a_server(table, edit)

    async def remove(self, channel_id: int, message_id: int) -> None:
        await self._io.delete(channel_id, message_id)

    async def buried(self, channel_id: int, message_id: int) -> bool:
        return await self._io.buried(channel_id, message_id)

    async def post_hand(self, table: Table, seat: Seat, *, nonce: str) -> tuple[int, int]:
        user_id = table.member(seat).user_id or 0
        channel_id = await self._io.direct_channel(user_id)

        async def post(shown: Table) -> int:
            view, files = await self.hand(shown, seat)
            return await self._io.post(channel_id, view, files=files, nonce=nonce)

        return channel_id, await self._in_words(table, post)

    async def edit_hand(self, table: Table, seat: Seat, hand: HandMessage) -> None:
        async def edit(shown: Table) -> None:
            view, files = await self.hand(shown, seat)
            await self._io.edit(hand.channel_id, hand.message_id, view, files)

        await self._in_words(table, edit)

    async def retire_hand(self, table: Table, seat: Seat, hand: HandMessage) -> None:
        view, files = await self._finished_hand(table, seat)
        await self._io.edit(hand.channel_id, hand.message_id, view, files)

    async def refresh_private(self, table: Table, seat: Seat) -> None:
        key = (table.row.id, table.member(seat).user_id or 0)
        shown = self._open.get(key)
        if shown is None:
            return
        if self._clock.now() - shown.since > TOKEN_LIFE:
            del self._open[key]
            return
        try:
            await self.show_private(shown.interaction, table, seat)
        except LOST as error:
            # The private answer was dismissed or its token died: nothing to refresh any more.
            log.info("private hand of match %s lost: %s", table.row.id, type(error).__name__)
            self._open.pop(key, None)

    async def ping(self, table: Table, seat: Seat) -> int:
        say = self.say(table)
        user_id = table.member(seat).user_id or 0
        publication = await self._store.publication(table.row.id)
        due = table.member(seat).due
        is_last = table.member(seat).reminded and due is not None
        text = say(
            "board.ping_last" if is_last else "board.ping", person=f"<@{user_id}>",
            game=say(f"game.{table.row.game}"), when=moment(due or 0.0),
            link=jump_link(table.row, publication.board_message),
        )  # fmt: skip
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(text))
        nonce = f"p{table.row.id}-{table.row.version}"[-25:]
        return await self._io.post(table.row.channel_id, view, nonce=nonce, mention=user_id)

    async def greet(self, table: Table, user_id: int) -> None:
        """Send a person the short message that proves hands can be delivered. Raises Shut."""
        say = self.say(table)
        place = await self._place(table, say)
        view = greeting_layout(table.row, place, say)
        channel_id = await self._io.direct_channel(user_id)
        await self._io.post(channel_id, view, nonce=f"g{table.row.id}-{user_id}"[-25:])

    async def show_private(self, interaction: Interaction, table: Table, seat: Seat) -> None:
        """Show a hand in a private answer and remember it as open."""
        view, files = await self.hand(table, seat, beside_board=True)
        if not table.member(seat).dm and table.row.status is Status.PLAYING:
            add_words(view, self.say(table)("hand.no_dm"))
        await interaction.edit_original_response(view=view, attachments=files)
        if table.row.status is Status.PLAYING:
            self.remember(interaction, table.row.id)
        else:
            self._open.pop((table.row.id, interaction.user.id), None)

    def remember(self, interaction: Interaction, match_id: MatchId) -> None:
        """Remember that this person has a private hand open; the newest token counts."""
        key = (match_id, interaction.user.id)
        self._open[key] = _Open(interaction, interaction.created_at.timestamp())

    async def board(self, table: Table) -> tuple[ui.LayoutView, list[discord.File]]:
        """Return the message that shows a match to everybody."""
        say = self.say(table)
        if table.course is None:
            return await self._lobby(table.row, say)
        pictures = await self._board_pictures(table, say)
        return board_layout(table, pictures, say), named(pictures)

    async def hand(
        self, table: Table, seat: Seat, *, beside_board: bool = False
    ) -> tuple[ui.LayoutView, list[discord.File]]:
        """Return the message that shows a seat its hand.

        Where it stands `beside_board` the end of a game is told without the board's picture.
        """
        if table.row.status is not Status.PLAYING:
            return await self._finished_hand(table, seat, pictured=not beside_board)
        say = self.say(table)
        place = await self._place(table, say)
        scene, view, seated = SCENES[table.row.game], table.view(seat), people(table.row)
        picture = await self._painter.paint(lambda: scene.hand(view, seated, say))
        pictures = [(f"hand-{table.row.moves}.png", picture)]
        return hand_layout(table, seat, pictures, place, say), named(pictures)

    def say(self, table: Table) -> Words:
        """Return the words in a match's language."""
        return self._texts.words(table.row.locale)

    async def _in_a_server(self, table: Table, show: Callable[[Table], Awaitable[T]]) -> T:
        """Show a table in its channel, which is gone if the bot has left the server."""
        try:
            return await self._in_words(table, show)
        except Barred as error:
            if self._io.is_in(table.row.guild_id):
                raise
            raise NoChannel(str(error)) from error

    async def _in_words(self, table: Table, show: Callable[[Table], Awaitable[T]]) -> T:
        """Show a table; without what people wrote, if a filter for words refuses it."""
        row = table.row
        if row.id not in self._filtered:
            try:
                return await show(table)
            except Filtered as error:
                log.info("match %s is shown without names: %s", row.id, error)
                self._filtered.add(row.id)
        members = tuple(
            replace(member, name=self.say(table)("hand.nobody", seat=seat))
            for seat, member in enumerate(row.members, start=1)
        )
        return await show(replace(table, row=replace(row, members=members)))

    async def _finished_hand(
        self, table: Table, seat: Seat, *, pictured: bool = True
    ) -> tuple[ui.LayoutView, list[discord.File]]:
        """Return what stays of a hand; at the end of a game with its result."""
        say = self.say(table)
        is_pictured = pictured and table.row.status is Status.OVER
        # The last deal's picture stands on the board only.
        pictures = [await self._final_picture(table, say)] if is_pictured else []
        place = await self._place(table, say)
        return finished_hand_layout(table, seat, pictures, place, say), named(pictures)

    async def _lobby(self, row: MatchRow, say: Words) -> tuple[ui.LayoutView, list[discord.File]]:
        is_open = row.status is Status.LOBBY
        pictures = await example(self._painter, row.game, say) if is_open else []
        return lobby_layout(row, say, pictures), named(pictures)

    async def _final_picture(self, table: Table, say: Words) -> tuple[str, Picture]:
        scene, view, seated = SCENES[table.row.game], table.view(None), people(table.row)
        picture = await self._painter.paint(lambda: scene.result(view, seated, say))
        return f"result-{table.row.moves}.png", picture

    async def _board_pictures(self, table: Table, say: Words) -> Pictures:
        scene, view, seated = SCENES[table.row.game], table.view(None), people(table.row)
        moves = table.row.moves
        if table.row.status is Status.OVER:
            last = await self._painter.paint(lambda: scene.deal(view, seated, say))
            return [await self._final_picture(table, say), (f"deal-{moves}.png", last)]
        paint = scene.closed if table.row.status is Status.CLOSED else scene.table
        shown = await self._painter.paint(lambda: paint(view, seated, say))
        pictures = [(f"table-{moves}.png", shown)]
        if PRESENTERS[table.row.game].shows_result(view):
            last = await self._painter.paint(lambda: scene.result(view, seated, say))
            pictures.insert(0, (f"result-{moves}.png", last))
        return pictures

    async def _place(self, table: Table, say: Words) -> str:
        row = table.row
        server = None if row.id in self._filtered else await self._io.server_name(row.guild_id or 0)
        publication = await self._store.publication(row.id)
        return place_text(table, server or say("hand.somewhere"), publication.board_message, say)

"""What /play, /move, /hand, /hint, /leave and /end do once they are acknowledged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.errors import Refused
from bot.play.choosing import match_for, read_move
from bot.play.table import Table
from bot.report import LOST, answer, private
from bot.store.rows import MatchRow, Status
from bot.ui.hints import offer_hint
from bot.ui.leaving import leave
from bot.ui.names import escape
from bot.ui.presses import member_of
from engine.games import GAMES

if TYPE_CHECKING:
    from bot.play.clocks import Clocks
    from bot.play.lobbies import Lobbies
    from bot.play.publish import Publisher
    from bot.play.tables import Tables
    from bot.report import Pressing
    from bot.store import Store
    from bot.texts import Texts
    from bot.ui.front import Front
    from bot.ui.presses import Presses
    from render.api import Words

NEEDED = discord.Permissions(
    view_channel=True, send_messages=True, embed_links=True, attach_files=True,
    read_message_history=True,
)  # fmt: skip
"""What the bot needs in a channel to show a table there."""


@dataclass(frozen=True, slots=True)
class Commands:
    """Does what the slash commands ask for; raises Refused for what cannot be."""

    store: Store
    texts: Texts
    tables: Tables
    lobbies: Lobbies
    publisher: Publisher
    clocks: Clocks
    presses: Presses
    front: Front

    def lacking(self, interaction: Pressing) -> list[str]:
        """Name the permissions that the bot lacks here; in a thread, the one for threads."""
        needed = NEEDED
        if isinstance(interaction.channel, discord.Thread):
            needed = discord.Permissions(
                needed.value & ~discord.Permissions(send_messages=True).value,
            )
            needed.send_messages_in_threads = True
        missing = discord.Permissions(needed.value & ~interaction.app_permissions.value)
        return [name for name, on in missing if on]

    async def play(self, interaction: Pressing, game: str) -> None:
        """Open a lobby in the answer to the command."""
        if game not in GAMES:
            raise Refused("refused.no_game")
        lacking = self.lacking(interaction)
        if lacking:
            say = self._say(interaction)
            names = ", ".join(say(f"permission.{name}") for name in lacking)
            raise Refused("refused.permissions", missing=names)
        row = await self.lobbies.open(
            game,
            member_of(interaction),
            guild_id=interaction.guild_id,
            channel_id=interaction.channel_id or 0,
            locale=str(interaction.guild_locale or interaction.locale),
            message_id=await self._answer_id(interaction),
        )
        self.clocks.arm(row)
        await self._show(interaction, row)
        await self.presses.greet(interaction, row.id)

    async def move(self, interaction: Pressing, typed: str, match_id: int | None) -> None:
        """Make the move that was typed or picked."""
        user, say = interaction.user.id, self._say(interaction)
        row = await match_for(self.store, user, interaction.channel_id, match_id)
        await self.tables.wake(row.id, user)
        move = read_move(Table.load(row), user, typed, say)
        await self.tables.play(row.id, user, row.moves, move.code)
        await private(interaction, say("move.done", move=escape(move.name)))

    async def hand(self, interaction: Pressing, match_id: int | None) -> None:
        """Show the hand; whoever was away is back."""
        user = interaction.user.id
        row = await match_for(self.store, user, interaction.channel_id, match_id)
        await self.tables.come_back(row.id, user)
        await self.presses.show_hand(interaction, row.id)

    async def hint(self, interaction: Pressing, match_id: int | None) -> None:
        """Show the best moves privately."""
        user = interaction.user.id
        row = await match_for(self.store, user, interaction.channel_id, match_id)
        await offer_hint(interaction, row.id)

    async def leave(self, interaction: Pressing, match_id: int | None) -> None:
        """Leave a lobby or a table."""
        user, say = interaction.user.id, self._say(interaction)
        row = await match_for(
            self.store, user, interaction.channel_id, match_id, (Status.PLAYING, Status.LOBBY)
        )
        if row.status is Status.LOBBY:
            await self.lobbies.leave(row.id, user)
            await private(interaction, say("lobby.left"))
            return
        await leave(interaction, row.id)

    async def end(self, interaction: Pressing, match_id: int | None) -> None:
        """Vote to end a table, or end it as a moderator."""
        row = await match_for(
            self.store, interaction.user.id, interaction.channel_id, match_id, anybody=True
        )
        ended = await self.presses.end(interaction, row.id)
        key = "table.ended" if ended.status is Status.CLOSED else "table.voted"
        await private(interaction, self._say(interaction)(key))

    async def _show(self, interaction: Pressing, row: MatchRow) -> None:
        view, files = await self.front.board(Table.load(row))
        try:
            shown = await answer(interaction, view=view, attachments=files)
        except LOST:
            # The answer is lost, the lobby is not: it is shown in a message of its own.
            self.publisher.request(row.id)
        else:
            await self.publisher.note_shown(row, shown.id)

    async def _answer_id(self, interaction: Pressing) -> int | None:
        """Return the id of the announced answer, so that it is the board from the first moment."""
        try:
            return (await interaction.original_response()).id
        except LOST:
            return None

    def _say(self, interaction: Pressing) -> Words:
        return self.texts.words(str(interaction.locale))

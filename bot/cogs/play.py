"""/play, /move, /hand, /leave and /end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import game_choices, match_choices, move_choices
from bot.errors import Refused
from bot.play.choosing import match_for, read_move
from bot.play.table import Table
from bot.report import LOST, Ack, acknowledge, private
from bot.store.rows import Status
from bot.texts import command
from bot.ui.lobby import lobby_layout
from bot.ui.presses import member_of

if TYPE_CHECKING:
    from bot.app import App
    from bot.report import Pressing
    from bot.store.rows import MatchRow

NEEDED = discord.Permissions(
    view_channel=True, send_messages=True, embed_links=True, attach_files=True,
    read_message_history=True,
)  # fmt: skip
"""What the bot needs in a channel to show a table there."""


class Play(commands.Cog):
    """Opening tables and playing at them."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(name="play", description=command("play"))
    @app_commands.describe(game=command("play.game"))
    @app_commands.choices(game=game_choices())
    @app_commands.guild_only()
    async def play(self, interaction: Pressing, game: str) -> None:
        """Open a lobby."""
        self._check_channel(interaction)
        message_id = await acknowledge(interaction, Ack.PUBLIC)
        locale = str(interaction.guild_locale or interaction.locale)
        row = await self.app.lobbies.open(
            game, member_of(interaction), guild_id=interaction.guild_id,
            channel_id=interaction.channel_id or 0, locale=locale,
            message_id=message_id,
        )  # fmt: skip
        self.app.clocks.arm(row)
        await self._show(interaction, row)
        await self.app.presses.greet(interaction, row.id)

    @app_commands.command(name="move", description=command("move"))
    @app_commands.describe(move=command("move.move"), table=command("move.table"))
    @app_commands.autocomplete(move=move_choices)
    @app_commands.autocomplete(table=match_choices)
    async def move(self, interaction: Pressing, move: str, table: int | None = None) -> None:
        """Make a move by its name or its notation."""
        await acknowledge(interaction, Ack.PRIVATE)
        user, say = interaction.user.id, self.app.texts.words(str(interaction.locale))
        row = await match_for(self.app.store, user, interaction.channel_id, table)
        found = Table.load(row)
        code = read_move(found, user, move, say)
        await self.app.tables.play(row.id, user, row.moves, code.code)
        await private(interaction, say("move.done", move=code.name))

    @app_commands.command(name="hand", description=command("hand"))
    @app_commands.describe(table=command("move.table"))
    @app_commands.autocomplete(table=match_choices)
    async def hand(self, interaction: Pressing, table: int | None = None) -> None:
        """Show the own hand privately."""
        await acknowledge(interaction, Ack.PRIVATE)
        user = interaction.user.id
        row = await match_for(self.app.store, user, interaction.channel_id, table)
        await self.app.tables.come_back(row.id, user)
        await self.app.presses.show_hand(interaction, row.id)

    @app_commands.command(name="leave", description=command("leave"))
    @app_commands.describe(table=command("move.table"))
    @app_commands.autocomplete(table=match_choices)
    async def leave(self, interaction: Pressing, table: int | None = None) -> None:
        """Leave a lobby, or let a house player play on."""
        await acknowledge(interaction, Ack.PRIVATE)
        user, say = interaction.user.id, self.app.texts.words(str(interaction.locale))
        row = await match_for(
            self.app.store, user, interaction.channel_id, table, (Status.PLAYING, Status.LOBBY)
        )
        if row.status is Status.LOBBY:
            await self.app.lobbies.leave(row.id, user)
            await private(interaction, say("lobby.left"))
            return
        await self.app.tables.leave(row.id, user)
        await private(interaction, say("table.left"))

    @app_commands.command(name="end", description=command("end"))
    @app_commands.describe(table=command("move.table"))
    @app_commands.autocomplete(table=match_choices)
    async def end(self, interaction: Pressing, table: int | None = None) -> None:
        """Vote to end a game; a moderator who does not play in it ends it at once."""
        await acknowledge(interaction, Ack.PRIVATE)
        say = self.app.texts.words(str(interaction.locale))
        row = await match_for(
            self.app.store, interaction.user.id, interaction.channel_id, table, anybody=True
        )
        ended = await self.app.presses.end(interaction, row.id)
        over = ended.status is Status.CLOSED
        await private(interaction, say("table.ended" if over else "table.voted"))

    async def _show(self, interaction: Pressing, row: MatchRow) -> None:
        """Show a new lobby in the answer to the command, or by itself if that is lost."""
        say = self.app.texts.words(row.locale)
        try:
            shown = await interaction.edit_original_response(view=lobby_layout(row, say))
        except LOST:
            self.app.publisher.request(row.id)
        else:
            await self.app.publisher.note_shown(row, shown.id)

    def _check_channel(self, interaction: Pressing) -> None:
        missing = NEEDED & ~interaction.app_permissions
        if missing:
            say = self.app.texts.words(str(interaction.locale))
            names = ", ".join(say(f"permission.{name}") for name, on in missing if on)
            raise Refused("refused.permissions", missing=names)

"""/record."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import finished_choices
from bot.play.records import find_finished, record_files
from bot.report import Ack, acknowledge
from bot.texts import command
from bot.ui.proof import record_layout

if TYPE_CHECKING:
    from bot.app import App
    from bot.report import Pressing


class Record(commands.Cog):
    """The record of a finished game, as files for all."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(name="record", description=command("record"))
    @app_commands.describe(match=command("record.match"))
    @app_commands.autocomplete(match=finished_choices)
    async def record(self, interaction: Pressing, match: int | None = None) -> None:
        """Give the record and the entropy."""
        await acknowledge(interaction, Ack.PUBLIC)
        found = await find_finished(
            self.app.store, interaction.user.id, interaction.channel_id, match
        )
        say = self.app.texts.words(str(interaction.guild_locale or interaction.locale))
        files = record_files(found)
        await interaction.edit_original_response(
            view=record_layout(found, [name for name, _ in files], say),
            attachments=[discord.File(io.BytesIO(data), filename=name) for name, data in files],
        )

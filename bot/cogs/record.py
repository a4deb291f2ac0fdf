"""/record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import finished_choices
from bot.report import Ack, guarded
from bot.texts import command
from bot.ui.proof import show_record

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
        await guarded(interaction, Ack.NONE, lambda: show_record(interaction, match))

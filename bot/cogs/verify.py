"""/verify."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import finished_choices
from bot.play.records import find_finished
from bot.play.verify import checks_of
from bot.report import Ack, acknowledge
from bot.texts import command
from bot.ui.proof import proof_layout

if TYPE_CHECKING:
    from bot.app import App
    from bot.report import Pressing


class Verify(commands.Cog):
    """The proof that a finished game was dealt fairly, for all to see."""

    def __init__(self, app: App) -> None:
        self.app = app

    @app_commands.command(name="verify", description=command("verify"))
    @app_commands.describe(match=command("verify.match"))
    @app_commands.autocomplete(match=finished_choices)
    async def verify(self, interaction: Pressing, match: int | None = None) -> None:
        """Compute everything anew."""
        await acknowledge(interaction, Ack.PUBLIC)
        found = await find_finished(
            self.app.store, interaction.user.id, interaction.channel_id, match
        )
        say = self.app.texts.words(str(interaction.guild_locale or interaction.locale))
        layout = proof_layout(found, checks_of(found), say)
        await interaction.edit_original_response(view=layout)

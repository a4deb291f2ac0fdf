"""/verify."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import finished_choices
from bot.report import Ack, guarded
from bot.texts import command
from bot.ui.proof import show_proof

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
        await guarded(interaction, Ack.NONE, lambda: show_proof(interaction, match))

"""/privacy and /data."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.press import Ack, Interaction, Press
from bot.discord.wording import command
from bot.privacy.actions import ask_to_delete, export, privacy


class Data(commands.Cog):
    """People's data, and how they get it or have it deleted."""

    data = app_commands.Group(name="data", description=command("data"))

    @app_commands.command(name="privacy", description=command("privacy"))
    async def privacy(self, interaction: Interaction) -> None:
        """Say what is kept about people, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, privacy)

    @data.command(name="export", description=command("data.export"))
    async def export(self, interaction: Interaction) -> None:
        """Give a person all that is kept about them, privately."""
        await Press(interaction).run(Ack.PRIVATE, export)

    @data.command(name="delete", description=command("data.delete"))
    async def delete(self, interaction: Interaction) -> None:
        """Ask a person whether everything about them is to be deleted, and say what that means."""
        await Press(interaction).run(Ack.PRIVATE, ask_to_delete)

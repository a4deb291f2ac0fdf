"""/nimbus."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.press import Ack, Interaction, Press
from bot.discord.wording import command
from bot.home.actions import home


class Home(commands.Cog):
    """The card that everything else is reached from."""

    @app_commands.command(name="nimbus", description=command("nimbus"))
    async def nimbus(self, interaction: Interaction) -> None:
        """Show a person their card, privately."""
        await Press(interaction).run(Ack.PRIVATE, home)

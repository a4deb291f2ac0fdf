"""/rules and /help."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.match.choices_commands import game_choices
from bot.match.rules_actions import read_help, read_rules


class Reading(commands.Cog):
    """The rules of the games, and how to begin."""

    @app_commands.command(name="rules", description=command("rules"))
    @app_commands.describe(game=command("rules.game"))
    @app_commands.choices(game=game_choices(described=True))
    async def rules(self, interaction: Interaction, game: str) -> None:
        """Show the first page of a game's rules, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, read_rules, str(game), 1)

    @app_commands.command(name="help", description=command("help"))
    async def help(self, interaction: Interaction) -> None:
        """Show how to begin, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, read_help)

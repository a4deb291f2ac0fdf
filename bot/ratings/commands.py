"""/leaderboard and /stats."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.match.talk.choices import counted_choices, game_choices
from bot.ratings.actions import leaderboard, stats
from bot.ratings.layouts import EVER, EVERYWHERE, HERE, SEASON


class Rankings(commands.Cog):
    """The best players, and how a person has played."""

    @app_commands.command(name="leaderboard", description=command("leaderboard"))
    @app_commands.describe(
        game=command("leaderboard.game"),
        where=command("leaderboard.where"),
        when=command("leaderboard.when"),
    )
    @app_commands.choices(
        game=game_choices(),
        where=counted_choices(HERE, EVERYWHERE),
        when=counted_choices(SEASON, EVER),
    )
    async def leaderboard(
        self, interaction: Interaction, game: str, where: str = HERE, when: str = SEASON
    ) -> None:
        """Show the best players of a game to all; in a direct message there is only everywhere."""
        await Press(interaction).run(Ack.PUBLIC, leaderboard, str(game), where, when)

    @app_commands.command(name="stats", description=command("stats"))
    @app_commands.describe(
        player=command("stats.player"), compare_with=command("stats.compare_with")
    )
    async def stats(
        self,
        interaction: Interaction,
        player: discord.User | None = None,
        compare_with: discord.User | None = None,
    ) -> None:
        """Show a person's page, or two people side by side, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, stats, player or interaction.user, compare_with)

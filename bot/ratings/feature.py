"""Ratings as a feature: their commands, and what they add to the core."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.app import App
from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.match.feature import Jobs, Room
from bot.match.house.hints import Coach, Hints
from bot.match.table.kind import Ability
from bot.match.table.tables import Tables
from bot.match.talk.choices import counted_choices, game_choices
from bot.ratings import log
from bot.ratings.actions import leaderboard, stats
from bot.ratings.layouts import EVER, EVERYWHERE, HERE, SEASON, rating_lines, rating_notes
from bot.ratings.rules import ANCHORS
from bot.ratings.service import Rater
from bot.store.holdings import Holdings

# /leaderboard and /stats.


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


# Ratings as a feature.


def _wire(app: App, jobs: Jobs) -> None:
    rater, tables = Rater(app.store, app.clock), app.get(Tables)
    app.put(rater)
    rater.listeners.append(tables.handle_change)
    tables.listeners.append(rater.on_change)
    app.get(Hints).strengths = app.get(Coach).strengths = rater.strengths
    jobs.begin.append(rater.catch_up)
    jobs.catch_up.append(rater.catch_up)
    jobs.end.append(rater.close)


FEATURE = Room(
    name="ratings",
    cogs=(Rankings,),
    wire=_wire,
    able={Ability.RATING: ANCHORS.__contains__},
    notes=rating_notes,
    lines=rating_lines,
    holdings=Holdings(
        personal_data=log.personal_data, personal_data_by_game=log.personal_data_by_game
    ),
)

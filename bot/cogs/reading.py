"""/record, /verify, /replay, /leaderboard, /stats, /rules, /about and /help."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.actions.about import about
from bot.actions.proof import record, verify
from bot.actions.replay import replay
from bot.actions.rules import read_help, read_rules
from bot.actions.standings import leaderboard
from bot.actions.stats import stats
from bot.cogs.choices import counted_choices, finished_choices, game_choices
from bot.press import Ack, Press
from bot.texts import command
from bot.ui.standings import EVER, EVERYWHERE, HERE, SEASON

if TYPE_CHECKING:
    from bot.press import Interaction


class Reading(commands.Cog):
    """What can be read: about finished games, the best players, the rules and the bot."""

    @app_commands.command(name="record", description=command("record"))
    @app_commands.describe(match=command("record.match"))
    @app_commands.autocomplete(match=finished_choices)
    async def record(self, interaction: Interaction, match: int | None = None) -> None:
        """Give the record of a finished game, as files for all."""
        await Press(interaction).run(Ack.NONE, record, match)

    @app_commands.command(name="verify", description=command("verify"))
    @app_commands.describe(match=command("verify.match"))
    @app_commands.autocomplete(match=finished_choices)
    async def verify(self, interaction: Interaction, match: int | None = None) -> None:
        """Prove to all that a finished game was dealt fairly."""
        await Press(interaction).run(Ack.NONE, verify, match)

    @app_commands.command(name="replay", description=command("replay"))
    @app_commands.describe(match=command("replay.match"), code=command("replay.code"))
    @app_commands.autocomplete(match=finished_choices)
    async def replay(
        self, interaction: Interaction, match: int | None = None, code: str | None = None
    ) -> None:
        """Show a finished game move by move, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, replay, match, code)

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
    @app_commands.describe(person=command("stats.person"), other=command("stats.other"))
    async def stats(
        self,
        interaction: Interaction,
        person: discord.User | None = None,
        other: discord.User | None = None,
    ) -> None:
        """Show a person's numbers, or two people's side by side, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, stats, person or interaction.user, other)

    @app_commands.command(name="rules", description=command("rules"))
    @app_commands.describe(game=command("rules.game"))
    @app_commands.choices(game=game_choices())
    async def rules(self, interaction: Interaction, game: str) -> None:
        """Show the first page of a game's rules, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, read_rules, str(game), 1)

    @app_commands.command(name="about", description=command("about"))
    async def about(self, interaction: Interaction) -> None:
        """Say what runs here, and how well, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, about)

    @app_commands.command(name="help", description=command("help"))
    async def help(self, interaction: Interaction) -> None:
        """Show how to begin, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, read_help)

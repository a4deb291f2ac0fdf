"""/league: weekly leagues of a server; /leagues: for its moderators."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.contexts import HAVING_IT, IN_SERVERS
from bot.discord.press import Ack, Interaction, Press
from bot.discord.wording import command
from bot.leagues.actions import ask_to_end, league_table, open_league, play_league
from bot.leagues.week import MOST_WEEKS, can_have
from bot.match.choices_commands import game_choices


class Leagues(commands.Cog):
    """Playing in a league, and opening and ending one."""

    league = app_commands.Group(
        name="league",
        description=command("league"),
        allowed_contexts=IN_SERVERS,
        allowed_installs=HAVING_IT,
    )
    # Discord offers a command to moderators only as a whole, never a part of one.
    leagues = app_commands.Group(
        name="leagues",
        description=command("leagues"),
        allowed_contexts=IN_SERVERS,
        default_permissions=discord.Permissions(manage_messages=True),
        allowed_installs=HAVING_IT,
    )

    @league.command(name="play", description=command("league.play"))
    @app_commands.describe(game=command("league.game"))
    @app_commands.choices(game=game_choices(can_have))
    async def play(self, interaction: Interaction, game: str | None = None) -> None:
        """Open a lobby with the deals of the week."""
        await Press(interaction).run(Ack.NONE, play_league, game)

    @league.command(name="table", description=command("league.table"))
    @app_commands.describe(game=command("league.game"))
    @app_commands.choices(game=game_choices(can_have))
    async def table(self, interaction: Interaction, game: str | None = None) -> None:
        """Show everybody the table of a league, and who has played this week."""
        await Press(interaction).run(Ack.NONE, league_table, game)

    @leagues.command(name="open", description=command("leagues.open"))
    @app_commands.describe(
        game=command("leagues.game"),
        weeks=command("leagues.weeks"),
        channel=command("leagues.channel"),
    )
    @app_commands.choices(game=game_choices(can_have))
    async def open(
        self,
        interaction: Interaction,
        game: str,
        weeks: app_commands.Range[int, 1, MOST_WEEKS] | None = None,
        channel: discord.TextChannel | None = None,
    ) -> None:
        """Open a league."""
        await Press(interaction).run(Ack.PRIVATE, open_league, str(game), weeks, channel)

    @leagues.command(name="close", description=command("leagues.close"))
    @app_commands.describe(game=command("league.game"))
    @app_commands.choices(game=game_choices(can_have))
    async def close(self, interaction: Interaction, game: str | None = None) -> None:
        """Ask whether to end a league now."""
        await Press(interaction).run(Ack.PRIVATE, ask_to_end, game)

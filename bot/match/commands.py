"""/play, /games, /move, /hint and /leave; /invite and /block."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.match.choices_commands import (
    game_choices,
    match_choices,
    move_choices,
    seat_choices,
)
from bot.match.lobby.blocks_actions import show_blocks
from bot.match.lobby.play_actions import play
from bot.match.my_games_actions import open_games
from bot.match.which_actions import act, invite


class Play(commands.Cog):
    """Opening tables and playing at them."""

    @app_commands.command(name="play", description=command("play"))
    @app_commands.describe(game=command("play.game"))
    @app_commands.choices(game=game_choices(described=True))
    async def play(self, interaction: Interaction, game: str) -> None:
        """Open a lobby."""
        await Press(interaction).run(Ack.PUBLIC, play, str(game))

    @app_commands.command(name="games", description=command("games"))
    async def games(self, interaction: Interaction) -> None:
        """Show all games of a person, privately, or the hand of their only one."""
        await Press(interaction).run(Ack.PRIVATE, open_games)

    @app_commands.command(name="move", description=command("move"))
    @app_commands.describe(move=command("move.move"), table=command("move.table"))
    @app_commands.autocomplete(move=move_choices)
    @app_commands.autocomplete(table=match_choices)
    async def move(self, interaction: Interaction, move: str, table: int | None = None) -> None:
        """Make a move by its name or its notation."""
        await Press(interaction).run(Ack.PRIVATE, act, "move", table, str(move))

    @app_commands.command(name="hint", description=command("hint"))
    @app_commands.describe(table=command("move.table"))
    @app_commands.autocomplete(table=match_choices)
    async def hint(self, interaction: Interaction, table: int | None = None) -> None:
        """Show the best moves and why, privately."""
        await Press(interaction).run(Ack.PRIVATE, act, "hint", table)

    @app_commands.command(name="leave", description=command("leave"))
    @app_commands.describe(table=command("move.table"))
    @app_commands.autocomplete(table=seat_choices)
    async def leave(self, interaction: Interaction, table: int | None = None) -> None:
        """Leave a lobby, or let a house player play on."""
        await Press(interaction).run(Ack.PRIVATE, act, "leave", table)


class Inviting(commands.Cog):
    """Asking people to one's tables, and keeping people out of them."""

    @app_commands.command(name="invite", description=command("invite"))
    @app_commands.describe(who=command("invite.who"))
    @app_commands.guild_only()
    @app_commands.allowed_installs(guilds=True, users=False)
    async def invite(
        self, interaction: Interaction, who: discord.Member | discord.User | discord.Role
    ) -> None:
        """Invite a person or a role to a lobby."""
        await Press(interaction).run(Ack.PRIVATE, invite, who)

    @app_commands.command(name="block", description=command("block"))
    async def block(self, interaction: Interaction) -> None:
        """Show who is blocked, and let one change that."""
        await Press(interaction).run(Ack.PRIVATE, show_blocks)

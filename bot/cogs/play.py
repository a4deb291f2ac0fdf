"""/play, /move, /hand, /hint, /leave and /end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.cogs.choices import (
    end_choices,
    game_choices,
    match_choices,
    move_choices,
    seat_choices,
)
from bot.report import Ack, guarded
from bot.texts import command
from bot.ui.which import asking

if TYPE_CHECKING:
    from bot.app import App
    from bot.report import Pressing


class Play(commands.Cog):
    """Opening tables and playing at them."""

    def __init__(self, app: App) -> None:
        self.does = app.commands

    @app_commands.command(name="play", description=command("play"))
    @app_commands.describe(game=command("play.game"))
    @app_commands.choices(game=game_choices())
    @app_commands.guild_only()
    async def play(self, interaction: Pressing, game: str) -> None:
        """Open a lobby."""
        # Whether a table can be shown here at all decides between a public and a private answer.
        ack = Ack.NONE if self.does.lacking(interaction) else Ack.PUBLIC
        await guarded(interaction, ack, lambda: self.does.play(interaction, str(game)))

    @app_commands.command(name="move", description=command("move"))
    @app_commands.describe(move=command("move.move"), table=command("move.table"))
    @app_commands.autocomplete(move=move_choices)
    @app_commands.autocomplete(table=match_choices)
    async def move(self, interaction: Pressing, move: str, table: int | None = None) -> None:
        """Make a move by its name or its notation."""
        await guarded(
            interaction,
            Ack.PRIVATE,
            lambda: asking(
                interaction, "move", self.does.move(interaction, str(move), table), typed=str(move)
            ),
        )

    @app_commands.command(name="hand", description=command("hand"))
    @app_commands.describe(table=command("move.table"))
    @app_commands.autocomplete(table=match_choices)
    async def hand(self, interaction: Pressing, table: int | None = None) -> None:
        """Show the own hand privately."""
        await guarded(
            interaction,
            Ack.PRIVATE,
            lambda: asking(interaction, "hand", self.does.hand(interaction, table)),
        )

    @app_commands.command(name="hint", description=command("hint"))
    @app_commands.describe(table=command("move.table"))
    @app_commands.autocomplete(table=match_choices)
    async def hint(self, interaction: Pressing, table: int | None = None) -> None:
        """Show the best moves and why, privately."""
        await guarded(
            interaction,
            Ack.PRIVATE,
            lambda: asking(interaction, "hint", self.does.hint(interaction, table)),
        )

    @app_commands.command(name="leave", description=command("leave"))
    @app_commands.describe(table=command("move.table"))
    @app_commands.autocomplete(table=seat_choices)
    async def leave(self, interaction: Pressing, table: int | None = None) -> None:
        """Leave a lobby, or let a house player play on."""
        await guarded(
            interaction,
            Ack.PRIVATE,
            lambda: asking(interaction, "leave", self.does.leave(interaction, table)),
        )

    @app_commands.command(name="end", description=command("end"))
    @app_commands.describe(table=command("move.table"))
    @app_commands.autocomplete(table=end_choices)
    async def end(self, interaction: Pressing, table: int | None = None) -> None:
        """Vote to end a game; a moderator who does not play in it ends it at once."""
        await guarded(
            interaction,
            Ack.PRIVATE,
            lambda: asking(interaction, "end", self.does.end(interaction, table)),
        )

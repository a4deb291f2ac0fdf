"""/replay."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.press import Ack, Interaction, Press
from bot.discord.wording import command
from bot.records.commands import finished_choices
from bot.replays.actions import replay


class Replays(commands.Cog):
    """Finished games, move by move."""

    @app_commands.command(name="replay", description=command("replay"))
    @app_commands.describe(match=command("replay.match"), code=command("replay.code"))
    @app_commands.autocomplete(match=finished_choices)
    async def replay(
        self, interaction: Interaction, match: int | None = None, code: str | None = None
    ) -> None:
        """Show a finished game move by move, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, replay, match, code)

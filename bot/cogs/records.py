"""/record and /verify."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.actions.proof import record, verify
from bot.cogs.choices import finished_choices
from bot.press import Ack, Press
from bot.texts import command

if TYPE_CHECKING:
    from bot.press import Interaction


class Records(commands.Cog):
    """What a finished game was, as files, and that it was dealt fairly."""

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

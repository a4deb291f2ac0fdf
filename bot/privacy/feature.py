"""People's data as a feature: its command, and what it adds to the core."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.discord.app import App
from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.match.calls.notices import Notices
from bot.match.feature import Jobs, Room
from bot.match.table.tables import Tables
from bot.privacy.actions import privacy
from bot.privacy.exports import Exports
from bot.privacy.service import Erasing, Tidying

# /privacy.


class Data(commands.Cog):
    """People's data, and how they get it or have it deleted."""

    @app_commands.command(name="privacy", description=command("privacy"))
    async def privacy(self, interaction: Interaction) -> None:
        """Say what is kept about people, to whoever asks."""
        await Press(interaction).run(Ack.PRIVATE, privacy)


# Exports and deletions as a feature.


def _wire(app: App, _jobs: Jobs) -> None:
    app.put(
        Exports(app.store),
        Erasing(app.store, app.get(Tables), app.clock),
        Tidying(app.store, app.io, app.clock, app.get(Notices).budget),
    )


FEATURE = Room(name="privacy", cogs=(Data,), wire=_wire)

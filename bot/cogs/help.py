"""/help."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.discord_io import named
from bot.report import LOST, Ack, answer, guarded
from bot.texts import command
from bot.ui.guide import help_layout
from bot.ui.rulebook import examples

if TYPE_CHECKING:
    from bot.app import App
    from bot.report import Pressing

log = logging.getLogger(__name__)


class Help(commands.Cog):
    """How to begin, shown to who asks."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._mentions: dict[str, str] = {}

    @app_commands.command(name="help", description=command("help"))
    async def help(self, interaction: Pressing) -> None:
        """Show what Nimbus is and all commands."""
        await guarded(interaction, Ack.PRIVATE, lambda: self._show(interaction))

    async def _show(self, interaction: Pressing) -> None:
        names = [known.name for known in interaction.client.tree.get_commands()]
        found = await self._clickable(interaction)
        mentions = {name: found.get(name, f"`/{name}`") for name in names}
        say = self.app.texts.words(str(interaction.locale))
        pictures = await examples(self.app.painter, say)
        layout = help_layout(mentions, pictures, say)
        await answer(interaction, view=layout, attachments=named(pictures))

    async def _clickable(self, interaction: Pressing) -> dict[str, str]:
        """Give the commands as Discord makes them clickable; it is asked once a process."""
        if not self._mentions:
            try:
                known = await interaction.client.tree.fetch_commands()
            except LOST as error:
                log.info("the ids of the commands are not known: %s", type(error).__name__)
                return {}
            self._mentions = {item.name: item.mention for item in known}
        return self._mentions

"""A person's card as a feature: /nimbus, and who calls the bot by its name."""

from __future__ import annotations

import logging
from collections import OrderedDict

from discord import app_commands
from discord.ext import commands

from bot.discord.app import App
from bot.discord.inbound import Call
from bot.discord.names import command
from bot.discord.press import Ack, Interaction, Press
from bot.errors import StageError
from bot.home.actions import called_layout, home
from bot.match.feature import Room
from bot.preferences.person import language_for
from bot.preferences.server import language_of_all

# /nimbus.


class Home(commands.Cog):
    """The card that everything else is reached from."""

    @app_commands.command(name="nimbus", description=command("nimbus"))
    async def nimbus(self, interaction: Interaction) -> None:
        """Show a person their card, privately."""
        await Press(interaction).run(Ack.PRIVATE, home)


# Whoever calls the bot by its name, or writes to it, is shown the way to their card.

log = logging.getLogger(__name__)

QUIET, QUIET_DIRECT = 30.0, 2.0
"""Seconds for which a channel, or a person by direct message, gets no second answer."""

REMEMBERED = 10_000
"""How many channels are remembered for that."""


class CalledCog(commands.Cog):
    """Listens only; what is called is read by `bot.discord.inbound.called`."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._answered: OrderedDict[int, float] = OrderedDict()

    @commands.Cog.listener()
    async def on_call(self, call: Call) -> None:
        """Post the button that opens the card, if the bot may write there."""
        is_direct = call.guild_id is None
        if not self._takes(call.channel_id, QUIET_DIRECT if is_direct else QUIET):
            return
        say = self._app.texts.words(await self._locale(call))
        try:
            # Another process may have heard the same: Discord knows the answer by its nonce.
            nonce = f"c{call.message_id}"[-25:]
            layout = called_layout(say, is_direct=is_direct)
            await self._app.io.post(call.channel_id, layout, nonce=nonce)
        except StageError as error:
            log.info("a call cannot be answered: %s", error)

    def _takes(self, channel_id: int, quiet: float) -> bool:
        """Return whether a channel has had no answer for a while, and note this one."""
        now = self._app.clock.now()
        if now - self._answered.get(channel_id, -quiet) < quiet:
            return False
        self._answered[channel_id] = now
        if len(self._answered) > REMEMBERED:
            self._answered.popitem(last=False)
        return True

    async def _locale(self, call: Call) -> str:
        app = self._app
        if call.guild_id is None:
            return await language_for(app.store, call.user_id, app.settings.locale)
        return await language_of_all(app.store, call.guild_id, app.io.locale_of(call.guild_id))


# The card as a feature.

FEATURE = Room(name="home", cogs=(Home,))

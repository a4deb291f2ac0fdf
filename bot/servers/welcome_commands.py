"""A server adds the bot: it is greeted once, and told nothing else unasked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import discord
from discord.ext import commands

from bot.discord.app import App
from bot.preferences.languages import language_of_all
from bot.servers.layouts import welcome_layout
from bot.servers.welcoming import Welcomes
from bot.store.settings import server_scope


class WelcomeCog(commands.Cog):
    """Listens only. A start and the end of an outage are no joins."""

    def __init__(self, app: App, bot: commands.AutoShardedBot) -> None:
        self._app = app
        self._bot = bot
        self._welcomes = Welcomes(app.store, app.clock)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self._welcomes.joined(guild.id)
        await self._welcome([guild])

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Say what was to be said when the bot was killed."""
        await self._welcome(self._bot.guilds)

    async def _welcome(self, guilds: Iterable[discord.Guild]) -> None:
        due = await self._welcomes.due()
        for guild in guilds:
            if server_scope(guild.id) in due and not guild.unavailable:
                await self._say(guild)

    async def _say(self, guild: discord.Guild) -> None:
        locale = await language_of_all(self._app.store, guild.id, str(guild.preferred_locale))
        say = self._app.texts.words(locale)
        mentions = await self._app.io.mentions(self._bot.tree)

        async def post(channel_id: int) -> None:
            layout = welcome_layout(mentions, say)
            await self._app.io.post(channel_id, layout, nonce=f"w{guild.id}"[-25:])

        await self._welcomes.say(guild.id, [channel.id for channel in _rooms(guild)], post)


def _rooms(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yield where the bot may write, the channel for news of the server first."""
    rooms = dict.fromkeys(filter(None, (guild.system_channel, *guild.text_channels)))
    for room in rooms:
        permissions = room.permissions_for(guild.me)
        if permissions.view_channel and permissions.send_messages:
            yield room

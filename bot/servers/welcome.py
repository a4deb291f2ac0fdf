"""The welcome of a server that has added the bot: one message, once, and nothing if it may not.

That it is due is stored before it is said, and that it was said after that: killed in between, the
bot says it at its next start. Discord knows the message by its nonce for a while, so that even then
it stands there once.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence

import discord
from discord.ext import commands

from bot.clock import Clock
from bot.discord.app import App
from bot.discord.io import named
from bot.errors import Busy, StageError
from bot.match.show.lobby_layouts import game_picture
from bot.match.show.stage import theme_for
from bot.preferences.server import language_of_all
from bot.servers.layouts import welcome_layout
from bot.store import Store
from bot.store.settings import server_scope

log = logging.getLogger(__name__)

KEY, DUE, SAID = "welcome", "due", "said"

RETRIES = (5.0, 30.0, 120.0)
"""Seconds before it is tried again where Discord is busy; after that at the next start."""

Post = Callable[[int], Awaitable[object]]
"""Posts the welcome in a channel. Raises StageErrors."""


class Welcomes:
    """Knows which servers are to be welcomed. Raises StoreErrors."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._at_work: set[int] = set()

    async def joined(self, guild_id: int) -> None:
        """Note that a server has added the bot; one that was welcomed before is not again."""
        if await self._store.setting(server_scope(guild_id), KEY) is None:
            await self._store.set_setting(server_scope(guild_id), KEY, DUE)

    async def due(self) -> frozenset[str]:
        """Return the scopes of the servers that are still to be welcomed."""
        return frozenset(await self._store.scopes_with(KEY, DUE))

    async def say(self, guild_id: int, channels: Sequence[int], post: Post) -> None:
        """Post the welcome in the first of these channels that takes it; in none, if none does."""
        if guild_id in self._at_work:
            return
        self._at_work.add(guild_id)
        try:
            for pause in (*RETRIES, None):
                if await self._said(channels, post):
                    await self._store.set_setting(server_scope(guild_id), KEY, SAID)
                    return
                if pause is not None:
                    await self._clock.sleep(pause)
        finally:
            self._at_work.discard(guild_id)

    async def _said(self, channels: Sequence[int], post: Post) -> bool:
        """Try the channels in order; tell whether that is settled, said or not."""
        for channel_id in channels:
            try:
                await post(channel_id)
            except Busy as error:
                log.info("a welcome waits: %s", error)
                return False
            except StageError as error:
                log.info("no welcome in this channel: %s", error)
            else:
                return True
        return True


# A server adds the bot: it is greeted once, and told nothing else unasked.


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
        pictures = await game_picture(
            self._app.painter, say, await theme_for(self._app.store, guild.id)
        )

        async def post(channel_id: int) -> None:
            layout, files = welcome_layout(pictures, say), named(pictures)
            nonce = f"w{guild.id}"[-25:]
            await self._app.io.post(channel_id, layout, files=files, nonce=nonce)

        await self._welcomes.say(guild.id, [channel.id for channel in _rooms(guild)], post)


def _rooms(guild: discord.Guild) -> Iterator[discord.TextChannel]:
    """Yield where the bot may write, the channel for news of the server first."""
    rooms = dict.fromkeys(filter(None, (guild.system_channel, *guild.text_channels)))
    for room in rooms:
        permissions = room.permissions_for(guild.me)
        if permissions.view_channel and permissions.send_messages:
            yield room

"""The Discord client: wires the parts together and starts and stops them in order."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sys
from typing import TYPE_CHECKING, Any

import discord
import orjson
from discord import app_commands
from discord.ext import commands, tasks

from bot.app import App
from bot.clock import Clock
from bot.cogs import COGS
from bot.discord_io import DiscordIO
from bot.health import beat
from bot.painter import Painter
from bot.play.clocks import SWEEP, Clocks
from bot.play.hints import Hints
from bot.play.lobbies import Lobbies
from bot.play.publish import Publisher
from bot.play.showing import Showing
from bot.play.tables import Tables
from bot.play.thinking import minds
from bot.report import Ack, answer_error, guarded
from bot.store import Store
from bot.store.rows import MatchId
from bot.texts import Texts
from bot.ui.commands import Commands
from bot.ui.front import Front
from bot.ui.guide import HelpButton, Mentions
from bot.ui.hints import HintButton
from bot.ui.items import ITEMS
from bot.ui.leaving import QuitButton
from bot.ui.lobby import SettingsButton
from bot.ui.options import match_of
from bot.ui.presses import Presses
from bot.ui.proof import FairButton, RecordButton
from bot.ui.rulebook import RulesButton
from bot.ui.standings import BestButton, LeaderboardButton

if TYPE_CHECKING:
    from bot.settings import Settings

log = logging.getLogger(__name__)

BEAT = 10.0
"""Seconds between two marks that the bot is alive."""


class Tree(app_commands.CommandTree["Nimbus"]):
    """The slash commands; their errors are answered in the one place for errors."""

    async def on_error(
        self, interaction: discord.Interaction[Nimbus], error: app_commands.AppCommandError, /
    ) -> None:
        await answer_error(interaction, error)


class Nimbus(commands.Bot):
    """The bot. `app` holds its parts from `setup_hook` on."""

    app: App

    def __init__(self, settings: Settings, clock: Clock | None = None) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=Tree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
        )
        self.settings = settings
        self.clock = clock or Clock(pace=settings.pace)
        self._closing: asyncio.Future[None] | None = None

    async def setup_hook(self) -> None:
        """Open the store, then the rest; runs once, before the gateway connects."""
        store = await Store.open(self.settings.database_url)
        self.app = wire(self, self.settings, self.clock, store)
        self.add_dynamic_items(
            *ITEMS, HintButton, QuitButton, LeaderboardButton, BestButton, RulesButton,
            HelpButton, SettingsButton, FairButton, RecordButton,
        )  # fmt: skip
        for cog in COGS:
            await self.add_cog(cog(self.app))
        await self._sync_commands()
        await self.app.clocks.wind_up()
        await self.app.publisher.catch_up()
        self._sweep.start()
        self._beat.start()

    async def on_interaction(self, interaction: discord.Interaction[Nimbus]) -> None:
        """Take in forms: discord.py would forget an open one at a restart, its id does not."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        match_id = match_of(interaction)
        if match_id is None:
            return
        presses = self.app.presses
        await guarded(
            interaction,
            Ack.UPDATE if interaction.message else Ack.PRIVATE,
            lambda: presses.submit_options(interaction, MatchId(match_id)),
        )

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Close the matches of a server that the bot has left."""
        for match_id in await self.app.store.guild_gone(guild.id):
            self.app.publisher.request(match_id)

    async def on_error(self, event_method: str, /, *_: Any, **__: Any) -> None:
        """Log what no other handler caught; discord.py calls this inside its own handler."""
        log.error("unforeseen error in %s", event_method, exc_info=sys.exc_info())

    async def close(self) -> None:
        """Stop taking clicks, then the parts in the order they depend on each other.

        Whoever calls this a second time waits for the first to finish.
        """
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        self._sweep.cancel()
        self._beat.cancel()
        await super().close()
        if hasattr(self, "app"):
            await self.app.clocks.close()
            await self.app.publisher.close()
            await self.app.minds.close()
            await self.app.store.close()
            self.app.painter.close()

    @tasks.loop(seconds=SWEEP)
    async def _sweep(self) -> None:
        try:
            await self.app.clocks.sweep()
            await self.app.publisher.catch_up()
        except Exception:
            # The loop must outlive any one failure; the next sweep tries again.
            log.exception("sweep failed")

    @tasks.loop(seconds=BEAT)
    async def _beat(self) -> None:
        beat(self.settings.data, ready=self.is_ready() and not self.is_closed())

    async def _sync_commands(self) -> None:
        """Tell Discord the commands, but only when they changed since it was last told."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        digest = hashlib.sha256(orjson.dumps(payload, option=orjson.OPT_SORT_KEYS)).hexdigest()
        scope = f"application {self.application_id}"
        if await self.app.store.setting(scope, "commands") != digest:
            await self.tree.sync()
            await self.app.store.set_setting(scope, "commands", digest)


def wire(client: Nimbus, settings: Settings, clock: Clock, store: Store) -> App:
    """Make the parts and tell the tables who listens."""
    texts, painter, io = Texts.load(), Painter(), DiscordIO(client)
    thinkers = minds(settings.thinkers)
    tables = Tables(store, clock, thinkers)
    house = texts.words(settings.locale)("house.names").split(", ")
    lobbies = Lobbies(store, tables, clock, house)
    front = Front(io, store, texts, painter, clock)
    publisher = Publisher(store, Showing(store, tables, front, clock), clock)
    clocks = Clocks(store, tables, lobbies, clock)
    tables.listeners += [clocks.on_change, publisher.on_change]
    presses = Presses(tables, lobbies, publisher, front, texts)
    does = Commands(
        store=store, texts=texts, tables=tables, lobbies=lobbies, publisher=publisher,
        clocks=clocks, presses=presses, front=front,
    )  # fmt: skip
    return App(
        settings=settings, clock=clock, store=store, texts=texts, painter=painter, io=io,
        minds=thinkers, hints=Hints(tables, thinkers), tables=tables, lobbies=lobbies,
        publisher=publisher, clocks=clocks, front=front, presses=presses, commands=does,
        mentions=Mentions(),
    )  # fmt: skip


def create_bot(settings: Settings, clock: Clock | None = None) -> Nimbus:
    """Make a bot that is not started yet."""
    return Nimbus(settings, clock)

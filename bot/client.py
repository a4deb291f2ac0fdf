"""The Discord client: wires the parts together and starts and stops them in order."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any

import aiohttp
import discord
import orjson
from discord import app_commands
from discord.ext import commands, tasks

from bot.clock import Clock
from bot.cluster.peers import Cluster, LeaderJobs, PeerWatch, tried
from bot.cluster.takeover import Takeover
from bot.discord import private as discord_private
from bot.discord.app import App
from bot.discord.connection import Connection, Limits, is_refused, keep_calling
from bot.discord.inbound import MESSAGE, UNREAD, called, with_care
from bot.discord.names import CommandTranslator
from bot.discord.press import Press, answered, whole
from bot.errors import TokenRefused, located
from bot.features import COGS
from bot.home.feature import CalledCog
from bot.host import telemetry
from bot.host.backups import Backups
from bot.host.health import Health
from bot.host.telemetry import Watching
from bot.match.clock.clocks import Clocks
from bot.match.feature import Jobs
from bot.match.house.forks import Forks, compile_kernels
from bot.match.show.locations import LocationsCog
from bot.match.show.publisher import Publisher
from bot.routes import follow
from bot.servers.welcome import WelcomeCog
from bot.settings import Settings, Shards
from bot.store import Store
from bot.store.cluster.leases import Identifies
from bot.store.errors import StoreClosed, StoreError, StoreLost
from bot.wiring import close_helpers, close_playing, cluster_of, read_ahead, wire
from engine.games import GAMES

log = logging.getLogger(__name__)

_BY_CUSTOM_ID = (discord.InteractionType.component, discord.InteractionType.modal_submit)

CATCH_UP = 30.0
"""Seconds between two looks for what was stored and not shown."""

DEAF = "no connection to Discord"
UNWRITTEN = "the database cannot be read or written now"
"""A host's words for red health."""


class Tree(discord_private.CarefulTree["Nimbus"]):
    """The slash commands; their errors are answered in the one place for errors."""

    async def on_error(
        self, interaction: discord.Interaction[Nimbus], error: app_commands.AppCommandError, /
    ) -> None:
        await Press(interaction).report(error)


class Nimbus(commands.AutoShardedBot):
    """The bot. `app` holds its parts from `assemble` on."""

    app: App
    jobs: LeaderJobs

    def __init__(
        self, settings: Settings, clock: Clock | None = None, limits: Limits | None = None
    ) -> None:
        answers = aiohttp.TraceConfig()
        answers.on_request_end.append(self._on_answer)
        telemetry.watch(answers)
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=Tree,
            help_command=None,
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            http_trace=answers,
        )
        self.settings = settings
        self.clock = clock or Clock(pace=settings.pace)
        self.limits = limits or Limits()
        self.connection = Connection(self, self.limits, settings.shards)
        self.health = Health(settings.data, DEAF)
        self.backups = Backups(settings, self.clock)
        self.watching: Watching | None = None
        discord_private.wrap_requests(self, telemetry.measured)
        self._store: Store | None = None
        self._unwritten: list[str] = []
        self._end: asyncio.Future[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._closing: asyncio.Future[None] | None = None
        parsers = discord_private.parsers(self)
        parsers |= {MESSAGE: self._on_message_data, **dict.fromkeys(UNREAD, _left_unread)}
        self._inbox = with_care(parsers)
        self._cluster: Cluster | None = None
        self._takeover: Takeover | None = None
        self._peer_watch: PeerWatch | None = None

    async def login(self, token: str) -> None:
        """Open the store, log in, trying again while Discord cannot be reached, and set up.

        The store comes first: what is wrong with it is told even while Discord cannot be reached.
        Another process that serves these shards goes on until this one has compiled and read all
        it needs; nothing begins before that one makes way.
        Raises TokenRefused, and what `Store.open` raises.
        """

        async def once() -> None:
            await discord_private.hang_up(self)
            await super(Nimbus, self).login(token)

        self.health.update([DEAF])
        self._beat.change_interval(seconds=self.limits.beat)
        self._beat.start()
        store = await self.open_store()
        await keep_calling(once, "Discord cannot be reached", self.limits)
        self._cluster = cluster_of(store)
        await self.assemble(store)
        if self._cluster is not None:
            await self._join(self._cluster)
        await self.set_up(store)
        self.begin_to_compile()

    def begin_to_compile(self) -> None:
        """Have what house players think with compiled, beside all else, unless it is."""
        self.app.get(Forks).begin_to_compile()

    async def prepare(self) -> None:
        """Do what takes long, before another process is asked to make way."""
        await compile_kernels(self.settings.data)
        await read_ahead(self.app)

    async def _join(self, cluster: Cluster) -> None:
        """Be one of several processes, and wait until this one may serve its shards."""
        await cluster.heartbeat.begin()
        await self.connection.ask()
        self._takeover = Takeover(cluster, self._inbox, self.limits, self.prepare)
        self.connection.reserve = partial(self._reserve, cluster.identifies)
        # Before anything begins: from when the active process makes way it claims each press, so
        # none is lost or answered twice when this one connects beside it.
        await self._takeover.ask(self.connection.shards or Shards((0,), 1))

    async def connect(self, *, reconnect: bool = True) -> None:  # noqa: ARG002 - discord.py's
        """Hear what happens until the bot is closed. Raises the error for which it cannot go on."""
        discord_private.send_whole(self, whole)
        others = [self._ending()]
        if self._takeover is not None:
            others.append(asyncio.ensure_future(self._takeover.hold(self.is_ready)))
        try:
            await self.connection.run(others)
        finally:
            for other in others[1:]:
                other.cancel()

    async def _reserve(self, identifies: Identifies, bucket: int) -> float:
        """Take the next turn to identify among all processes; gives the seconds until it comes."""
        try:
            return await identifies.reserve(bucket, self.limits.spacing)
        except StoreError as error:
            log.warning("no turn to identify can be taken: %s", error)
            return self.limits.spacing

    def stop_for(self, error: Exception) -> None:
        """Have `connect` raise an error, soon: the bot cannot go on."""
        end = self._ending()
        if not end.done():
            end.set_exception(error)
            end.exception()  # where nobody asks any more, the bot is closing already

    def _ending(self) -> asyncio.Future[None]:
        if self._end is None:
            self._end = asyncio.get_running_loop().create_future()
        return self._end

    async def before_identify_hook(
        self,
        shard_id: int | None,
        *,
        initial: bool = False,  # noqa: ARG002 - discord.py's
    ) -> None:
        """Count an identify; the pauses between them were made before."""
        bucket = self.connection.bucket(shard_id or 0)
        self.connection.budget.spend(time.monotonic(), bucket)

    def token_refused(self) -> None:
        """Ask again after a 401 from Discord, and stop if it really means the token."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask_again())

    async def _ask_again(self) -> None:
        try:
            await self.http.request(discord.http.Route("GET", "/users/@me"))
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            if is_refused(error):
                self.stop_for(TokenRefused())

    async def _on_answer(
        self, _session: object, _context: object, answer: aiohttp.TraceRequestEndParams
    ) -> None:
        if hasattr(self, "app"):
            headers = answer.response.headers
            self.app.get(Publisher).buckets.note_limits(answer.method, answer.url.path, headers)
        # Calls for interactions have tokens of their own, in their address.
        if answer.response.status == 401 and "Authorization" in answer.headers:
            self.token_refused()

    async def open_store(self) -> Store:
        """Open the database, which `close` will close. Raises what `Store.open` raises."""
        rules = {key: game.info.rules_version for key, game in GAMES.items()}
        address = self.settings.database_url
        self._store = await Store.open(address, alone=True, shares=True, rules=rules)
        return self._store

    async def assemble(self, store: Store) -> None:
        """Put the parts together over an open store; none of them begins."""
        self.app = wire(self, self.settings, self.clock, store)
        self.jobs = LeaderJobs(self.app)
        for cog in COGS:
            await self.add_cog(cog())
        await self.add_cog(LocationsCog(self.app))
        await self.add_cog(WelcomeCog(self.app, self))
        await self.add_cog(CalledCog(self.app))

    async def set_up(self, store: Store) -> None:
        """Have the parts begin; runs once, before the gateway connects."""
        await keep_calling(self._sync_commands, "the commands cannot be told", self.limits)
        if self._cluster is None:
            await self.jobs.begin()
        else:
            self._peer_watch = PeerWatch(self.app, self.jobs, self._cluster)
            await self._peer_watch.begin()
        await self.app.get(Clocks).wind_up(await store.alive())
        await store.note_alive(self.clock.now())
        self.app.get(Clocks).start()
        await self.app.get(Publisher).catch_up()
        if self._peer_watch is not None:
            self._peer_watch.start()
        self._catch_up.start()
        self._tidy.change_interval(seconds=self.limits.tidy)
        self._tidy.start()
        self._look.change_interval(seconds=self.limits.look)
        self._look.start()
        if not store.ownership.leads:
            self.app.emoji.start(uploads=False)
        self.backups.start()
        self.watching = Watching(self.app, self.connection, self.health, self.backups)
        self.watching.start(shares=self._cluster is not None)
        for start in self.app.get(Jobs).start:
            await start()

    async def on_interaction(self, interaction: discord.Interaction[Nimbus]) -> None:
        """Take in controls and forms, by their custom ids alone: these outlive a restart."""
        if interaction.type in _BY_CUSTOM_ID:
            await follow(interaction)

    def _on_message_data(self, data: Any) -> None:
        """Hear of a message without making one of discord.py's: hardly any is a call."""
        if self.user is not None and (call := called(data, self.user.id)) is not None:
            self.dispatch("call", call)

    async def on_error(self, event_method: str, /, *_: Any, **__: Any) -> None:
        """Log what no other handler caught; discord.py calls this inside its own handler."""
        error = sys.exc_info()[1]
        if isinstance(error, StoreClosed):
            log.info("%s came when the bot was stopping", event_method)
        elif isinstance(error, StoreError):
            log.error("%s failed: %s", event_method, error)
        else:
            log.error("unforeseen error in %s", event_method, exc_info=error)

    async def close(self) -> None:
        """Stop hearing of clicks, then the parts in the order they depend on each other.

        Whoever calls this a second time waits for the first to finish.
        """
        if self._closing is None:
            self._closing = asyncio.ensure_future(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        for loop in (self._catch_up, self._tidy, self._look, self._beat):
            loop.cancel()
        self.health.stop()
        for step in self._steps_of_closing():
            try:
                await step()
            except Exception as error:  # noqa: BLE001 - the next steps are due all the same
                log.error("a step of the stop failed: %s", located(error))  # noqa: TRY400 - no traceback

    def _steps_of_closing(self) -> Iterator[Callable[[], Awaitable[None]]]:
        app = self.app if hasattr(self, "app") else None
        yield self.backups.close
        yield self._hear_no_more
        if self.watching is not None:
            yield self.watching.close
        if app is not None:
            yield partial(close_playing, app)
            # When all clocks have stopped: from this moment people keep the time they have left.
            yield self._note_alive
        yield self._leave
        if app is not None:
            yield partial(close_helpers, app)
        if self._asking is not None:
            self._asking.cancel()
        yield super().close
        if self._store is not None:
            yield self._store.close

    async def _leave(self) -> None:
        """Be none of several processes any more: what this one owned is free at once."""
        if self._peer_watch is not None:
            await self._peer_watch.close()
        if self._cluster is not None:
            # Last: from now on others run the clocks of its tables, so its own must have stopped.
            await self._cluster.heartbeat.close()

    async def _hear_no_more(self) -> None:
        await self.connection.close()
        # What was claimed is answered before it is settled: what is settled nobody answers again.
        await answered()
        if self._takeover is not None:
            await self._takeover.close()

    @tasks.loop(seconds=CATCH_UP)
    async def _catch_up(self) -> None:
        await tried(self.app.get(Publisher).catch_up)
        if self._peer_watch is not None:
            await tried(self._peer_watch.adopt)
        await self.jobs.catch_up()

    @tasks.loop()
    async def _tidy(self) -> None:
        await self.jobs.tidy()

    @tasks.loop()
    async def _beat(self) -> None:
        reasons = [] if self.connection.is_alive() else [DEAF]
        self.health.update(reasons + self._unwritten)

    @tasks.loop()
    async def _look(self) -> None:
        try:
            await self.app.store.check()
        except StoreLost as error:
            log.critical("%s", error)
            self.stop_for(error)
        else:
            trouble = await self.app.store.trouble()
            # While it lasts it keeps its first name, so that a host reads of it once.
            new = self._unwritten or [f"{UNWRITTEN}: {trouble}"]
            self._unwritten = new if trouble else []
            if not trouble and self.connection.is_alive():
                await self._note_alive()

    async def _note_alive(self) -> None:
        # Where that fails the last note holds, which costs no player any time.
        with suppress(StoreError):
            await self.app.store.note_alive(self.clock.now())

    async def _sync_commands(self) -> None:
        """Tell Discord the commands, but only when they changed since it was last told.

        They are for people who have the bot for themselves, too, if the host lets them install it.
        """
        is_personal = bool(self.application and self.application.user_integration_config)
        self.tree.allowed_installs = app_commands.AppInstallationType(guild=True, user=is_personal)
        await self.tree.set_translator(CommandTranslator(self.app.texts))
        payload = await discord_private.payload(self.tree)
        digest = hashlib.sha256(orjson.dumps(payload, option=orjson.OPT_SORT_KEYS)).hexdigest()
        scope = f"application {self.application_id}"
        if await self.app.store.setting(scope, "commands") != digest:
            await self.tree.sync()
            await self.app.store.set_setting(scope, "commands", digest)


def _left_unread(_: Any) -> None:
    """Read nothing of an event."""

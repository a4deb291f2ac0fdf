"""The daily's own rounds: days come and go, servers hear of each, and people are reminded.

One task does it all, at the start, as a day ends, and every half minute, so that it finds what came
late. A server is told once a day: that it was is stored after Discord has taken the message, and a
second try would bear the nonce of the first.
"""

from __future__ import annotations

import asyncio
import logging

from bot.clock import Clock
from bot.daily.calendar import Day
from bot.daily.days import Days
from bot.daily.reminders import Reminders
from bot.daily.told_layout import told_layout
from bot.discord.bars import Bars
from bot.discord.io import DiscordIO
from bot.errors import StageError
from bot.preferences.languages import language_of_all
from bot.preferences.server import Feature, server_settings
from bot.store import Store
from bot.store.errors import StoreClosed, StoreError
from bot.store.settings import SERVER, server_scope
from bot.texts import Texts

log = logging.getLogger(__name__)

ROUND = 30.0
"""The most seconds from one round to the next."""

SETTING = "daily"
"""The setting of a server that names the channel."""

TOLD = "daily_told"
"""The key, in the scope of a server, of the number of the day announced there last."""


class DailyRounds:
    """Goes round once a day and a little more often."""

    def __init__(
        self,
        reminders: Reminders,
        days: Days,
        store: Store,
        texts: Texts,
        io: DiscordIO,
        clock: Clock,
    ) -> None:
        self._reminders = reminders
        self._days = days
        self._store = store
        self._texts = texts
        self._io = io
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        self.bars = Bars[int](clock)
        """The servers that Discord does not let be told."""

    async def begin(self) -> None:
        """See to the days before anybody plays, and go on with it. Raises StoreError."""
        await self.close()
        await self._days.catch_up()
        self._task = asyncio.create_task(self._go_round(), name="daily rounds")

    async def close(self) -> None:
        """Stop; what was not done will be at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def tell(self) -> None:
        """Tell every server of today that wants it and was not told. Raises StoreError."""
        today = self._days.today
        for scope in await self._store.settings_named(SETTING):
            guild_id = scope.removeprefix(SERVER)
            if scope.startswith(SERVER) and guild_id.isdecimal():
                await self._tell(int(guild_id), today)

    async def _go_round(self) -> None:
        while True:
            left = self._days.today.closes - self._clock.now()
            try:
                if self._store.ownership.leads:
                    await self._days.catch_up()
                    await self.tell()
                    await self._reminders.remind()
            except StoreClosed:
                return
            except StoreError as error:
                log.warning("the daily cannot be seen to: %s", error)
            except Exception:
                # The rounds must outlive any one failure.
                log.exception("the daily rounds failed")
            await self._clock.sleep(max(0.05, min(ROUND, left)))

    async def _tell(self, guild_id: int, today: Day) -> None:
        settings = await server_settings(self._store, guild_id)
        number = str(today.number)
        is_known = self._io.is_in(guild_id) and not self.bars.hold(guild_id, number)
        if settings.daily is None or not settings.has(Feature.DAILY) or not is_known:
            return
        stored = await self._store.settings(server_scope(guild_id))
        if stored.get(TOLD) == number:
            return
        series = await self._days.series(today)
        if series is None or series.closed is not None:
            return
        locale = await language_of_all(self._store, guild_id, self._io.locale_of(guild_id))
        view = told_layout(series, self._texts.words(locale))
        nonce = f"d{today.number}-{guild_id}"[-25:]
        try:
            await self._io.post(settings.daily, view, nonce=nonce)
        except StageError as error:
            log.info("the daily is not announced in server %s yet: %s", guild_id, error)
            self.bars.note(guild_id, guild_id, error, number)
            return
        self.bars.forget(guild_id)
        await self._store.set_setting(server_scope(guild_id), TOLD, number)

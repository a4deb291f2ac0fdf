"""The daily's own rounds: days come and go, servers hear of each, and people are reminded."""

from __future__ import annotations

import asyncio
import logging
from functools import partial

from bot.clock import Clock
from bot.daily.layouts import announcement_layout, par_text, shared_layout, shared_rows
from bot.daily.rules import Day
from bot.daily.service import Dailies, Days
from bot.daily.store import DailyStore, Post
from bot.discord.io import DiscordIO
from bot.discord.outbox import Outbox
from bot.errors import Busy, Gone, StageError
from bot.match.calls.notices import Notice, Notices
from bot.match.table.cache import Locks
from bot.preferences.person import REMINDER, PersonSettings
from bot.preferences.server import Feature, language_of_all, server_settings
from bot.store import Store
from bot.store.errors import StoreClosed, StoreError, UnreadableMatch
from bot.store.rows import SeriesRow, Status
from bot.store.settings import PERSON, SERVER, server_scope
from bot.texts import FALLBACK, Texts
from bot.turns import end_tasks

# Reminders: who wants it is written to some hours before a streak ends, once a day.
#
# Where somebody's quiet hours last until then it is done before these begin.
#
# That it was done is stored before the message goes out: whatever dies in between, nobody is ever
# reminded twice.

log = logging.getLogger(__name__)

BEFORE = 4 * 3600.0
"""Seconds before the end of the day from which on people are reminded."""

EARLIEST = 16 * 3600.0
"""Seconds before the end of the day from which on those are reminded who sleep through its end."""

EVERY = 300.0
"""Seconds from one look for people to remind to the next."""

REMINDED = "daily_reminded"
"""The key, in the scope of a person, of the number of the day of which they were reminded last."""


class Reminders:
    """Reminds people of streaks that are about to end; of several processes only the leader's."""

    def __init__(
        self, store: Store, dailies: Dailies, notices: Notices, texts: Texts, clock: Clock
    ) -> None:
        self._store = store
        self._daily_store = DailyStore(store.database)
        self._dailies = dailies
        self._notices = notices
        self._texts = texts
        self._clock = clock
        self._next = 0.0

    async def remind(self) -> None:
        """Remind whoever wants it and is due; most calls do nothing. Raises StoreError."""
        now, today = self._clock.now(), self._dailies.days.today
        if now < max(self._next, today.closes - EARLIEST):
            return
        self._next = min(now + EVERY, today.closes)
        series = await self._dailies.days.series(today)
        if series is None or series.closed is not None:
            return
        for scope in await self._store.settings_named(REMINDER):
            user_id = scope.removeprefix(PERSON)
            if user_id.isdecimal():
                try:
                    await self._remind(int(user_id), scope, today, series.game)
                except UnreadableMatch as error:
                    # Their try cannot be played; everybody else is to be reminded all the same.
                    log.warning("a reminder is left out: %s", error)

    async def _remind(self, user_id: int, scope: str, today: Day, game: str) -> None:
        stored, now = await self._store.settings(scope), self._clock.now()
        settings = PersonSettings.read(stored)
        is_due = now >= _due(settings, today) and settings.quiet_left_at(now) <= now
        if not settings.daily_reminder or not is_due or stored.get(REMINDED) == str(today.number):
            return
        last = await self._daily_store.last(user_id)
        if last is None:
            return
        row = await self._store.match(last.match_id)
        has_played = row is not None and row.status is not Status.PLAYING
        if has_played and last.day == today.number:
            return
        streak = (await self._dailies.habit(user_id)).streak
        if not streak:
            return
        say = self._texts.words(settings.locale(FALLBACK if row is None else row.locale))
        text = say(
            "daily.reminder", n=streak, game=say(f"game.{game}"),
            when=f"<t:{int(today.closes)}:R>",
        )  # fmt: skip
        await self._store.set_setting(scope, REMINDED, str(today.number))
        play = (f"daily:{today.number}:play", say("daily.button.play"))
        await self._notices.tell(user_id, Notice(text, f"daily {today.number}", play))


def _due(settings: PersonSettings, today: Day) -> float:
    """Return from when on a person is reminded of a day."""
    when = today.closes - BEFORE
    while when > today.closes - EARLIEST and settings.quiet_left_at(when) >= today.closes:
        when -= 3600  # an hour
    return when


# The post of a day in a channel: it grows with whoever shares there, and is crowned at the end.
#
# One message a day and channel, edited; one that was deleted is posted again. Who stands in it is
# in the store until the day is closed.


class DayPosts:
    """Keeps the posts of days; `io` writes them by the bot's token."""

    def __init__(self, store: Store, days: Days, texts: Texts, io: DiscordIO) -> None:
        self._store = store
        self._daily_store = DailyStore(store.database)
        self._days = days
        self._texts = texts
        self._io = io
        self._locks = Locks[tuple[int, int]]()

    async def share(self, series: SeriesRow, post: Post, user_id: int, name: str) -> None:
        """Add a person's result to the post of an open day. Raises StageError, StoreError.

        `name` is what they are called there.
        """
        # One at a time, so that of two at once only the first makes a post.
        async with self._locks[post.day, post.channel_id]:
            post = await self._daily_store.share(post, user_id, name)
            await self._show(series, post)

    async def crown(self) -> None:
        """Crown the best in the posts of days that are over, and let go of these.

        What Discord asks to come back with is tried again the next time. Raises StoreError.
        """
        for post in await self._daily_store.posts_before(self._days.today.number):
            series = await self._days.series(Day(post.day))
            if series is not None and series.closed is None:
                continue
            try:
                if series is not None and post.message_id is not None:
                    await self._show(series, post)
            except Busy:
                continue
            except StageError as error:
                log.info("the daily's post in channel %s stays: %s", post.channel_id, error)
            await self._daily_store.end_post(post)

    async def _show(self, series: SeriesRow, post: Post) -> None:
        """Edit a post, or make it; one of a day that is over is not made any more."""
        results = await self._daily_store.shared(post)
        if not results:
            return
        locale = await language_of_all(
            self._store, post.guild_id, self._io.locale_of(post.guild_id)
        )
        say, day = self._texts.words(locale), Day(post.day)
        rows = shared_rows(series, results, say)
        par = par_text(series, await self._daily_store.par(post.day), say)
        view = shared_layout(series, self._texts.day(locale, day.opens), rows, say, par)
        if post.message_id is not None:
            try:
                await self._io.edit(post.channel_id, post.message_id, view, [])
            except Gone:
                if series.closed is not None:
                    raise
            else:
                return
        message_id = await self._io.post(post.channel_id, view)
        await self._daily_store.note_post(
            Post(post.day, post.channel_id, post.guild_id, message_id)
        )


# The daily's own rounds: days come and go, servers hear of each, and people are reminded.
#
# One task does it all, at the start, as a day ends, and every half minute, so that it finds what
# came late. A server is told once a day: that it was is stored after Discord has taken the
# message, and a second try would bear the nonce of the first.

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
        self.posts = DayPosts(store, days, texts, io)
        self.outbox = Outbox[int]("daily", clock)
        """By server."""

    async def begin(self) -> None:
        """See to the days before anybody plays, and go on with it. Raises StoreError."""
        await self.close()
        await self._days.catch_up()
        self._task = asyncio.create_task(self._go_round(), name="daily rounds")

    async def close(self) -> None:
        """Stop; what was not done will be at the next start."""
        await end_tasks([self._task])

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
                    await self.posts.crown()
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
        is_known = self._io.is_in(guild_id) and not self.outbox.holds(guild_id, number)
        if settings.daily is None or not settings.has(Feature.DAILY) or not is_known:
            return
        stored = await self._store.settings(server_scope(guild_id))
        if stored.get(TOLD) == number:
            return
        series = await self._days.series(today)
        if series is None or series.closed is not None:
            return
        locale = await language_of_all(self._store, guild_id, self._io.locale_of(guild_id))
        view = announcement_layout(series, self._texts.words(locale))
        nonce = f"d{today.number}-{guild_id}"[-25:]
        post = partial(self._io.post, settings.daily, view, nonce=nonce)
        if await self.outbox.send(guild_id, guild_id, post, number) is None:
            await self._store.set_setting(server_scope(guild_id), TOLD, number)

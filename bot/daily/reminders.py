"""Reminders: who wants it is written to some hours before a streak ends, once a day.

Where somebody's quiet hours last until then it is done before these begin.

That it was done is stored before the message goes out: whatever dies in between, nobody is ever
reminded twice.
"""

from __future__ import annotations

import logging

from bot.clock import Clock
from bot.daily.calendar import Day
from bot.daily.dailies import Dailies
from bot.daily.store import DailyStore
from bot.match.calls.notices import Notice, Notices
from bot.preferences.active_hours import HOUR
from bot.preferences.person import REMINDER, PersonSettings
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import Status
from bot.store.settings import PERSON
from bot.texts import FALLBACK, Texts

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
        self._kept = DailyStore(store.database)
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
        last = await self._kept.last(user_id)
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
        when -= HOUR
    return when

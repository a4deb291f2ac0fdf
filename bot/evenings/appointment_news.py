"""Does what is due for weekly evenings: opens the next lobby, reminds, and ends seasons.

What is due is found out from what is stored, by the process that leads; done again, each step
changes nothing. A lobby with a time begins by itself, or closes where too few have signed up.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial

from bot.discord.io import DiscordIO, named
from bot.discord.outbox import Outbox
from bot.discord.parts import jump_link
from bot.errors import Busy, StageError
from bot.evenings.appointment_layouts import (
    over_layout,
    paint_of_season,
    reminder_layout,
    reminder_text,
)
from bot.evenings.appointment_service import Appointments
from bot.evenings.news import EventNews
from bot.evenings.season import AHEAD, SOON, Appointment, SeasonLine
from bot.match.calls.notices import Notice, Notices
from bot.match.lobby.lobbies import way_to
from bot.match.show.stage import theme_for
from bot.painter import Painter
from bot.preferences.person import language_for
from bot.preferences.server import Feature, server_settings
from bot.store.errors import StoreError
from bot.store.rows import InvitationCall, MatchRow
from bot.texts import Texts

log = logging.getLogger(__name__)


class AppointmentNews:
    """Does what is due for appointments, and tells of it."""

    def __init__(
        self, appointments: Appointments, events: EventNews, io: DiscordIO, notices: Notices,
        painter: Painter, texts: Texts,
    ) -> None:  # fmt: skip
        self._appointments = appointments
        self._store = appointments.store
        self._clock = appointments.clock
        self._events = events
        self._io = io
        self._notices = notices
        self._painter = painter
        self._texts = texts
        self.outbox = Outbox[int]("appointment", appointments.clock)
        """By appointment."""
        self._one_at_a_time = asyncio.Lock()

    async def catch_up(self) -> None:
        """Do what is due for all appointments, in the one process that leads."""
        if not self._store.ownership.leads_or_tells("appointment"):
            return
        async with self._one_at_a_time:
            for one in await self._appointments.evening_store.appointments():
                try:
                    if (await server_settings(self._store, one.guild_id)).has(Feature.EVENINGS):
                        await self._step(one)
                except StoreError:
                    raise
                except Exception:
                    # The other appointments must go on; the next look tries this one again.
                    log.exception("appointment %s failed", one.id)

    async def _step(self, one: Appointment) -> None:
        now = self._clock.now()
        row = await self._appointments.lobby(one)
        if row is not None:
            if now >= one.next_at - SOON and one.reminder is None:
                await self._remind(one, row)
        elif one.lobby_id is not None or one.next_at <= now:
            # It has begun, or did not take place; or the bot was away at its time.
            await self._take_back_reminder(one)
            await self._appointments.go_on(one)
        elif now >= one.next_at - AHEAD:
            await self._open(one)

    async def _open(self, one: Appointment) -> None:
        """Have people sign up; where a season is over, that is told first."""
        if one.is_season_over and not await self._end_season(one):
            return
        if (opened := await self._appointments.open(one)) is not None:
            await self._events.opened(opened)

    async def _take_back_reminder(self, one: Appointment) -> None:
        if one.reminder:
            try:
                await self._io.delete(one.channel_id, one.reminder)
            except StageError as error:
                log.info("the reminder of appointment %s stays: %s", one.id, error)

    async def _remind(self, one: Appointment, row: MatchRow) -> None:
        """Call who signed up, each as they wish, in one message; none where nobody has."""
        people = [each.user_id for each in row.members if each.user_id is not None]
        now = self._clock.now()
        ways = {user: await way_to(self._store, one.guild_id, user, now) for user in people}
        link = jump_link(row, (await self._store.publication(row.id)).board_message)
        called = [user for user, way in ways.items() if way is InvitationCall.TABLE]
        sent = [0]
        if called:
            post = partial(self._post_reminder, one, row, called, link, sent)
            if self.outbox.holds(one.id) or await self.outbox.send(one.id, one.guild_id, post):
                return
        for user in (user for user, way in ways.items() if way is InvitationCall.DIRECT):
            say = self._texts.words(await language_for(self._store, user, row.locale))
            notice = Notice(reminder_text(row, link, say), f"ap{row.id}-{user}"[-25:])
            await self._notices.tell(user, notice)
        values = {"reminder": sent[-1]}
        await self._appointments.evening_store.change_appointment(one.id, values)

    async def _post_reminder(
        self, one: Appointment, row: MatchRow, called: Sequence[int], link: str, sent: list[int]
    ) -> None:
        view = reminder_layout(row, called, link, self._texts.words(row.locale))
        nonce = f"ap{row.id}-soon"[-25:]
        sent.append(await self._io.post(one.channel_id, view, nonce=nonce, mentions=called))

    async def _end_season(self, one: Appointment) -> bool:
        """Tell how a season ended, and begin the next one; return whether that is done."""
        if lines := await self._appointments.season(one):
            if self.outbox.holds(one.id):
                return False
            post = partial(self._post_season, one, lines)
            if isinstance(await self.outbox.send(one.id, one.guild_id, post), Busy):
                return False
        values = {"season": one.season + 1, "since": self._clock.now()}
        await self._appointments.evening_store.change_appointment(one.id, values)
        return True

    async def _post_season(self, one: Appointment, lines: Sequence[SeasonLine]) -> None:
        say = self._texts.words(one.locale)
        theme = await theme_for(self._store, one.guild_id)
        picture = await self._painter.paint(partial(paint_of_season, one, lines, say, theme))
        pictures = [(f"season-{one.id}-{one.season}.png", picture)]
        view, nonce = over_layout(one, lines, pictures, say), f"ap{one.id}-s{one.season}"
        await self._io.post(one.channel_id, view, files=named(pictures), nonce=nonce)

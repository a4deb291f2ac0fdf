"""The standing of evenings: one message that lives while they go on, and the result at the end.

What a message tells is stored after Discord took it. A kill in between posts it again under the
same nonce, which is the same message; what Discord would not take is tried again by `catch_up`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Any, Protocol

from bot.clock import Clock
from bot.discord.io import named
from bot.discord.parts import Pictures
from bot.errors import Barred, Gone, StageError, Unauthorized
from bot.evenings.layouts import cards_of, heading_of, line_layout, over_layout, standing_layout
from bot.evenings.round import evening_of
from bot.evenings.service import Evenings, Standing
from bot.evenings.store import TOLD, EveningRow, EveningStore
from bot.match.show.line_layout import thread_name
from bot.match.show.look import theme_for
from bot.painter import Painter
from bot.store import Store
from bot.store.errors import StoreError
from bot.store.rows import MatchId, MatchRow
from bot.texts import Texts
from render.api import Words
from render.scenes import SCENES
from render.scenes.evening import paint_evening

log = logging.getLogger(__name__)

BARRED = 600.0
"""Seconds until the bot tries again where it may not write."""

TOO_LATE = 30 * 86400.0
"""Seconds after the end of an evening; later nobody looks for its result any more."""


class EveningStage(Protocol):
    """Where standings are shown: as `DiscordIO` does. Every method may raise StageErrors."""

    async def post(
        self, channel_id: int, view: Any, *, files: Any = (), nonce: str | None = None
    ) -> int:
        """Send a message, which is the same one for the same nonce."""

    async def edit(self, channel_id: int, message_id: int, view: Any, files: Any) -> None:
        """Show something else in a message."""

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete a message; one already gone is fine."""

    async def open_thread(
        self, channel_id: int, message_id: int, name: str, people: Iterable[int]
    ) -> None:
        """Begin a thread from a message, unless it has one."""


class EveningNews:
    """Ends evenings whose tables have all ended, and shows how each stands."""

    def __init__(
        self, store: Store, evenings: Evenings, io: EveningStage, painter: Painter,
        texts: Texts, clock: Clock,
    ) -> None:  # fmt: skip
        self._store = store
        self._kept = EveningStore(store.database)
        self._evenings = evenings
        self._io = io
        self._painter = painter
        self._texts = texts
        self._clock = clock
        self._seen: dict[MatchId, str] = {}
        """What the standing tells of each table, so that not every move is looked at."""
        self._wanted: set[int] = set()
        self._barred: dict[tuple[int, int], float] = {}
        """When to try these evenings again in these places."""
        self._task: asyncio.Task[None] | None = None
        self.listeners: list[Callable[[MatchId, int], Awaitable[None]]] = []
        """Told of the tables of an evening that has ended, and of their versions: all of it may be
        shown from now on, and counts."""

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`."""
        evening_id = evening_of(row.series)
        if evening_id is None:
            return
        told = self._evenings.told_of(row)
        if self._seen.get(row.id) == told:
            return
        self._seen[row.id] = told
        if self._store.ownership.leads_or_tells("evening", evening_id):
            self.request(evening_id)

    def request(self, evening_id: int) -> None:
        """Look soon after an evening, in the one process that leads."""
        self._wanted.add(evening_id)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="evenings")

    async def catch_up(self) -> None:
        """Do what is due for all evenings: whatever a kill or Discord has left undone."""
        for evening in await self._kept.to_do(self._clock.now() - TOO_LATE):
            self.request(evening.id)
        await self.idle()

    async def idle(self) -> None:
        """Wait until everything asked for is done."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def close(self) -> None:
        """Stop; what is not done will be at the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self._wanted:
            evening_id = self._wanted.pop()
            try:
                evening = await self._evenings.step(evening_id)
                if evening is not None and evening.shown != TOLD:
                    await self._try_to_show(evening)
            except StoreError as error:
                log.warning("evening %s waits for the store: %s", evening_id, error)
            except Exception:
                # The other evenings must go on; the next look tries this one again.
                log.exception("evening %s failed", evening_id)

    async def _try_to_show(self, evening: EveningRow) -> None:
        standing = await self._evenings.standing(evening)
        if not standing.tables:
            return
        for one in standing.tables if evening.ended is not None else ():
            for listener in self.listeners:
                await listener(one.row.id, one.row.version)
        place = evening.id, standing.first.home_id
        if self._clock.now() < self._barred.get(place, 0.0):
            return
        try:
            await self._show(standing)
        except StageError as error:
            log.info("the standing of evening %s waits: %s", evening.id, error)
            if isinstance(error, Barred) and not isinstance(error, Unauthorized):
                self._barred[place] = self._clock.now() + BARRED

    async def _show(self, standing: Standing) -> None:
        """Show how an evening stands, if that is new: at the end in a message of its own."""
        evening, first = standing.evening, standing.first
        has_ended = evening.ended is not None
        told = TOLD if has_ended else standing.key
        if told == evening.shown:
            return
        say = self._texts.words(evening.locale)
        if first.is_in_thread and evening.channel_id != first.home_id:
            # Its tables begin the thread too; whoever comes first does.
            await self._io.open_thread(first.channel_id, first.home_id, thread_name(first, say), ())
        message_id = await self._shown(standing, say, is_new=has_ended)
        if first.is_in_thread:
            await self._show_line(standing, say)
        if evening.message_id not in (None, message_id):
            # Before it is noted: after a kill in between the old one is known still.
            await self._io.delete(evening.channel_id or 0, evening.message_id or 0)
        await self._kept.note_shown(evening.id, first.home_id, message_id, told)
        for one in standing.tables if has_ended else ():
            self._seen.pop(one.row.id, None)

    async def _shown(self, standing: Standing, say: Words, *, is_new: bool) -> int:
        """Show the standing and return the id of its message."""
        evening, home = standing.evening, standing.first.home_id
        pictures = await self._pictures(standing, say)
        if evening.ended is None:
            view = standing_layout(standing, say)
        else:
            view = over_layout(standing, pictures, say)
        if evening.message_id is not None and evening.channel_id == home and not is_new:
            try:
                await self._io.edit(home, evening.message_id, view, named(pictures))
            except Gone:
                standing = replace(standing, evening=replace(evening, message_id=None))
            else:
                return evening.message_id
        nonce = f"ev{evening.id}-{'end' if is_new else home}"[-25:]
        return await self._io.post(home, view, files=named(pictures), nonce=nonce)

    async def _show_line(self, standing: Standing, say: Words) -> None:
        """Show in the channel what leads to the thread; a message that was deleted stays so."""
        first = standing.first
        try:
            await self._io.edit(first.channel_id, first.home_id, line_layout(standing, say), [])
        except (Barred, Gone) as error:
            log.info("evening %s has no line in its channel: %s", standing.evening.id, error)

    async def _pictures(self, standing: Standing, say: Words) -> Pictures:
        if not standing.sat:
            return []
        heading, cards = heading_of(standing, say), cards_of(standing)
        unit = SCENES[standing.first.game].unit
        theme = await theme_for(self._store, standing.evening.guild_id)
        picture = await self._painter.paint(lambda: paint_evening(heading, cards, unit, say, theme))
        return [(f"evening-{standing.evening.id}.png", picture)]

"""Evenings that begin at a time, as events of their server, where it lets the bot make some.

What is announced stands among the settings, in the scope of the evening: nothing yet, then the id
of the event, with a mark once it has begun. A kill in between has it looked at again: an event that
was made is found again. Where Discord refuses, all goes on without.
"""

from __future__ import annotations

import logging
from typing import Protocol

from bot.clock import Clock
from bot.discord.calendar import ACTIVE, CANCELLED, COMPLETED, SCHEDULED, NewEvent
from bot.discord.parts import jump_link
from bot.errors import Busy, StageError
from bot.evenings.round import BREAK, evening_of, seconds_of_round
from bot.evenings.store import EveningStore
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import MatchId, MatchRow, Status
from bot.texts import Texts

log = logging.getLogger(__name__)

EVENT = "event"
"""The key, in the scope of an evening, of what is announced."""

_SCOPE, _BEGUN = "evening ", " begun"


class Announcing(Protocol):
    """Where events are made: as `Calendar` does. May raise StageErrors."""

    def may_announce(self, guild_id: int) -> bool:
        """Return whether the bot may make events in a server."""

    async def announce(self, event: NewEvent) -> int:
        """Make an event, unless there is one; return its id."""

    async def move(self, guild_id: int, event_id: int, status: int) -> None:
        """Have an event begin, end, or be cancelled."""


class EventNews:
    """Announces evenings that begin at a time, and keeps what is announced true."""

    def __init__(self, store: Store, calendar: Announcing, texts: Texts, clock: Clock) -> None:
        self._store = store
        self._kept = EveningStore(store.database)
        self._calendar = calendar
        self._texts = texts
        self._clock = clock

    async def opened(self, row: MatchRow) -> None:
        """Announce an evening whose lobby was opened, if it has a time and the server lets it."""
        if row.terms.begins is None or not self._calendar.may_announce(row.guild_id or 0):
            return
        await self._note(row.id, "")
        await self._look(row.id, "")

    async def catch_up(self) -> None:
        """Bring all that is announced up to date."""
        for scope, value in (await self._store.settings_named(EVENT)).items():
            await self._look(MatchId(int(scope.removeprefix(_SCOPE))), value)

    async def _look(self, evening_id: MatchId, value: str) -> None:
        """Do what is due for what is announced of an evening, of which `value` is known."""
        try:
            row = await self._store.match(evening_id)
            if row is None or row.guild_id is None:
                await self._note(evening_id, None)
            elif value:
                await self._move(row, value, await self._status(row))
            elif row.status is Status.LOBBY and self._clock.now() < (row.terms.begins or 0.0):
                event_id = await self._calendar.announce(await self._event(row))
                await self._note(evening_id, str(event_id))
            else:
                await self._note(evening_id, None)
        except (Busy, UnreadableMatch) as error:
            log.info("the event of evening %s waits: %s", evening_id, error)
        except StageError as error:
            log.info("evening %s is no event: %s", evening_id, error)
            await self._note(evening_id, None)

    async def _status(self, row: MatchRow) -> int:
        # Of two servers that play one, both announce it.
        evening = await self._kept.get(evening_of(row.series) or row.id)
        if evening is None:
            return SCHEDULED if row.status is Status.LOBBY else CANCELLED
        return ACTIVE if evening.ended is None else COMPLETED

    async def _move(self, row: MatchRow, value: str, status: int) -> None:
        """Move an event on to where its evening stands; one that is over is forgotten."""
        number, has_begun = int(value.removesuffix(_BEGUN)), value.endswith(_BEGUN)
        guild_id = row.guild_id or 0
        if status in (ACTIVE, COMPLETED) and not has_begun:
            try:
                await self._calendar.move(guild_id, number, ACTIVE)
            except Busy:
                raise
            except StageError as error:
                log.info("the event of evening %s may have begun: %s", row.id, error)
            await self._note(row.id, f"{number}{_BEGUN}")
        if status in (CANCELLED, COMPLETED):
            await self._calendar.move(guild_id, number, status)
            await self._note(row.id, None)

    async def _event(self, row: MatchRow) -> NewEvent:
        say, rounds = self._texts.words(row.locale), row.terms.rounds
        link = jump_link(row, (await self._store.publication(row.id)).board_message)
        begins = row.terms.begins or 0.0
        return NewEvent(
            row.guild_id or 0,
            row.channel_id,
            say("evening.event", game=say(f"game.{row.game}")),
            say("evening.event.about", n=rounds, link=link),
            begins,
            begins + rounds * (seconds_of_round(row) + BREAK),
        )

    async def _note(self, evening_id: MatchId, value: str | None) -> None:
        await self._store.set_setting(f"{_SCOPE}{evening_id}", EVENT, value)

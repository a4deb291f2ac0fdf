"""When a person is called to their turn: as they wish, and in no quiet hours."""

from __future__ import annotations

from dataclasses import replace

import orjson

from bot.clock import Clock
from bot.match.table.state import is_house
from bot.match.table.times import is_slow
from bot.preferences.person import CallMoment, PersonSettings, Place
from bot.presenters import PRESENTERS
from bot.store import Store
from bot.store.rows import MatchRow, Member, Status
from bot.store.settings import person_scope
from engine.game import View
from engine.seats import Seat

# How many direct messages one person is sent: a limited number of notices in a while.
#
# Every message counts, the first one of a hand too, but only notices are ever held back for it:
# the hands of running games come in any case. The count is stored with the person, so that a
# restart gives nobody a second helping.

NOTICES = 60
NOTICES_SPAN = 7200.0
"""At most this many notices for one person in this many seconds."""

SENT = "sent"
"""The key, in the scope of a person, of when they were sent something."""

_REMEMBERED = 1000
"""Size of the cache, in people."""


class MessageBudget:
    """Counts direct messages by person. Raises StoreError where that cannot be stored."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._sent: dict[int, list[float]] = {}

    async def has_room(self, user_id: int) -> bool:
        """Return whether a person may be sent a notice now."""
        return len(await self._of(user_id)) < NOTICES

    async def count(self, user_id: int) -> None:
        """Count a message that was sent: a notice, or one that comes in any case."""
        sent = await self._of(user_id)
        sent.append(self._clock.now())
        # More than the budget, which hands alone may come to, make no difference.
        del sent[:-NOTICES]
        text = orjson.dumps([int(when) for when in sent]).decode()
        await self._store.set_setting(person_scope(user_id), SENT, text)

    async def free_at(self, user_id: int) -> float:
        """Return when the next notice may be sent; now, if one may be."""
        sent = await self._of(user_id)
        return sent[-NOTICES] + NOTICES_SPAN if len(sent) >= NOTICES else self._clock.now()

    def forget(self, user_id: int) -> None:
        """Forget a person whose data was deleted."""
        self._sent.pop(user_id, None)

    async def tidy(self) -> None:
        """Forget what was sent long ago."""
        for scope, text in (await self._store.settings_named(SENT)).items():
            if not self._recent(_read(text)):
                await self._store.set_setting(scope, SENT, None)

    async def _of(self, user_id: int) -> list[float]:
        """Return when a person was sent something within the span, the oldest first."""
        if not self._store.ownership.is_sole_writer:
            self._sent.pop(user_id, None)  # another process may have sent something since
        if user_id not in self._sent:
            stored = _read(await self._store.setting(person_scope(user_id), SENT))
            if len(self._sent) >= _REMEMBERED:
                self._sent.clear()
            self._sent.setdefault(user_id, stored)
        sent = self._sent[user_id]
        sent[:] = self._recent(sent)
        return sent

    def _recent(self, sent: list[float]) -> list[float]:
        now = self._clock.now()
        # What lies ahead was counted by a clock that has been set back since.
        return [when for when in sent if now - NOTICES_SPAN < when <= now]


def _read(text: str | None) -> list[float]:
    """Read what is stored; nothing, if it is damaged."""
    try:
        stored = orjson.loads(text or "[]")
    except ValueError:
        return []
    numbers = stored if isinstance(stored, list) else []
    return sorted(float(when) for when in numbers if type(when) in (int, float))[-NOTICES:]


QUIET = 60.0
"""People who did something within this many seconds are not called, unless they want it."""

SHORT = 180
"""A turn of fewer seconds leaves no time for that: a quarter of it is waited for."""


def called_seats(row: MatchRow, view: View) -> tuple[Seat, ...]:
    """Return the seats whose persons are to be called, given what everybody sees of their game.

    Nobody is called for a move that makes itself, nor while the game is paused, nor where the bot
    cannot call, or they are alone with it.
    """
    is_here = row.by_token or row.guild_id is None
    if row.status is not Status.PLAYING or row.pauses or is_here:
        return ()
    if len(view.to_act) == 1 and PRESENTERS[row.game].forced(view) is not None:
        return ()
    return tuple(seat for seat in view.to_act if not is_house(row.members[seat - 1]))


def place_of(member: Member, settings: PersonSettings) -> Place:
    """Return where a person is called; at the table where direct messages do not reach them."""
    is_shut = settings.place is Place.DM and not member.dm
    return Place.TABLE if is_shut else settings.place


def may_call_at(
    row: MatchRow, user_id: int, settings: PersonSettings, now: float, seen: float
) -> float | None:
    """Return from when on one of a table's people may be called; None if never.

    `seen` is when they were at the table, if they did anything else there since they acted.
    """
    member = next(member for member in row.members if member.user_id == user_id)
    member = replace(member, acted=max(member.acted, seen))
    return call_at(row, member, settings, now)


def call_at(row: MatchRow, member: Member, settings: PersonSettings, now: float) -> float | None:
    """Return the earliest time a person who is to act may be called; None if never."""
    when = _wished(member, settings, now, _quiet(row))
    if when is not None and is_slow(row):
        when = max(when, member.clock.vacation)
    if when is None or settings.place is Place.NOWHERE:
        return None
    return settings.quiet_left_at(when)


def _quiet(row: MatchRow) -> float:
    return min(QUIET, row.terms.clock / 4) if 0 < row.terms.clock < SHORT else QUIET


def _wished(member: Member, settings: PersonSettings, now: float, quiet: float) -> float | None:
    """Return when a person wishes to be called, at whatever hour."""
    if member.clock.reminded:
        return now
    if settings.moment is CallMoment.LAST:
        return None
    # What happened after now was noted by a clock that has been set back since.
    is_here = settings.moment is CallMoment.QUIET and 0 <= now - member.acted < quiet
    return member.acted + quiet if is_here else now

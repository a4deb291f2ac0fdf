"""How many direct messages one person is sent: a limited number of notices in a while.

Every message counts, the first one of a hand too, but only notices are ever held back for it: the
hands of running games come in any case. The count is stored with the person, so that a restart
gives nobody a second helping.
"""

from __future__ import annotations

import orjson

from bot.clock import Clock
from bot.store import Store
from bot.store.settings import person_scope

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

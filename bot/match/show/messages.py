"""The messages in which a match is shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

from bot.store import Store
from bot.store.rows import HandMessage, MatchId, Publication

UNREAD = -1
"""That it is not known what is stored."""


class Messages:
    """Where a match is shown, as stored: read once, then kept up with what is noted.

    All that show messages of a match share one, so that each knows what the others noted.
    """

    def __init__(self, store: Store, match_id: MatchId) -> None:
        self.publication = Publication(match_id)
        self.hands: dict[int, HandMessage] = {}
        self._store = store
        # How often matches had been rewritten when this was read: who rewrites them, notes here.
        self._seen = UNREAD

    async def read(self) -> None:
        """Read what is stored, if it may be new; nobody may be noting anything meanwhile."""
        seen = self._store.rewrites.count
        if self._seen == seen:
            return
        self.publication, hands = await self._store.messages(self.publication.match_id)
        self.hands = {hand.user_id: hand for hand in hands}
        self._seen = seen

    async def note(self, **changes: Any) -> None:
        """Note some fields of the Publication."""
        async with self._noting():
            await self._store.note(self.publication.match_id, **changes)
            self.publication = replace(self.publication, **changes)

    async def set_hand(self, hand: HandMessage) -> None:
        """Note the direct message that shows somebody's hand."""
        async with self._noting():
            await self._store.set_hand(hand)
            self.hands[hand.user_id] = hand

    @asynccontextmanager
    async def _noting(self) -> AsyncIterator[None]:
        """Where it fails nobody knows what is stored: it is read again."""
        try:
            yield
        except BaseException:
            self._seen = UNREAD
            raise

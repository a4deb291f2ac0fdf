"""The messages in which a match is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bot.store.rows import HandMessage, MatchId, Publication

if TYPE_CHECKING:
    from bot.store import Store


class Messages:
    """Where a match is shown, as stored: read once, then kept up with what is noted.

    All that show messages of a match share one, so that each knows what the others noted.
    """

    def __init__(self, store: Store, match_id: MatchId) -> None:
        self.publication = Publication(match_id)
        self.hands: dict[int, HandMessage] = {}
        self._store = store

    async def read(self) -> None:
        """Read what is stored; nobody may be noting anything meanwhile."""
        self.publication, hands = await self._store.messages(self.publication.match_id)
        self.hands = {hand.user_id: hand for hand in hands}

    async def note(self, **changes: Any) -> None:
        """Note some fields of the Publication."""
        await self._store.note(self.publication.match_id, **changes)
        self.publication = replace(self.publication, **changes)

    async def set_hand(self, hand: HandMessage) -> None:
        """Note the direct message that shows somebody's hand."""
        await self._store.set_hand(hand)
        self.hands[hand.user_id] = hand

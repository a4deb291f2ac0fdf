"""The effect of every press on the showing of matches."""

from __future__ import annotations

from collections.abc import Callable

from bot.match.clock.clocks import Clocks
from bot.match.show.discord_stage import DiscordStage
from bot.match.show.publisher import Publisher
from bot.match.show.tokens import Interaction
from bot.store.rows import MatchId


class Hearing:
    """Shows what had to wait for a press; `bot.discord.press` calls it."""

    def __init__(self, publisher: Publisher, stage: DiscordStage, clocks: Clocks) -> None:
        self._publisher, self._stage, self._clocks = publisher, stage, clocks

    def hear(
        self, interaction: Interaction, match_id: MatchId, shown: int | None,
        is_answered: Callable[[], bool],
    ) -> None:  # fmt: skip
        """Let a match that is shown by token be shown by a press, once `is_answered`.

        `shown` is the message that shows it, if the press names one.
        """
        self._stage.tokens.hear(interaction, match_id, shown, is_answered)

    async def heard(self, match_id: MatchId) -> None:
        """Show what waited for a press where a match is shown by token. Raises StoreError."""
        if await self._publisher.heard(match_id):
            self._clocks.look_soon()

    def pressed(self, user_id: int) -> None:
        """Try direct messages again to a person who is there now."""
        self._publisher.pressed(user_id)

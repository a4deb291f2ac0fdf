"""Private panels of lobbies, and hints: they go when they have done their work."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.clock import Clock
from bot.discord.refusals import LOST
from bot.match.show.tokens import Interaction, lives
from bot.store.rows import MatchId

REMEMBERED = 500
"""The most panels that are remembered; then the oldest are forgotten, and stay."""


@dataclass(frozen=True, slots=True)
class _Panel:
    """A panel that a person has open: what it was opened on, and the newest press.

    One that `stays` for others goes only for whoever does what ends it.
    """

    on: int
    press: Interaction
    stays: bool


class Panels:
    """Remembers private panels of lobbies and hints, by their message, and deletes them.

    Discord lets the bot do so for a while after the last press of each. Panels are forgotten at a
    restart: then they stay until their person puts them away.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._panels: dict[int, _Panel] = {}

    def note(self, press: Interaction, shown: int, *, stays: bool = False) -> None:
        """Note the panel that a press has opened on a lobby, or changed; `shown` is its message."""
        message = press.message
        if message is not None and not message.flags.ephemeral:
            self._note(press, shown, message.id, stays=stays)
        elif shown in self._panels:
            self._panels[shown] = replace(self._panels.pop(shown), press=press)

    def note_hint(self, press: Interaction, shown: int, match_id: MatchId) -> None:
        """Note the hint that a press has shown, or offered: it goes when its person has moved."""
        self._note(press, shown, match_id, stays=True)

    def _note(self, press: Interaction, shown: int, on: int, *, stays: bool) -> None:
        self._panels.pop(shown, None)
        self._panels[shown] = _Panel(on, press, stays)
        while len(self._panels) > REMEMBERED:
            self._panels.pop(next(iter(self._panels)))

    async def close(self, on: int, user_id: int) -> None:
        """Delete the panels opened on a lobby's message, as that is none any more.

        Those who read the rules may read on, but for the person who has ended it. Or, with the id
        of a match, delete the hints of a person who has moved.
        """
        gone = [
            shown
            for shown, panel in self._panels.items()
            if panel.on == on and (panel.press.user.id == user_id or not panel.stays)
        ]
        await asyncio.gather(*map(self.put_away, gone))

    async def put_away(self, shown: int) -> None:
        """Delete one panel, by its message, if it is known."""
        panel = self._panels.pop(shown, None)
        if panel is None:
            return
        if lives(panel.press, self._clock.now()):
            with suppress(*LOST):  # its person has put it away
                await panel.press.delete_original_response()

"""Private panels of lobbies and tables, and hints: they go when they have done their work."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, replace

from bot.clock import Clock
from bot.discord.io import LOST
from bot.match.show.tokens import Interaction, lives
from bot.store.rows import LIVE, MatchId, MatchRow

REMEMBERED = 500
"""The most panels that are remembered; then the oldest are forgotten, and stay."""


@dataclass(frozen=True, slots=True)
class _Panel:
    """A panel that a person has open: what it was opened on, and the newest press.

    That was `heard` then, by `Clock.monotonic`.
    One that `stays` for others goes only for whoever does what ends it; one that `lasts` goes for
    nobody till its game has ended.
    """

    on: int
    press: Interaction
    heard: float
    stays: bool
    lasts: bool


class Panels:
    """Remembers private panels and hints, by their message, and deletes them.

    Discord lets the bot do so for a while after the last press of each. Panels are forgotten at a
    restart: then they stay until their person puts them away.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._panels: dict[int, _Panel] = {}
        self._going: set[asyncio.Task[None]] = set()

    def note(self, press: Interaction, shown: int, *, stays: bool = False) -> None:
        """Note the panel that a press has opened on a lobby, or changed; `shown` is its message."""
        message = press.message
        if message is not None and not message.flags.ephemeral:
            self._note(press, shown, message.id, stays=stays)
            return
        # In words it is another message by now.
        before = message.id if message is not None else shown
        if before in self._panels:
            panel, heard = self._panels.pop(before), self._clock.monotonic()
            self._panels[shown] = replace(panel, press=press, heard=heard)

    def is_on_table(self, press: Interaction) -> bool:
        """Return whether a press is on a message of a table, or on a panel opened there."""
        message = press.message
        return message is not None and (not message.flags.ephemeral or message.id in self._panels)

    async def note_hint(self, press: Interaction, shown: int, match_id: MatchId) -> None:
        """Note the hint that a press has shown, or offered: it goes when its person has moved.

        What they were shown before goes now.
        """
        self._panels.pop(shown, None)
        await self.close(match_id, press.user.id)
        self._note(press, shown, match_id, stays=True)

    def note_answer(self, press: Interaction, shown: int, match_id: MatchId) -> None:
        """Note what a press has been told about a match: it goes when its person has moved."""
        self._note(press, shown, match_id, stays=True)

    def note_question(self, press: Interaction, shown: int, match_id: MatchId) -> None:
        """Note what a press has shown about ending a match, or leaving it: it goes with that."""
        self._note(press, shown, match_id, stays=True, lasts=True)

    def leave_to(self, press: Interaction) -> None:
        """Forget the panel that a press is on: its answer takes that one's place."""
        if press.message is not None:
            self._panels.pop(press.message.id, None)

    def _note(
        self, press: Interaction, shown: int, on: int, *, stays: bool, lasts: bool = False
    ) -> None:
        self._panels.pop(shown, None)
        self._panels[shown] = _Panel(on, press, self._clock.monotonic(), stays, lasts)
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
            if panel.on == on
            and not panel.lasts
            and (panel.press.user.id == user_id or not panel.stays)
        ]
        await asyncio.gather(*map(self.put_away, gone))

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`: what was shown about a match goes when it has ended."""
        if row.status in LIVE:
            return
        for shown in [shown for shown, panel in self._panels.items() if panel.on == row.id]:
            # By and by: the match is locked, and nobody waits for this.
            task = asyncio.create_task(self.put_away(shown), name="panel")
            self._going.add(task)
            task.add_done_callback(self._going.discard)

    async def put_away(self, shown: int) -> None:
        """Delete one panel, by its message, if it is known."""
        panel = self._panels.pop(shown, None)
        if panel is not None and lives(panel.heard, self._clock):
            with suppress(*LOST):  # its person has put it away
                await panel.press.followup.delete_message(shown)

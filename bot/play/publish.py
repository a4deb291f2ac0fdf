"""Publishing: after a change is stored, everybody is shown the newest table.

One task a match at a time; what changes meanwhile makes it go round again, so the latest version
wins and nothing is shown twice. What Discord would not take now is tried again later.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.play.stage import Busy
from bot.store.rows import MatchId, MatchRow

if TYPE_CHECKING:
    from bot.clock import Clock
    from bot.play.showing import Showing
    from bot.store import Store

log = logging.getLogger(__name__)

RETRIES = (1.0, 2.0, 5.0, 15.0, 30.0, 60.0)


class Publisher:
    """Brings stored matches before the players' eyes."""

    def __init__(self, store: Store, showing: Showing, clock: Clock) -> None:
        self._store = store
        self._showing = showing
        self._clock = clock
        self._tasks: dict[MatchId, asyncio.Task[None]] = {}
        self._again: set[MatchId] = set()
        self._pauses: dict[MatchId, asyncio.Task[None]] = {}
        self._closing = False

    async def on_change(self, row: MatchRow) -> None:
        """Listen to `Tables`."""
        self.request(row.id)

    def request(self, match_id: MatchId) -> None:
        """Have a match published soon."""
        if self._closing:
            return
        if match_id in self._tasks:
            self._again.add(match_id)
            if match_id in self._pauses:
                # Nobody waits for what one person cannot be shown just now.
                self._pauses[match_id].cancel()
            return
        task = asyncio.create_task(self._run(match_id), name=f"publish {match_id}")
        self._tasks[match_id] = task

    async def catch_up(self) -> None:
        """Publish what was stored but not shown when the bot last stopped."""
        for match_id in await self._store.unpublished():
            self.request(match_id)

    def renew(self, match_id: MatchId, user_id: int) -> None:
        """Show a person his hand again, even if it should be up to date: he saw an old one."""
        self._showing.forget(match_id, user_id)
        self.request(match_id)

    async def note_shown(self, row: MatchRow, message_id: int) -> None:
        """Note that a match was shown by other means: in the answer to a command."""
        publication = replace(await self._store.publication(row.id), published=row.version)
        if publication.board_message is None:
            publication = replace(
                publication,
                board_channel=row.channel_id,
                board_message=message_id,
                board_at=self._clock.now(),
            )
        await self._store.set_publication(publication)

    async def idle(self) -> None:
        """Wait until everything asked for has been shown."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def close(self) -> None:
        """Stop; what was not shown will be at the next start."""
        self._closing = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, match_id: MatchId) -> None:
        try:
            while True:
                await self._insist(match_id)
                if match_id not in self._again:
                    return
        except Exception:
            # A bug in showing one match must not end the publishing of the others; the match
            # stays unpublished and is tried again at its next change and at the next start.
            log.exception("match %s could not be shown", match_id)
        finally:
            # No await between the last look at `_again` and this, so no request is lost.
            self._tasks.pop(match_id, None)

    async def _insist(self, match_id: MatchId) -> None:
        for failures in itertools.count():
            self._again.discard(match_id)
            try:
                await self._showing.show(match_id)
            except Busy as error:
                pause = RETRIES[min(failures, len(RETRIES) - 1)]
                log.warning("match %s not shown (%s), again in %s s", match_id, error, pause)
                await self._wait(match_id, pause)
            else:
                return

    async def _wait(self, match_id: MatchId, seconds: float) -> None:
        """Wait, but no longer than until the match changes."""
        pause = self._pauses[match_id] = asyncio.create_task(self._clock.sleep(seconds))
        try:
            await asyncio.wait((pause,))
        finally:
            pause.cancel()
            del self._pauses[match_id]

"""A lane keeps one message up to date: the newest frame wins, and what fails is tried again.

Every message has a lane of its own, so that none waits for another but for a slot to be sent in.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager

from bot import meters
from bot.clock import Clock
from bot.discord.outbox import RETRIES, SLOW, pause_after
from bot.errors import Busy, Hasty, StageError, Unauthorized
from bot.match.show.frame import Frame
from bot.store.errors import StoreFailed

log = logging.getLogger(__name__)

Part = tuple[str, int]
"""A message of a match: its kind, and for a hand, whose (0 otherwise)."""

BOARD: Part = ("board", 0)
CALL: Part = ("call", 0)
LINE: Part = ("line", 0)

LAST_SENT = 3.0
"""Seconds in which what is on its way may arrive when the bot is stopped."""


class Lane:
    """Shows one frame after another in one message; it has a task only while there is work.

    `shown` is the version shown last. `slot` waits until the message may be sent; only then is the
    frame taken, so that it is the newest. `show` shows it and raises StageError or StoreFailed
    for what is to be tried again; anything else ends the work until a frame is wanted anew.
    `on_shown` is called when nothing newer waits, `on_end` with what ended the work, if anything
    did.
    """

    def __init__(
        self,
        name: str,
        show: Callable[[Frame], Awaitable[None]],
        slot: Callable[[Lane], AbstractAsyncContextManager[None]],
        on_shown: Callable[[], Awaitable[None]],
        on_end: Callable[[Exception | None], None],
        clock: Clock,
    ) -> None:
        self.shown = 0
        self.is_barred = False
        self._name = name
        self._show = show
        self._slot = slot
        self._on_shown = on_shown
        self._on_end = on_end
        self._clock = clock
        self._wanted: Frame | None = None
        # Since when something that is wanted is not shown.
        self._since: float | None = None
        self._task: asyncio.Task[None] | None = None
        self._pause: asyncio.Task[None] | None = None
        self._failures = 0
        self._is_hurried = False
        self._is_sending = self._is_last = False

    @property
    def task(self) -> asyncio.Task[None] | None:
        """The task at work, if there is work."""
        return self._task

    @property
    def wanted(self) -> Frame | None:
        """The frame to be shown next, if any."""
        return self._wanted

    @property
    def is_trying(self) -> bool:
        """Whether it is showing something now, and not waiting before the next try."""
        return self._task is not None and self._pause is None

    def want(self, frame: Frame) -> None:
        """Have a frame shown as soon as can be, unless a newer one is or will be."""
        version = frame.version
        if version < self.shown or (self._wanted and version < self._wanted.version):
            return
        self.shown = min(self.shown, version - 1)
        self._wanted = frame
        self._since = self._since or time.perf_counter()
        self.hurry()
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name=self._name)

    def hurry(self) -> None:
        """Try again now, if the lane waits to, or at once if Discord refuses the present try."""
        self._is_hurried = True
        if self._pause is not None:
            self._pause.cancel()

    def stop(self) -> None:
        """Show nothing any more: the message is nobody's now."""
        self._wanted = None
        if self._task is not None:
            self._task.cancel()

    def finish(self) -> None:
        """Show nothing any more but what is on its way, which is noted once it has arrived."""
        self._is_last = True
        if self._task is not None and not self._is_sending:
            self._task.cancel()

    async def _run(self) -> None:
        ended_by = None
        try:
            while self._wanted is not None and not self._is_last:
                await self._attempt(self._wanted)
        except Exception as error:  # noqa: BLE001 - a bug in one message must not end the others
            self._wanted, ended_by = None, error
        finally:
            # No await between the last look at `_wanted` and this, so no wish is lost.
            self._task = None
            self._on_end(ended_by)

    async def _attempt(self, frame: Frame) -> None:
        since = self._since
        try:
            async with self._slot(self):
                frame, self._wanted = self._wanted or frame, None
                since, self._since = self._since, None
                self._is_hurried, self._is_sending = False, True
                try:
                    await self._show(frame)
                finally:
                    self._is_sending = False
            self.shown = max(self.shown, frame.version)
            self._failures, self.is_barred = 0, False
            self._measure(since)
            if self._wanted is None:
                await self._on_shown()
        except Unauthorized:
            raise
        except (StageError, StoreFailed) as error:
            self._wanted = self._wanted or frame
            self._since = since
            await self._rest(error)

    def _measure(self, since: float | None) -> None:
        if since is not None:
            kind = self._name.rpartition(" ")[2]
            meters.SHOWN.labels(kind).observe(time.perf_counter() - since)

    async def _rest(self, error: Exception) -> None:
        """Wait before the next try."""
        self.is_barred = isinstance(error, StageError) and not isinstance(error, Busy)
        self._failures += 1
        seconds = pause_after(self._failures, SLOW if self.is_barred else RETRIES)
        if isinstance(error, Hasty):
            seconds = error.seconds
        what = error if isinstance(error, StageError) else type(error).__name__
        log.warning("%s not shown (%s), again in %s s", self._name, what, seconds)
        if self._is_last or (self._is_hurried and self.is_barred):
            return
        await self.linger(seconds)

    async def linger(self, seconds: float) -> None:
        """Wait so long, but no longer than until something newer is wanted."""
        pause = self._pause = asyncio.create_task(self._clock.sleep(seconds))
        try:
            await asyncio.wait((pause,))
        finally:
            pause.cancel()
            self._pause = None


async def finished(lanes: Sequence[Lane]) -> None:
    """Have lanes finish: what is on its way is noted, or whoever goes on would not know of it."""
    for lane in lanes:
        lane.finish()
    if sending := [lane.task for lane in lanes if lane.task is not None]:
        await asyncio.wait(sending, timeout=LAST_SENT)

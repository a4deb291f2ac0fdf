"""Virtual time for everything on an event loop, and rest: the state in which nothing more comes."""

from __future__ import annotations

import asyncio
import datetime as dt
import heapq
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial, wraps
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord.utils
from discord.ext import tasks

from bot.match.house.fork_server import Worker
from bot.match.house.forks import Fork, Forks
from bot.store.backends.sqlite import ReadingThread
from bot.store.writer import Writer
from tests.waits import PATIENCE

BEGINNING = dt.datetime(2026, 1, 1, tzinfo=dt.UTC).timestamp()
"""When every evening begins."""

SOON = 20.0
"""What the loop is to do in so many seconds comes by itself; what is later waits for `advance`."""


class VirtualTime:
    """The time of an evening, which stands still, and that of its loop, which never waits.

    The loop's own timers come one after the other as soon as nothing else is to be done; nothing is
    waited for but what threads and other processes do.
    """

    def __init__(self) -> None:
        self.now = BEGINNING
        self._loop: Any = asyncio.get_running_loop()
        self._time: float = self._loop.time()
        self._limit = self._time
        self._outside = 0
        self._resting: list[asyncio.Future[None]] = []
        self._parked: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    async def rest(self) -> None:
        """Wait until nothing more comes by itself."""
        self._limit = self._time + SOON
        resting = self._loop.create_future()
        self._resting.append(resting)
        await resting

    async def advance(self, seconds: float) -> None:
        """Let so much time pass, with all that happens meanwhile."""
        target = self.now + seconds
        await self.rest()
        while self.now < target:
            coming = [target]
            if self._parked:
                coming.append(self._parked[0][0])
            if (timer := self._next_timer()) is not None:
                coming.append(self.now + timer - self._time)
            step = max(0.0, min(coming) - self.now)
            self.now += step
            self._time += step
            while self._parked and self._parked[0][0] <= self.now:
                future = heapq.heappop(self._parked)[2]
                if not future.done():
                    future.set_result(None)
            await self.rest()

    async def wait(self, seconds: float) -> None:
        """Wait until `advance` has let so much time pass."""
        future = self._loop.create_future()
        self.park(future, self.now + seconds)
        await future

    def park(self, future: asyncio.Future[None], when: float) -> None:
        """Have `advance` finish a future at a moment."""
        heapq.heappush(self._parked, (when, next(self._numbers), future))

    @contextmanager
    def ruling(self) -> Iterator[None]:
        """Rule the running loop, and what discord.py takes for the time."""
        loop, selector = self._loop, self._loop._selector
        patches: list[tuple[Any, str, Any]] = [
            (loop, "time", lambda: self._time),
            (loop, "run_in_executor", self._counted(loop.run_in_executor)),
            (selector, "select", self._selecting(selector.select)),
            (discord.utils, "utcnow", lambda: dt.datetime.fromtimestamp(self.now, dt.UTC)),
            (tasks, "datetime", self._datetime()),
            (tasks, "SleepHandle", partial(_Parked, self)),
            (Worker, "ask", self._counted(Worker.ask)),
            (Worker, "end", self._counted(Worker.end)),
            (ReadingThread, "run", self._counted(ReadingThread.run)),
            (ReadingThread, "close", self._counted(ReadingThread.close)),
            (Writer, "ask", self._counted(Writer.ask)),
            (Writer, "start", self._counted(Writer.start)),
            (Writer, "close", self._counted(Writer.close)),
            *(
                (Forks, name, self._counted(getattr(Forks, name)))
                for name in ("fork", "load", "compiled")
            ),
            (Fork, "end", self._counted(Fork.end)),
        ]
        before = [(thing, name, vars(thing).get(name, patches)) for thing, name, _ in patches]
        for thing, name, value in patches:
            setattr(thing, name, value)
        try:
            yield
        finally:
            for thing, name, value in before:
                if value is patches:
                    delattr(thing, name)
                else:
                    setattr(thing, name, value)

    def _counted(self, ask: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """Count what others are doing."""

        @wraps(ask)
        def asked(*args: Any, **options: Any) -> Awaitable[Any]:
            future = asyncio.ensure_future(ask(*args, **options))
            self._outside += 1
            future.add_done_callback(self._done)
            return future

        return asked

    def _done(self, _: object) -> None:
        self._outside -= 1

    def _selecting(self, select: Callable[[float | None], Any]) -> Callable[[float | None], Any]:
        def selected(timeout: float | None = None) -> Any:
            if (timeout is not None and timeout <= 0) or self._goes_on():
                return select(0)
            if self._outside:
                return select(None)
            if not (found := select(PATIENCE)):
                message = "this waits for what never comes"
                raise RuntimeError(message)
            return found

        return selected

    def _goes_on(self) -> bool:
        """Let the next thing happen where nothing is to be waited for; tell if there is any."""
        if self._outside:
            return False
        timer = self._next_timer()
        if timer is not None and timer <= (self._limit if self._resting else self._time + SOON):
            self._time = max(self._time, timer)
            return True
        resting, self._resting = self._resting, []
        for one in resting:
            if not one.done():
                one.set_result(None)
        return bool(resting)

    def _next_timer(self) -> float | None:
        scheduled = self._loop._scheduled
        while scheduled and scheduled[0]._cancelled:
            self._loop._timer_cancelled_count -= 1
            heapq.heappop(scheduled)._scheduled = False
        return scheduled[0]._when if scheduled else None

    def _datetime(self) -> Any:
        class Moment(dt.datetime):
            @classmethod
            def now(cls, tz: dt.tzinfo | None = None) -> Any:
                return dt.datetime.fromtimestamp(time.now, tz)

        time = self
        return SimpleNamespace(**vars(dt) | {"datetime": Moment})


class _Parked(tasks.SleepHandle):
    """The pause of a loop of discord.py's, which `advance` ends."""

    __slots__ = ("_time",)

    def __init__(
        self, time: VirtualTime, dt: dt.datetime, *, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._time = time
        self.future = loop.create_future()
        self.recalculate(dt)

    def recalculate(self, dt: dt.datetime) -> None:
        self._time.park(self.future, dt.timestamp())

    def cancel(self) -> None:
        self.future.cancel()

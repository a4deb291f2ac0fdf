"""When a lane tries again."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager, nullcontext
from types import SimpleNamespace
from typing import Any

from bot.errors import Barred, Busy, StageError
from bot.match.show.lanes import Lane
from tests.match.stand import StillClock

FRAME: Any = SimpleNamespace(version=1)


class Message:
    """A message that refuses as often as told; `during` the first try something happens."""

    def __init__(self, *errors: StageError) -> None:
        self.errors = [*errors]
        self.tries = 0
        self.trying, self.go_on = asyncio.Event(), asyncio.Event()

    async def show(self, _: Any) -> None:
        self.tries += 1
        self.trying.set()
        await self.go_on.wait()
        if self.errors:
            raise self.errors.pop()


def lane_of(message: Message, clock: StillClock) -> Lane:
    def at_once(_: Lane) -> AbstractAsyncContextManager[None]:
        return nullcontext()

    async def settled() -> None: ...

    return Lane("a message", message.show, at_once, settled, lambda _: None, clock)


async def hurried_in_mid_try(error: StageError) -> list[float]:
    """Hurry a lane while Discord thinks about a try that it refuses; gives how long it rested."""
    message, clock = Message(error), StillClock()
    lane = lane_of(message, clock)
    lane.want(FRAME)
    await message.trying.wait()
    assert lane.is_trying
    lane.hurry()
    message.go_on.set()
    if lane.task is not None:
        await lane.task
    assert message.tries == 2
    return clock.slept


async def test_what_is_refused_while_it_is_hurried_is_tried_at_once_unless_discord_is_busy() -> (
    None
):
    assert await hurried_in_mid_try(Barred("no")) == []
    assert await hurried_in_mid_try(Busy("429")) != []


async def test_what_is_to_be_shown_once_more_does_not_count_as_shown_before_it_is() -> None:
    """Else a match would be noted as published while its board waits for another try."""
    message = Message()
    lane = lane_of(message, StillClock())
    message.go_on.set()
    for tries in (1, 2):
        lane.want(FRAME)
        assert lane.shown < FRAME.version
        assert lane.task is not None
        await lane.task
        assert (lane.shown, message.tries) == (FRAME.version, tries)

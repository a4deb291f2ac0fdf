"""Who may send next: the urgent first, never more than Discord takes, and never two at once."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from bot.clock import Clock
from bot.match.show.buckets import (
    MESSAGES_A_SECOND,
    REMAINING,
    REMEMBERED_BUCKETS,
    SLOWEST,
    USUAL,
    Buckets,
    Urgency,
)
from bot.match.show.lanes import Lane
from tests.match.stand import StillClock

ACT, ACTED, BOARD, REST = Urgency
HERE = ("PATCH", 7)
PATH = "/api/v10/channels/7/messages/8"


def told(remaining: int, left: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(USUAL),
        REMAINING: str(remaining),
        "X-RateLimit-Reset-After": str(left),
    }


class Ahead(Clock):
    """A clock that is ahead by some seconds."""

    ahead = 0.0

    def monotonic(self) -> float:
        return super().monotonic() + self.ahead


class Queue:
    """Those who wait at a place, and in which order they went."""

    def __init__(self, buckets: Buckets) -> None:
        self.buckets = buckets
        self.went: list[object] = []
        self.done = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    def come(self, name: object, urgency: Urgency, place: tuple[str, int] = HERE) -> None:
        task = asyncio.get_running_loop().create_task(self._pass(name, urgency, place))
        self.tasks.append(task)

    async def _pass(self, name: object, urgency: Urgency, place: tuple[str, int]) -> None:
        async with self.buckets.slot(place, lambda: urgency):
            self.went.append(name)
            await self.done.wait()

    async def settle(self) -> None:
        """Let everybody go who may."""
        for _ in range(5):
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)

    async def cancel(self) -> None:
        """Let everybody give up."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def end(self) -> None:
        self.done.set()
        await asyncio.gather(*self.tasks)


async def test_who_can_act_goes_first_then_boards_then_the_rest() -> None:
    buckets = Buckets(Clock())
    queue = Queue(buckets)
    buckets.heed("PATCH", PATH, told(0, 0.1))
    came = (("line", REST), ("board", BOARD), ("played", ACTED), ("hand", ACT), ("late", ACT))
    for name, urgency in came:
        queue.come(name, urgency)
    await queue.settle()
    assert queue.went == []
    await asyncio.sleep(0.1)
    await queue.settle()
    assert queue.went == ["hand", "late", "played", "board"]  # the rest leaves some
    await queue.end()
    assert queue.went[-1] == "line"


async def test_no_more_are_sent_at_once_than_a_bucket_takes() -> None:
    queue = Queue(Buckets(Clock()))
    for number in range(USUAL + 3):
        queue.come(number, BOARD)
    queue.come("elsewhere", BOARD, ("PATCH", 9))
    await queue.settle()
    assert queue.went == [*range(USUAL), "elsewhere"]
    await queue.end()
    assert len(queue.went) == USUAL + 4


async def test_what_is_not_urgent_is_spread_once_half_is_gone() -> None:
    buckets = Buckets(Clock())
    queue = Queue(buckets)
    buckets.heed("PATCH", PATH, told(1, 0.4))
    start = time.monotonic()
    queue.come("board", BOARD)
    await queue.settle()
    assert queue.went == []
    queue.come("hand", ACT)
    await queue.settle()
    assert queue.went == ["hand"]
    await asyncio.wait_for(_until(lambda: "board" in queue.went), 5)
    assert time.monotonic() - start >= 0.2
    await queue.end()


async def test_the_rest_leaves_something_for_what_is_urgent() -> None:
    buckets = Buckets(Clock())
    queue = Queue(buckets)
    buckets.heed("PATCH", PATH, told(3, 60.0))
    for urgency in (REST, REST, ACTED, ACTED):
        queue.come(urgency, urgency)
    await queue.settle()
    assert queue.went == [ACTED, ACTED]
    queue.come("hand", ACT)
    await queue.settle()
    assert queue.went == [ACTED, ACTED, "hand"]
    await queue.cancel()


async def test_who_becomes_urgent_while_waiting_goes_first() -> None:
    buckets, went = Buckets(Clock()), []
    urgency = {"one": REST, "two": REST}

    async def wait(name: str) -> None:
        async with buckets.slot(HERE, lambda: urgency[name]):
            went.append(name)

    buckets.heed("PATCH", PATH, told(0, 0.5))
    waiting = [asyncio.create_task(wait(name)) for name in urgency]
    await asyncio.sleep(0.02)
    urgency["two"] = ACT
    await asyncio.gather(*waiting)
    assert went == ["two", "one"]


async def test_a_second_has_room_for_so_many_and_the_urgent_are_among_them() -> None:
    buckets = Buckets(Clock())
    queue = Queue(buckets)
    buckets.heed("PATCH", PATH, told(4, 0.0))
    for number in range(MESSAGES_A_SECOND + 5):
        queue.come(number, BOARD, ("PATCH", number))
    queue.come("hand", ACT, ("PATCH", 1000))
    await queue.settle()
    assert (len(queue.went), queue.went[0]) == (MESSAGES_A_SECOND, "hand")
    await queue.end()
    assert len(queue.went) == MESSAGES_A_SECOND + 6


async def test_a_second_is_counted_from_when_a_message_has_gone_but_not_for_ever() -> None:
    clock = Ahead()
    buckets = Buckets(clock)
    queue = Queue(buckets)
    buckets.heed("PATCH", PATH, told(4, 0.0))
    for number in range(MESSAGES_A_SECOND + 1):
        queue.come(number, BOARD, ("PATCH", number))
    await queue.settle()
    clock.ahead = 1.5  # all are still being painted
    buckets.heed("PATCH", PATH, told(4, 0.0))
    await queue.settle()
    assert len(queue.went) == MESSAGES_A_SECOND
    clock.ahead = 1.0 + SLOWEST
    buckets.heed("PATCH", PATH, told(4, 0.0))
    await queue.settle()
    assert len(queue.went) == MESSAGES_A_SECOND + 1
    await queue.end()


async def test_who_tells_of_no_buckets_takes_any_number_in_a_second() -> None:
    queue = Queue(Buckets(Clock()))
    for number in range(MESSAGES_A_SECOND + 5):
        queue.come(number, BOARD, ("PATCH", number))
    await queue.settle()
    assert len(queue.went) == MESSAGES_A_SECOND + 5
    await queue.end()


async def test_who_stops_waiting_holds_nothing() -> None:
    buckets = Buckets(Clock())
    queue = Queue(buckets)
    for number in range(USUAL + 1):
        queue.come(number, ACT)
    await queue.settle()
    await queue.cancel()
    async with asyncio.timeout(5), AsyncExitStack() as held:
        for _ in range(USUAL):
            await held.enter_async_context(buckets.slot(HERE, lambda: ACT))


async def test_answers_that_overtake_each_other_do_not_give_anything_back() -> None:
    buckets = Buckets(Clock())
    queue = Queue(buckets)
    buckets.heed("PATCH", PATH, told(0, 60.0))
    buckets.heed("PATCH", PATH, told(1, 60.0))
    queue.come("hand", ACT)
    await queue.settle()
    assert queue.went == []
    await queue.cancel()


async def test_buckets_of_which_nothing_is_known_any_more_are_forgotten() -> None:
    buckets = Buckets(Clock())
    buckets.heed("PATCH", PATH, told(0, 60.0))
    for channel in range(100, 100 + 2 * REMEMBERED_BUCKETS):
        buckets.heed("POST", f"/channels/{channel}/messages", told(4, 0.0))
    assert len(buckets) <= REMEMBERED_BUCKETS + 1
    queue = Queue(buckets)
    queue.come("hand", ACT)
    await queue.settle()
    assert queue.went == []
    await queue.cancel()


@pytest.mark.parametrize(
    ("path", "headers"),
    [(PATH, {}), ("/webhooks/7/token/messages/8", told(0, 60.0)), ("/channels/7", told(0, 60.0))],
)
async def test_what_says_nothing_about_messages_is_left_alone(
    path: str, headers: dict[str, str]
) -> None:
    buckets = Buckets(Clock())
    buckets.heed("PATCH", path, headers)
    assert len(buckets) == 0


async def test_a_lane_shows_the_newest_frame_when_it_has_a_slot_and_no_older_one() -> None:
    buckets, shown = Buckets(Clock()), []
    at_work = 0

    async def show(frame: Any) -> None:
        nonlocal at_work
        at_work += 1
        assert at_work == 1
        await asyncio.sleep(0.01)
        shown.append(frame.version)
        at_work -= 1

    async def settled() -> None: ...

    buckets.heed("PATCH", PATH, told(0, 0.1))
    lane = Lane(
        "a board", show, lambda _: buckets.slot(HERE, lambda: BOARD), settled, lambda _: None,
        StillClock(),
    )  # fmt: skip
    for version in (1, 2, 3):
        lane.want(_frame(version))
        await asyncio.sleep(0.01)
    assert shown == []
    await _until(lambda: shown)
    lane.want(_frame(4))
    assert lane.task is not None
    await lane.task
    assert shown == [3, 4]


def _frame(version: int) -> Any:
    return SimpleNamespace(version=version)


async def _until(condition: Any) -> None:
    while not condition():  # noqa: ASYNC110 - what a test waits for tells no event
        await asyncio.sleep(0.005)


async def test_who_gives_up_just_then_is_passed_over() -> None:
    failed: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context))
    queue = Queue(Buckets(Clock()))
    queue.come("gives up", ACT)
    queue.come("waits", ACT)
    await asyncio.sleep(0)
    queue.tasks[0].cancel()
    await queue.settle()
    assert queue.went == ["waits"]
    assert failed == []
    queue.done.set()
    await asyncio.gather(*queue.tasks, return_exceptions=True)

"""Who may send next, and when what failed is tried again: never more than Discord takes."""

from __future__ import annotations

import asyncio
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext
from types import SimpleNamespace
from typing import Any

import pytest

from bot.clock import Clock
from bot.errors import Barred, Busy, StageError
from bot.match.show.lanes import (
    FIRST,
    FIRST_PAUSE,
    MESSAGES_A_SECOND,
    REMAINING,
    REMEMBERED_BUCKETS,
    SLOWEST,
    USUAL,
    Buckets,
    Lane,
    Urgency,
)
from tests.match.stand import StillClock
from tests.test_clock import SetClock
from tests.waits import rounds

# Who may send next: the urgent first, never more than Discord takes, and never two at once.

ACT, ACTED, BOARD, REST = Urgency
HERE = ("PATCH", 7)
PATH = "/api/v10/channels/7/messages/8"


def told(remaining: int, left: float) -> dict[str, str]:
    return {
        "X-RateLimit-Limit": str(USUAL),
        REMAINING: str(remaining),
        "X-RateLimit-Reset-After": str(left),
    }


class Queue:
    """Those who wait at a place, and in which order they went."""

    def __init__(self) -> None:
        self.clock = SetClock()
        self.buckets = Buckets(self.clock)
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
        await rounds(10)

    async def later(self, seconds: float) -> None:
        """Let time pass, and everybody go who may then."""
        self.clock.passed += seconds
        self.buckets._look(0.0)
        await self.settle()

    async def cancel(self) -> None:
        """Let everybody give up."""
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    async def end(self) -> None:
        self.done.set()
        await self.settle()
        await self.later(60.0)
        await asyncio.gather(*self.tasks)


async def test_who_can_act_goes_first_then_boards_then_the_rest() -> None:
    queue = Queue()
    queue.buckets.note_limits("PATCH", PATH, told(0, 60.0))
    came = (("line", REST), ("board", BOARD), ("played", ACTED), ("hand", ACT), ("late", ACT))
    for name, urgency in came:
        queue.come(name, urgency)
    await queue.settle()
    assert queue.went == []
    await queue.later(60.0)
    assert queue.went == ["hand", "late", "played", "board"]  # the rest leaves some
    await queue.end()
    assert queue.went[-1] == "line"


async def test_no_more_are_sent_at_once_than_a_bucket_takes() -> None:
    queue = Queue()
    for number in range(USUAL + 3):
        queue.come(number, BOARD)
    queue.come("elsewhere", BOARD, ("PATCH", 9))
    await queue.settle()
    assert queue.went == [*range(USUAL), "elsewhere"]
    await queue.end()
    assert len(queue.went) == USUAL + 4


async def test_what_is_not_urgent_is_spread_once_half_is_gone() -> None:
    queue = Queue()
    queue.buckets.note_limits("PATCH", PATH, told(1, 60.0))
    queue.come("board", BOARD)
    await queue.settle()
    assert queue.went == []
    queue.come("hand", ACT)
    await queue.settle()
    assert queue.went == ["hand"]
    queue.done.set()
    await queue.later(29.0)
    assert queue.went == ["hand"]
    await queue.later(31.0)
    assert queue.went == ["hand", "board"]


async def test_the_rest_leaves_something_for_what_is_urgent() -> None:
    queue = Queue()
    queue.buckets.note_limits("PATCH", PATH, told(3, 60.0))
    for urgency in (REST, REST, ACTED, ACTED):
        queue.come(urgency, urgency)
    await queue.settle()
    assert queue.went == [ACTED, ACTED]
    queue.come("hand", ACT)
    await queue.settle()
    assert queue.went == [ACTED, ACTED, "hand"]
    await queue.cancel()


async def test_who_becomes_urgent_while_waiting_goes_first() -> None:
    queue, went = Queue(), []
    urgency = {"one": REST, "two": REST}

    async def wait(name: str) -> None:
        async with queue.buckets.slot(HERE, lambda: urgency[name]):
            went.append(name)

    queue.buckets.note_limits("PATCH", PATH, told(0, 60.0))
    waiting = [asyncio.create_task(wait(name)) for name in urgency]
    await queue.settle()
    urgency["two"] = ACT
    await queue.later(60.0)
    await asyncio.gather(*waiting)
    assert went == ["two", "one"]


async def test_a_second_has_room_for_so_many_and_the_urgent_are_among_them() -> None:
    queue = Queue()
    queue.buckets.note_limits("PATCH", PATH, told(4, 0.0))
    for number in range(MESSAGES_A_SECOND + 5):
        queue.come(number, BOARD, ("PATCH", number))
    queue.come("hand", ACT, ("PATCH", 1000))
    await queue.settle()
    assert (len(queue.went), queue.went[0]) == (MESSAGES_A_SECOND, "hand")
    await queue.end()
    assert len(queue.went) == MESSAGES_A_SECOND + 6


async def test_a_second_is_counted_from_when_a_message_has_gone_but_not_for_ever() -> None:
    queue = Queue()
    queue.buckets.note_limits("PATCH", PATH, told(4, 0.0))
    for number in range(MESSAGES_A_SECOND + 1):
        queue.come(number, BOARD, ("PATCH", number))
    await queue.settle()
    await queue.later(1.5)  # all are still being painted
    assert len(queue.went) == MESSAGES_A_SECOND
    await queue.later(SLOWEST - 0.5)
    assert len(queue.went) == MESSAGES_A_SECOND + 1
    await queue.end()


async def test_who_tells_of_no_buckets_takes_any_number_in_a_second() -> None:
    queue = Queue()
    for number in range(MESSAGES_A_SECOND + 5):
        queue.come(number, BOARD, ("PATCH", number))
    await queue.settle()
    assert len(queue.went) == MESSAGES_A_SECOND + 5
    await queue.end()


async def test_who_stops_waiting_holds_nothing() -> None:
    queue = Queue()
    for number in range(USUAL + 1):
        queue.come(number, ACT)
    await queue.settle()
    await queue.cancel()
    async with AsyncExitStack() as held:
        for _ in range(USUAL):
            await held.enter_async_context(queue.buckets.slot(HERE, lambda: ACT))


async def test_answers_that_overtake_each_other_do_not_give_anything_back() -> None:
    queue = Queue()
    queue.buckets.note_limits("PATCH", PATH, told(0, 60.0))
    queue.buckets.note_limits("PATCH", PATH, told(1, 60.0))
    queue.come("hand", ACT)
    await queue.settle()
    assert queue.went == []
    await queue.cancel()


async def test_buckets_of_which_nothing_is_known_any_more_are_forgotten() -> None:
    queue = Queue()
    buckets = queue.buckets
    buckets.note_limits("PATCH", PATH, told(0, 60.0))
    for channel in range(100, 100 + 2 * REMEMBERED_BUCKETS):
        buckets.note_limits("POST", f"/channels/{channel}/messages", told(4, 0.0))
    assert len(buckets) <= REMEMBERED_BUCKETS + 1
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
    buckets.note_limits("PATCH", path, headers)
    assert len(buckets) == 0


async def test_a_lane_shows_the_newest_frame_when_it_has_a_slot_and_no_older_one() -> None:
    queue, shown = Queue(), []
    at_work = 0

    async def show(frame: Any) -> None:
        nonlocal at_work
        at_work += 1
        assert at_work == 1
        await rounds(2)
        shown.append(frame.version)
        at_work -= 1

    async def settled() -> None: ...

    queue.buckets.note_limits("PATCH", PATH, told(0, 60.0))
    lane = Lane(
        "a board", show, lambda _: queue.buckets.slot(HERE, lambda: BOARD), settled, lambda _: None,
        StillClock(),
    )  # fmt: skip
    for version in (1, 2, 3):
        lane.want(_frame(version))
        await queue.settle()
    assert shown == []
    await queue.later(60.0)
    assert shown
    lane.want(_frame(4))
    assert lane.task is not None
    await lane.task
    assert shown == [3, 4]


def _frame(version: int) -> Any:
    return SimpleNamespace(version=version)


async def test_who_gives_up_just_then_is_passed_over() -> None:
    failed: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context))
    queue = Queue()
    queue.come("gives up", ACT)
    queue.come("waits", ACT)
    await asyncio.sleep(0)
    queue.tasks[0].cancel()
    await queue.settle()
    assert queue.went == ["waits"]
    assert failed == []
    queue.done.set()
    await asyncio.gather(*queue.tasks, return_exceptions=True)


async def test_first_messages_go_one_by_one_those_who_can_act_first() -> None:
    queue = Queue()
    for name, urgency in (("late", REST), ("later", REST), ("acts", ACT)):
        queue.come(name, urgency, FIRST)
    queue.come("a board", BOARD)
    await queue.settle()
    assert sorted(map(str, queue.went)) == ["a board", "acts"]
    await queue.later(FIRST_PAUSE / 2)
    assert len(queue.went) == 2
    queue.come("acts, too", ACT, FIRST)
    for name in ("acts, too", "late", "later"):
        await queue.later(FIRST_PAUSE)
        assert queue.went[-1] == name
    await queue.end()


# When a lane tries again.

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
        assert lane.posted_version < FRAME.version
        assert lane.task is not None
        await lane.task
        assert (lane.posted_version, message.tries) == (FRAME.version, tries)

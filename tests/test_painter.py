"""Who is painted first where several wait, and that nobody waits for ever."""

from __future__ import annotations

import asyncio
import threading

import pytest

from bot import painter
from bot.painter import Painter
from bot.turns import Turns
from render.api import Picture

# Who is painted first where several wait, and that nobody waits forever.


def _named(order: list[str], name: str) -> Picture:
    order.append(name)
    return Picture(b"", 1, 1, name)


class Busy:
    """A painter with one thread, which paints until it is let go."""

    def __init__(self) -> None:
        self.painter = Painter(1)
        self.order: list[str] = []
        self.let_go = threading.Event()

    async def begin(self) -> asyncio.Task[Picture]:
        """Have the one thread paint, until `let_go` is set."""

        def first() -> Picture:
            self.let_go.wait(30)
            return _named(self.order, "first")

        return await self.asked(asyncio.create_task(self.painter.paint(first)))

    async def want(self, name: str, *, soon: bool = False) -> asyncio.Task[Picture]:
        """Ask for a picture, which has to wait."""
        paint = self.painter.paint(lambda: _named(self.order, name), soon=soon)
        return await self.asked(asyncio.create_task(paint))

    @staticmethod
    async def asked(task: asyncio.Task[Picture]) -> asyncio.Task[Picture]:
        await asyncio.sleep(0)
        return task


async def test_what_is_wanted_soon_goes_first() -> None:
    busy = Busy()
    tasks = [await busy.begin(), await busy.want("a"), await busy.want("b", soon=True)]
    tasks += [await busy.want("c"), await busy.want("d", soon=True)]
    assert busy.painter.under_way == 5
    busy.let_go.set()
    assert [picture.alt for picture in await asyncio.gather(*tasks)] == ["first", *"abcd"]
    assert busy.order == ["first", "b", "d", "a", "c"]
    assert busy.painter.under_way == 0
    busy.painter.close()


async def test_what_can_wait_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(painter, "PATIENCE", -1.0)  # as if it had waited that long already
    busy = Busy()
    tasks = [await busy.begin(), await busy.want("new", soon=True), await busy.want("old")]
    busy.let_go.set()
    await asyncio.gather(*tasks)
    assert busy.order == ["first", "old", "new"]
    busy.painter.close()


async def test_who_gives_up_waiting_keeps_nobody_waiting() -> None:
    busy = Busy()
    first, given_up, last = await busy.begin(), await busy.want("a"), await busy.want("b")
    given_up.cancel()
    await asyncio.wait((given_up,))
    busy.let_go.set()
    await asyncio.gather(first, last)
    assert busy.order == ["first", "b"]
    again = await busy.want("c")
    assert (await again).alt == "c"
    busy.painter.close()


async def test_a_picture_that_cannot_be_painted_keeps_nobody_waiting() -> None:
    busy = Busy()

    def broken() -> Picture:
        raise ValueError("no such view")

    first = await busy.begin()
    failing = asyncio.create_task(busy.painter.paint(broken))
    last = await busy.want("b")
    busy.let_go.set()
    with pytest.raises(ValueError, match="no such view"):
        await failing
    await asyncio.gather(first, last)
    assert busy.order == ["first", "b"]
    busy.painter.close()


# Turns at few things that many need: none is lost, whoever stops waiting.


async def lent(turns: Turns[str], due: float) -> str:
    async with turns.lent(due) as thing:
        return thing


async def test_whoever_stops_waiting_keeps_nothing_from_the_next() -> None:
    turns = Turns(["only"])
    async with turns.lent():
        gone, next_ = (asyncio.create_task(lent(turns, due)) for due in (1.0, 2.0))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait([gone])
    assert await next_ == "only"


async def test_what_was_given_to_who_has_just_stopped_waiting_is_given_on() -> None:
    turns = Turns(["only"])
    async with turns.lent():
        gone, next_ = (asyncio.create_task(lent(turns, due)) for due in (1.0, 2.0))
        await asyncio.sleep(0)
    gone.cancel()  # it has its turn, and has not heard of it yet
    assert await next_ == "only"
    assert gone.cancelled()


async def test_of_what_is_idle_the_last_used_is_lent_first() -> None:
    turns = Turns(["cold", "warm"])
    assert await lent(turns, 0.0) == "warm"
    async with turns.lent() as first, turns.lent() as second:
        assert (first, second) == ("warm", "cold")

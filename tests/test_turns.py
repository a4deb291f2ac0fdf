"""Turns at few things that many need: none is lost, whoever stops waiting."""

from __future__ import annotations

import asyncio

from bot.turns import Turns


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

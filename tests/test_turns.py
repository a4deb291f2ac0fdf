"""Turns at few things that many need: none is lost, whoever stops waiting."""

from __future__ import annotations

import asyncio

from bot.turns import Turns


async def test_whoever_stops_waiting_keeps_nothing_from_the_next() -> None:
    turns = Turns(["only"])
    assert await turns.take(0.0) == "only"
    gone, next_ = (asyncio.create_task(turns.take(due)) for due in (1.0, 2.0))
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.wait([gone])
    turns.give("only")
    assert await next_ == "only"


async def test_what_was_given_to_who_has_just_stopped_waiting_is_given_on() -> None:
    turns = Turns(["only"])
    await turns.take(0.0)
    gone, next_ = (asyncio.create_task(turns.take(due)) for due in (1.0, 2.0))
    await asyncio.sleep(0)
    turns.give("only")
    gone.cancel()  # it has its turn, and has not heard of it yet
    assert await next_ == "only"
    assert gone.cancelled()


async def test_of_what_is_idle_the_last_used_is_lent_first() -> None:
    turns = Turns(["cold", "warm"])
    assert await turns.take(0.0) == "warm"
    turns.give("warm")
    assert await turns.take(0.0) == "warm"
    assert await turns.take(0.0) == "cold"

"""Squares are made when a game ends, once, and kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from bot.daily.service import Grading
from bot.errors import Refused
from tests.daily.conftest import NIMBLY, Club
from tests.engine.analysis.conftest import less_effort
from tests.match.finished import ADA, BEN
from tests.waits import rounds

__all__ = ["less_effort"]

pytestmark = pytest.mark.usefixtures("less_effort")


class Bench:
    """Does the jobs of a workshop at once, and counts them; may be out of order.

    `most` is how many jobs of all that are done at the same time.
    """

    def __init__(self, *, broken: bool = False) -> None:
        self.jobs = self.now = self.most = 0
        self.broken = broken

    async def do(self, job: Callable[[], Any], **_: Any) -> Any:
        self.jobs += 1
        self.now += 1
        self.most = max(self.most, self.now)
        await rounds()
        self.now -= 1
        if self.broken:
            raise Refused("refused.workshop_full")
        return job()


def grading(club: Club, bench: Bench) -> Grading:
    return Grading(club.parts.store, cast("Any", bench))


async def squares_of(club: Club, user: int) -> str | None:
    outcome = (await club.dailies.mine(NIMBLY, user, None)).outcome
    assert outcome is not None
    return outcome.result.squares


async def test_as_a_try_ends_its_squares_are_made_once_for_all_who_ask(club: Club) -> None:
    bench = Bench()
    made = grading(club, bench)
    club.parts.tables.listeners.append(made.on_change)
    row = await club.play_out(ADA)
    first, second = await asyncio.gather(made.squares(row.id), made.squares(row.id))
    assert first == second == await squares_of(club, ADA)
    assert first is not None
    assert set(first) <= set("012")
    assert bench.jobs == 1


@pytest.mark.whole
async def test_however_many_end_their_try_at_once_the_workshop_has_room(club: Club) -> None:
    bench = Bench()
    made = grading(club, bench)
    rows = [await club.play_out(user) for user in (ADA, BEN)]
    assert all(await asyncio.gather(*(made.squares(row.id) for row in rows)))
    assert (bench.jobs, bench.most) == (2, 1)


async def test_nobody_is_graded_for_a_stand_in(club: Club) -> None:
    bench = Bench()
    club.parts.tables.listeners.append(grading(club, bench).on_change)
    row = await club.begin(BEN)
    await club.parts.tables.leave(row.id, BEN)
    await club.play_out(BEN)
    await rounds()
    assert bench.jobs == 0


async def test_what_cannot_be_made_now_is_made_at_the_next_look(club: Club) -> None:
    bench = Bench(broken=True)
    made = grading(club, bench)
    row = await club.play_out(ADA)
    assert await made.squares(row.id) is None
    assert await squares_of(club, ADA) is None
    bench.broken = False
    assert await made.squares(row.id)
    await made.close()

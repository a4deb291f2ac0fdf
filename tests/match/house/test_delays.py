"""B4: nothing may be read from how long a house player takes, at any pace."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from random import Random

import pytest

from bot.clock import Clock
from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinking import InlineThinker
from bot.match.house.thinking_process import Question
from bot.match.table.robots import THINKING
from engine.players.robot import RankedMove
from tests.match.clock.test_clocks import quiet
from tests.match.house.delays import Delays, critical, distance, measure
from tests.match.stand import Parts
from tests.soak.amounts import later
from tests.test_clock import SetClock

ENOUGH = 10


@dataclass
class Pondering(InlineThinker):
    """Takes its time over what there is to choose from, as real thinking does."""

    clock: Clock
    random: Random = field(default_factory=lambda: Random(9))

    async def rank(self, question: Question, within: float = 0.0) -> tuple[RankedMove, ...] | None:
        await self.clock.sleep(min(self.random.uniform(0.001, 0.1), within))
        return await super().rank(question, within)


@pytest.mark.parametrize("pace", [0.0, later(0.01)])
async def test_b4_a_pilot_who_must_fall_answers_as_late_as_one_who_may_choose(
    parts: Parts, pace: float
) -> None:
    clock = SetClock(pace, Random(9))
    for part in (parts.clocks, parts.lobbies, parts.tables):
        part._clock = clock
    parts.tables._house = HouseQueue(Pondering(clock))
    delays = Delays(clock.now)
    await measure(
        parts.tables,
        parts.lobbies,
        parts.clocks,
        delays,
        ENOUGH,
        "easy",
        partial(quiet, parts.clocks),
    )
    assert min(*delays.forced, *delays.chosen) >= THINKING["easy"]
    assert delays.distance() == 0.0


def test_the_distance_of_distributions_is_that_of_kolmogorov_and_smirnov() -> None:
    assert distance([1, 2, 3], [1, 2, 3]) == 0.0
    assert distance([1, 2], [3, 4]) == 1.0
    assert distance([1, 2, 3, 4], [3, 4, 5, 6]) == 0.5
    assert critical(1000, 1000) == pytest.approx(0.087, abs=1e-3)

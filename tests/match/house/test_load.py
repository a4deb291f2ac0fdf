"""How long house players take: no more than the machine has, and nothing that can be read."""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bot.clock import Clock
from bot.match.house.child_processes import Question
from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinkers import FILE, MEMORY, QUIET, WINDOW, InlineThinker, Load
from bot.match.table.seats import THINKING
from bot.preferences.terms import OFFERED
from engine.players.robot import RankedMove
from tests.match.house.thinkers import Delays, critical, distance, measure
from tests.match.stand import Parts
from tests.match.test_clocks import quiet
from tests.soak.amounts import later
from tests.test_clock import SetClock

# What thinking takes of the machine: whose house players find time, and what a host hears.


@dataclass
class Time:
    """Passes when a test says so."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def carried(load: Load) -> list[str]:
    return [level for level in OFFERED if load.carries("clumond", level)]


def think(load: Load, time: Time, level: str, seconds: float) -> None:
    with load.thinking("clumond", level):
        time.now += seconds


def test_levels_that_would_keep_people_waiting_are_withheld_until_there_is_time() -> None:
    time = Time()
    load = Load(1, now=time)
    assert carried(load) == [*OFFERED]
    for _ in range(20 * int(MEMORY)):
        think(load, time, "expert", 0.2)
        think(load, time, "hard", 0.02)
        time.now += 0.05
    assert carried(load) == ["easy", "normal", "hard"]
    think(load, time, "hard", 5 * MEMORY)  # as when much else goes on
    assert carried(load) == ["easy", "normal"]
    time.now += 5 * MEMORY
    assert carried(load) == [*OFFERED]


def test_two_processes_carry_what_one_does_not() -> None:
    time = Time()
    one, two = Load(1, now=time), Load(2, now=time)
    with one.thinking("clumond", "expert"), two.thinking("clumond", "expert"):
        time.now += 5 * MEMORY
        assert carried(one) == ["easy", "normal"]
        assert carried(two) == [*OFFERED]


def test_a_host_hears_once_in_a_while_that_house_players_are_late(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    time = Time()
    load = Load(2, tmp_path, now=time)
    while time.now <= 2 * QUIET + WINDOW:
        for late in (0.0, 4.5, 0.2):
            load.answered("clumond", "expert", late, by_rule=False)
        time.now += 5.0
    assert len(caplog.messages) == 3
    assert "by up to 4.5 s, and 0 were made by rule of thumb;" in caplog.messages[0]
    assert (tmp_path / FILE).read_text().strip() == caplog.messages[-1]


def test_of_a_move_by_rule_of_thumb_a_host_hears_at_once(caplog: pytest.LogCaptureFixture) -> None:
    load = Load(1, now=Time())
    for by_rule in (False, True, True):
        load.answered("clumond", "expert", 0.0, by_rule=by_rule)
    (message,) = caplog.messages
    assert "of 2 moves 0 were late" in message
    assert "1 were made by rule of thumb" in message


def test_nobody_hears_of_players_who_are_in_time_or_hardly_ever_late(
    caplog: pytest.LogCaptureFixture,
) -> None:
    time = Time()
    load = Load(1, now=time)
    for number in range(400):
        load.answered("clumond", "expert", 9.0 if number % 40 == 0 else 0.9, by_rule=False)
        time.now += 2.0
    assert caplog.messages == []


# B4: nothing may be read from how long a house player takes, at any pace.

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

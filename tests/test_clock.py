"""The clock: it runs on evenly while the system's is set, and follows it when told to."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

import pytest

from bot.clock import JUMP, Clock


@dataclass
class SetClock(Clock):
    """Time that passes when a test says so, beneath a system's clock that can be set."""

    passed: float = 0.0
    system: float = 1_000_000.0

    def wall(self) -> float:
        return self.system + self.passed

    def monotonic(self) -> float:
        return 50.0 + self.passed

    async def sleep(self, seconds: float) -> None:
        self.passed += seconds
        await asyncio.sleep(0)


@pytest.mark.parametrize("jump", [-86_400.0, -3600.0, 3600.0, 86_400.0])
def test_a_system_clock_that_is_set_moves_nothing_until_it_is_followed(jump: float) -> None:
    clock = SetClock()
    before = clock.now()
    clock.system += jump
    clock.passed += 7.0
    assert clock.now() == before + 7.0
    assert clock.follow()
    assert clock.now() == clock.wall()
    assert not clock.follow()


def test_a_system_clock_that_is_only_trimmed_is_not_followed() -> None:
    clock = SetClock()
    clock.system += JUMP / 2
    assert not clock.follow()
    assert clock.now() == 1_000_000.0


def test_the_time_is_that_of_the_system_at_first() -> None:
    assert SetClock().now() == 1_000_000.0
    clock = Clock()
    assert clock.now() == pytest.approx(clock.wall(), abs=1.0)
    assert not clock.follow()


@pytest.mark.parametrize("pace", [0.0, 0.1, 1.0])
def test_a_pause_is_never_shorter_than_thinking_takes(pace: float) -> None:
    pauses = [Clock(pace).pause(1.0, 2.0, 0.3) for _ in range(100)]
    assert min(pauses) >= max(0.3, pace)
    assert max(pauses) <= max(0.3, 2.0 * pace)

"""A clock for tests that do not look at time."""

from __future__ import annotations

from bot.clock import Clock


class SwiftClock(Clock):
    """House players move without any pause at all."""

    def __init__(self, pace: float = 0.0) -> None:
        super().__init__(pace)

    def pause(self, low: float, high: float, least: float = 0.0) -> float:  # noqa: ARG002 - none at all
        return 0.0

    def was_set(self) -> bool:
        return False

"""How much thinking there is, whether that can be carried, and who is told where it cannot."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import exp
from pathlib import Path
from time import monotonic

from bot import meters
from bot.match.house.robots import THINKING
from bot.preferences.terms import OFFERED, STAND_IN

log = logging.getLogger(__name__)

MEMORY = 30.0
"""Seconds over which the share of time that is spent on thinking is averaged."""

FULL = 0.9
"""The share of the time of all processes that thinking may take before more is too much."""

ROUND = 2.0
"""Seconds from one answer of a table's house players to the next at the most lively table."""

LATE = 1.0
"""Seconds by which a house player may be late without a word to anybody."""

WINDOW = 60.0
"""Seconds after which it is looked at whether many were late."""

MANY = 0.05
"""The share of answers that are late from which a host hears of it."""

QUIET = 600.0
"""Seconds in which a host hears of it once at most."""

ADVICE = 'see "When house players are late" in hosting.md'

FILE = "thinking"
"""A file in the host's data that tells `python -m bot check` what was told last."""


class Load:
    """The thinking of a bot: what it takes of so many processes, and how late answers come."""

    def __init__(
        self, processes: int, data: Path | None = None, now: Callable[[], float] = monotonic
    ) -> None:
        self._processes, self._data, self._now = processes, data, now
        # How many processes think, since when, and how many did on the average.
        self._busy, self._since, self._mean = 0, now(), 0.0
        self._costs: dict[tuple[str, str], float] = {}
        self._answers = self._late = self._by_rule = 0
        self._most = 0.0
        self._looks_at, self._tells_at = now() + WINDOW, now()

    @contextmanager
    def thinking(self, game: str, level: str) -> Iterator[None]:
        """Note that a process thinks for somebody who waits, and what that takes."""
        self._count(1)
        began = self._now()
        try:
            yield
        finally:
            self._count(-1)
            took = self._now() - began
            before = self._costs.get((game, level), took)
            self._costs[game, level] = before + (took - before) / 16

    def carries(self, game: str, level: str) -> bool:
        """Return whether a house player more of this level would still be in time.

        Those that hardly think are always welcome. What a level took when much else went on is no
        reason to do without it for ever: it never counts for more than half a process.
        """
        if level not in OFFERED or OFFERED.index(level) <= OFFERED.index(STAND_IN):
            return True
        self._count(0)
        cost = self._costs.get((game, level), THINKING[level])
        return self._mean + min(cost / ROUND, FULL / 2) <= FULL * self._processes

    def answered(self, game: str, level: str, late: float, *, by_rule: bool) -> None:
        """Note how late the move of a house player was, and whether it was by rule of thumb."""
        meters.LATE.labels(game, level).observe(late)
        self._answers += 1
        self._late += late > LATE
        self._most = max(self._most, late)
        if by_rule:
            meters.SUBSTITUTES.labels(game, level).inc()
            self._by_rule += 1
        if by_rule or self._now() >= self._looks_at:
            self._look()

    def _count(self, more: int) -> None:
        now = self._now()
        self._mean = self._busy + (self._mean - self._busy) * exp((self._since - now) / MEMORY)
        self._busy, self._since = self._busy + more, now

    def _look(self) -> None:
        now = self._now()
        is_late = self._late > MANY * self._answers
        if not (is_late or self._by_rule):
            self._begin_window(now)
        elif now >= self._tells_at:
            self._tell()
            self._tells_at = now + QUIET
            self._begin_window(now)

    def _begin_window(self, now: float) -> None:
        self._answers = self._late = self._by_rule = 0
        self._most, self._looks_at = 0.0, now + WINDOW

    def _tell(self) -> None:
        said = (
            f"house players cannot keep up: of {self._answers} moves {self._late} were late, by up "
            f"to {self._most:.1f} s, and {self._by_rule} were made by rule of thumb; {ADVICE}"
        )
        log.warning("%s", said)
        if self._data is not None:
            with suppress(OSError):  # it stands in the log
                (self._data / FILE).write_text(f"{said}\n", encoding="utf-8")

"""Days off: a person's time stands still at slow tables, for so many days a year; pure."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite

from bot.errors import Refused

DAY = 86_400.0
AT_ONCE, A_YEAR = 14, 30
"""How many days off a person may take at once, and in any 365 days."""

YEAR = 365 * DAY

Span = tuple[float, float]
"""From when until when, in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class VacationDays:
    """When a person had time off within a year, or has, in order; only the last may still last."""

    spans: tuple[Span, ...] = ()

    @classmethod
    def read(cls, text: str) -> VacationDays:
        """Read what `str` spells. Raises ValueError.

        >>> VacationDays.read("100-200 300-350.5")
        VacationDays(spans=((100.0, 200.0), (300.0, 350.5)))
        >>> str(VacationDays.read("100-200 300-350.5"))
        '100.0-200.0 300.0-350.5'
        """
        spans = tuple(_span(word) for word in text.split())
        times = [time for span in spans for time in span]
        if times != sorted(times):
            raise ValueError(text)
        return cls(spans)

    def __str__(self) -> str:
        return " ".join(f"{since}-{until}" for since, until in self.spans)

    def until(self, now: float) -> float | None:
        """Return until when the person is off; None if they are not."""
        return next((until for since, until in self.spans if since <= now < until), None)

    def left(self, now: float) -> int:
        """Return how many days the person may still take, if they came back now."""
        taken = sum(until - max(since, now - YEAR) for since, until in self.ended(now).spans)
        return max(0, int((A_YEAR * DAY - taken) / DAY))

    def ended(self, now: float) -> VacationDays:
        """Return the days off of a person who is back; those still to come are not taken."""
        kept = [(since, min(until, now)) for since, until in self.spans if since < now]
        return VacationDays(tuple(span for span in kept if span[1] > now - YEAR))

    def taken(self, days: int, now: float) -> VacationDays:
        """Return the days off of a person who is off from now on, for so many days.

        Raises Refused if these are more than they may take.
        """
        most = min(AT_ONCE, self.left(now))
        if not 1 <= days <= most:
            raise Refused("refused.vacation", most=most)
        return VacationDays((*self.ended(now).spans, (now, now + days * DAY)))


NEVER = VacationDays()
"""Of a person who has taken none."""


def _span(word: str) -> Span:
    since, until = map(float, word.split("-"))
    if not (isfinite(since) and isfinite(until)):
        raise ValueError(word)
    return since, until

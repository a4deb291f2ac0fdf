"""Decisions about a gateway that says nothing, with time as a value.

Times are seconds of a clock that never goes back.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

DAY = 86_400.0
"""Discord counts identifies by the day."""

MINUTE = 60.0

FORGIVEN = 10
"""How many sockets of a shard may close in a minute before the next one is waited for."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How patient the bot is, in seconds; tests are less patient."""

    ask: float = 20.0
    """Silence after which a heartbeat of our own asks whether anybody is there."""
    doubt: float = 30.0
    """Silence after which a socket no longer counts as alive, and health is red."""
    deaf: float = 45.0
    """Silence, or time without a greeting, after which a shard identifies anew."""
    lost: float = 180.0
    """Time without a live socket after which the process stops, to be started again."""
    connect: float = 15.0
    """The longest that one attempt to connect may take."""
    pause: float = 60.0
    """The longest pause between two attempts that fail; the first is a second."""
    spacing: float = 5.0
    """The time in which Discord takes one identify."""
    beat: float = 5.0
    """The time between two renewals of the mark for health checks."""
    waiting: float = 5.0
    """The time a process that starts waits for others to make way before it tells its host."""
    tenure: float = 60.0
    """The time that a process serves at least before it makes way for another.

    Two that are both started again whenever they end would else replace each other for ever.
    """
    overlap: float = 1.5
    """The time for which it still answers when the other one hears everything."""
    gaps: float = 30.0
    """The time that a process serves before it tells which shards nobody does.

    Several may be starting together.
    """
    look: float = 20.0
    """The time between two tries whether the database can be read and written."""
    tidy: float = 30.0
    """The time between two rounds of tidying up."""

    def pause_after(self, failures: int) -> float:
        """Return the pause before the next attempt: none, 1, 2, 4 … seconds."""
        return 0.0 if failures <= 0 else min(2.0 ** min(failures - 1, 30), self.pause)


@dataclass(slots=True)
class Watch:
    """The last events of one shard. Only a socket greeted by READY or RESUMED is alive."""

    limits: Limits = field(default_factory=Limits)
    heard_at: float | None = None
    """When something was last heard on a socket that had been greeted; None before any was.

    Later by what this process slept.
    """
    greeted: bool = False
    _asked: bool = False
    _began: float = -inf

    def begin(self, now: float) -> None:
        """Note that a new attempt to connect begins."""
        self.greeted = self._asked = False
        self._began = now

    def hear(self, now: float, *, greeted: bool) -> None:
        """Note that something came over the socket; before the greeting it proves nothing."""
        if greeted:
            self.greeted = True
            self._asked = False
            self.heard_at = now

    def ask(self, now: float) -> None:
        """Note that the other side was asked for a sign.

        Was it to be asked long ago, then this process slept, and what it slept is no silence.
        """
        if self.greeted and not self._asked and self.heard_at is not None:
            self.heard_at = max(self.heard_at, now - self.limits.ask)
        self._asked = True

    def silence(self, now: float) -> float:
        """Return the seconds since the last sign, or since the attempt began."""
        return now - max(self._began, -inf if self.heard_at is None else self.heard_at)

    def patience(self, now: float) -> float:
        """Return the seconds to wait for a sign before something is to be done."""
        limit = self.limits.ask if self.greeted and not self._asked else self.limits.deaf
        return max(0.0, limit - self.silence(now))

    def is_alive(self, now: float) -> bool:
        """Return whether the socket works, as far as one can know."""
        return self.greeted and self.silence(now) < self.limits.doubt

    def is_deaf(self, now: float) -> bool:
        """Return whether it is time to identify anew."""
        return self.silence(now) >= self.limits.deaf

    def left(self, now: float) -> float:
        """Return the seconds until all is lost; a shard that never heard anything has for ever."""
        return inf if self.heard_at is None else max(0.0, self.heard_at + self.limits.lost - now)


@dataclass(slots=True)
class Attempts:
    """How often in a row a shard had no socket that worked, which its next pause follows from.

    A socket that was greeted and then closed is no failure: Discord closes them now and then, and
    the next one is tried at once. Only of those that close too often in a minute is each one more.
    """

    failures: int = 0
    _closed: list[float] = field(default_factory=list)

    def failed(self) -> None:
        """Note an attempt in which nothing was greeted."""
        self.failures += 1

    def closed(self, now: float) -> None:
        """Note that a socket ended which had been greeted."""
        self._closed = [when for when in self._closed if when > now - MINUTE] + [now]
        self.failures = max(0, len(self._closed) - FORGIVEN)


@dataclass(slots=True)
class StartBudget:
    """How many identifies Discord still takes today; more would make it revoke the token.

    Half of them may be used as fast as Discord lets a bot. The rest are spread over what is left
    of the day, so that pauses grow, and the last one is never used. Discord counts over all
    processes and says how many are left at each start, so this holds for restarts too.
    """

    spacing: float
    """Seconds that lie between two identifies at least."""
    total: int = 1000
    remaining: int = 1000
    resets_at: float = inf
    last: dict[int, float] = field(default_factory=dict)
    """When each bucket of shards last identified."""

    def told(self, total: int, remaining: int, reset_after: float, now: float) -> None:
        """Take over what Discord says: counts, and seconds until they begin anew."""
        self.total, self.remaining = total, remaining
        self.resets_at = now + reset_after

    def pause(self, now: float, bucket: int = 0) -> float:
        """Return the seconds to wait before the next identify of a bucket."""
        if now >= self.resets_at:
            self.remaining, self.resets_at = self.total, now + DAY
        if self.remaining * 2 > self.total:
            return max(0.0, self.last.get(bucket, -inf) + self.spacing - now)
        if self.remaining <= 1:
            return self.resets_at - now
        gap = (self.resets_at - now) / self.remaining
        since = max(self.last.values(), default=now)
        return max(0.0, since + max(gap, self.spacing) - now)

    def spend(self, now: float, bucket: int = 0) -> None:
        """Note that a shard of a bucket identifies."""
        self.resets_at = min(self.resets_at, now + DAY)
        self.remaining -= 1
        self.last[bucket] = now

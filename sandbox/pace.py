"""Discord's pace: how many requests it takes, and how long each is under way.

A bucket is what a kind of request may use up in one channel, or by one token: this many in a window
that begins with the first. Discord publishes no numbers for them; these are what it is seen to do.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from sandbox.errors import RateLimited
from sandbox.rest.routing import Match
from sandbox.timing import Timing

_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = _MESSAGES + "/{message_id}"
_KINDS = {
    ("POST", _MESSAGES): "posts",
    ("PATCH", _MESSAGE): "edits",
    ("DELETE", _MESSAGE): "deletes",
}
_PLACE = ("PATCH", "/channels/{channel_id}")
_HOOKS = "/webhooks/"
_MANY = 1000
"""With this many windows it is time to forget those that are over."""


@dataclass(slots=True)
class _Window:
    """Takes this many requests until it `ends`."""

    limit: int
    ends: float
    used: int = 0

    @property
    def is_full(self) -> bool:
        return self.used >= self.limit


class Pace:
    """Counts requests, and draws how long each takes there and back."""

    def __init__(
        self, timing: Timing, clock: Callable[[], float] = time.monotonic, seed: int = 0
    ) -> None:
        self._timing = timing
        self._clock = clock
        self._random = Random(seed)  # noqa: S311 - how long a request takes guards nothing
        self._windows: dict[tuple[str, str], _Window] = {}

    def trip(self) -> tuple[float, float]:
        """Return the seconds that a request takes there, and those that its answer takes back."""
        half = self._random.uniform(self._timing.nearest, self._timing.farthest) / 2
        return half, half

    def take(
        self, match: Match | None, *, is_bot: bool, is_renaming: bool = False
    ) -> dict[str, str]:
        """Count a request; return the headers about its bucket, if it has one.

        What comes with a bot's own token counts among all requests of the bot, too. Raises
        RateLimited.
        """
        timing = self._timing
        if is_bot:
            everything = self._window(("global", ""), timing.requests, timing.requests_window)
            if everything.is_full:
                raise RateLimited(self._left(everything), is_global=True)
            everything.used += 1
        name, limit, seconds = self._bucket(match, is_renaming)
        if not name[0]:
            return {}
        window = self._window(name, limit, seconds)
        if window.is_full:
            raise RateLimited(self._left(window), headers=self._headers(name[0], window))
        window.used += 1
        return self._headers(name[0], window)

    def _bucket(self, match: Match | None, is_renaming: bool) -> tuple[tuple[str, str], int, float]:
        """Return a bucket's kind and place, how many requests it takes, and in how many seconds."""
        timing = self._timing
        if match is None:
            return ("", ""), 0, 0.0
        asked = (match.route.method, match.route.template)
        kind = _KINDS.get(asked, "")
        if asked == _PLACE and is_renaming:
            return ("names", match.params["channel_id"]), timing.names, timing.names_window
        if asked == _PLACE:
            return ("changes", match.params["channel_id"]), timing.changes, timing.changes_window
        if match.route.template.startswith(_HOOKS):
            return ("answers", match.params["token"]), timing.answers, timing.answers_window
        place = match.params.get("channel_id", "")
        return (kind, place), timing.messages, timing.messages_window

    def _window(self, name: tuple[str, str], limit: int, seconds: float) -> _Window:
        now = self._clock()
        window = self._windows.get(name)
        if window is None or window.ends <= now:
            if len(self._windows) >= _MANY:
                self._windows = {
                    key: kept for key, kept in self._windows.items() if kept.ends > now
                }
            window = self._windows[name] = _Window(limit, now + seconds)
        return window

    def _left(self, window: _Window) -> float:
        """Return the seconds until a window ends, in whole milliseconds and never too few."""
        return math.ceil(1000 * max(0.0, window.ends - self._clock())) / 1000

    def _headers(self, kind: str, window: _Window) -> dict[str, str]:
        left = self._left(window)
        return {
            "X-RateLimit-Limit": str(window.limit),
            "X-RateLimit-Remaining": str(window.limit - window.used),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(kind.encode()).hexdigest()[:32],
        }

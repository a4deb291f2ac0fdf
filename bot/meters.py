"""Numbers of what the bot does: every part may count here, and knows nothing of who looks.

No label holds a name, an id or anything that somebody wrote: each has a few values that stand in
the code. Counting takes microseconds and may be done in any thread.
"""

from __future__ import annotations

from functools import partial
from typing import Self


class _Uncounted:
    """Takes what is counted and keeps nothing, where prometheus_client is not installed."""

    def __init__(self, *_: object, **__: object) -> None: ...

    def labels(self, *_: object) -> Self:
        return self

    def time(self) -> Self:
        return self

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...

    def inc(self) -> None: ...

    def observe(self, _: object) -> None: ...

    set = set_function = observe


try:
    from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
except ModuleNotFoundError:
    CollectorRegistry = Counter = Gauge = Histogram = _Uncounted  # type: ignore[assignment, misc] # does as little as is asked of it
    ProcessCollector = _Uncounted  # type: ignore[assignment, misc] # see above

METERS = CollectorRegistry()
"""All that is measured."""

_QUICK = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
_SLOW = (0.001, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 25.0, 60.0)
_DISK = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)

_counter, _gauge = partial(Counter, registry=METERS), partial(Gauge, registry=METERS)
_quick, _slow, _disk = (
    partial(Histogram, buckets=buckets, registry=METERS) for buckets in (_QUICK, _SLOW, _DISK)
)

ProcessCollector(registry=METERS)

INFO = _gauge("nimbus_info", "Always 1; the version", ["version"])
HEALTHY = _gauge("nimbus_healthy", "1 while all is well, else 0")
GATEWAY_LATENCY = _gauge("nimbus_gateway_latency_seconds", "How long Discord takes for a heartbeat")

INTERACTIONS = _counter(
    "nimbus_interactions",
    "Presses, forms and commands: what they were, and what came of them",
    ["kind", "outcome"],
)
ACKNOWLEDGED = _quick(
    "nimbus_acknowledge_seconds",
    "From the arrival of a press to Discord's answer that it is acknowledged",
    ["kind"],
)
SHOWN = _quick(
    "nimbus_show_seconds",
    "From a stored change to the message on Discord that shows it",
    ["message"],
)

MOVES = _counter("nimbus_moves", "Moves stored, by game and who made them", ["game", "by"])
LESSONS = _counter("nimbus_lesson_steps", "Steps of lessons that were shown", ["game", "step"])
PUZZLES_DISLIKED = _counter("nimbus_puzzles_disliked", "Presses of *Not a good puzzle*", ["game"])
TABLES = _gauge("nimbus_tables", "Tables that have not ended", ["game", "status"])
THINKING = _slow("nimbus_thinking_seconds", "How long house players think", ["game", "level"])
UNTHOUGHT = _counter("nimbus_thinking_failures", "Questions that no process answered in time")
LATE = _slow(
    "nimbus_thinking_late_seconds",
    "By how much the moves of house players came later than they were wanted",
    ["game", "level"],
)
SUBSTITUTES = _counter(
    "nimbus_thinking_substitutes",
    "Moves by rule of thumb of house players who should have thought",
    ["game", "level"],
)

MEMORY = _gauge(
    "nimbus_memory_bytes",
    "Memory of the bot's process and of those it has started, by what they are for; what processes"
    " share is divided among them (PSS); Linux alone tells",
    ["role"],
)

SHARDS = _gauge("nimbus_shards", "Shards that this process hears")
QUEUES = _gauge("nimbus_queue_length", "What waits or is at work", ["queue"])
LAG = _disk(
    "nimbus_event_loop_lag_seconds",
    "By how much the event loop is late when it is looked at, twice a second",
)

REST = _counter(
    "nimbus_rest_requests",
    "Calls of Discord, by route template and status; status none: no answer",
    ["method", "route", "status"],
)
REST_SECONDS = _quick("nimbus_rest_seconds", "How long Discord takes for a call")
WAITS = _slow(
    "nimbus_rest_wait_seconds",
    "How long calls wait before and between their tries, nearly always for a rate limit",
)
SLOTS = _slow(
    "nimbus_slot_wait_seconds",
    "How long messages wait, unpainted, till Discord would take them at once",
    ["urgency"],
)

COMMITS = _disk(
    "nimbus_store_commit_seconds", "How long one transaction of the store takes, till it is durable"
)
BACKUP_AGE = _gauge("nimbus_backup_age_seconds", "Since the newest backup of the schedule")

"""Numbers of what the bot does: every part may count here, and knows nothing of who looks.

No label holds a name, an id or anything that somebody wrote: each has a few values that stand in
the code. Counting takes microseconds and may be done in any thread.
"""

from __future__ import annotations

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

ProcessCollector(registry=METERS)

INFO = Gauge("nimbus_info", "Always 1; the version", ["version"], registry=METERS)
HEALTHY = Gauge("nimbus_healthy", "1 while all is well, else 0", registry=METERS)
GATEWAY_LATENCY = Gauge(
    "nimbus_gateway_latency_seconds", "How long Discord takes for a heartbeat", registry=METERS
)

INTERACTIONS = Counter(
    "nimbus_interactions",
    "Presses, forms and commands: what they were, and what came of them",
    ["kind", "outcome"],
    registry=METERS,
)
ACKNOWLEDGED = Histogram(
    "nimbus_acknowledge_seconds",
    "From the arrival of a press to Discord's answer that it is acknowledged",
    ["kind"],
    buckets=_QUICK,
    registry=METERS,
)
SHOWN = Histogram(
    "nimbus_show_seconds",
    "From a stored change to the message on Discord that shows it",
    ["message"],
    buckets=_QUICK,
    registry=METERS,
)

MOVES = Counter("nimbus_moves", "Moves stored, by game and who made them", ["game", "by"],
                registry=METERS)  # fmt: skip
LESSONS = Counter("nimbus_lesson_steps", "Steps of lessons that were shown", ["game", "step"],
                  registry=METERS)  # fmt: skip
PUZZLES_DISLIKED = Counter(
    "nimbus_puzzles_disliked", "Presses of *Not a good puzzle*", ["game"], registry=METERS
)
TABLES = Gauge("nimbus_tables", "Tables that have not ended", ["game", "status"], registry=METERS)
THINKING = Histogram(
    "nimbus_thinking_seconds",
    "How long house players think",
    ["game", "level"],
    buckets=_SLOW,
    registry=METERS,
)
UNTHOUGHT = Counter(
    "nimbus_thinking_failures", "Questions that no process answered in time", registry=METERS
)
LATE = Histogram(
    "nimbus_thinking_late_seconds",
    "By how much the moves of house players came later than they were wanted",
    ["game", "level"],
    buckets=_SLOW,
    registry=METERS,
)
SUBSTITUTES = Counter(
    "nimbus_thinking_substitutes",
    "Moves by rule of thumb of house players who should have thought",
    ["game", "level"],
    registry=METERS,
)

MEMORY = Gauge(
    "nimbus_memory_bytes",
    "Memory of the bot's process and of those it has started, by what they are for; what processes"
    " share is divided among them (PSS); Linux alone tells",
    ["role"],
    registry=METERS,
)

SHARDS = Gauge("nimbus_shards", "Shards that this process hears", registry=METERS)
QUEUES = Gauge("nimbus_queue_length", "What waits or is at work", ["queue"], registry=METERS)
LAG = Histogram(
    "nimbus_event_loop_lag_seconds",
    "By how much the event loop is late when it is looked at, twice a second",
    buckets=_DISK,
    registry=METERS,
)

REST = Counter(
    "nimbus_rest_requests",
    "Calls of Discord, by route template and status; status none: no answer",
    ["method", "route", "status"],
    registry=METERS,
)
REST_SECONDS = Histogram(
    "nimbus_rest_seconds", "How long Discord takes for a call", buckets=_QUICK, registry=METERS
)
WAITS = Histogram(
    "nimbus_rest_wait_seconds",
    "How long calls wait before and between their tries, nearly always for a rate limit",
    buckets=_SLOW,
    registry=METERS,
)
SLOTS = Histogram(
    "nimbus_slot_wait_seconds",
    "How long messages wait, unpainted, till Discord would take them at once",
    ["urgency"],
    buckets=_SLOW,
    registry=METERS,
)

COMMITS = Histogram(
    "nimbus_store_commit_seconds",
    "How long one transaction of the store takes, till it is durable",
    buckets=_DISK,
    registry=METERS,
)
BACKUP_AGE = Gauge(
    "nimbus_backup_age_seconds", "Since the newest backup of the schedule", registry=METERS
)

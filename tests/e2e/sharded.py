"""A world whose only server is on one of several shards."""

from __future__ import annotations

import time

from sandbox import Memory
from sandbox.wire import EPOCH_MS


def world_on(shard: int, count: int) -> Memory:
    """Return the usual world, made in a millisecond that leaves its server to a shard."""
    now = int(time.time() * 1000) - EPOCH_MS
    then = (now // count - 1) * count + shard + EPOCH_MS
    memory = Memory.populate(clock=lambda: (then + 0.5) / 1000)
    memory.clock = memory.snowflakes.clock = time.time
    return memory

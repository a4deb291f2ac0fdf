"""Tests that do not look at time nor wait: a clock, and stores that wait for no disk."""

from __future__ import annotations

from functools import cache

from sqlalchemy import Engine
from sqlalchemy.dialects.sqlite.base import SQLiteDialect
from sqlalchemy.util import LRUCache

from bot.clock import Clock
from bot.puzzles.service import Shipped, shipped
from bot.store.backends import sqlite


class SwiftClock(Clock):
    """House players move without any pause at all."""

    def __init__(self, pace: float = 0.0) -> None:
        super().__init__(pace)

    def pause(self, low: float, high: float, least: float = 0.0) -> float:  # noqa: ARG002 - none at all
        return 0.0

    def was_set(self) -> bool:
        return False


# Stores that wait for no disk, and compile a statement once for all of them.

SHIPPED = sqlite.DURABLE
"""What every connection of a host's begins with."""

STATEMENTS = 5000
"""More than the bot has."""


FEWER = 25
"""How many times as many puzzles come with the bot as a store is given here."""


@cache
def some_puzzles() -> Shipped:
    """Return some of the puzzles that come with the bot, of each game."""
    return shipped()._replace(puzzles=shipped().puzzles[::FEWER])


def take_over() -> None:
    """Let stores be so until the process ends."""
    sqlite.DURABLE = (*SHIPPED, "PRAGMA synchronous=OFF")
    compiled: LRUCache[object, object] = LRUCache(STATEMENTS)
    # An engine makes a cache for itself, whose keys name its own dialect.
    changes = {
        (Engine, "_compiled_cache"): property(lambda _: compiled, lambda *_: None),
        (SQLiteDialect, "__eq__"): lambda one, other: type(one) is type(other),
        (SQLiteDialect, "__hash__"): lambda one: hash(type(one)),
    }
    for (kind, name), value in changes.items():
        setattr(kind, name, value)

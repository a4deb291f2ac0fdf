"""Which reads are urgent: those of a press, whose person waits; nobody waits for a board so."""

from __future__ import annotations

import asyncio
from contextvars import ContextVar

_urgent: ContextVar[asyncio.Task[object] | None] = ContextVar("urgent", default=None)


def make_urgent() -> None:
    """Have the reads of this task go before others; not those of tasks that it begins."""
    _urgent.set(asyncio.current_task())


def is_urgent() -> bool:
    """Return whether what the present task reads goes before the rest."""
    return _urgent.get() is asyncio.current_task()

"""Locks by key, so that what changes one thing waits for no other thing."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

Key = TypeVar("Key")


class Locks(Generic[Key]):
    """A lock for each key, made when it is first asked for and gone when nobody has it any more.

    `async with locks[7]:` waits for whoever is in another block of 7, and for nobody else.
    """

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Key, asyncio.Lock] = WeakValueDictionary()

    def __getitem__(self, key: Key) -> asyncio.Lock:
        """Return the lock of a key: the same one as long as anybody has it."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock

    def __len__(self) -> int:
        """Return how many locks somebody has."""
        return len(self._locks)

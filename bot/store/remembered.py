"""Settings as they were read last, by scope: they are asked for at every turn and change rarely."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TypeAlias

Read: TypeAlias = Callable[[Sequence[str]], Awaitable[Mapping[str, dict[str, str]]]]
"""Reads the settings of some scopes, by scope."""

REMEMBERED_SCOPES = 2000
"""How many scopes are remembered; the longest unused goes first."""


class Remembered:
    """Remembers settings until they are changed; of other processes' changes it is told."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, dict[str, str]] = OrderedDict()
        # The newest read of each scope that is being read, unless it was changed since.
        self._reads: dict[str, object] = {}

    async def read(self, scopes: Sequence[str], read: Read) -> list[dict[str, str]]:
        """Return the settings of each scope; only what is not known is read, all at once."""
        known = {scope: self._known[scope] for scope in scopes if scope in self._known}
        for scope in known:
            self._known.move_to_end(scope)
        if unknown := [scope for scope in scopes if scope not in known]:
            known |= await self._read(unknown, read)
        return [dict(known[scope]) for scope in scopes]

    async def _read(self, scopes: Sequence[str], read: Read) -> Mapping[str, dict[str, str]]:
        own = object()
        self._reads |= dict.fromkeys(scopes, own)
        try:
            found = await read(scopes)
        finally:
            # What was read while a scope changed may be what was there before.
            newest = [scope for scope in scopes if self._reads.get(scope) is own]
            for scope in newest:
                del self._reads[scope]
        for scope in newest:
            self._remember(scope, found[scope])
        return found

    @asynccontextmanager
    async def changing(
        self, scope: str | None = None, changes: Mapping[str, str | None] | None = None
    ) -> AsyncIterator[None]:
        """Change the settings of a scope, or of any; they are read anew afterwards.

        What is known of a scope stays so with the `changes`, if nobody else changes any meanwhile.
        """
        before = self._known.get(scope or "")
        try:
            yield
            after = self._known.get(scope or "")
        finally:
            self.forget(scope)
        if scope is not None and changes is not None and before is not None and before is after:
            # In place, so that what else is changed meanwhile finds what it knew.
            before.update((key, text) for key, text in changes.items() if text is not None)
            for key in [key for key, text in changes.items() if text is None]:
                before.pop(key, None)
            self._known[scope] = before

    def forget(self, scope: str | None = None) -> None:
        """Have the settings of a scope, or of all, read anew: somebody has changed them."""
        if scope is None:
            self._known.clear()
            self._reads.clear()
        else:
            self._known.pop(scope, None)
            self._reads.pop(scope, None)

    def _remember(self, scope: str, found: dict[str, str]) -> None:
        self._known[scope] = found
        if len(self._known) > REMEMBERED_SCOPES:
            self._known.popitem(last=False)

"""Settings as they were read last, by scope: they are asked for at every turn and change rarely."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

REMEMBERED_SCOPES = 2000
"""How many scopes are remembered."""


class Remembered:
    """Remembers settings until they are changed; of other processes' changes it is told."""

    def __init__(self) -> None:
        self._known: dict[str, dict[str, str]] = {}
        self._changes = 0

    async def read(
        self, scope: str, read: Callable[[], Awaitable[dict[str, str]]]
    ) -> dict[str, str]:
        """Return the settings of a scope, read only if they are not known."""
        known = self._known.get(scope)
        if known is None:
            before, known = self._changes, await read()
            # What was read while something changed may be what was there before.
            if before == self._changes:
                self._remember(scope, known)
        return dict(known)

    @asynccontextmanager
    async def changing(self, scope: str | None = None) -> AsyncIterator[None]:
        """Change the settings of a scope, or of any; they are read anew afterwards."""
        try:
            yield
        finally:
            self.forget(scope)

    def forget(self, scope: str | None = None) -> None:
        """Have the settings of a scope, or of all, read anew: somebody has changed them."""
        self._changes += 1
        if scope is None:
            self._known.clear()
        else:
            self._known.pop(scope, None)

    def _remember(self, scope: str, found: dict[str, str]) -> None:
        if len(self._known) >= REMEMBERED_SCOPES:
            self._known.clear()
        self._known[scope] = found

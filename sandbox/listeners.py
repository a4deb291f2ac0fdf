"""The listeners to all that happens: bots at the gateway, people at their pages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from sandbox.wire import Intent, Json


class Bots(Protocol):
    """Where bots listen."""

    def dispatch(
        self, event: str, data: Json, *, guild_id: int | None, intent: Intent | None = None
    ) -> None:
        """Tell the sessions that hear of the guild."""
        ...


class Audience(Protocol):
    """Where people look."""

    def tell(self, people: Iterable[int], kind: str, data: Any) -> None:
        """Send a frame to every page of these people."""
        ...

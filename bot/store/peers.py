"""Peers: the other processes on a database, as far as the bot tells them things and hears them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from bot.store.signals import Signal


class Peers(Protocol):
    """Other processes of the bot. What changes in the store they are told with the change."""

    def tell_soon(self, kind: str, *about: Any) -> None:
        """Tell the others something that may be lost, without waiting for it."""

    def listen(self, hear: Callable[[Signal], None], missed: Callable[[], None]) -> None:
        """Hear from now on what other processes tell, until the store is closed.

        `hear` is called with what the store itself makes nothing of, `missed` when signals may have
        been lost, as at the start.
        """


class NoPeers:
    """The process has the database for itself: nobody is told, and nothing is heard."""

    def tell_soon(self, kind: str, *about: Any) -> None:
        pass

    def listen(self, hear: Callable[[Signal], None], missed: Callable[[], None]) -> None:
        pass

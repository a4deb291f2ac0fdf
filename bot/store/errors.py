"""The store's errors. Every message is a plain sentence for whoever hosts the bot.

StoreError
├── BackupError         a backup cannot be made, or not be used
├── CannotOpen          the database cannot be opened, read or brought up to date
│   ├── InUse           somebody else holds it; later it may be free
│   ├── NewerDatabase   it was written by a version that this program does not know
│   └── Unsupported     the address names no database that the store can use
├── NotMoved            a database was not carried over to another; the other is as it was
├── StoreClosed         the store was closed before the call
├── StoreFailed         the database refused or broke off one call; nothing of it was stored
│   └── StoreBusy       somebody else was in the way of the call; later it may be done
│       └── Held            another transaction holds what the call is to write
├── StoreLost           the file was deleted, moved or replaced under the open store
├── UnknownMatch        the match a call is about does not exist
└── UnreadableMatch     the match a call is about cannot be read
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.store.rows import MatchId

log = logging.getLogger(__name__)


class StoreError(Exception):
    """Anything the store raises on purpose."""


class BackupError(StoreError):
    """A backup cannot be made, or not be used."""


class CannotOpen(StoreError):
    """The database cannot be opened, read or brought up to date."""


class InUse(CannotOpen):
    """Another bot or another program holds the database; later it may be free."""


class NewerDatabase(CannotOpen):
    """The database was written by a version that this program does not know, a newer one."""


class Unsupported(CannotOpen):
    """The address names no database that the store can use."""


class NotMoved(StoreError):
    """A database was not carried over to another one, which is as it was."""


class StoreClosed(StoreError):
    """The store was closed before the call."""


class StoreFailed(StoreError):
    """The database refused or broke off one call; nothing of it was stored."""


class StoreBusy(StoreFailed):
    """Somebody else was in the way of one call for too long; nothing of it was stored."""


class Held(StoreBusy):
    """Another transaction holds what the call is to write, and does not let go of it."""


class StoreLost(StoreError):
    """The file was deleted, moved or replaced under the open store: stop, nothing is kept now."""


class UnknownMatch(StoreError):
    """The match a call is about does not exist."""


class UnreadableMatch(StoreError):
    """The match a call is about cannot be read: it is damaged, or of another version's making.

    `why` says what cannot be read and holds nothing that was stored.
    """

    def __init__(self, match_id: MatchId, why: str) -> None:
        super().__init__(f"match {match_id} cannot be read: {why}")
        self.match_id = match_id
        self.why = why


@contextmanager
def others_go_on(what: str, number: int) -> Iterator[None]:
    """Log what fails in one of many, which the next look tries again. Raises StoreErrors."""
    try:
        yield
    except StoreError:
        raise
    except Exception:
        log.exception("%s %s cannot go on", what, number)

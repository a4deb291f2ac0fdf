"""What can go wrong in the store.

StoreError
├── CannotOpen          the database cannot be opened, read or brought up to date
│   ├── NewerDatabase   it was written by a newer version of this program
│   └── Unsupported     the address names a kind of database the store cannot use
├── StoreClosed         the store was closed before the call
├── StoreFailed         the database refused or broke off one call; nothing of it was stored
├── UnknownMatch        the match a call is about does not exist
└── UnreadableMatch     what is stored of a match cannot be understood
"""

from __future__ import annotations


class StoreError(Exception):
    """Anything the store raises on purpose."""


class CannotOpen(StoreError):
    """The database cannot be opened, read or brought up to date."""


class NewerDatabase(CannotOpen):
    """The database was written by a newer version of this program."""


class Unsupported(CannotOpen):
    """The address names a kind of database the store cannot use."""


class StoreClosed(StoreError):
    """The store was closed before the call."""


class StoreFailed(StoreError):
    """The database refused or broke off one call; nothing of it was stored."""


class UnknownMatch(StoreError):
    """The match a call is about does not exist."""


class UnreadableMatch(StoreError):
    """What is stored of a match cannot be understood."""

    def __init__(self, match_id: int) -> None:
        super().__init__(f"match {match_id} cannot be read")
        self.match_id = match_id

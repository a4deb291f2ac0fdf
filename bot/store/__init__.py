"""The store: the only place with SQL. What is kept is described in `rows`."""

from bot.store.errors import (
    CannotOpen,
    NewerDatabase,
    StoreClosed,
    StoreError,
    StoreFailed,
    UnknownMatch,
    Unsupported,
)
from bot.store.rows import (
    Commit,
    HandMessage,
    MatchId,
    MatchRow,
    Member,
    MoveRow,
    PastMatch,
    Publication,
    ResultRow,
    Standing,
    Status,
    Terms,
)
from bot.store.store import Store

__all__ = [
    "CannotOpen",
    "Commit",
    "HandMessage",
    "MatchId",
    "MatchRow",
    "Member",
    "MoveRow",
    "NewerDatabase",
    "PastMatch",
    "Publication",
    "ResultRow",
    "Standing",
    "Status",
    "Store",
    "StoreClosed",
    "StoreError",
    "StoreFailed",
    "Terms",
    "UnknownMatch",
    "Unsupported",
]

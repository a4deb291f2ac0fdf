"""Ownership: what this process may act on, where several may share a database.

Each match is owned by one process, its home, which runs its clock and house players and shows it;
to move in it any process may. One process, the leader, does the work that is done once for all.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Any, Protocol

from bot.store.rows import MatchId, MatchRow


class Ownership(Protocol):
    """Matches and duties of this process. Awaited methods raise StoreError, but `look_after`."""

    unwound: set[MatchId]
    """Matches that were acquired and that nobody owned: their clocks are to be wound."""

    @property
    def is_sole_writer(self) -> bool:
        """Whether nobody else writes to the database: what was read may be kept in memory."""

    @property
    def token(self) -> str | None:
        """The fencing token, noted in the row of what is acquired; None where nobody else is.

        A process that was late gets another one: what it acquired before it has lost.
        """

    @property
    def leads(self) -> bool:
        """Whether this process does what is done once for all."""

    def has(self, match_id: MatchId) -> bool:
        """Return whether this process owns a match, and nobody else can yet."""

    def leads_or_tells(self, kind: str, *about: Any) -> bool:
        """Return whether this process leads; one that does not tells the one that does."""

    def has_or_tells(self, match_id: MatchId, kind: str, *about: Any) -> bool:
        """Return whether this process owns a match; one that does not tells the one that does."""

    async def acquire(self, match_id: MatchId) -> bool:
        """Own a match from now on, whoever did; tell whether that is new."""

    async def acquire_free(self, match_ids: Collection[MatchId]) -> set[MatchId]:
        """Return those of some matches that this process owns, now that it was asked.

        What nobody alive owns it acquires, but for what another is acquiring at this moment.
        """

    async def look_after(self, match_id: MatchId) -> None:
        """Own a match that has just changed, unless another process does; never raises."""

    def noted(self, row: MatchRow, token: str | None) -> MatchRow:
        """Return a row that was stored with a token, which is noted."""

    def release(self, match_id: MatchId) -> None:
        """Own a match no more, as far as nobody asks: it has ended, or another process has it."""

    def held(self, name: str) -> AbstractAsyncContextManager[None]:
        """Hold a name for a moment, and wait for other processes that do.

        Within this process a lock has to keep others out.
        """


class SoleOwner:
    """The process has the database for itself, as on SQLite always: it owns all, and leads."""

    is_sole_writer = leads = True
    token = None

    def __init__(self) -> None:
        self.unwound: set[MatchId] = set()

    def has(self, match_id: MatchId) -> bool:  # noqa: ARG002 - whichever it is
        return True

    def leads_or_tells(self, kind: str, *about: Any) -> bool:  # noqa: ARG002 - nobody is told
        return True

    def has_or_tells(self, match_id: MatchId, kind: str, *about: Any) -> bool:  # noqa: ARG002 - so
        return True

    async def acquire(self, match_id: MatchId) -> bool:  # noqa: ARG002 - it is owned already
        return False

    async def acquire_free(self, match_ids: Collection[MatchId]) -> set[MatchId]:
        return set(match_ids)

    async def look_after(self, match_id: MatchId) -> None:
        pass

    def noted(self, row: MatchRow, token: str | None) -> MatchRow:  # noqa: ARG002 - there is none
        return row

    def release(self, match_id: MatchId) -> None:
        pass

    def held(self, name: str) -> AbstractAsyncContextManager[None]:  # noqa: ARG002 - nobody else
        return nullcontext()

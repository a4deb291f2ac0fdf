"""Deleting what is kept about a person: what it will do, and doing it.

The live games they are in are held meanwhile, so that all of it is one change: it is stored whole
or not at all, and whoever presses at the same time comes before it or after it.
"""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass

from bot.clock import Clock
from bot.errors import Refused, Stale
from bot.match.anonymous import without_person
from bot.match.table import seat_of
from bot.match.tables import Tables
from bot.privacy.erased import new_secret, number_in
from bot.privacy.store import PrivacyStore
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import LIVE, Commit, MatchId, MatchRow, Status

TRIES = 5
"""How often it is tried while tables come and go under it."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """The effect of deleting: the number of games that go on with a house player, and that end.

    `lobbies` are left, and `finished` are the tables of the past.
    """

    going_on: int = 0
    ending: int = 0
    lobbies: int = 0
    finished: int = 0


class Erasing:
    """Deletes what is kept about people; `someone` is shown in their place."""

    def __init__(self, store: Store, tables: Tables, clock: Clock, someone: str) -> None:
        self._store = store
        self._privacy = PrivacyStore(store)
        self._tables = tables
        self._clock = clock
        self._someone = someone

    async def outlook(self, user_id: int) -> Outlook:
        """Return the effect of deleting now."""
        rows = await self._store.matches_of(user_id, LIVE)
        playing = [row for row in rows if row.status is Status.PLAYING]
        ending = [row for row in playing if self._without(row, user_id).status is Status.CLOSED]
        all_of_them = len((await self._privacy.personal(user_id)).matches)
        return Outlook(
            going_on=len(playing) - len(ending),
            ending=len(ending),
            lobbies=len(rows) - len(playing),
            finished=max(0, all_of_them - len(rows)),
        )

    async def erase(self, user_id: int, direct: int | None = None) -> None:
        """Delete everything about a person; `direct` is the channel of their direct messages.

        Done again it finds nothing and harms nothing. Raises Stale, and then nothing was done.
        """
        secret = new_secret()
        for _ in range(TRIES):
            async with AsyncExitStack() as stack:
                rows, unreadable = await self._held(user_id, stack)
                commits = [
                    Commit(self._without(row, user_id, secret), members_changed=True)
                    for row in rows
                ]
                done = await self._privacy.erase(
                    user_id, self._someone, self._clock.now(), commits,
                    unreadable=unreadable, direct=direct, secret=secret,
                )  # fmt: skip
                if done:
                    for commit in commits:
                        await self._tables.tell(commit.row)
                    return
        raise Stale("refused.erase_again")

    async def _held(
        self, user_id: int, stack: AsyncExitStack
    ) -> tuple[list[MatchRow], list[MatchId]]:
        """Hold the live matches of a person, always in the same order; and name the unreadable."""
        rows: list[MatchRow] = []
        unreadable: list[MatchId] = []
        for match_id in await self._privacy.live_with(user_id):
            try:
                row = await stack.enter_async_context(self._tables.locked(match_id))
                if row.status in LIVE:
                    self._without(row, user_id)
                    rows.append(row)
            except UnreadableMatch:
                unreadable.append(match_id)
            except Refused:
                continue  # it has gone meanwhile
        return rows, unreadable

    def _without(self, row: MatchRow, user_id: int, secret: bytes = b"") -> MatchRow:
        """Return the next version of a row without a person. Raises UnreadableMatch."""
        seat = seat_of(row, user_id)
        number = None if seat is None else number_in(row.series, seat, secret)
        after = without_person(row, user_id, self._someone, self._clock.now(), number)
        if row.status is not Status.PLAYING or seat is None:
            return after
        return self._tables.settled(after)

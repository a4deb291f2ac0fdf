"""Tables in memory: one change at a time, and what cannot be read set aside."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Iterator
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from bot.errors import Refused, located
from bot.match.table.state import Table
from bot.store import Store
from bot.store.errors import UnreadableMatch
from bot.store.rows import MatchId, MatchRow

# Locks by key, so that what changes one thing waits for no other thing.

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


# Tables in hand: what was stored or replayed last, so that it need not be read and replayed again.
#
# A kept table holds as long as this process alone changes it, by storing what it was made into;
# after anything else its version is looked up before it is used again, and whoever sees a newer
# one in the store says so. And whoever changes it stores that only if the version is the stored
# one; if not, nothing is kept.

KEPT_TABLES = 500
"""How many tables are kept, and rows beside them; the longest unused goes first."""

UNSEEN = -1
"""Stands for a version that must be looked up first."""

OLDER = -2
"""That a table is known to be older than what is stored."""


class TableCache:
    """Reads tables, and keeps the newest replayed one of each match, as far as there is room."""

    def __init__(self, store: Store, most: int = KEPT_TABLES) -> None:
        self._store = store
        self._most = most
        # Each with how often matches had been rewritten when its version was the stored one.
        self._tables: OrderedDict[MatchId, tuple[Table, int]] = OrderedDict()
        self._rows: OrderedDict[MatchId, MatchRow] = OrderedDict()

    async def row(self, match_id: MatchId) -> MatchRow:
        """Return the stored row of a match. Raises Refused or UnreadableMatch."""
        held = kept, seen = self._tables.get(match_id, (None, UNSEEN))
        # Before the reads: what is rewritten during them must not pass for seen.
        rewritten = self._store.rewrites.stamp()
        if kept is not None and seen == rewritten:
            return kept.row
        if (
            kept is not None
            and seen != OLDER
            and await self._store.version(match_id) == kept.row.version
        ):
            # While the version was read a signal may have named a newer one, or a move been kept.
            if self._tables.get(match_id) is held:
                self._tables[match_id] = kept, rewritten
            return kept.row
        row = await self._store.match(match_id)
        if row is None:
            raise Refused("refused.no_match")
        self.see(row)
        return row

    async def glance(self, match_id: MatchId) -> MatchRow:
        """Return the row of a match as it was seen last: it may be an older one by now.

        Only what was never seen is read. Enough for a form: what comes back is looked at again.
        Raises Refused or UnreadableMatch.
        """
        kept, _ = self._tables.get(match_id, (None, UNSEEN))
        known = self._rows.get(match_id) if kept is None else kept.row
        return known or await self.row(match_id)

    def see(self, row: MatchRow) -> None:
        """Remember a row that is stored, for `glance`."""
        self._rows[row.id] = row
        self._rows.move_to_end(row.id)
        if len(self._rows) > self._most:
            self._rows.popitem(last=False)

    def table(self, row: MatchRow) -> Table:
        """Return the table of a row. Raises UnreadableMatch."""
        return self.of(row) or Table.load(row)

    async def replayed(self, row: MatchRow) -> Table:
        """Return the table of a row with everything that happened. Raises UnreadableMatch."""
        table = self.of(row)
        if table is None:
            older, _ = self._tables.get(row.id, (None, UNSEEN))
            # Alone on its database a process seldom comes here: the whole log is looked over then.
            older = None if self._store.ownership.is_sole_writer else older
            table = Table.replay(row, await self._store.moves(row.id), older)
            # Not as seen: the row was read before its moves, and may be an older one by now.
            self.keep(table)
        return table

    def of(self, row: MatchRow) -> Table | None:
        """Return the kept table with a row, if its game stands there as it does in the row."""
        kept, _ = self._tables.get(row.id, (None, UNSEEN))
        if kept is None or kept.row.state is not row.state or kept.row.moves != row.moves:
            return None
        self._tables.move_to_end(row.id)
        return kept.at(row)

    def keep(self, table: Table, seen: int = UNSEEN) -> None:
        """Keep a table, unless it was not replayed, or a newer one is kept.

        `seen` is how often matches had been rewritten when its version was the stored one.
        """
        row = table.row
        kept, _ = self._tables.get(row.id, (None, UNSEEN))
        is_replayed = table.course is not None and table.course.happened
        if not is_replayed or (kept is not None and kept.row.version > row.version):
            return
        self._tables[row.id] = table, seen
        self._tables.move_to_end(row.id)
        if len(self._tables) > self._most:
            self._tables.popitem(last=False)

    def note_version(self, match_id: MatchId, version: int) -> None:
        """Read a table again that is older than the version which the store was seen to have.

        What was replayed of it is carried on.
        """
        kept, _ = self._tables.get(match_id, (None, UNSEEN))
        if kept is not None and kept.row.version < version:
            self._tables[match_id] = kept, OLDER

    def drop(self, match_id: MatchId) -> None:
        """Keep no table of a match; `glance` gives the row that was seen last."""
        self._tables.pop(match_id, None)

    def __len__(self) -> int:
        """Return how many tables are kept."""
        return len(self._tables)


# Matches that are set aside: they cannot be read or shown, and the others go on without them.

log = logging.getLogger(__name__)


class Quarantine:
    """The matches that nobody tries again by themselves; a change of a match takes it back.

    What cannot even be read the store leaves out of its lists: `Tables` tells it so.
    """

    def __init__(self) -> None:
        self._matches: set[MatchId] = set()
        self._logged: set[MatchId] = set()

    def __contains__(self, match_id: MatchId) -> bool:
        return match_id in self._matches

    def __iter__(self) -> Iterator[MatchId]:
        return iter(self._matches)

    def put(self, match_id: MatchId, error: BaseException) -> None:
        """Set a match aside; the log names it once, however often it comes to that."""
        if isinstance(error, UnreadableMatch):
            return
        self._matches.add(match_id)
        if match_id not in self._logged:
            self._logged.add(match_id)
            what = located(error)
            log.error("match %s cannot be shown or go on: %s; it is set aside", match_id, what)

    def release(self, match_id: MatchId) -> None:
        """Let a match be tried again."""
        self._matches.discard(match_id)

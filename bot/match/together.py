"""Tables that began together, from one lobby: who presses at any of them means their own."""

from __future__ import annotations

from collections.abc import Sequence

from bot.match.kind import kind_of
from bot.match.table import seat_of
from bot.store import Store
from bot.store.rows import MatchRow


async def tables_with(store: Store, row: MatchRow) -> list[MatchRow]:
    """Return the tables that began together with a match, itself among them; it alone mostly."""
    if not kind_of(row).together:
        return [row]
    return await tables_of(store, row.series)


async def tables_of(store: Store, key: str) -> list[MatchRow]:
    """Return the tables of a series that can be read, in the order of their numbers."""
    found = await store.series.matches(key)
    return [row for row in found if isinstance(row, MatchRow)]


def seated_at(rows: Sequence[MatchRow], user_id: int) -> MatchRow | None:
    """Return the first of some tables at which a person sits; None if it is none of them."""
    return next((row for row in rows if seat_of(row, user_id) is not None), None)


async def own_table(store: Store, row: MatchRow, user_id: int) -> MatchRow:
    """Return the table at which a person sits, of those that began together with a match.

    The match itself, for who sits at none of them.
    """
    if not kind_of(row).together or seat_of(row, user_id) is not None:
        return row
    return seated_at(await tables_with(store, row), user_id) or row

"""Tables that began together, from one lobby: who presses at any of them means their own."""

from __future__ import annotations

from bot.match.kind import kind_of
from bot.match.table import seat_of
from bot.store import Store
from bot.store.rows import MatchRow


async def own_table(store: Store, row: MatchRow, user_id: int) -> MatchRow:
    """Return the table at which a person sits, of those that began together with a match.

    The match itself, for who sits at none of them.
    """
    if kind_of(row).together and seat_of(row, user_id) is None:
        for other in await store.series.matches(row.series):
            if isinstance(other, MatchRow) and seat_of(other, user_id) is not None:
                return other
    return row

"""People on vacation at a slow table: their time stands still there until they are back.

What a person has set holds. The members at their tables bear a copy, which is brought up to date
when they take days off or are back, when a game starts, and before anybody's time runs out there.
"""

from __future__ import annotations

from dataclasses import replace

from bot.match.clock.turns import is_slow, on_vacation
from bot.preferences.person import person_settings
from bot.store import Store
from bot.store.rows import MatchRow


async def with_vacations(store: Store, row: MatchRow, now: float) -> MatchRow:
    """Return the row in which every person is on vacation who is; a fast one as it is."""
    if not is_slow(row):
        return row
    members = []
    for member in row.members:
        until = 0.0
        if member.user_id is not None:
            vacation_days = (await person_settings(store, member.user_id)).vacation_days
            until = vacation_days.until(now) or 0.0
        members.append(on_vacation(row, member, until, now))
    return replace(row, members=tuple(members))

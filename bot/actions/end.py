"""Ending a game before its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.play.table import seat_of
from bot.store.rows import Status

if TYPE_CHECKING:
    from bot.press import Press
    from bot.store.rows import MatchId, MatchRow


async def end(press: Press, match_id: MatchId) -> None:
    """Vote to end a game; a moderator who does not play in it ends it at once."""
    await press.app.publisher.reach(match_id, press.user_id)
    row = await _end(press, match_id)
    key = "table.ended" if row.status is Status.CLOSED else "table.voted"
    await press.private(press.say(key))


async def _end(press: Press, match_id: MatchId) -> MatchRow:
    tables = press.app.tables
    await tables.wake(match_id, press.user_id)
    row = (await tables.load(match_id)).row
    seat = seat_of(row, press.user_id)
    plays = seat is not None and not row.members[seat - 1].away
    if not plays and press.is_moderator and press.location.guild_id == row.guild_id:
        return await tables.close(match_id)
    return await tables.vote_end(match_id, press.user_id)

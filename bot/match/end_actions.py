"""Ending a game before its end."""

from __future__ import annotations

from bot.discord.press import Press
from bot.errors import Refused
from bot.match.leave_actions import ask_to_leave
from bot.match.table import present, seat_of
from bot.match.tables import Tables
from bot.store.rows import MatchId, MatchRow, Status


async def end(press: Press, match_id: MatchId) -> None:
    """Vote to end a game; a moderator who does not play in it ends it at once.

    Where the server says who may end games, these end it at once, and nobody votes. Whoever plays
    alone is asked whether they want to leave.
    """
    tables = press.app.get(Tables)
    await tables.wake(match_id, press.user_id)
    row = (await tables.load(match_id)).row
    if not await _may_close(press, row):
        if [member.user_id for member in present(row)] == [press.user_id]:
            return await ask_to_leave(press, match_id)
        row = await tables.vote_end(match_id, press.user_id)
    else:
        row = await tables.close(match_id)
    key = "table.ended" if row.status is Status.CLOSED else "table.voted"
    return await press.private(press.say(key))


async def _may_close(press: Press, row: MatchRow) -> bool:
    """Return whether this person ends a game without a vote. Raises Refused."""
    enders = (await press.server_settings(row.guild_id)).enders
    is_there = press.location.guild_id == row.guild_id
    if not enders.everyone:
        if is_there and press.belongs_to(enders):
            return True
        key = "refused.enders" if enders.role is None else "refused.enders_role"
        raise Refused(key, role=f"<@&{enders.role}>")
    seat = seat_of(row, press.user_id)
    plays = seat is not None and not row.members[seat - 1].away
    return not plays and press.is_moderator and is_there

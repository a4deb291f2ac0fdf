"""Leaving a table: who wants to go is told what comes of it, and asked once more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.play.series import is_daily
from bot.store.rows import Status
from bot.ui.leaving import leaving_layout, left_layout

if TYPE_CHECKING:
    from bot.press import Press
    from bot.store.rows import MatchId


async def ask_to_leave(press: Press, match_id: MatchId) -> None:
    """Say what leaving a table would do, with the button that does it. Raises Refused."""
    ends = await press.app.tables.ends_without(match_id, press.user_id)
    row = (await press.app.tables.load(match_id)).row
    layout = leaving_layout(match_id, press.say, ends=ends, daily=is_daily(row))
    await press.answer(view=layout)


async def leave(press: Press, match_id: MatchId) -> None:
    """Leave; the person has read what comes of it."""
    row = await press.app.tables.leave(match_id, press.user_id)
    ends = row.status is Status.CLOSED
    await press.answer(view=left_layout(press.say, ends=ends, daily=is_daily(row)))


async def leave_to_others(press: Press, match_id: MatchId) -> None:
    """Leave a game that goes on; who would end it by now is asked again."""
    if await press.app.tables.ends_without(match_id, press.user_id):
        await ask_to_leave(press, match_id)
    else:
        await leave(press, match_id)

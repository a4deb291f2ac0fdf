"""Leaving a table: whoever wants to go is told what comes of it, and asked once more."""

from __future__ import annotations

from bot.discord.press import Press
from bot.match.leaving_layout import Leaving, leaving_layout, left_layout
from bot.match.table import may_count
from bot.match.tables import Tables
from bot.preferences.server import Feature
from bot.store.rows import MatchId, MatchRow, Status


async def ask_to_leave(press: Press, match_id: MatchId) -> None:
    """Say what leaving a table would do, with the button that does it. Raises Refused."""
    row = await press.app.get(Tables).without(match_id, press.user_id)
    rated = await is_rated(press, row)
    await press.answer(view=leaving_layout(match_id, press.say, Leaving.of(row), rated=rated))


async def is_rated(press: Press, row: MatchRow) -> bool:
    """Return whether the result of a game is going to count for ratings, as far as is known."""
    settings = await press.server_settings(row.guild_id)
    return may_count(row) and settings.has(Feature.RATINGS)


async def leave(press: Press, match_id: MatchId) -> None:
    """Leave; the person has read what comes of it."""
    row = await press.app.get(Tables).leave(match_id, press.user_id)
    await press.answer(view=left_layout(press.say, Leaving.of(row)))


async def leave_to_others(press: Press, match_id: MatchId) -> None:
    """Leave a game that others play on; whoever would be the last one to go is asked again."""
    after = await press.app.get(Tables).without(match_id, press.user_id)
    if after.status is Status.CLOSED:
        await ask_to_leave(press, match_id)
    else:
        await leave(press, match_id)

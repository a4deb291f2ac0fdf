"""Threads: which tables play in one of their own, and how a table goes back to its channel."""

from __future__ import annotations

from dataclasses import replace

from bot.match.table.change import changed
from bot.match.table.seats import plan_of
from bot.match.table.tables import Tables
from bot.match.table.times import LOCKED
from bot.preferences.server import Threads, server_settings
from bot.store import Store
from bot.store.rows import LIVE, Commit, MatchId, MatchRow


async def thread_for(store: Store, row: MatchRow) -> int | None:
    """Return the thread that a lobby is to play in once it starts; None if it stays where it is.

    The thread will begin from the lobby's message, and have its id. Where the bot can only answer
    presses, there is none.
    """
    if row.by_token or row.guild_id is None:
        return None
    rule = (await server_settings(store, row.guild_id)).threads
    if rule is Threads.NEVER:
        return None
    is_single = plan_of(row) is None
    if rule is Threads.SECOND and is_single and not await _is_crowded(store, row):
        return None
    shown = await store.publication(row.id)
    return shown.board_message if shown.board_channel == row.channel_id else None


async def leave_thread(tables: Tables, match_id: MatchId, *, gone: bool) -> None:
    """Take a table back to its channel: its thread is `gone`, or could not be made at all.

    Nothing happens to a table that plays in its channel. Raises Refused if there is no such match.
    """
    async with tables.locked(match_id) as row:
        if row.is_in_thread:
            thread_id = row.thread_id if gone else None
            back = replace(row, thread_id=thread_id, thread_gone=gone)
            await tables.store(Commit(changed(back, row.touched)))
    await tables.resume(match_id, LOCKED)


async def _is_crowded(store: Store, row: MatchRow) -> bool:
    """Return whether another live table stands in the channel of a lobby, threads not counted."""
    here = await store.matches_in(row.channel_id, LIVE)
    return any(other.id != row.id and other.home_id == row.channel_id for other in here)

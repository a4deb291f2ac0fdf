"""The look of pictures: a server's for what all see, a person's own for what they alone see."""

from __future__ import annotations

from bot.preferences.person import PersonSettings, person_settings
from bot.preferences.server import server_settings
from bot.store import Store
from bot.store.rows import MatchRow
from render.theme import THEMES, Theme, large


async def look_of(store: Store, guild_id: int | None) -> str:
    """Return the name of the theme a server has set now; that of the night in direct messages."""
    return (await server_settings(store, guild_id)).look


async def theme_for(store: Store, guild_id: int | None, user_id: int | None = None) -> Theme:
    """Return the theme of what all see in a server, or of what one person alone sees there."""
    if user_id is None:
        return THEMES[await look_of(store, guild_id)]
    return await theme_of(store, guild_id, await person_settings(store, user_id))


async def theme_of(store: Store, guild_id: int | None, person: PersonSettings) -> Theme:
    """Return the theme of what a person of these settings alone sees in a server.

    It is the one they have chosen, or else the server's, in large print if they wish; that of the
    night without a server.
    """
    theme = THEMES[person.look or await look_of(store, guild_id)]
    return large(theme) if person.large else theme


async def board_theme(store: Store, row: MatchRow) -> Theme:
    """Return the theme of a board: in direct messages only who has opened the table sees it."""
    is_direct = row.guild_id is None and not row.by_token
    return await theme_for(store, row.guild_id, row.opener_id if is_direct else None)

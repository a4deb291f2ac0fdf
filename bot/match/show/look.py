"""The look of a server's pictures."""

from __future__ import annotations

from bot.preferences.server import server_settings
from bot.store import Store
from render.theme import THEMES, Theme


async def look_of(store: Store, guild_id: int | None) -> str:
    """Return the name of the theme a server has set now; that of the night in direct messages."""
    return (await server_settings(store, guild_id)).look


async def theme_for(store: Store, guild_id: int | None) -> Theme:
    """Return the theme a server has set now; that of the night in direct messages."""
    return THEMES[await look_of(store, guild_id)]

"""The language of what all in a server read: everything that is shown to them asks here."""

from __future__ import annotations

from bot.preferences.server import ServerSettings
from bot.store import Store
from bot.store.settings import server_scope
from bot.texts import FALLBACK, Texts

SPOKEN = "spoken"
"""The key, in the scope of a server, of the language of the last table there."""

UNSET = "en-US"
"""What Discord says of every server that has named no language; only a Community can name one."""


async def language_of_all(store: Store, guild_id: int | None, discords: str | None) -> str:
    """Return the locale of what all read in a server; `discords` is what Discord says of it.

    Its managers' choice goes before that, and the language of the last table there comes after.
    """
    stored = {} if guild_id is None else await store.settings(server_scope(guild_id))
    chosen = ServerSettings.read(stored).locale
    if chosen is None and discords != UNSET and Texts.load().known(discords or ""):
        return str(discords)
    return chosen or stored.get(SPOKEN, FALLBACK)


async def note_spoken(store: Store, guild_id: int | None, locale: str) -> None:
    """Note the language of a table in a server: the next one has it, if nothing else decides."""
    if guild_id is None:
        return
    scope = server_scope(guild_id)
    if (await store.settings(scope)).get(SPOKEN, FALLBACK) != locale:
        await store.set_setting(scope, SPOKEN, locale)

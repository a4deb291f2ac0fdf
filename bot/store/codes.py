"""The bot's own secret, which the codes of moments follow from beside the seed of a game.

It is made once, of 32 bytes, and stays with the database. The functions of this module take a
connection and do nothing but SQL.
"""

from __future__ import annotations

import secrets

from sqlalchemy import Connection

from bot.store import settings
from bot.store.codec import add_missing
from bot.store.schema import setting

_SCOPE, _SECRET = "codes", "secret"
_BYTES = 32


def known(connection: Connection) -> bytes | None:
    """Return the secret; None before it was made."""
    found = settings.get(connection, _SCOPE, _SECRET)
    return None if found is None else bytes.fromhex(found)


def made(connection: Connection) -> bytes:
    """Return the secret, which is made unless another process has just done that."""
    fresh = {"scope": _SCOPE, "key": _SECRET, "value": secrets.token_hex(_BYTES)}
    add_missing(connection, setting, [fresh])
    return bytes.fromhex(settings.all_of(connection, _SCOPE)[_SECRET])

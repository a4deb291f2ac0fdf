"""The bot's own secret, which the codes of moments follow from beside the seed of a game.

It is made once and stays with the database. The functions of this module take a connection and do
nothing but SQL.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from bot.store import settings
from bot.store.rows import MatchId
from bot.store.schema import setting
from bot.store.upsert import add_missing

_SCOPE = "codes"
_SECRET, _BEFORE = "secret", "before"
_BYTES = 32


@dataclass(frozen=True, slots=True)
class CodeSecret:
    """The secret of the bot (32 bytes).

    Up to the match `before`, which migration 0019 notes, codes were made without it; 0 is none.
    """

    secret: bytes
    before: MatchId


def known(connection: Connection) -> CodeSecret | None:
    """Return the secret; None before it was made."""
    found = settings.all_of(connection, _SCOPE)
    return _read(found) if _SECRET in found else None


def made(connection: Connection) -> CodeSecret:
    """Return the secret, which is made unless another process has just done that."""
    fresh = {"scope": _SCOPE, "key": _SECRET, "value": secrets.token_hex(_BYTES)}
    add_missing(connection, setting, [fresh])
    return _read(settings.all_of(connection, _SCOPE))


def _read(found: Mapping[str, str]) -> CodeSecret:
    return CodeSecret(bytes.fromhex(found[_SECRET]), MatchId(int(found.get(_BEFORE, 0))))

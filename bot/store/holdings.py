"""What features keep about people beside the games: how it is told, left, and let go of.

`bot.features` registers it. These functions take a connection and do nothing but SQL.

>>> from bot.store.holdings import HOLDINGS, Holdings
>>> HOLDINGS["yours"] = Holdings(personal_data=lambda connection, user_id: {"yours": []})
>>> del HOLDINGS["yours"]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection

from bot.store.rows import MatchId
from engine.game import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """What a feature keeps; rows of one person's own (`Kind.OWN`) are deleted without it."""

    personal_data: Callable[[Connection, int], Mapping[str, Json]] = lambda *_: {}
    """Returns all that a person is given of it, by name, in ids of games rather than with them."""
    personal_data_by_game: Callable[[Connection, int], Mapping[str, Mapping[MatchId, Json]]] = (
        lambda *_: {}
    )
    """Returns, by name, what they are given with each of their games."""
    leave: Callable[[Connection, int, str, Callable[[str], int]], None] = lambda *_: None
    """Puts another name, and the number of a series, in the place of a person who is compared."""
    forget: Callable[[Connection, int, float], None] = lambda *_: None
    """Forgets a server that the bot has left, at a time."""
    expire: Callable[[Connection, float], None] = lambda *_: None
    """Lets go of what is of before a moment and not kept forever."""


HOLDINGS: dict[str, Holdings] = {}
"""What each feature keeps, by its name."""


def exported_id(number: int | None) -> str | None:
    """Write an id of Discord; as a text, since many programs cannot hold so long a number."""
    return None if number is None else str(number)


def exported_time(when: float | None) -> str | None:
    """Write a moment, in UTC; None for none."""
    if not when:
        return None
    return datetime.fromtimestamp(when, UTC).isoformat(timespec="seconds")

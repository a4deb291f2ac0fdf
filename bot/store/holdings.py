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


def _nothing(_connection: Connection, _user_id: int) -> dict[str, Json]:
    return {}


def _of_no_game(_connection: Connection, _user_id: int) -> dict[str, Mapping[MatchId, Json]]:
    return {}


def _leave(_connection: Connection, _user_id: int, _name: str, _number: object) -> None:
    pass


def _forget(_connection: Connection, _guild_id: int, _now: float) -> None:
    pass


def _expire(_connection: Connection, _before: float) -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Holdings:
    """What a feature keeps; rows of one person's own (`Kind.OWN`) are deleted without it."""

    personal_data: Callable[[Connection, int], Mapping[str, Json]] = _nothing
    """Returns all that a person is given of it, by name, in ids of games rather than with them."""
    personal_data_by_game: Callable[[Connection, int], Mapping[str, Mapping[MatchId, Json]]] = (
        _of_no_game
    )
    """Returns, by name, what they are given with each of their games."""
    leave: Callable[[Connection, int, str, Callable[[str], int]], None] = _leave
    """Puts another name, and the number of a series, in the place of a person who is compared."""
    forget: Callable[[Connection, int, float], None] = _forget
    """Forgets a server that the bot has left, at a time."""
    expire: Callable[[Connection, float], None] = _expire
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

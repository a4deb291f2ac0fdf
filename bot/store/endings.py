"""The order in which games were played out, for what follows from them later: ratings."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, func, select

from bot.store import schema
from bot.store.matches import in_a_series
from bot.store.rows import MatchId
from bot.store.upsert import add_missing
from bot.store.withheld import is_withheld

_match = schema.match
_ending, _result = schema.ending, schema.result


def note(connection: Connection, match_id: MatchId, at: float) -> None:
    """Note that a game was played out, after all others; once.

    One whose deals others still play is left to `note_series`: its ratings would tell who won.
    """
    if not is_withheld(connection, match_id):
        _note(connection, [match_id], at)


def note_series(connection: Connection, key: str, at: float) -> None:
    """Note the games of a series that is closed now, in the order of their ends."""
    # Only what was played out has results.
    played = select(_result.c.match_id).where(_result.c.match_id == _match.c.id).exists()
    games = select(_match.c.id).where(_match.c.series == key, in_a_series(), played)
    in_order = games.order_by(_match.c.touched, _match.c.id)
    _note(connection, [MatchId(found) for found in connection.scalars(in_order)], at)


def _note(connection: Connection, match_ids: Sequence[MatchId], at: float) -> None:
    last = connection.scalar(select(func.max(_ending.c.number))) or 0
    rows = [
        {"match_id": match_id, "number": number, "at": at, "verdict": None}
        for number, match_id in enumerate(match_ids, start=last + 1)
    ]
    add_missing(connection, _ending, rows)

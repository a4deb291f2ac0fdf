"""Changes of matches: checked against the stored version, written whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, update

from bot.store import schema
from bot.store.codec import Columns, match_columns, move_columns, result_columns, seat_columns
from bot.store.rows import Commit, MatchId
from bot.store.upsert import upsert

_match = schema.match

# Version first: whoever changed the row in between makes this hit nothing.
_UPDATE = update(_match).where(_match.c.id == bindparam("of"), _match.c.version == bindparam("on"))
_INSERT_MOVE = insert(schema.move)
_INSERT_SEATS = insert(schema.seat)
_DELETE_SEATS = delete(schema.seat).where(schema.seat.c.match_id == bindparam("of"))


class Missed(Exception):
    """Not every change of a batch was made from the stored version."""


class Change(NamedTuple):
    """A Commit in columns. `seats` is None where the member index stays as it is."""

    match: Columns
    move: Columns | None
    results: tuple[Columns, ...]
    people: tuple[Columns, ...]
    seats: tuple[MatchId, list[Columns]] | None


def change_of(commit: Commit) -> Change:
    """Spell a commit in columns. Raises TypeError for what JSON cannot hold."""
    row = commit.row
    return Change(
        match={"of": row.id, "on": row.version - 1, **match_columns(row)},
        move=None if commit.move is None else move_columns(row.id, commit.move),
        results=tuple(result_columns(row.id, result) for result in commit.results),
        people=tuple(
            {"user_id": result.user_id, "name": result.name}
            for result in commit.results
            if result.user_id is not None
        ),
        seats=(row.id, seat_columns(row.id, row.members)) if commit.members_changed else None,
    )


def apply_together(connection: Connection, changes: Sequence[Change]) -> None:
    """Write many changes with few statements.

    Raises Missed if one of them was made from another version than the stored one; the
    transaction must then be rolled back.
    """
    hit = connection.execute(_UPDATE, [change.match for change in changes]).rowcount
    if hit != len(changes):
        raise Missed
    _apply_rest(connection, changes)


def apply_one(connection: Connection, change: Change) -> bool:
    """Write one change, or tell that it was made from another version than the stored one."""
    if connection.execute(_UPDATE, change.match).rowcount == 0:
        return False
    _apply_rest(connection, (change,))
    return True


def _apply_rest(connection: Connection, changes: Iterable[Change]) -> None:
    moves = [change.move for change in changes if change.move is not None]
    if moves:
        connection.execute(_INSERT_MOVE, moves)
    for change in changes:
        if change.seats is not None:
            of, seats = change.seats
            connection.execute(_DELETE_SEATS, {"of": of})
            if seats:
                connection.execute(_INSERT_SEATS, seats)
        upsert(connection, schema.result, change.results)
        upsert(connection, schema.person, change.people)

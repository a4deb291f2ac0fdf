"""Changes of matches: checked against the stored version, written whole or not at all.

Moves are what a store does all day, so their statements are compiled once and run with plain
tuples, many in one call. They set only the columns a move changes, because every indexed column
that is set, even to the same value, costs a write to its index; so that no other change is ever
lost, they hit only where all other columns stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, NamedTuple

import sqlalchemy as sa

from bot.store import codec, matches, schema
from bot.store.rows import Commit, MatchId, MatchRow
from bot.store.signals import MATCH, Signal, send

MOVED = ("version", "members", "touched", "moves", "deadline", "votes", "state")
"""The columns a move changes as long as it does not end the match."""

# What Change.match holds: which row, on which version, and what it becomes.
_CHANGE_COLUMNS = ("id", "on", *codec.MATCH_COLUMNS)
_TOUCHED = _CHANGE_COLUMNS.index("touched")
_TOLD = itemgetter(*map(_CHANGE_COLUMNS.index, ("id", "version", "status")))

_match = schema.match
_INSERT_SEATS = sa.insert(schema.seat)
_DELETE_SEATS = sa.delete(schema.seat).where(schema.seat.c.match_id == sa.bindparam("of"))


class Missed(Exception):
    """Not every change of a batch was made from the stored version."""


class Change(NamedTuple):
    """A Commit in columns. `seats` is None where the member index stays as it is."""

    match: codec.Values
    move: codec.Values | None
    results: tuple[codec.Columns, ...] = ()
    people: tuple[codec.Columns, ...] = ()
    seats: tuple[MatchId, list[codec.Columns]] | None = None
    invitations: tuple[codec.Columns, ...] = ()

    @property
    def is_plain_move(self) -> bool:
        """Return whether nothing but a move was made, which is what MOVED is for."""
        return self.move is not None and not self.results and self.seats is None


def change_of(commit: Commit) -> Change:
    """Spell a commit in columns. Raises TypeError for what JSON cannot hold."""
    row = commit.row
    match = (row.id, row.version - 1, *codec.match_values(row))
    move = None if commit.move is None else codec.move_values(row.id, commit.move)
    if not (commit.results or commit.members_changed or commit.invitations):
        return Change(match, move)
    return Change(
        match,
        move,
        results=tuple(codec.result_columns(row.id, result) for result in commit.results),
        people=tuple(
            {"user_id": result.user_id, "name": result.name}
            for result in commit.results
            if result.user_id is not None and result.user_id > 0
        ),
        seats=(row.id, codec.seat_columns(row.id, row.members)) if commit.members_changed else None,
        invitations=tuple(map(codec.invitation_columns, commit.invitations)),
    )


def signal_of(change: Change) -> Signal:
    """Return the news for the other processes: the match, its version and its status."""
    return Signal(MATCH, _TOLD(change.match))


def apply_together(connection: sa.Connection, changes: Sequence[Change]) -> None:
    """Write many changes with few statements.

    Raises Missed if one of them was made from another version than the stored one, or in another
    order than this writes them; the transaction must then be rolled back.
    """
    prepared = _prepared(connection.dialect)
    # Whoever writes several rows does so in one order, or two could wait for each other.
    changes = sorted(changes, key=lambda change: change.match[0])
    plain = [change for change in changes if change.is_plain_move]
    other = [change for change in changes if not change.is_plain_move]
    for statement, batch in ((prepared.moved, plain), (prepared.whole, other)):
        if batch and statement.run(connection, [change.match for change in batch]) != len(batch):
            raise Missed
    _apply_rest(connection, changes)


def begin_together(
    connection: sa.Connection,
    lobbies: Sequence[Change],
    others: Sequence[MatchRow],
    home: str | None,
) -> list[MatchRow] | None:
    """Store lobbies that begin, and other tables to which they are dealt; give these.

    `home` is the process that looks after them. None, and nothing is stored, if a lobby has
    changed meanwhile.
    """
    with connection.begin_nested() as all_of_it:
        for lobby in lobbies:
            if not apply_one(connection, lobby):
                all_of_it.rollback()
                return None
    send(connection, [signal_of(lobby) for lobby in lobbies])
    return [matches.add(connection, other, home) for other in others]


def apply_one(connection: sa.Connection, change: Change) -> bool:
    """Write one change, or tell that it was made from another version than the stored one."""
    if _prepared(connection.dialect).whole.run(connection, [change.match]) == 0:
        return False
    _apply_rest(connection, (change,))
    return True


def _apply_rest(connection: sa.Connection, changes: Iterable[Change]) -> None:
    moves = [change.move for change in changes if change.move is not None]
    if moves:
        _prepared(connection.dialect).move.run(connection, moves)
    for change in changes:
        if change.seats is not None:
            of, seats = change.seats
            connection.execute(_DELETE_SEATS, {"of": of})
            if seats:
                connection.execute(_INSERT_SEATS, seats)
        codec.upsert(connection, schema.result, change.results)
        codec.upsert(connection, schema.person, change.people)
        codec.upsert(connection, schema.invitation, change.invitations)
        if change.results:
            matches.note(connection, change.match[0], change.match[_TOUCHED])


class _Prepared:
    """A statement compiled once. Its parameters are named after columns, as `kind.column`."""

    def __init__(
        self, statement: sa.ClauseElement, dialect: sa.Dialect, columns: Sequence[str]
    ) -> None:
        """Compile; `columns` says what the tuples will hold that `run` is given."""
        compiled: Any = statement.compile(dialect=dialect)
        self._sql: str = compiled.string
        names = [name.rpartition(".")[2] for name in compiled.positiontup]
        self._pick: Callable[[codec.Values], codec.Values] = itemgetter(*map(columns.index, names))

    def run(self, connection: sa.Connection, rows: Sequence[codec.Values]) -> int:
        """Run for each row; gives how many rows were hit in all. Raises the driver's errors.

        On the driver's own cursor, which is a tenth of a lone move faster. A driver that cannot
        count the hits of many rows says -1.
        """
        raw = connection.connection
        cursor = raw.cursor()
        try:
            if len(rows) == 1:
                cursor.execute(self._sql, self._pick(rows[0]))
            else:
                cursor.executemany(self._sql, [self._pick(row) for row in rows])
        except connection.dialect.loaded_dbapi.Error as error:
            # SQLAlchemy, which did not see it, has to know that the connection is lost.
            if connection.dialect.is_disconnect(error, raw, cursor):
                connection.invalidate(error)
            raise
        else:
            return cursor.rowcount
        finally:
            cursor.close()


class _Statements(NamedTuple):
    moved: _Prepared
    whole: _Prepared
    move: _Prepared


@lru_cache(maxsize=4)
def _prepared(dialect: sa.Dialect) -> _Statements:
    moves = sa.insert(schema.move).values(
        {name: _param("new", name) for name in codec.MOVE_COLUMNS}
    )
    return _Statements(
        moved=_Prepared(_update(MOVED), dialect, _CHANGE_COLUMNS),
        whole=_Prepared(_update(codec.MATCH_COLUMNS), dialect, _CHANGE_COLUMNS),
        move=_Prepared(moves, dialect, codec.MOVE_COLUMNS),
    )


def _update(columns: Sequence[str]) -> sa.ClauseElement:
    """Set some columns where the version is the one before and the other columns agree."""
    same = (_agrees(_match.c[name]) for name in codec.MATCH_COLUMNS if name not in columns)
    return (
        sa.update(_match)
        .values({name: _param("new", name) for name in columns})
        .where(_match.c.id == _param("is", "id"), _match.c.version == _param("is", "on"), *same)
    )


def _agrees(column: sa.Column[Any]) -> sa.ColumnElement[bool]:
    value = _param("is", column.name)
    return column.is_not_distinct_from(value) if column.nullable else column == value


def _param(kind: str, name: str) -> sa.BindParameter[Any]:
    return sa.bindparam(f"{kind}.{name}", type_=_match.c[name].type if name in _match.c else None)

"""Rows to columns and back: the one spelling of every stored value.

JSON is what orjson writes: keys are strings, integers fit 64 bits, tuples come back as lists.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import Field, asdict, replace
from typing import Any, ClassVar, Protocol, TypeAlias, TypeVar

import orjson
from sqlalchemy import Connection, Row, Table
from sqlalchemy.dialects import postgresql, sqlite

from bot.store import rows
from bot.store.errors import UnreadableMatch

Columns = dict[str, Any]
"""Values by column name, as a statement takes them."""


Values = tuple[Any, ...]
"""Values in the order of the column names that stand beside the function that gives them."""

MATCH_COLUMNS = (
    "version", "status", "game", "rules_version", "options", "guild_id", "channel_id",
    "opener_id", "locale", "secret", "members", "created", "touched", "entropy", "seed",
    "moves", "deadline", "votes", "rated", "state", "terms",
    "pauses", "by_token", "follows", "door", "thread_id", "thread_gone", "closed_for",
    "proposal", "series",
)  # fmt: skip
"""Every column of a match row but its id."""

_KINDS: dict[str, type | tuple[type, ...]] = {
    "version": int, "game": str, "rules_version": int, "options": dict, "channel_id": int,
    "opener_id": int, "locale": str, "touched": float, "moves": int,
    "deadline": (float, type(None)), "follows": (int, type(None)),
    "thread_id": (int, type(None)), "series": str,
}  # fmt: skip
"""The types that SQLite, which keeps any value in any column, must have given."""

_CLOCK = ("due", "reminded", "bank", "vacation")

MOVE_COLUMNS = ("match_id", "number", "seat", "code", "by", "at")


def match_values(row: rows.MatchRow) -> Values:
    """Spell a match row as MATCH_COLUMNS. Raises TypeError for what JSON cannot hold."""
    return (
        row.version, row.status.value, row.game, row.rules_version, _dump(row.options),
        row.guild_id, row.channel_id, row.opener_id, row.locale, row.secret,
        _dump([member_fields(member) for member in row.members]), row.created, row.touched,
        row.entropy, row.seed, row.moves,
        row.deadline, _dump(row.votes), row.rated, _dump(row.state),
        _dump(row.terms), _dump(row.pauses), row.by_token, row.follows, _dump(row.door),
        row.thread_id, row.thread_gone, row.closed_for,
        None if row.proposal is None else _dump(row.proposal), row.series,
    )  # fmt: skip


def match_row(row: Row[Any]) -> rows.MatchRow:
    """Read a row of the match table back. Raises UnreadableMatch."""
    try:
        read = _match_row(row)
    except (ValueError, TypeError) as error:
        # Their messages may quote what is stored: hands and secrets.
        raise UnreadableMatch(row.id, f"its row is damaged ({type(error).__name__})") from None
    for column, kinds in _KINDS.items():
        if not isinstance(getattr(read, column), kinds):
            raise UnreadableMatch(row.id, f"its row is damaged (column {column})")
    if not all(
        isinstance(text, str) for member in read.members for text in (member.key, member.name)
    ):
        raise UnreadableMatch(row.id, "its row is damaged (column members)")
    return read


def _match_row(row: Row[Any]) -> rows.MatchRow:
    fields = row._asdict()
    for name, read in _READERS.items():
        if fields[name] is not None:
            fields[name] = read(fields[name])
    return rows.MatchRow(**fields)


def member_fields(member: rows.Member) -> dict[str, Any]:
    """Spell a member flat, as it is stored."""
    clock, presence = member.clock, member.presence
    return {
        "key": member.key, "name": member.name, "joined": member.joined, "level": member.level,
        "away": member.away, "late": presence is rows.Presence.LATE, "acted": member.acted,
        "kicked": presence is rows.Presence.REMOVED, "dm": member.dm, "hinted": member.hinted,
        "manner": member.manner, "due": clock.due, "reminded": clock.reminded,
        "bank": clock.bank, "vacation": clock.vacation,
    }  # fmt: skip


def read_member(stored: object) -> rows.Member:
    """Read a member back; tidied games lack fields. Raises ValueError or TypeError."""
    fields: dict[str, Any] = dict(stored)  # type: ignore[call-overload] # raises for other things
    away, late, removed = (fields.pop(name, False) for name in ("away", "late", "kicked"))
    presence = (
        rows.Presence.REMOVED if removed else rows.Presence.LATE if late
        else rows.Presence.LEFT if away else rows.Presence.HERE
    )  # fmt: skip
    clock = {name: fields.pop(name) for name in _CLOCK if name in fields}
    return rows.Member(**fields, presence=presence, clock=rows.TurnClock(**clock))


def _proposal(stored: str) -> rows.Proposal:
    """Read a proposal back. Raises ValueError or TypeError."""
    proposal = rows.Proposal(**orjson.loads(stored))
    numbers = (proposal.number, *proposal.yes, proposal.clock, proposal.bank)
    if not proposal.yes or not all(isinstance(one, int) for one in numbers):
        raise ValueError
    return replace(proposal, yes=tuple(proposal.yes), until=float(proposal.until))


def _pause(stored: dict[str, Any]) -> rows.Pause:
    pause = rows.Pause(**stored)
    return replace(pause, missing=tuple(pause.missing))


def _door(stored: str) -> rows.Door:
    """Read a door back; that of a closed lobby is {}. Raises ValueError or TypeError."""
    fields = orjson.loads(stored)
    private = fields.pop("private", False)
    door = rows.Door(**{name: tuple(ids) for name, ids in fields.items()}, private=private)
    if private not in (True, False) or not all(
        isinstance(one, int) for ids in fields.values() for one in ids
    ):
        raise ValueError
    return door


_READERS: dict[str, Callable[[Any], object]] = {
    "status": rows.Status, "options": orjson.loads, "secret": bytes, "seed": bytes,
    "members": lambda stored: tuple(map(read_member, orjson.loads(stored))),
    "state": orjson.loads, "votes": lambda stored: tuple(orjson.loads(stored)),
    "terms": lambda stored: rows.Terms(**orjson.loads(stored)),
    "pauses": lambda stored: tuple(map(_pause, orjson.loads(stored))),
    "door": _door, "proposal": _proposal,
}  # fmt: skip
"""How the columns of a match are read that hold something else than is stored."""


def seat_columns(match_id: rows.MatchId, members: tuple[rows.Member, ...]) -> list[Columns]:
    """Spell the member index of a match."""
    return [
        {"match_id": match_id, "position": at, "user_id": member.user_id, "key": member.key}
        for at, member in enumerate(members, start=1)
    ]


def move_values(match_id: rows.MatchId, move: rows.MoveRow) -> Values:
    """Spell a move of the log as MOVE_COLUMNS."""
    return (match_id, move.number, move.seat, move.code, move.by, move.at)


def result_columns(match_id: rows.MatchId, result: rows.ResultRow) -> Columns:
    """Spell one seat's result."""
    return {"match_id": match_id, **asdict(result)}


def result_row(row: Row[Any]) -> rows.ResultRow:
    """Read a row of the result table back."""
    name = readable_name(row.name)
    return rows.ResultRow(
        row.seat, row.user_id, name, row.score, row.won, row.best_deal, row.deals, row.level,
        row.hinted,
    )  # fmt: skip


def readable_name(name: str) -> str:
    """Return a stored name as it can be shown: bytes that are no text become question marks."""
    return name.encode(errors="replace").decode()


def invitation_columns(invitation: rows.InvitationRow) -> Columns:
    """Spell an invitation."""
    return asdict(invitation) | {"call": invitation.call.value}


def _dump(value: object) -> str:
    return orjson.dumps(value).decode()


# Insert-or-update, which SQL leaves to the dialects; both of ours spell it alike.


def upsert(connection: Connection, table: Table, columns: Sequence[Columns]) -> None:
    """Write rows by their primary key, over what stands there."""
    if not columns:
        return
    statement = _insert(connection, table)
    keys = [column.name for column in table.primary_key]
    fresh = {name: statement.excluded[name] for name in columns[0] if name not in keys}
    connection.execute(
        statement.on_conflict_do_update(index_elements=keys, set_=fresh), list(columns)
    )


def add_missing(connection: Connection, table: Table, columns: Sequence[Columns]) -> None:
    """Write rows whose primary key is not there yet; the others stay as they are."""
    if columns:
        connection.execute(_insert(connection, table).on_conflict_do_nothing(), list(columns))


def _insert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table)
    return sqlite.insert(table)


# Settings of people and servers: a text for each field that is not as usual.

_LANGUAGE = re.compile("[a-zA-Z]{2,3}(-[a-zA-Z0-9]{1,8})?")


class Settings(Protocol):
    """Any frozen dataclass of settings."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


S = TypeVar("S", bound=Settings)

Readers: TypeAlias = "Mapping[str, Callable[[str], object]]"
"""How each field is read from its text. Each raises ValueError for what is damaged."""


def read_settings(usual: S, readers: Readers, stored: Mapping[str, str]) -> S:
    """Return the usual settings with what is stored; what is damaged or unknown stays as usual."""
    known = {}
    for name, read in readers.items():
        if name in stored:
            with suppress(ValueError):
                known[name] = read(stored[name])
    return replace(usual, **known)


def spelt(usual: Settings, name: str, value: object) -> str | None:
    """Spell the value of a field as it is stored; None if that is the usual one."""
    if value == getattr(usual, name):
        return None
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def flag(text: str) -> bool:
    """Read what is on or off. Raises ValueError."""
    if text not in ("on", "off"):
        raise ValueError(text)
    return text == "on"


def language(text: str) -> str:
    """Read the name of a language. Raises ValueError."""
    if not _LANGUAGE.fullmatch(text):
        raise ValueError(text)
    return text

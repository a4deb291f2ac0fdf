"""Rows to columns and back: the one spelling of every stored value.

JSON is what orjson writes: keys are strings, integers fit 64 bits, tuples come back as lists.
"""

from __future__ import annotations

from typing import Any

import orjson
from sqlalchemy import Row

from bot.store.rows import MatchId, MatchRow, Member, MoveRow, ResultRow, Status

Columns = dict[str, Any]
"""Values by column name, as a statement takes them."""


def match_columns(row: MatchRow) -> Columns:
    """Spell a match row, without its id. Raises TypeError for what JSON cannot hold."""
    return {
        "version": row.version,
        "status": row.status.value,
        "game": row.game,
        "rules_version": row.rules_version,
        "options": _dump(row.options),
        "guild_id": row.guild_id,
        "channel_id": row.channel_id,
        "opener_id": row.opener_id,
        "locale": row.locale,
        "secret": row.secret,
        "members": _dump(row.members),
        "created": row.created,
        "touched": row.touched,
        "entropy": row.entropy,
        "seed": row.seed,
        "moves": row.moves,
        "deadline": row.deadline,
        "votes": _dump(row.votes),
        "rated": row.rated,
        "state": _dump(row.state),
    }


def match_row(row: Row[Any]) -> MatchRow:
    """Read a row of the match table back."""
    return MatchRow(
        id=MatchId(row.id),
        version=row.version,
        status=Status(row.status),
        game=row.game,
        rules_version=row.rules_version,
        options=orjson.loads(row.options),
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        opener_id=row.opener_id,
        locale=row.locale,
        secret=bytes(row.secret),
        members=tuple(Member(**member) for member in orjson.loads(row.members)),
        created=row.created,
        touched=row.touched,
        entropy=row.entropy,
        seed=bytes(row.seed),
        state=orjson.loads(row.state),
        moves=row.moves,
        deadline=row.deadline,
        votes=tuple(orjson.loads(row.votes)),
        rated=row.rated,
    )


def seat_columns(match_id: MatchId, members: tuple[Member, ...]) -> list[Columns]:
    """Spell the member index of a match."""
    return [
        {"match_id": match_id, "position": at, "user_id": member.user_id, "key": member.key}
        for at, member in enumerate(members, start=1)
    ]


def move_columns(match_id: MatchId, move: MoveRow) -> Columns:
    """Spell a move of the log."""
    return {
        "match_id": match_id,
        "number": move.number,
        "seat": move.seat,
        "code": move.code,
        "by": move.by,
        "at": move.at,
    }


def result_columns(match_id: MatchId, result: ResultRow) -> Columns:
    """Spell one seat's result."""
    return {
        "match_id": match_id,
        "seat": result.seat,
        "user_id": result.user_id,
        "name": result.name,
        "score": result.score,
        "won": result.won,
        "best_deal": result.best_deal,
        "deals": result.deals,
    }


def result_row(row: Row[Any]) -> ResultRow:
    """Read a row of the result table back."""
    return ResultRow(row.seat, row.user_id, row.name, row.score, row.won, row.best_deal, row.deals)


def _dump(value: object) -> str:
    return orjson.dumps(value).decode()

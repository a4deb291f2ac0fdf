"""Invitations to lobbies: who asked whom, when, and whether they were told.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection, delete, exists, or_, select, update

from bot.store import schema
from bot.store.rows import Call, InvitationRow, MatchId, Status

_invitation = schema.invitation
_match = schema.match


def since(
    connection: Connection, match_id: MatchId, inviter_id: int, when: float
) -> list[InvitationRow]:
    """Return the invitations to a match, and those by a person, from a moment on."""
    return _rows(
        connection,
        _invitation.c.at > when,
        or_(_invitation.c.match_id == match_id, _invitation.c.inviter_id == inviter_id),
    )


def untold(connection: Connection) -> list[InvitationRow]:
    """Return the invitations to open lobbies that nobody has been told of, by lobby."""
    lobbies = select(_match.c.id).where(_match.c.status == Status.LOBBY.value)
    return _rows(connection, _invitation.c.told.is_(False), _invitation.c.match_id.in_(lobbies))


def are_older(connection: Connection, when: float) -> bool:
    """Return whether there are invitations from before a moment."""
    return bool(connection.scalar(select(exists().where(_invitation.c.at < when))))


def note_told(
    connection: Connection, invitations: Iterable[InvitationRow], forgotten: float
) -> None:
    """Note that invitations were told; those from before `forgotten` are of no use any more."""
    for one in invitations:
        connection.execute(
            update(_invitation)
            .where(
                _invitation.c.match_id == one.match_id,
                _invitation.c.target_id == one.target_id,
                _invitation.c.at == one.at,
            )
            .values(told=True)
        )
    connection.execute(delete(_invitation).where(_invitation.c.at < forgotten))


def _rows(connection: Connection, *where: object) -> list[InvitationRow]:
    rows = connection.execute(
        select(_invitation)
        .where(*where)  # type: ignore[arg-type] # conditions of SQLAlchemy
        .order_by(_invitation.c.match_id, _invitation.c.at, _invitation.c.target_id)
    )
    return [
        InvitationRow(
            MatchId(row.match_id), row.target_id, row.inviter_id, row.at, Call(row.call), row.told
        )
        for row in rows
    ]  # fmt: skip

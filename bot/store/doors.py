"""Invitations to lobbies, and whether they were sent; and the people that others have blocked.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from bot.store import schema
from bot.store.codec import upsert
from bot.store.database import Part, reads, writes
from bot.store.rows import InvitationCall, InvitationRow, MatchId, Status

_invitation = schema.invitation
_match = schema.match
_block = schema.block


def invitations(
    connection: sa.Connection, match_id: MatchId, inviter_id: int, when: float
) -> list[InvitationRow]:
    """Return the invitations to a match, and those by a person, from a moment on."""
    return _rows(
        connection,
        _invitation.c.at > when,
        sa.or_(_invitation.c.match_id == match_id, _invitation.c.inviter_id == inviter_id),
    )


def untold(connection: sa.Connection) -> list[InvitationRow]:
    """Return the invitations to open lobbies that were not sent yet, by lobby."""
    lobbies = sa.select(_match.c.id).where(_match.c.status == Status.LOBBY.value)
    return _rows(connection, _invitation.c.told.is_(False), _invitation.c.match_id.in_(lobbies))


def has_old_invitations(connection: sa.Connection, when: float) -> bool:
    """Return whether there are invitations from before a moment."""
    return bool(connection.scalar(sa.select(sa.exists().where(_invitation.c.at < when))))


def note_told(
    connection: sa.Connection, invitations: Collection[InvitationRow], forgotten: float
) -> None:
    """Note that invitations were told; those from before `forgotten` are of no use any more."""
    for one in invitations:
        connection.execute(
            sa.update(_invitation)
            .where(
                _invitation.c.match_id == one.match_id,
                _invitation.c.target_id == one.target_id,
                _invitation.c.at == one.at,
            )
            .values(told=True)
        )
    connection.execute(sa.delete(_invitation).where(_invitation.c.at < forgotten))


def _rows(connection: sa.Connection, *where: object) -> list[InvitationRow]:
    rows = connection.execute(
        sa.select(_invitation)
        .where(*where)  # type: ignore[arg-type] # conditions of SQLAlchemy
        .order_by(_invitation.c.match_id, _invitation.c.at, _invitation.c.target_id)
    )
    return [
        InvitationRow(
            MatchId(row.match_id), row.target_id, row.inviter_id, row.at,
            InvitationCall(row.call), row.told,
        )
        for row in rows
    ]  # fmt: skip


def block(connection: sa.Connection, user_id: int, blocked_id: int, at: float, most: int) -> bool:
    """Note that a person blocks another; False if they block `most` others already."""
    others = _block.c.user_id == user_id, _block.c.blocked_id != blocked_id
    count = connection.scalar(sa.select(sa.func.count()).select_from(_block).where(*others))
    if count is not None and count >= most:
        return False
    upsert(connection, _block, [{"user_id": user_id, "blocked_id": blocked_id, "at": at}])
    return True


def unblock(connection: sa.Connection, user_id: int, blocked_id: int) -> bool:
    """Take a block back; False if there was none."""
    where = _block.c.user_id == user_id, _block.c.blocked_id == blocked_id
    return connection.execute(sa.delete(_block).where(*where)).rowcount > 0


def blocked_by(connection: sa.Connection, user_id: int) -> list[int]:
    """Return the people a person has blocked, the latest first."""
    query = sa.select(_block.c.blocked_id).where(_block.c.user_id == user_id)
    return list(connection.scalars(query.order_by(_block.c.at.desc(), _block.c.blocked_id)))


def is_blocked(connection: sa.Connection, user_id: int, other_id: int) -> bool:
    """Return whether a person has blocked another."""
    found = sa.exists().where(_block.c.user_id == user_id, _block.c.blocked_id == other_id)
    return bool(connection.scalar(sa.select(found)))


class Doors(Part):
    """The part of the store about doors."""

    invitations = reads(invitations)
    untold = reads(untold)
    has_old_invitations = reads(has_old_invitations)
    note_told = writes(note_told)
    block = writes(block)
    unblock = writes(unblock)
    blocked_by = reads(blocked_by)
    is_blocked = reads(is_blocked)

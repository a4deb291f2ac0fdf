"""Where matches are shown: the board in its channel, the hands in direct messages.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields
from functools import partial
from typing import Any

import sqlalchemy as sa

from bot.store import schema
from bot.store.codec import upsert
from bot.store.errors import UnknownMatch
from bot.store.rows import LIVE, HandMessage, MatchId, Publication, Status
from bot.store.writer import OutOfTurn

_match = schema.match
_publication = schema.publication
_hand = schema.hand
_seat = schema.seat

_BOARD: sa.Select[Any] = sa.select(
    *(
        _match.c.published if one.name == "published" else _publication.c[one.name]
        for one in fields(Publication)
    )
).join(_match, _match.c.id == _publication.c.match_id)


def by_match(connection: sa.Connection, match_id: MatchId) -> Publication:
    """Return where a match is shown; nowhere, if there is no such match."""
    row = connection.execute(_BOARD.where(_publication.c.match_id == match_id)).one_or_none()
    return Publication(match_id) if row is None else Publication(*row)


def messages_of(
    connection: sa.Connection, match_id: MatchId
) -> tuple[Publication, list[HandMessage]]:
    """Return where a match is shown, and the direct messages that show its hands."""
    return by_match(connection, match_id), hands_of(connection, match_id)


def ended_threads(connection: sa.Connection, before: float) -> list[tuple[MatchId, int]]:
    """Return the matches that ended before a time and were shown, each with its open thread.

    A thread that several share is left when all of them ended long enough ago, and their evening
    did.
    """
    still_open = sa.select(_publication.c.match_id).where(_publication.c.thread_open)
    other = _match.alias("other")
    goes_on = other.c.status.in_([status.value for status in LIVE]) | (other.c.touched > before)
    shared = sa.exists().where(other.c.thread_id == _match.c.thread_id, goes_on)
    rows = connection.execute(
        sa.select(_match.c.id, _match.c.thread_id)
        .where(
            _match.c.id.in_(still_open),
            _match.c.thread_id.is_not(None),
            _match.c.status.in_([Status.OVER.value, Status.CLOSED.value]),
            _match.c.published >= _match.c.version,
            _match.c.touched <= before,
            ~shared,
            ~_is_of_evening(_match.c.thread_id),
        )
        .order_by(_match.c.id)
    )
    return [(MatchId(row.id), row.thread_id) for row in rows]


def _is_of_evening(thread_id: sa.ColumnElement[int | None]) -> sa.ColumnElement[bool]:
    """Return whether an evening that goes on is played in a thread: between rounds no table is."""
    evening, board, lobby = schema.evening, schema.evening_board, _match.alias("lobby")
    return sa.exists().where(
        evening.c.ended.is_(None), board.c.evening_id == evening.c.id,
        lobby.c.id == board.c.match_id, lobby.c.thread_id == thread_id,
    )  # fmt: skip


def put(connection: sa.Connection, publication: Publication) -> None:
    """Note where a match is shown; `published` only ever rises. Raises UnknownMatch."""
    fields = asdict(publication)
    note(connection, fields.pop("match_id"), fields)


def note(connection: sa.Connection, match_id: MatchId, changes: Mapping[str, Any]) -> None:
    """Note some fields of a Publication; the others stay. Raises UnknownMatch."""
    where = {name: value for name, value in changes.items() if name != "published"}
    if where:
        hit = connection.execute(
            sa.update(_publication).where(_publication.c.match_id == match_id).values(**where)
        ).rowcount
        if hit == 0:
            raise UnknownMatch(f"there is no match {match_id}")
    if "published" in changes:
        connection.execute(
            sa.update(_match)
            .where(_match.c.id == match_id, _match.c.published < changes["published"])
            .values(published=changes["published"])
        )


def noting(match_id: MatchId, changes: Mapping[str, Any]) -> OutOfTurn[None]:
    """Return the job of `note`. What only says what was shown need not last: it is shown again."""
    lasting = changes.keys() != {"published"}
    return OutOfTurn(partial(note, match_id=match_id, changes=changes), match_id, lasting)


def hands_of(connection: sa.Connection, match_id: MatchId) -> list[HandMessage]:
    """Return the direct messages that show hands of a match, by user."""
    rows = connection.execute(
        sa.select(_hand).where(_hand.c.match_id == match_id).order_by(_hand.c.user_id)
    )
    return [HandMessage(*row) for row in rows]


def put_hand(connection: sa.Connection, hand: HandMessage) -> None:
    """Note the direct message that shows somebody's hand. Raises UnknownMatch.

    Nothing is noted of who had their data deleted meanwhile, and so does not sit there any more.
    """
    known = sa.select(sa.exists().where(_match.c.id == hand.match_id))
    if not connection.execute(known).scalar_one():
        raise UnknownMatch(f"there is no match {hand.match_id}")
    seated = _seat.c.match_id == hand.match_id, _seat.c.user_id == hand.user_id
    if not connection.execute(sa.select(sa.exists().where(*seated))).scalar_one():
        return
    upsert(connection, _hand, [asdict(hand)])

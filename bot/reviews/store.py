"""Reviews of finished games: what they found, kept for who played the seat.

The functions take a connection and do nothing but SQL.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass

from sqlalchemy import Connection, select

from bot.store import schema
from bot.store.part import Part, reads, writes
from bot.store.rows import MatchId
from bot.store.upsert import upsert

_review, _match = schema.review.c, schema.match.c


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """The review of a seat of a match, by the `version` of the analysis that made it.

    `accuracy` is from 0 to 100, None where the seat had nothing to decide; `body` is all that was
    found, as JSON.
    """

    match_id: MatchId
    seat: int
    user_id: int
    version: int
    accuracy: float | None
    body: str


def put(connection: Connection, row: ReviewRow) -> None:
    """Keep a review, over an older one of its seat.

    Nothing is kept of a match or a seat that is not theirs any more.
    """
    seat = schema.seat.c
    is_theirs = select(seat.match_id).where(
        seat.match_id == row.match_id, seat.position == row.seat, seat.user_id == row.user_id
    )
    if connection.execute(is_theirs).first() is None:
        return
    upsert(connection, schema.review, [asdict(row)])


def get(connection: Connection, match_id: MatchId, seat: int, version: int) -> ReviewRow | None:
    """Return the review of a seat by a version of the analysis, if there is one."""
    found = connection.execute(
        select(schema.review).where(
            _review.match_id == match_id, _review.seat == seat, _review.version == version
        )
    ).one_or_none()
    return None if found is None else ReviewRow(*found)


def of(connection: Connection, user_id: int) -> list[ReviewRow]:
    """Return every review of a person's play, by match."""
    query = select(schema.review).where(_review.user_id == user_id).order_by(_review.match_id)
    return [ReviewRow(*row) for row in connection.execute(query)]


def accuracies(connection: Connection, user_id: int, most: int) -> list[tuple[str, float]]:
    """Return game and accuracy of a person's reviewed games, the newest first."""
    found = connection.execute(
        select(_match.game, _review.accuracy)
        .join(schema.match, _match.id == _review.match_id)
        .where(_review.user_id == user_id, _review.accuracy.is_not(None))
        .order_by(_match.touched.desc(), _match.id.desc())
        .limit(most)
    )
    return [(row.game, row.accuracy) for row in found]


class ReviewStore(Part):
    """The part of the store about reviews."""

    put = writes(put)
    get = reads(get)
    accuracies = reads(accuracies)

"""Reviews of finished games, kept for who played the seat, and practice that begins in them.

The functions take a connection and do nothing but SQL.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import orjson
import sqlalchemy as sa

from bot.store import matches, schema
from bot.store.codec import upsert
from bot.store.database import Part, reads, writes
from bot.store.errors import UnreadableMatch
from bot.store.matches import in_a_series
from bot.store.rows import MatchId, MatchRow, MoveRow, Status
from engine.game import Json

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


def put(connection: sa.Connection, row: ReviewRow) -> None:
    """Keep a review, over an older one of its seat.

    Nothing is kept of a match or a seat that is not theirs any more.
    """
    seat = schema.seat.c
    is_theirs = sa.select(seat.match_id).where(
        seat.match_id == row.match_id, seat.position == row.seat, seat.user_id == row.user_id
    )
    if connection.execute(is_theirs).first() is None:
        return
    upsert(connection, schema.review, [asdict(row)])


def get(connection: sa.Connection, match_id: MatchId, seat: int, version: int) -> ReviewRow | None:
    """Return the review of a seat by a version of the analysis, if there is one."""
    found = connection.execute(
        sa.select(schema.review).where(
            _review.match_id == match_id, _review.seat == seat, _review.version == version
        )
    ).one_or_none()
    return None if found is None else ReviewRow(*found)


def of(connection: sa.Connection, user_id: int) -> list[ReviewRow]:
    """Return every review of a person's play, by match."""
    query = sa.select(schema.review).where(_review.user_id == user_id).order_by(_review.match_id)
    return [ReviewRow(*row) for row in connection.execute(query)]


def personal_data_by_game(
    connection: sa.Connection, user_id: int
) -> dict[str, Mapping[MatchId, Json]]:
    """Return what a person is given of the reviews of their play, by match."""
    return {"your_review": {made.match_id: _review_data(made) for made in of(connection, user_id)}}


def _review_data(made: ReviewRow) -> Json:
    try:
        found = orjson.loads(made.body)
    except ValueError:
        found = made.body
    return {"accuracy": made.accuracy, "version": made.version, "found": found}


def mean_accuracy(
    connection: sa.Connection, user_id: int, version: int, least: int = 1
) -> float | None:
    """Return a person's mean accuracy by one version of the analysis; None below `least` games."""
    query = sa.select(sa.func.avg(_review.accuracy)).having(
        sa.func.count(_review.accuracy) >= least
    )
    found = connection.scalar(query.where(_review.user_id == user_id, _review.version == version))
    return None if found is None else float(found)


def practise(
    connection: sa.Connection, row: MatchRow, moves: Sequence[MoveRow]
) -> tuple[MatchRow, bool]:
    """Store a match that goes on after the moves of another; tell whether it is a new one.

    Where its opener plays one of the same key it is that one. Raises UnreadableMatch.
    """
    known = connection.scalars(
        sa.select(_match.id).where(
            _match.series == row.series,
            in_a_series(),
            _match.opener_id == row.opener_id,
            _match.status == Status.PLAYING.value,
        )
    ).first()
    if known is not None:
        found = matches.by_id(connection, MatchId(known))
        if isinstance(found, UnreadableMatch):
            raise found
        if found is not None:
            return found, False
    new = matches.add(connection, row)
    if moves:
        connection.execute(
            sa.insert(schema.move), [{"match_id": new.id, **asdict(move)} for move in moves]
        )
    return new, True


class ReviewStore(Part):
    """The part of the store about reviews."""

    put = writes(put)
    practise = writes(practise)
    get = reads(get)
    mean_accuracy = reads(mean_accuracy)

"""Evenings: their tables are the matches of their series, their people sit there.

The functions of this module take a connection and do nothing but SQL.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import Connection, delete, insert, or_, select, update

from bot.store import matches, schema, series
from bot.store.changes import Change, apply_one, signal_of
from bot.store.part import Part, reads, writes
from bot.store.rows import MatchRow, SeriesRow
from bot.store.signals import send

_evening = schema.evening

TOLD = "over"
"""The `shown` of an evening whose end is told: nothing more is to be done for it."""


@dataclass(frozen=True, slots=True)
class EveningRow:
    """Tables that began together, with the same deals: what is known of them all.

    `id` is the number of the match that was their lobby. `round` is the one being played, from 1.
    `ended` is when the last table had. The standing stands in a message of a channel or thread, and
    tells what `shown` spells.
    """

    id: int
    guild_id: int
    locale: str
    begun: float
    round: int = 1
    ended: float | None = None
    channel_id: int | None = None
    message_id: int | None = None
    shown: str = ""

    @property
    def key(self) -> str:
        """The key of the series of its round.

        >>> EveningRow(7, 5, "en", begun=0.0).key
        'evening 7 1'
        """
        return f"{keys_of(self.id)}{self.round}"


def keys_of(evening_id: int) -> str:
    """Return how the keys of the series of an evening begin."""
    return f"evening {evening_id} "


def begin(
    connection: Connection,
    row: EveningRow,
    deals: SeriesRow,
    lobby: Change,
    others: Sequence[MatchRow],
    home: str | None,
) -> list[MatchRow] | None:
    """Store an evening with all its tables, the first of which was its lobby; give the others.

    None, and nothing is stored, if the lobby has changed meanwhile.
    """
    if not apply_one(connection, lobby):
        return None
    send(connection, [signal_of(lobby)])
    series.add(connection, [deals])
    connection.execute(insert(_evening), asdict(row))
    return [matches.add(connection, other, home) for other in others]


def by_id(connection: Connection, evening_id: int) -> EveningRow | None:
    """Return an evening, if there is one of this id."""
    row = connection.execute(select(_evening).where(_evening.c.id == evening_id)).one_or_none()
    return None if row is None else EveningRow(*row)


def to_do(connection: Connection, since: float) -> list[EveningRow]:
    """Return the evenings that go on, and those that ended later whose end is not told yet."""
    is_untold = (_evening.c.shown != TOLD) & (_evening.c.ended > since)
    query = select(_evening).where(or_(_evening.c.ended.is_(None), is_untold))
    return [EveningRow(*row) for row in connection.execute(query.order_by(_evening.c.id))]


def end(connection: Connection, evening_id: int, key: str, now: float) -> None:
    """End an evening with its last round: what it withheld counts now, and may be seen."""
    connection.execute(
        update(_evening)
        .where(_evening.c.id == evening_id, _evening.c.ended.is_(None))
        .values(ended=now)
    )
    series.close(connection, key, now)


def note_shown(
    connection: Connection, evening_id: int, channel_id: int, message_id: int, shown: str
) -> None:
    """Note where the standing stands, and what it tells."""
    values = {"channel_id": channel_id, "message_id": message_id, "shown": shown}
    connection.execute(update(_evening).where(_evening.c.id == evening_id).values(**values))


def forget(connection: Connection, guild_id: int, now: float) -> None:
    """Delete the evenings of a server, and close what they leave open: nobody else would."""
    ids = connection.scalars(select(_evening.c.id).where(_evening.c.guild_id == guild_id)).all()
    for evening_id in ids:
        series.close_all(connection, keys_of(evening_id), now)
    connection.execute(delete(_evening).where(_evening.c.guild_id == guild_id))


class EveningStore(Part):
    """The part of the store about evenings."""

    begin = writes(begin)
    get = reads(by_id)
    to_do = reads(to_do)
    end = writes(end)
    note_shown = writes(note_shown)

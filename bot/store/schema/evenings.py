"""The tables about evenings: tables that began together, round by round, and clubs that meet."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    Table,
    Text,
)

from bot.store.schema.matches import COUNTED, metadata

# Tables that began together with the same deals, round by round; `id` is the match that was their
# lobby.
evening = Table(
    "evening",
    metadata,
    Column("id", COUNTED, primary_key=True, autoincrement=False),
    Column("begun", Double, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("next_at", Double),
    Column("ended", Double),
    # Of the last round that there might be: those of all others follow from it.
    Column("secret", LargeBinary, nullable=False),
    Column("start", Text, nullable=False),
)


def _of_evening() -> Column[int]:
    of = ForeignKey(evening.c.id, ondelete="CASCADE")
    return Column("evening_id", COUNTED, of, primary_key=True, autoincrement=False)


# The servers that play an evening, and where each sees how it stands.
evening_board = Table(
    "evening_board",
    metadata,
    _of_evening(),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("match_id", COUNTED, nullable=False),
    Column("locale", Text, nullable=False),
    Column("channel_id", BigInteger),
    Column("message_id", BigInteger),
    Column("shown", Text, nullable=False),
    # What its host asks the other server's for, where two play.
    Column("asks", Text, nullable=False, server_default=""),
)

Index(None, evening_board.c.guild_id)

# Who plays an evening, from which round on and up to which; their place once it has ended.
evening_person = Table(
    "evening_person",
    metadata,
    _of_evening(),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("joined", Text, nullable=False),
    Column("since", Integer, nullable=False),
    Column("gone", Integer),
    Column("place", Integer),
    Column("points", Double),
)

Index(None, evening_person.c.user_id)

# One server's offer to play an evening with another, found by its code: the lobbies of both, and
# which of them was the first to be ready.
challenge = Table(
    "challenge",
    metadata,
    Column("code", Text, primary_key=True),
    Column("home_id", COUNTED, nullable=False),
    Column("away_id", COUNTED),
    Column("ready_id", COUNTED),
    Column("until", Double, nullable=False),
)

# How servers are called that play evenings against others.
club = Table(
    "club",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)

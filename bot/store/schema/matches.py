"""The tables about single matches, and about evenings, whose tables began together."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
    literal_column,
    text,
)

# The tables about single matches.

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

# SQLite counts up only columns declared INTEGER, and those hold 64 bits there.
COUNTED = BigInteger().with_variant(Integer, "sqlite")


def match_id_column(*, primary_key: bool = True) -> Column[int]:
    """Return the column that names the match of a row."""
    of = ForeignKey("match.id", ondelete="CASCADE")
    return Column(
        "match_id", COUNTED, of, primary_key=primary_key, nullable=False, autoincrement=False
    )


def index_where(name: str, column: Column[Any], where: ColumnElement[bool]) -> None:
    """Index a column of the rows for which a condition holds."""
    Index(name, column, sqlite_where=where, postgresql_where=where)


match = Table(
    "match",
    metadata,
    Column("id", COUNTED, primary_key=True),
    Column("version", Integer, nullable=False),
    # The version last shown. It stands here and not in `publication`, so that an index can hold
    # just the matches that wait to be shown.
    Column("published", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("guild_id", BigInteger),
    Column("channel_id", BigInteger, nullable=False),
    Column("opener_id", BigInteger, nullable=False),
    Column("locale", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("members", Text, nullable=False),
    Column("created", Double, nullable=False),
    Column("touched", Double, nullable=False),
    Column("entropy", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("moves", Integer, nullable=False),
    Column("deadline", Double),
    Column("votes", Text, nullable=False),
    Column("rated", Boolean, nullable=False),
    # Last, because it is long: the columns before it can be read without its pages.
    Column("state", Text, nullable=False),
    # After it for the one reason that SQLite adds columns at the end; read only with the state.
    Column("terms", Text, nullable=False, server_default="{}"),
    Column("pauses", Text, nullable=False, server_default="[]"),
    Column("by_token", Boolean, nullable=False, server_default=false()),
    Column("follows", BigInteger),
    Column("door", Text, nullable=False, server_default="{}"),
    Column("thread_id", BigInteger),
    Column("thread_gone", Boolean, nullable=False, server_default=false()),
    Column("closed_for", Text, nullable=False, server_default=""),
    Column("proposal", Text),
    Column("series", Text, nullable=False, server_default=""),
    # The process that looks after it, where several share the database. No version goes with it.
    Column("home", Text),
    # Ids stand in controls of messages that live for ever, so they are never used again.
    sqlite_autoincrement=True,
)

Index(None, match.c.status, match.c.deadline)
Index(None, match.c.channel_id, match.c.status)
Index(None, match.c.thread_id, match.c.status)
Index(None, match.c.game, match.c.status, match.c.rated, match.c.guild_id)
index_where("ix_match_unpublished", match.c.id, match.c.version > match.c.published)
index_where("ix_match_follows", match.c.follows, match.c.follows.is_not(None))
index_where("ix_match_series", match.c.series, match.c.series != literal_column("''"))

# Who is in a match, as an index of the members column.
seat = Table(
    "seat",
    metadata,
    match_id_column(),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("key", Text, nullable=False),
    sqlite_with_rowid=False,
)

Index(None, seat.c.user_id, seat.c.match_id)

move = Table(
    "move",
    metadata,
    match_id_column(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("code", Text, nullable=False),
    Column("by", BigInteger),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

result = Table(
    "result",
    metadata,
    match_id_column(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("name", Text, nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("best_deal", Integer, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("level", Text),
    Column("hinted", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)

Index(None, result.c.user_id, result.c.match_id)

publication = Table(
    "publication",
    metadata,
    match_id_column(),
    Column("board_channel", BigInteger),
    Column("board_message", BigInteger),
    Column("board_at", Double, nullable=False),
    Column("ping_message", BigInteger),
    Column("ping_user", BigInteger),
    Column("ping_last", Boolean, nullable=False, server_default=false()),
    Column("line", Text),
    Column("thread_open", Boolean, nullable=False, server_default=false()),
)

Index(
    "ix_publication_thread_open",
    publication.c.match_id,
    sqlite_where=text("thread_open = 1"),
    postgresql_where=publication.c.thread_open,
)

hand = Table(
    "hand",
    metadata,
    match_id_column(),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger, nullable=False),
    Column("deal", Integer, nullable=False),
    Column("version", Integer, nullable=False),
    sqlite_with_rowid=False,
)

invitation = Table(
    "invitation",
    metadata,
    match_id_column(),
    Column("target_id", BigInteger, primary_key=True, autoincrement=False),
    Column("inviter_id", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("call", Text, nullable=False),
    Column("told", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

Index(None, invitation.c.inviter_id, invitation.c.at)


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
    # The appointment it was made by; 0 for none.
    Column("appointment", Integer, nullable=False, server_default="0"),
    Column("paused", Double),
    Column("turn", Text, nullable=False, server_default=""),
)

Index(None, evening.c.appointment)


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
    # What a director did: handed it over to them, had them change places, ruled on their points.
    Column("hosts", Boolean, nullable=False, server_default=false()),
    Column("exchange", Integer, nullable=False, server_default="0"),
    Column("ruled", Text, nullable=False, server_default=""),
)

Index(None, evening_person.c.user_id)

# Evenings that a server plays every week: when the next one is, the lobby where people sign up for
# it, and the season that goes on.
appointment = Table(
    "appointment",
    metadata,
    Column("id", COUNTED, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("locale", Text, nullable=False),
    Column("games", Text, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("turn", Text, nullable=False),
    Column("weekday", Integer, nullable=False),
    Column("minute", Integer, nullable=False),
    Column("zone", Text, nullable=False),
    Column("next_at", Double, nullable=False),
    Column("lobby_id", COUNTED),
    Column("reminder", BigInteger),
    Column("opened", Integer, nullable=False),
    Column("season", Integer, nullable=False),
    Column("since", Double, nullable=False),
    Column("weeks", Integer, nullable=False),
    Column("counted", Integer, nullable=False),
    Column("handicap", Boolean, nullable=False),
)

Index(None, appointment.c.guild_id)

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

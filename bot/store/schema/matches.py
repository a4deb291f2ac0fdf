"""The tables about single matches, and about evenings, whose tables began together."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

# The tables about single matches.

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

# SQLite counts up only columns declared INTEGER, and those hold 64 bits there.
COUNTED = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def match_id_column(*, primary_key: bool = True) -> sa.Column[int]:
    """Return the column that names the match of a row."""
    of = sa.ForeignKey("match.id", ondelete="CASCADE")
    return sa.Column(
        "match_id", COUNTED, of, primary_key=primary_key, nullable=False, autoincrement=False
    )


def index_where(name: str, column: sa.Column[Any], where: sa.ColumnElement[bool]) -> None:
    """Index a column of the rows for which a condition holds."""
    sa.Index(name, column, sqlite_where=where, postgresql_where=where)


match = sa.Table(
    "match",
    metadata,
    sa.Column("id", COUNTED, primary_key=True),
    sa.Column("version", sa.Integer, nullable=False),
    # The version last shown. It stands here and not in `publication`, so that an index can hold
    # just the matches that wait to be shown.
    sa.Column("published", sa.Integer, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("guild_id", sa.BigInteger),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("opener_id", sa.BigInteger, nullable=False),
    sa.Column("locale", sa.Text, nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("members", sa.Text, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    sa.Column("touched", sa.Double, nullable=False),
    sa.Column("entropy", sa.Text, nullable=False),
    sa.Column("seed", sa.LargeBinary, nullable=False),
    sa.Column("moves", sa.Integer, nullable=False),
    sa.Column("deadline", sa.Double),
    sa.Column("votes", sa.Text, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    # Last, because it is long: the columns before it can be read without its pages.
    sa.Column("state", sa.Text, nullable=False),
    # After it for the one reason that SQLite adds columns at the end; read only with the state.
    sa.Column("terms", sa.Text, nullable=False, server_default="{}"),
    sa.Column("pauses", sa.Text, nullable=False, server_default="[]"),
    sa.Column("by_token", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("follows", sa.BigInteger),
    sa.Column("door", sa.Text, nullable=False, server_default="{}"),
    sa.Column("thread_id", sa.BigInteger),
    sa.Column("thread_gone", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("closed_for", sa.Text, nullable=False, server_default=""),
    sa.Column("proposal", sa.Text),
    sa.Column("series", sa.Text, nullable=False, server_default=""),
    # The process that looks after it, where several share the database. No version goes with it.
    sa.Column("home", sa.Text),
    # Ids stand in controls of messages that live forever, so they are never used again.
    sqlite_autoincrement=True,
)

sa.Index(None, match.c.status, match.c.deadline)
sa.Index(None, match.c.channel_id, match.c.status)
sa.Index(None, match.c.thread_id, match.c.status)
sa.Index(None, match.c.game, match.c.status, match.c.rated, match.c.guild_id)
index_where("ix_match_unpublished", match.c.id, match.c.version > match.c.published)
index_where("ix_match_follows", match.c.follows, match.c.follows.is_not(None))
index_where("ix_match_series", match.c.series, match.c.series != sa.literal_column("''"))

# Who is in a match, as an index of the members column.
seat = sa.Table(
    "seat",
    metadata,
    match_id_column(),
    sa.Column("position", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger),
    sa.Column("key", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)

sa.Index(None, seat.c.user_id, seat.c.match_id)

move = sa.Table(
    "move",
    metadata,
    match_id_column(),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("code", sa.Text, nullable=False),
    sa.Column("by", sa.BigInteger),
    sa.Column("at", sa.Double, nullable=False),
    sqlite_with_rowid=False,
)

result = sa.Table(
    "result",
    metadata,
    match_id_column(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
    sa.Column("won", sa.Boolean, nullable=False),
    sa.Column("best_deal", sa.Integer, nullable=False),
    sa.Column("deals", sa.Integer, nullable=False),
    sa.Column("level", sa.Text),
    sa.Column("hinted", sa.Boolean, nullable=False, server_default=sa.false()),
    sqlite_with_rowid=False,
)

sa.Index(None, result.c.user_id, result.c.match_id)

publication = sa.Table(
    "publication",
    metadata,
    match_id_column(),
    sa.Column("board_channel", sa.BigInteger),
    sa.Column("board_message", sa.BigInteger),
    sa.Column("board_at", sa.Double, nullable=False),
    sa.Column("ping_message", sa.BigInteger),
    sa.Column("ping_user", sa.BigInteger),
    sa.Column("ping_last", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("line", sa.Text),
    sa.Column("thread_open", sa.Boolean, nullable=False, server_default=sa.false()),
)

sa.Index(
    "ix_publication_thread_open",
    publication.c.match_id,
    sqlite_where=sa.text("thread_open = 1"),
    postgresql_where=publication.c.thread_open,
)

hand = sa.Table(
    "hand",
    metadata,
    match_id_column(),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("message_id", sa.BigInteger, nullable=False),
    sa.Column("deal", sa.Integer, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)

invitation = sa.Table(
    "invitation",
    metadata,
    match_id_column(),
    sa.Column("target_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("inviter_id", sa.BigInteger, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("call", sa.Text, nullable=False),
    sa.Column("told", sa.Boolean, nullable=False),
    sqlite_with_rowid=False,
)

sa.Index(None, invitation.c.inviter_id, invitation.c.at)


# Tables that began together with the same deals, round by round; `id` is the match that was their
# lobby.
evening = sa.Table(
    "evening",
    metadata,
    sa.Column("id", COUNTED, primary_key=True, autoincrement=False),
    sa.Column("begun", sa.Double, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("next_at", sa.Double),
    sa.Column("ended", sa.Double),
    # Of the last round that there might be: those of all others follow from it.
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("start", sa.Text, nullable=False),
    # The appointment it was made by; 0 for none.
    sa.Column("appointment", sa.Integer, nullable=False, server_default="0"),
    sa.Column("paused", sa.Double),
    sa.Column("turn", sa.Text, nullable=False, server_default=""),
)

sa.Index(None, evening.c.appointment)


def _of_evening() -> sa.Column[int]:
    of = sa.ForeignKey(evening.c.id, ondelete="CASCADE")
    return sa.Column("evening_id", COUNTED, of, primary_key=True, autoincrement=False)


# The servers that play an evening, and where each sees how it stands.
evening_board = sa.Table(
    "evening_board",
    metadata,
    _of_evening(),
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("match_id", COUNTED, nullable=False),
    sa.Column("locale", sa.Text, nullable=False),
    sa.Column("channel_id", sa.BigInteger),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("shown", sa.Text, nullable=False),
    # What its host asks the other server's for, where two play.
    sa.Column("asks", sa.Text, nullable=False, server_default=""),
)

sa.Index(None, evening_board.c.guild_id)

# Who plays an evening, from which round on and up to which; their place once it has ended.
evening_person = sa.Table(
    "evening_person",
    metadata,
    _of_evening(),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("joined", sa.Text, nullable=False),
    sa.Column("since", sa.Integer, nullable=False),
    sa.Column("gone", sa.Integer),
    sa.Column("place", sa.Integer),
    sa.Column("points", sa.Double),
    # What a director did: handed it over to them, had them change places, ruled on their points,
    # took them out.
    sa.Column("hosts", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("exchange", sa.Integer, nullable=False, server_default="0"),
    sa.Column("ruled", sa.Text, nullable=False, server_default=""),
    sa.Column("removed", sa.Boolean, nullable=False, server_default=sa.false()),
)

sa.Index(None, evening_person.c.user_id)

# Evenings that a server plays every week: when the next one is, the lobby where people sign up for
# it, and the season that goes on.
appointment = sa.Table(
    "appointment",
    metadata,
    sa.Column("id", COUNTED, primary_key=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("locale", sa.Text, nullable=False),
    sa.Column("games", sa.Text, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Column("turn", sa.Text, nullable=False),
    sa.Column("weekday", sa.Integer, nullable=False),
    sa.Column("minute", sa.Integer, nullable=False),
    sa.Column("zone", sa.Text, nullable=False),
    sa.Column("next_at", sa.Double, nullable=False),
    sa.Column("lobby_id", COUNTED),
    sa.Column("reminder", sa.BigInteger),
    sa.Column("opened", sa.Integer, nullable=False),
    sa.Column("season", sa.Integer, nullable=False),
    sa.Column("since", sa.Double, nullable=False),
    sa.Column("weeks", sa.Integer, nullable=False),
    sa.Column("counted", sa.Integer, nullable=False),
    sa.Column("handicap", sa.Boolean, nullable=False),
)

sa.Index(None, appointment.c.guild_id)

# One server's offer to play an evening with another, found by its code: the lobbies of both, and
# which of them was the first to be ready.
challenge = sa.Table(
    "challenge",
    metadata,
    sa.Column("code", sa.Text, primary_key=True),
    sa.Column("home_id", COUNTED, nullable=False),
    sa.Column("away_id", COUNTED),
    sa.Column("ready_id", COUNTED),
    sa.Column("until", sa.Double, nullable=False),
)

# How servers are called that play evenings against others.
club = sa.Table(
    "club",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
)

"""The tables. The migrations build the same; a test compares the two.

Times are seconds since the epoch, ids of Discord 64-bit integers, JSON stands in text columns.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    false,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

# SQLite counts up only columns declared INTEGER, and those hold 64 bits there.
_COUNTED = BigInteger().with_variant(Integer, "sqlite")


def _match_id() -> Column[int]:
    return Column(
        "match_id",
        _COUNTED,
        ForeignKey("match.id", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    )


match = Table(
    "match",
    metadata,
    Column("id", _COUNTED, primary_key=True),
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
    # Ids stand in controls of messages that live for ever, so they are never used again.
    sqlite_autoincrement=True,
)

Index(None, match.c.status, match.c.deadline)
Index(None, match.c.channel_id, match.c.status)
Index(None, match.c.thread_id, match.c.status)
Index(None, match.c.game, match.c.status, match.c.rated, match.c.guild_id)
Index(
    "ix_match_unpublished",
    match.c.id,
    sqlite_where=match.c.version > match.c.published,
    postgresql_where=match.c.version > match.c.published,
)

Index(
    "ix_match_follows",
    match.c.follows,
    sqlite_where=match.c.follows.is_not(None),
    postgresql_where=match.c.follows.is_not(None),
)

Index(
    "ix_match_series",
    match.c.series,
    sqlite_where=text("series != ''"),
    postgresql_where=text("series != ''"),
)

# Who is in a match, as an index of the members column.
seat = Table(
    "seat",
    metadata,
    _match_id(),
    Column("position", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("key", Text, nullable=False),
    sqlite_with_rowid=False,
)

Index(None, seat.c.user_id, seat.c.match_id)

move = Table(
    "move",
    metadata,
    _match_id(),
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
    _match_id(),
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

# The name somebody had in the match that ended last.
person = Table(
    "person",
    metadata,
    Column("user_id", _COUNTED, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)

publication = Table(
    "publication",
    metadata,
    _match_id(),
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
    _match_id(),
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
    _match_id(),
    Column("target_id", BigInteger, primary_key=True, autoincrement=False),
    Column("inviter_id", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("call", Text, nullable=False),
    Column("told", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

Index(None, invitation.c.inviter_id, invitation.c.at)

# Whom a person has blocked.
block = Table(
    "block",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

setting = Table(
    "setting",
    metadata,
    Column("scope", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

# Deals that are fixed beforehand and the same for several tables; `match.series` names one.
series = Table(
    "series",
    metadata,
    Column("key", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("players_version", Integer, nullable=False),
    Column("opens", Double, nullable=False),
    Column("closes", Double, nullable=False),
    Column("closed", Double),
    Column("why", Text, nullable=False),
    sqlite_with_rowid=False,
)

Index(None, series.c.closes)

# ratings

# That a match was played out, and whether it counts for ratings: NULL while it waits to be rated.
# `number` counts them in the order in which their ends were stored.
ending = Table(
    "ending",
    metadata,
    _match_id(),
    Column("number", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("verdict", Text),
    sqlite_with_rowid=False,
)

Index(None, ending.c.number, unique=True)
Index(
    "ix_ending_waiting",
    ending.c.number,
    sqlite_where=ending.c.verdict.is_(None),
    postgresql_where=ending.c.verdict.is_(None),
)

# What a match made of the rating of the person in a seat: in its season, and ever.
rating_change = Table(
    "rating_change",
    metadata,
    _match_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("season", Integer, nullable=False),
    Column("place", Integer, nullable=False),
    Column("weight", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("ever_mu", Double, nullable=False),
    Column("ever_sigma", Double, nullable=False),
    sqlite_with_rowid=False,
)

Index(None, rating_change.c.user_id, rating_change.c.game, rating_change.c.season)

# How somebody plays a game now: in each season, and ever (season 0).
rating = Table(
    "rating",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game", Text, primary_key=True),
    Column("season", Integer, primary_key=True, autoincrement=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    sqlite_with_rowid=False,
)

Index(None, rating.c.game, rating.c.season)

# reviews
# What an analysis found about the play of a seat, for the person who sat there.
review = Table(
    "review",
    metadata,
    _match_id(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("accuracy", Double),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

Index(None, review.c.user_id, review.c.match_id)

# leagues

# A weekly league of a server; its weeks are series, its tables the matches of these.
league = Table(
    "league",
    metadata,
    Column("id", _COUNTED, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("locale", Text, nullable=False),
    Column("opened", Double, nullable=False),
    Column("weeks", Integer, nullable=False),
    Column("week", Integer, nullable=False),
    Column("told", Integer, nullable=False),
    Column("ended", Double),
    # Its number is part of the keys of its series, which are there for ever.
    sqlite_autoincrement=True,
)

Index(None, league.c.guild_id)

# puzzles

# dailies

# A person's game of a day; what came of it stands in the results of its match.
daily_try = Table(
    "daily_try",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column(
        "match_id",
        _COUNTED,
        ForeignKey("match.id", ondelete="CASCADE"),
        nullable=False,
        autoincrement=False,
    ),
    Column("at", Double, nullable=False),
    Column("gave_up", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

Index(None, daily_try.c.match_id)
Index(None, daily_try.c.user_id, daily_try.c.day)

# In which servers people looked at the daily of a day: their tries count there.
daily_place = Table(
    "daily_place",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

Index(None, daily_place.c.user_id)

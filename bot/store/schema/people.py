"""The tables about people and several matches, and about the processes of one bot."""

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
    Table,
    Text,
    false,
)

from bot.store.schema.matches import COUNTED, index_where, match_id_column, metadata

# The name somebody had in the match that ended last.
person = Table(
    "person",
    metadata,
    Column("user_id", COUNTED, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
)

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
index_where("ix_series_open", series.c.key, series.c.closed.is_(None))

# That a match was played out, and whether it counts for ratings: NULL while it waits to be rated.
# `number` counts them in the order in which their ends were stored.
ending = Table(
    "ending",
    metadata,
    match_id_column(),
    Column("number", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("verdict", Text),
    sqlite_with_rowid=False,
)

Index(None, ending.c.number, unique=True)
index_where("ix_ending_waiting", ending.c.number, ending.c.verdict.is_(None))

# What a match made of the rating of the person in a seat: in its season, and ever.
rating_change = Table(
    "rating_change",
    metadata,
    match_id_column(),
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

# What an analysis found about the play of a seat, for the person who sat there.
review = Table(
    "review",
    metadata,
    match_id_column(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("accuracy", Double),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

Index(None, review.c.user_id, review.c.match_id)

# A weekly league of a server; its weeks are series, its tables the matches of these.
league = Table(
    "league",
    metadata,
    Column("id", COUNTED, primary_key=True),
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

# Positions in which one move is clearly best.
puzzle = Table(
    "puzzle",
    metadata,
    Column("key", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("record", Text, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("choices", Text, nullable=False),
    Column("match_id", COUNTED, ForeignKey("match.id", ondelete="SET NULL")),
    Column("answers", Integer, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("theme", Text),
    Column("disliked", Integer, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)

Index(None, puzzle.c.game, puzzle.c.mu)
index_where("ix_puzzle_match_id", puzzle.c.match_id, puzzle.c.match_id.is_not(None))

# What people answered; only the first answer counts.
puzzle_answer = Table(
    "puzzle_answer",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("puzzle", Text, ForeignKey("puzzle.key", ondelete="CASCADE"), primary_key=True),
    Column("code", Text, nullable=False),
    Column("is_right", Boolean, nullable=False),
    Column("at", Double, nullable=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("disliked", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)

Index(None, puzzle_answer.c.user_id, puzzle_answer.c.at)
Index(None, puzzle_answer.c.puzzle)

# Positions that come back to a person who missed them, or whose game (`is_own`) they are from;
# `step` is how many times in a row they have found the best move since.
puzzle_return = Table(
    "puzzle_return",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("puzzle", Text, ForeignKey("puzzle.key", ondelete="CASCADE"), primary_key=True),
    Column("due", Double, nullable=False),
    Column("step", Integer, nullable=False),
    Column("is_own", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

Index(None, puzzle_return.c.puzzle)

# A person's game of a day; what came of it stands in the results of its match.
daily_try = Table(
    "daily_try",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    match_id_column(primary_key=False),
    Column("at", Double, nullable=False),
    Column("gave_up", Boolean, nullable=False),
    Column("later", Text),
    Column("squares", Text),
    Column("place", Integer),
    Column("total", Integer),
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

# Whose results stand in the post of a day in a channel, by what name, until the day is over; and
# which message it is, None before it is posted.
daily_share = Table(
    "daily_share",
    metadata,
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("message_id", BigInteger),
    sqlite_with_rowid=False,
)

Index(None, daily_share.c.user_id)


# Each running process, and until when it is alive if it does not renew that, by the database's
# clock.
process = Table(
    "process",
    metadata,
    Column("name", Text, primary_key=True),
    Column("until", Double, nullable=False),
    sqlite_with_rowid=False,
)

# What one process alone may do at a time, and which one does.
lease = Table(
    "lease",
    metadata,
    Column("name", Text, primary_key=True),
    Column("process", Text, ForeignKey("process.name", ondelete="CASCADE"), nullable=False),
    sqlite_with_rowid=False,
)

Index(None, lease.c.process)

# Which interactions are being answered while two processes hear them: by the process whose
# connection is the session, since a time by the database's clock.
claim = Table(
    "claim",
    metadata,
    Column("interaction_id", BigInteger, primary_key=True, autoincrement=False),
    Column("session", Integer, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)

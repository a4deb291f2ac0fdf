"""The tables about people and several matches, and about the processes of one bot."""

from __future__ import annotations

import sqlalchemy as sa

from bot.store.schema.matches import COUNTED, index_where, match_id_column, metadata

# The name somebody had in the match that ended last.
person = sa.Table(
    "person",
    metadata,
    sa.Column("user_id", COUNTED, primary_key=True, autoincrement=False),
    sa.Column("name", sa.Text, nullable=False),
)

# Whom a person has blocked.
block = sa.Table(
    "block",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("blocked_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Double, nullable=False),
    sqlite_with_rowid=False,
)

setting = sa.Table(
    "setting",
    metadata,
    sa.Column("scope", sa.Text, primary_key=True),
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)

# Deals that are fixed beforehand and the same for several tables; `match.series` names one.
series = sa.Table(
    "series",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("secret", sa.LargeBinary, nullable=False),
    sa.Column("rules_version", sa.Integer, nullable=False),
    sa.Column("players_version", sa.Integer, nullable=False),
    sa.Column("opens", sa.Double, nullable=False),
    sa.Column("closes", sa.Double, nullable=False),
    sa.Column("closed", sa.Double),
    sa.Column("why", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)

sa.Index(None, series.c.closes)
index_where("ix_series_open", series.c.key, series.c.closed.is_(None))

# That a match was played out, and whether it counts for ratings: NULL while it waits to be rated.
# `number` counts them in the order in which their ends were stored.
ending = sa.Table(
    "ending",
    metadata,
    match_id_column(),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("verdict", sa.Text),
    sqlite_with_rowid=False,
)

sa.Index(None, ending.c.number, unique=True)
index_where("ix_ending_waiting", ending.c.number, ending.c.verdict.is_(None))

# What a match made of the rating of the person in a seat: in its season, and ever.
rating_change = sa.Table(
    "rating_change",
    metadata,
    match_id_column(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("season", sa.Integer, nullable=False),
    sa.Column("place", sa.Integer, nullable=False),
    sa.Column("weight", sa.Double, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("ever_mu", sa.Double, nullable=False),
    sa.Column("ever_sigma", sa.Double, nullable=False),
    sqlite_with_rowid=False,
)

sa.Index(None, rating_change.c.user_id, rating_change.c.game, rating_change.c.season)

# How somebody plays a game now: in each season, and ever (season 0).
rating = sa.Table(
    "rating",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("season", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("wins", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)

sa.Index(None, rating.c.game, rating.c.season)

# What an analysis found about the play of a seat, for the person who sat there.
review = sa.Table(
    "review",
    metadata,
    match_id_column(),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("accuracy", sa.Double),
    sa.Column("body", sa.Text, nullable=False),
    sqlite_with_rowid=False,
)

sa.Index(None, review.c.user_id, review.c.match_id)

# A weekly league of a server; its weeks are series, its tables the matches of these.
league = sa.Table(
    "league",
    metadata,
    sa.Column("id", COUNTED, primary_key=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("options", sa.Text, nullable=False),
    sa.Column("locale", sa.Text, nullable=False),
    sa.Column("opened", sa.Double, nullable=False),
    sa.Column("weeks", sa.Integer, nullable=False),
    sa.Column("week", sa.Integer, nullable=False),
    sa.Column("told", sa.Integer, nullable=False),
    sa.Column("ended", sa.Double),
    sa.Column("ends", sa.Text, nullable=False, server_default=""),
    sa.Column("counted", sa.Integer, nullable=False, server_default="0"),
    # Its number is part of the keys of its series, which are there forever.
    sqlite_autoincrement=True,
)

sa.Index(None, league.c.guild_id)

# Positions in which one move is clearly best.
puzzle = sa.Table(
    "puzzle",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("record", sa.Text, nullable=False),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("choices", sa.Text, nullable=False),
    sa.Column("match_id", COUNTED, sa.ForeignKey("match.id", ondelete="SET NULL")),
    sa.Column("answers", sa.Integer, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("theme", sa.Text),
    sa.Column("disliked", sa.Integer, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)

sa.Index(None, puzzle.c.game, puzzle.c.mu)
index_where("ix_puzzle_match_id", puzzle.c.match_id, puzzle.c.match_id.is_not(None))

# What people answered; only the first answer counts.
puzzle_answer = sa.Table(
    "puzzle_answer",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("puzzle", sa.Text, sa.ForeignKey("puzzle.key", ondelete="CASCADE"), primary_key=True),
    sa.Column("code", sa.Text, nullable=False),
    sa.Column("is_right", sa.Boolean, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("mu", sa.Double, nullable=False),
    sa.Column("sigma", sa.Double, nullable=False),
    sa.Column("disliked", sa.Boolean, nullable=False, server_default=sa.false()),
    sqlite_with_rowid=False,
)

sa.Index(None, puzzle_answer.c.user_id, puzzle_answer.c.at)
sa.Index(None, puzzle_answer.c.puzzle)

# Positions that come back to a person who missed them, or whose game (`is_own`) they are from;
# `step` is how many times in a row they have found the best move since.
puzzle_return = sa.Table(
    "puzzle_return",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("puzzle", sa.Text, sa.ForeignKey("puzzle.key", ondelete="CASCADE"), primary_key=True),
    sa.Column("due", sa.Double, nullable=False),
    sa.Column("step", sa.Integer, nullable=False),
    sa.Column("is_own", sa.Boolean, nullable=False),
    sqlite_with_rowid=False,
)

sa.Index(None, puzzle_return.c.puzzle)

# A person's game of a day; what came of it stands in the results of its match.
daily_try = sa.Table(
    "daily_try",
    metadata,
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    match_id_column(primary_key=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("gave_up", sa.Boolean, nullable=False),
    sa.Column("later", sa.Text),
    sa.Column("squares", sa.Text),
    sa.Column("place", sa.Integer),
    sa.Column("total", sa.Integer),
    sqlite_with_rowid=False,
)

sa.Index(None, daily_try.c.match_id)
sa.Index(None, daily_try.c.user_id, daily_try.c.day)

# In which servers people looked at the daily of a day: their tries count there.
daily_place = sa.Table(
    "daily_place",
    metadata,
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sqlite_with_rowid=False,
)

sa.Index(None, daily_place.c.user_id)

# Whose results stand in the post of a day in a channel, by what name, until the day is over; and
# which message it is, None before it is posted.
daily_share = sa.Table(
    "daily_share",
    metadata,
    sa.Column("day", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("channel_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("message_id", sa.BigInteger),
    sqlite_with_rowid=False,
)

sa.Index(None, daily_share.c.user_id)

# To which games of a server people want to be called, and their call to a lobby that is open.
seeker = sa.Table(
    "seeker",
    metadata,
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("games", sa.Text, nullable=False),
    sa.Column("called", sa.Double, nullable=False),
    sa.Column("ignored", sa.Integer, nullable=False),
    sa.Column("match_id", COUNTED, sa.ForeignKey("match.id", ondelete="SET NULL")),
    sa.Column("message_id", sa.BigInteger),
    sqlite_with_rowid=False,
)

sa.Index(None, seeker.c.guild_id)

# Each running process, and until when it is alive if it does not renew that, by the database's
# clock.
process = sa.Table(
    "process",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("until", sa.Double, nullable=False),
    sqlite_with_rowid=False,
)

# What one process alone may do at a time, and which one does.
lease = sa.Table(
    "lease",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column(
        "process", sa.Text, sa.ForeignKey("process.name", ondelete="CASCADE"), nullable=False
    ),
    sqlite_with_rowid=False,
)

sa.Index(None, lease.c.process)

# Which interactions are being answered while two processes hear them: by the process whose
# connection is the session, since a time by the database's clock.
claim = sa.Table(
    "claim",
    metadata,
    sa.Column("interaction_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("session", sa.Integer, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sqlite_with_rowid=False,
)

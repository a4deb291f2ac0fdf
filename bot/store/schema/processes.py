"""The tables about the processes of one bot, where several share a database."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Double, ForeignKey, Index, Integer, Table, Text

from bot.store.schema.matches import metadata

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

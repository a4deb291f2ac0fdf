"""Evenings of several rounds, those who play and watch them, and clubs that meet."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_TABLE = "evening"
_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables; each evening so far is one of one round and one server."""
    bind = op.get_bind()
    old = bind.execute(sa.text("SELECT * FROM evening ORDER BY id")).mappings().all()
    op.drop_table("evening")
    evening, board = _evening(), _board()
    person = _of_people()
    op.create_table(
        "challenge",
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("home_id", _ID, nullable=False),
        sa.Column("away_id", _ID),
        sa.Column("ready_id", _ID),
        sa.Column("mixed", sa.Boolean(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_challenge"),
    )
    op.create_table(
        "club",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("meetings", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", name="pk_club"),
    )
    for row in old:
        kept = {name: row[name] for name in ("id", "begun", "round", "ended")}
        bind.execute(evening.insert().values(rounds=1, secret=b"", start="", mixed=False, **kept))
        tables = _tables(bind, row["id"])
        bind.execute(board.insert().values(match_id=row["id"], **_shown(row, tables)))
        for one in _people(row, tables):
            bind.execute(person.insert().values(**one))


def _tables(bind: sa.Connection, evening_id: int) -> list[Any]:
    query = "SELECT channel_id, members FROM match WHERE series = :key ORDER BY id"
    return list(bind.execute(sa.text(query), {"key": f"evening {evening_id} 1"}).mappings())


def _shown(row: Any, tables: list[Any]) -> dict[str, Any]:
    """Return where an evening is shown: what goes on is told anew, in its channel."""
    board = {name: row[name] for name in ("guild_id", "locale", "channel_id", "message_id")}
    is_told = row["shown"] == "over"
    if not (is_told or row["channel_id"] in {table["channel_id"] for table in tables}):
        board |= {"channel_id": None, "message_id": None}
    return {"evening_id": row["id"], "shown": row["shown"] if is_told else "", **board}


def _people(row: Any, tables: list[Any]) -> list[dict[str, Any]]:
    """Return everybody at the tables of an evening, once."""
    members = {one["key"]: one for table in tables for one in json.loads(table["members"])}
    return [
        {
            "evening_id": row["id"], "user_id": int(key), "guild_id": row["guild_id"],
            "name": one["name"], "joined": one.get("joined", ""), "since": 1,
        }
        for key, one in members.items()
        if key.isdecimal()
    ]  # fmt: skip


def _evening() -> sa.Table:
    return op.create_table(
        "evening",
        sa.Column("id", _ID, autoincrement=False, nullable=False),
        sa.Column("begun", sa.Double(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("next_at", sa.Double()),
        sa.Column("ended", sa.Double()),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("start", sa.Text(), nullable=False),
        sa.Column("mixed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_evening"),
    )


def _board() -> sa.Table:
    table = op.create_table(
        "evening_board",
        *_of_evening("evening_board"),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("match_id", _ID, nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("evening_id", "guild_id", name="pk_evening_board"),
    )
    op.create_index("ix_evening_board_guild_id", "evening_board", ["guild_id"])
    return table


def _of_people() -> sa.Table:
    person = op.create_table(
        "evening_person",
        *_of_evening("evening_person"),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("joined", sa.Text(), nullable=False),
        sa.Column("since", sa.Integer(), nullable=False),
        sa.Column("gone", sa.Integer()),
        sa.Column("place", sa.Integer()),
        sa.Column("points", sa.Double()),
        sa.PrimaryKeyConstraint("evening_id", "user_id", name="pk_evening_person"),
    )
    op.create_index("ix_evening_person_user_id", "evening_person", ["user_id"])
    op.create_table(
        "evening_guess",
        *_of_evening("evening_guess"),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("leader_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("evening_id", "round", "user_id", name="pk_evening_guess"),
    )
    op.create_index("ix_evening_guess_user_id", "evening_guess", ["user_id"])
    return person


def _of_evening(table: str) -> tuple[sa.Column[int], sa.ForeignKeyConstraint]:
    return (
        sa.Column("evening_id", _ID, autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["evening_id"], [f"{_TABLE}.id"], name=f"fk_{table}_evening_id", ondelete="CASCADE"
        ),
    )

"""The game of each day, and which series are open."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_COUNTED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Begin with nobody who has played one."""
    op.create_table(
        "daily_try",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("match_id", _COUNTED, autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("gave_up", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
            name="fk_daily_try_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("day", "user_id", name="pk_daily_try"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_try_match_id", "daily_try", ["match_id"])
    op.create_index("ix_daily_try_user_id_day", "daily_try", ["user_id", "day"])
    op.create_table(
        "daily_place",
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("day", "guild_id", "user_id", name="pk_daily_place"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_place_user_id", "daily_place", ["user_id"])
    op.create_index(
        "ix_series_open",
        "series",
        ["key"],
        sqlite_where=sa.text("closed IS NULL"),
        postgresql_where=sa.text("closed IS NULL"),
    )

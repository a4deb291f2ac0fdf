"""What is shared of a daily in a channel stands in one post."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of whose results stand in which post."""
    op.create_table(
        "daily_share",
        sa.Column("day", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("day", "channel_id", "user_id", name=op.f("pk_daily_share")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_daily_share_user_id"), "daily_share", ["user_id"])

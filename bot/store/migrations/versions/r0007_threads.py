"""Threads of tables, and why a match could not go on."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave the matches there are in their channels."""
    op.add_column("match", sa.Column("thread_id", sa.BigInteger(), nullable=True))
    op.add_column(
        "match", sa.Column("thread_gone", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
    op.add_column("match", sa.Column("closed_for", sa.Text(), server_default="", nullable=False))
    op.create_index("ix_match_thread_id_status", "match", ["thread_id", "status"])
    op.add_column("publication", sa.Column("line", sa.Text(), nullable=True))
    op.add_column(
        "publication",
        sa.Column("thread_open", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
    op.create_index(
        "ix_publication_thread_open",
        "publication",
        ["match_id"],
        sqlite_where=sa.text("thread_open = 1"),
        postgresql_where=sa.text("thread_open"),
    )

"""Deals that are fixed beforehand and the same for several tables."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Begin with no series: every match so far had deals of its own."""
    op.add_column("match", sa.Column("series", sa.Text(), server_default="", nullable=False))
    op.create_index(
        "ix_match_series",
        "match",
        ["series"],
        sqlite_where=sa.text("series != ''"),
        postgresql_where=sa.text("series != ''"),
    )
    op.create_table(
        "series",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("players_version", sa.Integer(), nullable=False),
        sa.Column("opens", sa.Double(), nullable=False),
        sa.Column("closes", sa.Double(), nullable=False),
        sa.Column("closed", sa.Double(), nullable=True),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_series"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_series_closes", "series", ["closes"])

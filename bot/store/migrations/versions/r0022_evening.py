"""Evenings: tables that began together with the same deals."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; there were none before."""
    op.create_table(
        "evening",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True,
            autoincrement=False,
        ),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.Column("begun", sa.Double(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("ended", sa.Double()),
        sa.Column("channel_id", sa.BigInteger()),
        sa.Column("message_id", sa.BigInteger()),
        sa.Column("shown", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_evening"),
    )  # fmt: skip
    op.create_index("ix_evening_guild_id", "evening", ["guild_id"])

"""Evenings that a server plays every week."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

COUNTED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table of appointments, and note of evenings which one made them."""
    op.create_table(
        "appointment",
        sa.Column("id", COUNTED, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.Column("games", sa.Text(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("weekday", sa.Integer(), nullable=False),
        sa.Column("minute", sa.Integer(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("next_at", sa.Double(), nullable=False),
        sa.Column("lobby_id", COUNTED, nullable=True),
        sa.Column("reminder", sa.BigInteger(), nullable=True),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("weeks", sa.Integer(), nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("handicap", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_appointment")),
    )
    op.create_index(op.f("ix_appointment_guild_id"), "appointment", ["guild_id"])
    op.add_column(
        "evening", sa.Column("appointment", sa.Integer(), server_default="0", nullable=False)
    )
    op.create_index(op.f("ix_evening_appointment"), "evening", ["appointment"])

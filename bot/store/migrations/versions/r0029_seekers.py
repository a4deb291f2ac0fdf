"""People who are called when a table opens."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

COUNTED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table of who wants to be called where, and of their open calls."""
    op.create_table(
        "seeker",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.Text(), nullable=False),
        sa.Column("called", sa.Double(), nullable=False),
        sa.Column("ignored", sa.Integer(), nullable=False),
        sa.Column("match_id", COUNTED, nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_seeker_match_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("user_id", "guild_id", name=op.f("pk_seeker")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_seeker_guild_id"), "seeker", ["guild_id"])

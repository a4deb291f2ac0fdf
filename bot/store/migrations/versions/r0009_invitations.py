"""Who was asked to which lobby, and whom somebody has blocked."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

_COUNTED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Begin with no invitation and nobody blocked."""
    op.create_table(
        "invitation",
        sa.Column("match_id", _COUNTED, autoincrement=False, nullable=False),
        sa.Column("target_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("inviter_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("call", sa.Text(), nullable=False),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
            name="fk_invitation_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "target_id", name="pk_invitation"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_invitation_inviter_id_at", "invitation", ["inviter_id", "at"])
    op.create_table(
        "block",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("blocked_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "blocked_id", name="pk_block"),
        sqlite_with_rowid=False,
    )

"""What finished games teach those who played them."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_COUNTED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Begin with no game reviewed."""
    op.create_table(
        "review",
        sa.Column("match_id", _COUNTED, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("accuracy", sa.Double(), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"],
            ["match.id"],
            name="fk_review_match_id",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_review"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_review_user_id_match_id", "review", ["user_id", "match_id"])

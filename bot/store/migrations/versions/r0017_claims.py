"""Who answers an interaction while two processes hear it."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Begin with no claim."""
    op.create_table(
        "claim",
        sa.Column("interaction_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("session", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("interaction_id", name="pk_claim"),
        sqlite_with_rowid=False,
    )

"""What a table agrees on beside the game's options, and calls that say that time runs out."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Give the matches there are no terms: they are played on as they were begun."""
    op.add_column("match", sa.Column("terms", sa.Text(), server_default="{}", nullable=False))
    op.add_column(
        "publication",
        sa.Column("ping_last", sa.Boolean(), server_default=sa.false(), nullable=False),
    )

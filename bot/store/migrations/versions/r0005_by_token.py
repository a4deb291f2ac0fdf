"""Matches that are shown by the tokens of presses, where the bot may not write."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave the matches there are as they were: the bot may write where they are played."""
    op.add_column(
        "match", sa.Column("by_token", sa.Boolean(), server_default=sa.false(), nullable=False)
    )

"""Tries of days that are over, and how good the decisions of a try were."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both columns; every try so far was one of its day."""
    op.add_column("daily_try", sa.Column("later", sa.Text()))
    op.add_column("daily_try", sa.Column("squares", sa.Text()))

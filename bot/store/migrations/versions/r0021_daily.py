"""Tries of days that are over, how good the decisions of a try were, and its last place."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; every try so far was one of its day, and its place is not told again."""
    op.add_column("daily_try", sa.Column("later", sa.Text()))
    op.add_column("daily_try", sa.Column("squares", sa.Text()))
    op.add_column("daily_try", sa.Column("place", sa.Integer()))
    op.add_column("daily_try", sa.Column("total", sa.Integer()))

"""When the weeks of a league end, and how many count in a season."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the columns of the time of the week, and of the weeks that count."""
    op.add_column("league", sa.Column("ends", sa.Text(), server_default="", nullable=False))
    op.add_column("league", sa.Column("counted", sa.Integer(), server_default="0", nullable=False))

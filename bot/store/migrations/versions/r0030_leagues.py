"""When the weeks of a league end."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the column of the time of the week."""
    op.add_column("league", sa.Column("ends", sa.Text(), server_default="", nullable=False))

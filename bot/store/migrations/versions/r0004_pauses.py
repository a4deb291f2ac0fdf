"""Games that stand still, and why."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """No game is paused yet."""
    op.add_column("match", sa.Column("pauses", sa.Text(), server_default="[]", nullable=False))

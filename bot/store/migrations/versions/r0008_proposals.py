"""Changes of a table's terms that are proposed in play."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nothing is proposed yet."""
    op.add_column("match", sa.Column("proposal", sa.Text(), nullable=True))

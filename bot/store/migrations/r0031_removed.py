"""Note whom a director has taken out of an evening: they come back only if let in."""

import sqlalchemy as sa
from alembic import op


def upgrade() -> None:
    """Make the column; nobody was taken out so far."""
    op.add_column(
        "evening_person",
        sa.Column("removed", sa.Boolean(), server_default=sa.false(), nullable=False),
    )

"""What a director does with an evening and its people."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the columns of pauses, of longer turns, and of what is ruled for people."""
    op.add_column("evening", sa.Column("paused", sa.Double(), nullable=True))
    op.add_column("evening", sa.Column("turn", sa.Text(), server_default="", nullable=False))
    for column in (
        sa.Column("hosts", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("exchange", sa.Integer(), server_default="0", nullable=False),
        sa.Column("ruled", sa.Text(), server_default="", nullable=False),
    ):
        op.add_column("evening_person", column)

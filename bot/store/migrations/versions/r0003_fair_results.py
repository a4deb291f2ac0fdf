"""What a result tells about fairness: the level of house players, and who took a hint."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave the results there are as they were: no level is known of them, and no hint."""
    op.add_column("result", sa.Column("level", sa.Text(), nullable=True))
    op.add_column(
        "result", sa.Column("hinted", sa.Boolean(), server_default=sa.false(), nullable=False)
    )

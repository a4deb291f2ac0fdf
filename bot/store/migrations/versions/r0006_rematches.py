"""Which match a lobby follows, and who may come into it or is asked to."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave the matches there are without one before them, and their doors open."""
    op.add_column("match", sa.Column("follows", sa.BigInteger(), nullable=True))
    op.add_column("match", sa.Column("door", sa.Text(), server_default="{}", nullable=False))
    op.create_index(
        "ix_match_follows",
        "match",
        ["follows"],
        sqlite_where=sa.text("follows IS NOT NULL"),
        postgresql_where=sa.text("follows IS NOT NULL"),
    )

"""Themes of puzzles, and who did not like one."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; puzzles that are there get their themes as the bot starts."""
    op.add_column("puzzle", sa.Column("theme", sa.Text))
    counted = sa.Column("disliked", sa.Integer, nullable=False, server_default="0")
    op.add_column("puzzle", counted)
    answered = sa.Column("disliked", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("puzzle_answer", answered)

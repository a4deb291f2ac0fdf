"""Positions that a person missed come back."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table of which puzzles come back to whom, and when."""
    op.create_table(
        "puzzle_return",
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("due", sa.Double(), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("is_own", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["puzzle"], ["puzzle.key"], name=op.f("fk_puzzle_return_puzzle"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "puzzle", name=op.f("pk_puzzle_return")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_puzzle_return_puzzle"), "puzzle_return", ["puzzle"])

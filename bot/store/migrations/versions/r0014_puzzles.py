"""Puzzles, and who has answered which."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_COUNTED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Begin with no puzzle."""
    op.create_table(
        "puzzle",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("record", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("choices", sa.Text(), nullable=False),
        sa.Column("match_id", _COUNTED, nullable=True),
        sa.Column("answers", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name="fk_puzzle_match_id", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("key", name="pk_puzzle"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_puzzle_game_mu", "puzzle", ["game", "mu"])
    op.create_index(
        "ix_puzzle_match_id",
        "puzzle",
        ["match_id"],
        sqlite_where=sa.text("match_id IS NOT NULL"),
        postgresql_where=sa.text("match_id IS NOT NULL"),
    )
    op.create_table(
        "puzzle_answer",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("puzzle", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["puzzle"], ["puzzle.key"], name="fk_puzzle_answer_puzzle", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "puzzle", name="pk_puzzle_answer"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_puzzle_answer_user_id_at", "puzzle_answer", ["user_id", "at"])
    op.create_index("ix_puzzle_answer_puzzle", "puzzle_answer", ["puzzle"])

"""Ratings of people in each game."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_COUNTED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Let all games that were played out so far wait to be rated, in the order of their ends."""
    op.create_table(
        "ending",
        sa.Column("match_id", _COUNTED, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("verdict", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name="fk_ending_match_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", name="pk_ending"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ending_number", "ending", ["number"], unique=True)
    op.create_index(
        "ix_ending_waiting",
        "ending",
        ["number"],
        sqlite_where=sa.text("verdict IS NULL"),
        postgresql_where=sa.text("verdict IS NULL"),
    )
    op.create_table(
        "rating_change",
        sa.Column("match_id", _COUNTED, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("weight", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("ever_mu", sa.Double(), nullable=False),
        sa.Column("ever_sigma", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name="fk_rating_change_match_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_rating_change"),
        sqlite_with_rowid=False,
    )
    op.create_index(
        "ix_rating_change_user_id_game_season", "rating_change", ["user_id", "game", "season"]
    )
    op.create_table(
        "rating",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("season", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "game", "season", name="pk_rating"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rating_game_season", "rating", ["game", "season"])
    op.execute(
        "INSERT INTO ending (match_id, number, at) "
        "SELECT id, row_number() OVER (ORDER BY touched, id), touched FROM match "
        "WHERE status = 'over'"
    )

"""The first tables: matches with members, moves, results and where they are shown."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_COUNTED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Build everything in an empty database."""
    _match()
    _seat()
    _move()
    _result()
    _person()
    _publication()
    _hand()
    _setting()


def _match() -> None:
    op.create_table(
        "match",
        sa.Column("id", _COUNTED, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("published", sa.Integer(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=True),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("opener_id", sa.BigInteger(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.Column("secret", sa.LargeBinary(), nullable=False),
        sa.Column("members", sa.Text(), nullable=False),
        sa.Column("created", sa.Double(), nullable=False),
        sa.Column("touched", sa.Double(), nullable=False),
        sa.Column("entropy", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("deadline", sa.Double(), nullable=True),
        sa.Column("votes", sa.Text(), nullable=False),
        sa.Column("rated", sa.Boolean(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
        sqlite_autoincrement=True,
    )
    _index("match", "status", "deadline")
    _index("match", "channel_id", "status")
    _index("match", "game", "status", "rated", "guild_id")
    waiting = sa.text("version > published")
    op.create_index(
        "ix_match_unpublished", "match", ["id"], sqlite_where=waiting, postgresql_where=waiting
    )


def _seat() -> None:
    _create_part(
        "seat",
        sa.Column("position", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "position", name="pk_seat"),
        sqlite_with_rowid=False,
    )
    _index("seat", "user_id", "match_id")


def _move() -> None:
    _create_part(
        "move",
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("by", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "number", name="pk_move"),
        sqlite_with_rowid=False,
    )


def _result() -> None:
    _create_part(
        "result",
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("score", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("best_deal", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "seat", name="pk_result"),
        sqlite_with_rowid=False,
    )
    _index("result", "user_id", "match_id")


def _person() -> None:
    op.create_table(
        "person",
        sa.Column("user_id", _COUNTED, autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_person"),
    )


def _publication() -> None:
    _create_part(
        "publication",
        sa.Column("board_channel", sa.BigInteger(), nullable=True),
        sa.Column("board_message", sa.BigInteger(), nullable=True),
        sa.Column("board_at", sa.Double(), nullable=False),
        sa.Column("ping_message", sa.BigInteger(), nullable=True),
        sa.Column("ping_user", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("match_id", name="pk_publication"),
    )


def _hand() -> None:
    _create_part(
        "hand",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("match_id", "user_id", name="pk_hand"),
        sqlite_with_rowid=False,
    )


def _setting() -> None:
    op.create_table(
        "setting",
        sa.Column("scope", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "key", name="pk_setting"),
        sqlite_with_rowid=False,
    )


def _create_part(
    name: str,
    *parts: sa.Column[str] | sa.Column[int] | sa.Column[float] | sa.Column[bool] | sa.Constraint,
    **options: bool,
) -> None:
    """Create a table whose rows belong to a match and go with it."""
    op.create_table(
        name,
        sa.Column("match_id", _COUNTED, autoincrement=False, nullable=False),
        *parts,
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=f"fk_{name}_match_id", ondelete="CASCADE"
        ),
        **options,
    )


def _index(table: str, *columns: str) -> None:
    op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))

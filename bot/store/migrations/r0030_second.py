"""From what 2ad4c595 wrote, revision 0023, to 0030."""

import sqlalchemy as sa
from alembic import op

_COUNTED = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_EVENING = sa.table("evening", *map(sa.column, ("id", "round", "ended", "mixed")))
_MATCH = sa.table("match", *map(sa.column, ("series", "status", "rated", "members", "terms")))
_SERIES = sa.table("series", *map(sa.column, ("key", "closes")))


def upgrade() -> None:
    """Make what 0030 has, and take away what nothing reads any more."""
    _part_servers()
    _make_appointments()
    _make_the_rest()
    _widen()


def _part_servers() -> None:
    """Have house players finish what is played at tables of two servers, for no ratings.

    The next round is apart, servers have no rating, and nobody guesses who will lead.
    """
    bind = op.get_bind()
    going_on = sa.select(_EVENING).where(_EVENING.c.mixed, _EVENING.c.ended.is_(None))
    keys = [f"evening {one.id} {one.round}" for one in bind.execute(going_on)]
    bind.execute(sa.update(_SERIES).where(_SERIES.c.key.in_(keys)).values(closes=0.0))
    is_played = _MATCH.c.series.in_(keys), _MATCH.c.status == "playing"
    bind.execute(sa.update(_MATCH).where(*is_played).values(rated=sa.false()))
    for column, gone in ((_MATCH.c.members, "guest"), (_MATCH.c.terms, "mixed")):
        for value in ("false", "true"):
            told = f',"{gone}":{value}'
            left = {column: sa.func.replace(column, told, "")}
            bind.execute(sa.update(_MATCH).where(column.contains(told)).values(left))
    op.drop_column("evening", "mixed")
    op.drop_column("challenge", "mixed")
    for name in ("mu", "sigma", "meetings"):
        op.drop_column("club", name)
    op.drop_table("evening_guess")
    op.add_column("evening_board", sa.Column("asks", sa.Text(), nullable=False, server_default=""))


def _make_appointments() -> None:
    """Make the table of evenings that a server plays every week."""
    op.create_table(
        "appointment",
        sa.Column("id", _COUNTED, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("locale", sa.Text(), nullable=False),
        sa.Column("games", sa.Text(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
        sa.Column("weekday", sa.Integer(), nullable=False),
        sa.Column("minute", sa.Integer(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("next_at", sa.Double(), nullable=False),
        sa.Column("lobby_id", _COUNTED, nullable=True),
        sa.Column("reminder", sa.BigInteger(), nullable=True),
        sa.Column("opened", sa.Integer(), nullable=False),
        sa.Column("season", sa.Integer(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("weeks", sa.Integer(), nullable=False),
        sa.Column("counted", sa.Integer(), nullable=False),
        sa.Column("handicap", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_appointment")),
    )
    op.create_index(op.f("ix_appointment_guild_id"), "appointment", ["guild_id"])


def _make_the_rest() -> None:
    """Make the tables of shared dailies, of puzzles that come back, and of calls to tables."""
    op.create_table(
        "daily_share",
        sa.Column("day", sa.Integer(), nullable=False, autoincrement=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False, autoincrement=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("day", "channel_id", "user_id", name=op.f("pk_daily_share")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_daily_share_user_id"), "daily_share", ["user_id"])
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
    op.create_table(
        "seeker",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("games", sa.Text(), nullable=False),
        sa.Column("called", sa.Double(), nullable=False),
        sa.Column("ignored", sa.Integer(), nullable=False),
        sa.Column("match_id", _COUNTED, nullable=True),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["match.id"], name=op.f("fk_seeker_match_id"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("user_id", "guild_id", name=op.f("pk_seeker")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_seeker_guild_id"), "seeker", ["guild_id"])


def _widen() -> None:
    """Make the columns of appointments, of what a director does, and of a league's weeks."""
    op.add_column(
        "evening", sa.Column("appointment", sa.Integer(), server_default="0", nullable=False)
    )
    op.create_index(op.f("ix_evening_appointment"), "evening", ["appointment"])
    op.add_column("evening", sa.Column("paused", sa.Double(), nullable=True))
    op.add_column("evening", sa.Column("turn", sa.Text(), server_default="", nullable=False))
    for column in (
        sa.Column("hosts", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("exchange", sa.Integer(), server_default="0", nullable=False),
        sa.Column("ruled", sa.Text(), server_default="", nullable=False),
    ):
        op.add_column("evening_person", column)
    op.add_column("league", sa.Column("ends", sa.Text(), server_default="", nullable=False))
    op.add_column("league", sa.Column("counted", sa.Integer(), server_default="0", nullable=False))

"""Servers that meet play at their own tables, and have no rating; nobody guesses who will lead."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

_EVENING = sa.table("evening", *map(sa.column, ("id", "round", "ended", "mixed")))
_MATCH = sa.table("match", *map(sa.column, ("series", "status", "rated", "members", "terms")))
_SERIES = sa.table("series", *map(sa.column, ("key", "closes")))


def upgrade() -> None:
    """Have house players finish what is played at mixed tables, for no ratings.

    The next round is apart. What nothing reads any more goes from the rows of all matches.
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

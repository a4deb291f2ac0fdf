"""The processes of one bot, what each of them has taken, and which looks after a match."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Begin with no process: whoever comes first takes what there is."""
    op.add_column("match", sa.Column("home", sa.Text(), nullable=True))
    op.create_table(
        "process",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("until", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_process"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "lease",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("process", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["process"], ["process.name"], name="fk_lease_process", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("name", name="pk_lease"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_lease_process", "lease", ["process"])

"""The oldest revision that can be brought up: nothing is before it, so it changes nothing.

What has no revision yet is made as the schema is now (`bot.store.migrations.create`).
"""

revision = "0023"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave all tables as they are."""

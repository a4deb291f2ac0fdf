"""Up to which match codes of moments were made without the secret of the bot."""

from alembic import op

revision = "0019"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Note the newest match, if there is any: codes that people hold keep leading there."""
    op.execute(
        "INSERT INTO setting (scope, key, value) "
        "SELECT 'codes', 'before', CAST(MAX(id) AS TEXT) FROM match HAVING COUNT(*) > 0"
    )

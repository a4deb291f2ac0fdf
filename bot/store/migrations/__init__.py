"""Brings a database up to the tables this program knows."""

from __future__ import annotations

import threading
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from bot.store.errors import NewerDatabase

_HERE = Path(__file__).parent
# Alembic keeps the migration that runs in global variables.
_one_at_a_time = threading.Lock()


def upgrade(connection: Connection) -> None:
    """Bring a database to the newest revision, in one transaction. Raises NewerDatabase.

    Blocks: call it where no event loop runs.
    """
    config = Config()
    config.set_main_option("script_location", str(_HERE).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    with _one_at_a_time, connection.begin():
        present = set(MigrationContext.configure(connection).get_current_heads())
        unknown = present - {revision.revision for revision in script.walk_revisions()}
        if unknown:
            raise NewerDatabase(
                f"was written by a newer version of the bot (revision "
                f"{', '.join(sorted(unknown))}). Install that version, or restore the backup made "
                "before the upgrade."
            )
        if present != set(script.get_heads()):
            command.upgrade(config, "head")

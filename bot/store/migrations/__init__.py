"""Brings a database up to the tables this program knows."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.schema import CreateTable

from bot.store import schema
from bot.store.errors import CannotOpen, NewerDatabase

UNNAMED = (
    "does not say of which version of the bot it is: its table alembic_version is empty. Nothing "
    "in it was changed. Restore a backup."
)

_version = sa.Table(
    "alembic_version",
    sa.MetaData(),
    sa.Column("version_num", sa.String(32), nullable=False),
    sa.PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)

_HERE = Path(__file__).parent
# Alembic keeps the migration that runs in global variables.
_one_at_a_time = threading.Lock()


@contextmanager
def naming(what: str) -> Iterator[None]:
    """Say what it is that the functions below refuse to go on with."""
    try:
        yield
    except CannotOpen as error:
        raise type(error)(f"{what} {error}") from error


def upgrade(connection: sa.Connection, lock: str | None = None) -> None:
    """Bring a database to the newest revision, in one transaction.

    Raises NewerDatabase; CannotOpen where the database does not name its revision.

    One of no revision gets the tables as the schema has them, an older one goes through the
    migrations, with which it has the same. `lock` is a statement that waits for whoever else may
    migrate, where transactions alone do not. Blocks: call it where no event loop runs. Alembic
    takes as long to import as the rest of the store, so it is only where there is something to
    migrate.
    """
    with _one_at_a_time, connection.begin():
        if lock is not None:
            connection.execute(sa.text(lock))
        present = revisions_of(connection)
        if present == {NEWEST}:
            return
        if present:
            refuse_unknown(present)
            _run(connection, max(present))
        else:
            create(connection)


OLDEST = "0023"
"""The revision of what 2ad4c595 wrote: nobody has an older database."""

_STEPS = {path.name[1:5]: path.stem for path in sorted(_HERE.glob("r[0-9]*.py"))}
"""The module that leads to each later revision from the one before it."""

NEWEST = max(_STEPS)
"""The revision of `bot.store.schema`."""


def refuse_unknown(present: set[str]) -> None:
    """Raise NewerDatabase for a revision that cannot be brought up to date."""
    if unknown := present - {OLDEST, *_STEPS}:
        raise NewerDatabase(
            "was written by a newer version of the bot, or by one of before 0.2.0 (revision "
            f"{', '.join(sorted(unknown))}). Install that version, or restore the backup made "
            "before the upgrade."
        )


def create(connection: sa.Connection) -> None:
    """Make all tables in an empty database, and note their revision as Alembic does."""
    schema.metadata.create_all(connection, checkfirst=False)
    connection.execute(CreateTable(_version))
    connection.execute(sa.insert(_version).values(version_num=NEWEST))


def revisions_of(connection: sa.Connection) -> set[str]:
    """Return the revisions that the database says it is of; none for a new one.

    Raises CannotOpen where the table that should say it is empty.
    """
    if not sa.inspect(connection).has_table("alembic_version"):
        return set()
    found = set(connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalars())
    if not found:
        raise CannotOpen(UNNAMED)
    return found


def _run(connection: sa.Connection, present: str) -> None:
    from alembic.operations import Operations  # noqa: PLC0415 - see `upgrade`
    from alembic.runtime.migration import MigrationContext  # noqa: PLC0415 - see `upgrade`

    with Operations.context(MigrationContext.configure(connection)):
        for revision, name in _STEPS.items():
            if revision > present:
                import_module(f"{__name__}.{name}").upgrade()
    connection.execute(sa.update(_version).values(version_num=NEWEST))

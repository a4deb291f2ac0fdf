"""From the address of a database to its backend."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import SQLAlchemyError

from bot.store.backends.backend import Backend
from bot.store.backends.postgresql import PostgresqlBackend, where
from bot.store.backends.sqlite_backend import SqliteBackend
from bot.store.errors import CannotOpen, Unsupported

_FILE = "sqlite+aiosqlite:///data/nimbus.sqlite3"
_SERVER = "postgresql+psycopg://nimbus:password@localhost/nimbus"

_POSTGRESQL = ("postgresql+psycopg", "postgresql", "postgres")
"""How addresses of PostgreSQL begin; all mean the same driver."""

_ANY_SIGN = ("host", "user", "password")
"""Options of PostgreSQL that may have an @ in them."""


def backend_of(address: str) -> Backend:
    """Return the backend of an address; nothing is opened yet. Raises CannotOpen."""
    url = _read(address)
    if url.drivername in _POSTGRESQL:
        if _is_torn(address, url):
            raise Unsupported(
                "DATABASE_URL has an @ where none belongs. In a password such signs are written as "
                "in any address: @ as %40, / as %2F, : as %3A, ? as %3F, % as %25."
            )
        return PostgresqlBackend(_on_a_server(url))
    if url.drivername == "sqlite+aiosqlite":
        return SqliteBackend(_in_a_file(url))
    raise Unsupported(
        f"DATABASE_URL names a database of kind {url.drivername}, but the bot keeps its games in "
        f"SQLite ({_FILE}) or PostgreSQL ({_SERVER})."
    )


def path_of(address: str) -> Path:
    """Return the file that the address of a SQLite database names. Raises Unsupported."""
    if server_of(address) is not None:
        raise Unsupported("The database is one of a PostgreSQL server, and no file.")
    return Path(_in_a_file(_read(address)).database or "").resolve()


def server_of(address: str) -> PostgresqlBackend | None:
    """Return the backend of a server's database, None for a file. Raises CannotOpen."""
    backend = backend_of(address)
    return backend if isinstance(backend, PostgresqlBackend) else None


def refuse_missing(address: str) -> None:
    """Raise CannotOpen where there is no database of the bot's yet; blocks, and makes none."""
    backend = backend_of(address)
    failures: tuple[type[Exception], ...] = (OSError, ValueError, *backend.failures)
    try:
        is_missing = backend.is_empty()
    except failures as error:
        raise backend.cannot_open(error) from error
    finally:
        backend.release()
    if is_missing:
        raise CannotOpen(
            f"There is no database at {place_of(address)}. Correct NIMBUS_DATA or DATABASE_URL."
        )


def place_of(address: str) -> str:
    """Name the database at an address, without user and password. Raises CannotOpen."""
    url = _read(address)
    return where(url) if url.drivername in _POSTGRESQL else str(path_of(address))


def _read(address: str) -> URL:
    # What cannot be read may hold a password, so it is never repeated.
    try:
        return make_url(address)
    except (SQLAlchemyError, ValueError):
        raise Unsupported(
            f"DATABASE_URL is not the address of a database. One looks like {_FILE} or {_SERVER}."
        ) from None


def _is_torn(address: str, url: URL) -> bool:
    """Return whether a password ends too early, so that its rest stands among other parts."""
    options = address.partition(f"/{url.database}?")[2].split("&")
    others = [option for option in options if option.partition("=")[0] not in _ANY_SIGN]
    return any("@" in part for part in (url.host or "", url.database or "", *others))


def _on_a_server(url: URL) -> URL:
    if not url.database or "\0" in url.render_as_string(hide_password=False):
        raise Unsupported(
            f"DATABASE_URL must name a database of the PostgreSQL server, as in {_SERVER}."
        )
    return url.set(drivername="postgresql+psycopg")


def _in_a_file(url: URL) -> URL:
    path = url.database or ""
    is_elsewhere = url.host or url.port or url.username or url.password or url.query
    is_file = path not in ("", ":memory:") and not path.startswith("file:") and "\0" not in path
    if is_elsewhere or not is_file:
        raise Unsupported(
            "DATABASE_URL must name a file and nothing else, with three slashes, or four where "
            f"its path begins with one: {_FILE}."
        )
    return url

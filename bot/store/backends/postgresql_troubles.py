"""Errors of PostgreSQL and its driver, as sentences for a host.

No sentence holds a statement or its values, nor a password: those are names, hands and secrets.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import URL

from bot.store.backends.troubles import origin
from bot.store.errors import CannotOpen, InUse, Unsupported

_QUIET_CLASSES = ("08", "25", "28", "3D", "40", "42501", "53", "55", "57", "58")
"""Kinds of SQLSTATE whose message holds no value that was stored."""

_DISK_FULL = "53100"

_LOGIN = (
    "password authentication failed", "no password supplied", "no pg_hba.conf entry",
    "authentication failed", "role ", "SSL", "certificate",
)  # fmt: skip
_LATER = (
    "starting up", "shutting down", "in recovery mode", "too many clients", "too many connections",
    "remaining connection slots",
)  # fmt: skip
_FIRST_WORDS = ("connection failed: ", "connection is bad: ")

_NO_VALUE = "invalid "
"""How libpq begins what it says of an option's value, as of a port or of sslmode."""

_QUESTION = " Is the server running"
"""The question at the end of libpq's messages: the sentence that follows says what to do."""


def where(url: URL) -> str:
    """Name a database and its server, without user and password."""
    host = url.host or url.query.get("host") or "this machine"
    server = host if isinstance(host, str) else ", ".join(host)
    return f"{url.database} on {server}" + (f":{url.port}" if url.port else "")


def is_full(error: BaseException) -> bool:
    """Return whether there was no room for what was to be written."""
    return getattr(origin(error), "sqlstate", None) == _DISK_FULL


def brief(error: BaseException) -> str:
    """Say in a few words what failed, without the statement and its values."""
    cause: Any = origin(error)
    state = getattr(cause, "sqlstate", None)
    name = type(cause).__name__
    if state is None:
        # What libpq says of a connection: it knows no statement.
        said = _said(cause) if name == "OperationalError" else ""
        return said or name
    said = cause.diag.message_primary or ""
    return f"{said} ({name})" if said and state.startswith(_QUIET_CLASSES) else f"{name} ({state})"


def cannot_open(url: URL, error: BaseException) -> CannotOpen:
    """Say why a database cannot be opened, and what to do."""
    place, said = where(url), brief(error)
    cause: Any = origin(error)
    state = getattr(cause, "sqlstate", None) or ""
    if state == "42501":
        return Unsupported(
            f"The user in DATABASE_URL may not do in the database {place} what the bot needs "
            f"({said}). Make it the owner of that database."
        )
    if state == "55P03":
        return InUse(f"Another program holds tables of the database {place}. Start again later.")
    if state == "25006":
        return CannotOpen(f"The database {place} takes no changes. Name the server that does.")
    if not state and (type(cause).__name__ == "ProgrammingError" or said.startswith(_NO_VALUE)):
        return Unsupported(f"PostgreSQL does not know a part of DATABASE_URL: {_said(cause)}.")
    if not state or state.startswith(("08", "28", "3D", "53", "57")):
        return _no_connection(url, said)
    return CannotOpen(f"The database {place} cannot be opened: {said}.")


def _no_connection(url: URL, said: str) -> CannotOpen:
    place = where(url)
    if any(words in said for words in _LATER):
        return InUse(f"The server of the database {place} takes no connection now: {said}.")
    if "does not exist" in said and "database" in said:
        return Unsupported(
            f"There is no database {place}. Make it, owned by the bot's user, or correct "
            f"DATABASE_URL (docs/hosting.md, PostgreSQL): {said}."
        )
    if any(words in said for words in _LOGIN):
        return Unsupported(
            f"The server of the database {place} does not let the bot in: {said}. Correct user "
            "and password in DATABASE_URL, or let that user in."
        )
    return CannotOpen(
        f"The server of the database {place} cannot be reached: {said}. Start it, or correct "
        "DATABASE_URL."
    )


def _said(cause: BaseException) -> str:
    """Return libpq's message in one line, without its prefixes and its question."""
    said = " ".join(str(cause).split()).partition(_QUESTION)[0]
    for words in _FIRST_WORDS:
        said = said.removeprefix(words)
    return said.rstrip(".")

"""The log: lines for people or JSON for machines; and how the program ends."""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from enum import IntEnum

import orjson

from bot.discord.inbound import arrival
from bot.errors import Deaf, SettingsError, Stop
from bot.store.errors import InUse, NewerDatabase, StoreError, StoreLost, Unsupported
from bot.texts import Texts

# The log: lines for people, or JSON for machines, in which one press has one number.

PLAIN = "%(asctime)s %(levelname)s %(name)s: %(message)s"

_SECRETS = re.compile(
    r"(?P<kept>/(?:interactions|webhooks)/\d+/)[^/\s?]+"
    r"|(?<![\w.-])[\w-]{20,}\.[\w-]{6}\.[\w-]{27,}(?![\w.-])"
)
"""Tokens of interactions in addresses, and what looks like the token of a bot."""


def scrubbed(text: str) -> str:
    """Return a text without tokens: no line has one, but libraries write lines too.

    >>> scrubbed("POST /webhooks/12/aW50ZXJhY3Rpb246/messages failed")
    'POST /webhooks/12/{token}/messages failed'
    """
    return _SECRETS.sub(lambda found: f"{found['kept'] or ''}{{token}}", text)


class Json(logging.Formatter):
    """One JSON object a line: time, level, part and message.

    What a press has caused has its number as `press`, an error what it was as `error`.
    """

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as JSON."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "part": record.name,
            "message": scrubbed(record.getMessage()),
        }
        came = arrival.get()
        if came is not None:
            line["press"] = came.number
        if record.exc_info:
            line["error"] = scrubbed(self.formatException(record.exc_info))
        return orjson.dumps(line).decode()


def set_up(level: str, *, as_json: bool) -> None:
    """Have everything from a level on written to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(Json() if as_json else logging.Formatter(PLAIN))
    logging.basicConfig(level=level, handlers=[handler])
    for name in ("aiosqlite", "alembic", "sandbox"):
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level)))
    # At DEBUG, discord.py logs addresses that hold the tokens of interactions.
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLevelName(level)))


# How the program ends: its exit statuses, and the one sentence that says why.


class Exit(IntEnum):
    """The statuses for a supervisor (docs/operations.md); those from 74 on are of sysexits."""

    STOPPED = 0
    DIFFERENT = 1
    USAGE = 2
    DATABASE = 74
    LATER = 75
    REFUSED = 77
    SETTINGS = 78


def status_of(job: Callable[[], bool]) -> Exit:
    """Do a job, which gives whether all is well; return the status, and say why it failed."""
    try:
        return Exit.STOPPED if job() else Exit.DIFFERENT
    except StoreLost:
        return Exit.DATABASE  # the log says why
    except (SettingsError, StoreError, Stop) as error:
        sys.stderr.write(f"{_sentence(error)}\n")
        return _status(error)


def _sentence(error: SettingsError | StoreError | Stop) -> str:
    if isinstance(error, Stop):
        return Texts.load().words(None)(error.key, code=str(error))
    return str(error)


def _status(error: SettingsError | StoreError | Stop) -> Exit:
    match error:
        case SettingsError() | NewerDatabase() | Unsupported():
            return Exit.SETTINGS
        case InUse() | Deaf():
            return Exit.LATER
        case Stop():
            return Exit.REFUSED
        case _:
            return Exit.DATABASE

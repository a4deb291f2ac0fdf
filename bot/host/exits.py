"""How the program ends: its exit statuses, and the one sentence that says why."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import IntEnum

from bot.errors import Deaf, SettingsError, Stop
from bot.store.errors import InUse, NewerDatabase, StoreError, StoreLost, Unsupported
from bot.texts import Texts


class Exit(IntEnum):
    """The statuses for a supervisor (docs/hosting.md); those from 74 on are of sysexits."""

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

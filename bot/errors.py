"""Errors of the bot.

NimbusError
├── Refused        what a player asked for cannot be; the key names the sentence that says why
│   └── Stale      the table has moved on since the control was shown
│       └── Overtaken    another process was faster in storing a change: it may be tried again
├── StageError     a message could not be shown
│   ├── Gone           it, or its channel, is not there any more
│   │   └── NoChannel      the whole channel is gone
│   ├── Shut           a person takes no direct messages
│   ├── Barred         Discord does not let the bot do this there
│   │   ├── Asleep         the thread is archived
│   │   ├── Filtered       the server's filter refuses the words
│   │   ├── Unfit          Discord does not take a message that is made so
│   │   └── Mute           nobody's press lets the bot write there now
│   ├── Unauthorized   Discord refuses the bot's token
│   └── Busy           Discord did not answer, or asks to come back later
│       └── Hasty          it takes no first direct messages for a while
├── SettingsError  the environment holds something unusable
└── Stop           the bot cannot go on
    ├── Deaf           Discord says nothing any more: to be started again
    ├── TokenRefused   Discord does not take the token: no use before there is another
    └── Rejected       Discord takes the token, but not what the bot asks for
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot import VERSION


class NimbusError(Exception):
    """Anything the bot itself raises."""


class Refused(NimbusError):
    """A request that changes nothing. `key` and `values` are for `bot.texts`."""

    def __init__(self, key: str, /, **values: object) -> None:
        super().__init__(key)
        self.key = key
        self.values = values


class Stale(Refused):
    """The control pressed belongs to an earlier moment of the table."""


class Overtaken(Stale):
    """Another process stored a change of the match between the reading and the writing."""


class StageError(NimbusError):
    """Something could not be shown."""


class Gone(StageError):
    """The message is not there any more."""


class NoChannel(Gone):
    """The channel is not there any more."""


class Shut(StageError):
    """A person takes no direct messages."""


class Barred(StageError):
    """Discord does not let the bot do this there; it may when something has changed."""


class Asleep(Barred):
    """The thread is archived, and could not be woken."""


class Filtered(Barred):
    """The filter for words refuses what a message says."""


class Mute(Barred):
    """Where only answers to presses can be shown, there is none to answer."""


class Unfit(Barred):
    """Discord does not take a message that is made so: there is something in it that it refuses."""


class Unauthorized(StageError):
    """Discord refuses the bot's token; the client notices too, and stops the bot."""


class Busy(StageError):
    """Discord did not answer; try again later."""


class Hasty(Busy):
    """Direct messages were opened too fast: nobody's is to be opened for so many `seconds`."""

    def __init__(self, message: str, seconds: float = 600.0) -> None:
        super().__init__(message)
        self.seconds = seconds


class SettingsError(NimbusError):
    """A setting that cannot be used; the message names the variable and what it takes."""


class Stop(NimbusError):
    """The bot cannot go on; `key` names the sentence that tells the host why."""

    key = ""


class Deaf(Stop):
    """There was no live socket for so long that only a new start may help."""

    key = "start.deaf"


class TokenRefused(Stop):
    """Discord does not take the token, or not any more."""

    key = "start.bad_token"


class Rejected(Stop):
    """Discord closed the gateway for good; the message is its code."""

    key = "start.rejected"


def located(error: BaseException) -> str:
    """Name an unforeseen error for the log: its kind, and the line of code that raised it.

    Never its message: that may name a card that nobody has seen, or hold a token.
    """
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {frames[-1].filename}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}"


def wants(setting: str, extra: str) -> str:
    """Return the sentence for a setting that needs an extra (pyproject.toml) not installed here."""
    return (
        f"{setting} needs what is not installed: run .venv/bin/python -m pip install "
        f"-r requirements-all.lock, or of the bot's wheel pip install "
        f"'./nimbus-{VERSION}-py3-none-any.whl[{extra}]'."
    )


# Trying again what another process was faster than, from what is stored by now.

log = logging.getLogger(__name__)

T = TypeVar("T")

TRIES = 5
"""How often it is tried: each time somebody else's change was stored."""


async def retry_on_conflict(act: Callable[[], Awaitable[T]]) -> T:
    """Do something, again if another process changed the match in between.

    Whether it still holds is for the guards to say, as it is when a press waits for another in the
    same process. Raises what `act` raises, and Overtaken after TRIES.
    """
    for _ in range(TRIES - 1):
        try:
            return await act()
        except Overtaken:
            log.info("another process was faster: trying again")
    return await act()

"""Errors of the bot.

NimbusError
├── Refused        what a player asked for cannot be; the key names the sentence that says why
│   └── Stale      the table has moved on since the control was shown
├── SettingsError  the environment holds something unusable
└── Stop           the bot cannot go on
    ├── Deaf           Discord says nothing any more: to be started again
    ├── TokenRefused   Discord does not take the token: no use before there is another
    └── Rejected       Discord takes the token, but not what the bot asks for
"""

from __future__ import annotations


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

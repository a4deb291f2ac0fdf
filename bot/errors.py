"""Errors of the bot.

NimbusError
├── Refused        what a player asked for cannot be; the key names the sentence that says why
│   └── Stale      the table has moved on since the control was shown
└── SettingsError  the environment holds something unusable
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

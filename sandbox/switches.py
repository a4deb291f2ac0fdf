"""The settings of a fault switch: a wrong value would only be found when it strikes."""

from __future__ import annotations

from typing import Any

from sandbox.numbers import whole
from sandbox.wire import Json

_LONGEST = 3600.0
"""Seconds of any delay."""
_LONGEST_PATTERN = 200
_MOST = 1_000_000
_FIRST_STATUS, _LAST_STATUS = 400, 599


def check_switches(switches: Json) -> None:
    """Check the values of the switches that are known here; raises ValueError."""
    for name, value in switches.items():
        _CHECKS.get(name, _anything)(value)


def as_object(value: Any) -> Json:
    """Return a value that must be an object; raises ValueError."""
    if not isinstance(value, dict):
        raise ValueError(f"{value!r} is no object")  # noqa: TRY004 - callers answer ValueError
    return value


def as_id(value: Any) -> int:
    """Return an id, given as a number or in digits; raises ValueError."""
    found = whole(value)
    if found is None:
        raise ValueError(f"{value!r} is no id")
    return found


def _anything(_value: Any) -> None:
    """Leave a switch to `Faults.patch`, which knows all there are."""


def _ids(value: Any) -> None:
    for item in value if isinstance(value, list) else [None]:
        as_id(item)


def _bits(value: Any) -> None:
    for channel, bits in as_object(value).items():
        as_id(channel)
        as_id(bits)


def _seconds(value: Any) -> None:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    if not number or not 0 <= value <= _LONGEST:
        raise ValueError(f"{value!r} is not from 0 to {_LONGEST:g} seconds")


def _count(value: Any) -> None:
    if isinstance(value, str) or as_id(value) > _MOST:
        raise ValueError(f"{value!r} is not from 0 to {_MOST}")


def _shards(value: Any) -> None:
    _count(value)
    if int(value) == 0:
        raise ValueError("a bot has a shard at least")


def _requests(value: Any) -> None:
    if not isinstance(value, list) or len(value) > _MOST:
        raise ValueError("requests are a list")
    for item in value:
        for name, setting in as_object(item).items():
            _SETTINGS.get(name, _anything)(setting)


def _pattern(value: Any) -> None:
    if not isinstance(value, str) or len(value) > _LONGEST_PATTERN:
        raise ValueError(f"{value!r} is no pattern")


def _status(value: Any) -> None:
    _count(value)
    if value and not _FIRST_STATUS <= value <= _LAST_STATUS:
        raise ValueError(f"{value!r} is no status that refuses")


_SETTINGS = {
    "method": _pattern,
    "path": _pattern,
    "status": _status,
    "times": _count,
    "delay": _seconds,
    "retry_after": _seconds,
    "code": _count,
}
_CHECKS = {
    "closed_dms": _ids,
    "user_installs": _ids,
    "no_external_apps": _ids,
    "missing_permissions": _bits,
    "granted_permissions": _bits,
    "requests": _requests,
    "callback_delay": _seconds,
    "callback_losses": _count,
    "shards": _shards,
    "max_concurrency": _count,
}

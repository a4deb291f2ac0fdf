"""A mark on disk that all is well, and `python -m bot.host.health`, which looks at it."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Collection
from pathlib import Path

from bot.errors import SettingsError
from bot.settings import Settings

log = logging.getLogger(__name__)

FRESH = 30.0
"""A mark older than this many seconds means that the bot hangs or is gone."""

_WELL, _STOPPED = "all is well", "the bot was stopped"
"""The words of a mark that names no reason."""


class Health:
    """The faults of the bot, as its host and its health check see them.

    Each reason is logged when it begins and when it ends, except those of `at_first`, which hold
    from the start.
    """

    def __init__(self, data: Path, *at_first: str) -> None:
        self._mark = data / "health"
        self._reasons = self._unsaid = frozenset(at_first)
        self._is_writable = True

    @property
    def is_well(self) -> bool:
        """Whether nothing was wrong when it was last looked at."""
        return not self._reasons

    def update(self, reasons: Collection[str]) -> None:
        """Leave a mark: that all is well, or why not."""
        now = frozenset(reasons)
        for reason in sorted(now - self._reasons):
            log.warning("health is red: %s", reason)
        for reason in sorted(self._reasons - now - self._unsaid):
            log.warning("health is no longer red: %s", reason)
        self._unsaid &= now
        self._reasons = now
        self._write("\n".join(sorted(now)) or _WELL)

    def stop(self) -> None:
        """Leave the mark of a bot that was stopped."""
        self._write(_STOPPED)

    def _write(self, words: str) -> None:
        fresh = self._mark.with_name("health.new")
        try:
            self._mark.parent.mkdir(parents=True, exist_ok=True)
            fresh.write_text(f"{words}\n", encoding="utf-8")
            fresh.replace(self._mark)
        except OSError as error:
            if self._is_writable:
                log.warning("health is red: no mark can be left: %s", error.strerror)
            self._is_writable = False
        else:
            self._is_writable = True


def why_red(data: Path, now: float) -> str | None:
    """Return why the bot is not well at a time, in seconds since 1970; None if it is."""
    path = data / "health"
    try:
        mark, written = path.read_text(encoding="utf-8").strip(), path.stat().st_mtime
    except (OSError, ValueError):
        return "there is no mark: the bot has not been started here"
    if mark == _STOPPED:
        return mark
    if abs(now - written) >= FRESH:
        return "the mark is old: the bot hangs or is gone, or cannot write it"
    return None if mark == _WELL else mark or "the mark is empty"


def main() -> int:
    """Say why health is red, if it is, and return the exit status."""
    try:
        reason = why_red(Settings.read(os.environ).data, time.time())
    except SettingsError as error:
        reason = str(error)
    if reason is not None:
        sys.stdout.write(f"{reason}\n")
    return 0 if reason is None else 1


if __name__ == "__main__":
    sys.exit(main())

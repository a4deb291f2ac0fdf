"""Backups of the database: by hand, by schedule, and back into its place."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from bot import VERSION
from bot.clock import Clock
from bot.errors import SettingsError
from bot.settings import Schedule, Settings
from bot.store.backends.addresses import path_of
from bot.store.backends.backup import Versions, back_up, label_of, restore
from bot.store.backends.transfer import move
from bot.store.errors import StoreError, Unsupported
from engine.games import GAMES

log = logging.getLogger(__name__)

RETRY = 300.0
"""Seconds before a backup that failed is tried again."""

LOOK = 60.0
"""Seconds at most between two looks at the time: somebody may set the clock."""

_STAMP = "%Y%m%dT%H%M%SZ"


def versions() -> Versions:
    """Return the versions of this program."""
    rules = {key: game.info.rules_version for key, game in GAMES.items()}
    return Versions(VERSION, rules)


def source_of(settings: Settings) -> Path:
    """Return the file of the database. Raises Unsupported where it is none of SQLite's."""
    if settings.database_url.startswith("postgres"):
        raise Unsupported(
            "The database is PostgreSQL: back it up with pg_dump, and restore it with pg_restore."
        )
    return path_of(settings.database_url)


def make(settings: Settings, target: str | Path | None) -> str:
    """Make a backup and tell of it; blocks. Raises StoreError.

    Without a `target` it is a new file in the directory for backups; in one that is a directory, or
    ends as the name of one, a new file there.
    """
    now = time.time()
    place = settings.backups if target is None else Path(target)
    if target is None or str(target).endswith(os.sep) or _is_directory(place):
        place /= f"nimbus-{_stamp(now)}.sqlite3"
    label = back_up(source_of(settings), place, versions(), now)
    return (
        f"The backup is {place} ({label.size:,} bytes, revision {label.revision}); "
        f"{label_of(place).name} beside it has its checksum. Keep both."
    )


def put_back(settings: Settings, source: Path) -> str:
    """Put a backup in the place of the database and tell of it; blocks. Raises StoreError."""
    path = source_of(settings)
    aside = restore(source, path, versions(), time.time())
    kept = "" if aside is None else f" The one before is kept as {aside}."
    return f"{path} is the backup {source} now.{kept} Start the bot: it shows all games anew."


def moved(source: str, target: str) -> str:
    """Carry the database at one address over to another and tell of it. Raises StoreError."""
    rows = move(source, target)
    return (
        f"{rows:,} rows were carried over and read back. Set DATABASE_URL to the new address now."
    )


class Backups:
    """Makes a backup whenever one is due, and deletes the oldest. Nothing waits for it.

    `newest` is when the newest backup of the schedule was made, in seconds since 1970; None before
    there is one.
    """

    def __init__(self, settings: Settings, clock: Clock) -> None:
        """Raise SettingsError where no backups can be made of the database."""
        self.newest: float | None = None
        self._schedule = settings.backup
        self._directory = settings.backups
        self._clock = clock
        self._ahead: set[Path] = set()
        self._task: asyncio.Task[None] | None = None
        if self._schedule is not None:
            try:
                self._source = source_of(settings)
            except Unsupported as error:
                raise SettingsError(f"NIMBUS_BACKUP: {error}") from error

    def start(self) -> None:
        """Begin, if there is a schedule."""
        if self._schedule is not None:
            self._task = asyncio.create_task(self._run(self._schedule), name="backups")

    async def close(self) -> None:
        """Make no more of them; one that is being made is left unfinished."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self, schedule: Schedule) -> None:
        while True:
            await self._clock.sleep(await self._try(schedule))

    async def _try(self, schedule: Schedule) -> float:
        """Make a backup if one is due; return after how many seconds to look again."""
        try:
            return min(await asyncio.to_thread(self._make_if_due, schedule), LOOK)
        except StoreError as error:
            log.critical("no backup was made, trying again in %.0f s: %s", RETRY, error)
        except Exception:
            log.exception("no backup was made, trying again in %.0f s", RETRY)
        return RETRY

    def _make_if_due(self, schedule: Schedule) -> float:
        """Make a backup if the newest is old enough; return the seconds to the next."""
        now = self._clock.wall()
        made = self._made_by(now, schedule)
        self.newest = max(made.values(), default=None)
        if self.newest is not None and now < self.newest + schedule.seconds:
            return self.newest + schedule.seconds - now
        place = self._directory / f"nimbus-{schedule.name}-{_stamp(now)}.sqlite3"
        label = back_up(self._source, place, versions(), now)
        self.newest = now
        log.info("backup made: %s, %d bytes", place, label.size)
        self._rotate(schedule, sorted(made, key=made.__getitem__))
        return schedule.seconds

    def _made_by(self, now: float, schedule: Schedule) -> dict[Path, float]:
        """Return the backups of the schedule, and when each was made.

        A backup dated later than now by a wrong clock is reported once, left out, never deleted.
        """
        found = self._directory.glob(f"nimbus-{schedule.name}-*.sqlite3")
        made = {path: when for path in found if (when := _made(path))}
        ahead = {path for path, when in made.items() if when > now}
        if fresh := sorted(path.name for path in ahead - self._ahead):
            log.warning(
                "the clock is wrong, or was: backups are dated later than now (%s); till then they "
                "do not count, and none of them is deleted: %s", _stamp(now), ", ".join(fresh),
            )  # fmt: skip
        self._ahead = ahead
        return {path: when for path, when in made.items() if path not in ahead}

    def _rotate(self, schedule: Schedule, before: list[Path]) -> None:
        """Delete what is too old, the oldest first, and what was left unfinished.

        `before` are the backups that there were before the one that was made just now.
        """
        for path in before[: max(0, len(before) + 1 - schedule.keep)]:
            path.unlink(missing_ok=True)
            label_of(path).unlink(missing_ok=True)
        for part in self._directory.glob(f"nimbus-{schedule.name}-*part"):
            part.unlink(missing_ok=True)


def _stamp(now: float) -> str:
    return datetime.fromtimestamp(now, UTC).strftime(_STAMP)


def _is_directory(path: Path) -> bool:
    """Return whether there is a directory; one that cannot be looked for is none."""
    with suppress(OSError):
        return path.is_dir()
    return False


def _made(path: Path) -> float:
    """Return when a backup was made, as its name says; 0 if that says nothing."""
    try:
        text = path.name.removesuffix(".sqlite3").rpartition("-")[2]
        return datetime.strptime(text, _STAMP).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return 0.0

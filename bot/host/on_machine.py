"""Checks of this machine: database and disk, fonts, kernels, thinking, and whether a bot runs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from bot.host.findings import Finding, ok, warn, wrong
from bot.host.health import why_red
from bot.match.house.load import FILE
from bot.settings import Settings, cores
from bot.store.backends.addresses import path_of, server_of
from bot.store.backends.inspection import Inspection, inspect, unwritten
from bot.store.errors import CannotOpen
from engine.players import kernels
from render.glyphs import HAS_RAQM, missing_fonts
from render.lettering import prepare
from render.scenes import emoji

SECONDS = 60.0
"""How long the look at the database may take."""

MEGABYTE = 10**6

_GONE = ("there is no mark", "the bot was stopped", "the mark is old")
"""How those reasons for red health begin that mean that no bot runs."""

LEAST, LITTLE = 50 * MEGABYTE, 500 * MEGABYTE
"""Bytes of free disk below which the bot may stop soon, and below which `check` warns."""

DAY = 86_400.0
"""Seconds after which it does not matter any more that house players were late."""


def look(settings: Settings) -> Iterator[Finding]:
    """Give what was found here; blocks."""
    yield running(settings)
    yield from database(settings)
    yield from fonts()
    yield compiled(settings)
    yield thinking(settings)


def running(settings: Settings) -> Finding:
    """Say whether a bot runs here."""
    reason = why_red(settings.data, time.time())
    if reason is None:
        return ok("bot", f"one runs on {settings.data} and is well")
    if reason.startswith(_GONE):
        return ok("bot", f"none runs on {settings.data}: {reason}")
    return warn("bot", f"one runs on {settings.data}, and its health is red: {reason}")


def runs(settings: Settings) -> bool:
    """Return whether a bot runs here, well or not."""
    reason = why_red(settings.data, time.time())
    return reason is None or not reason.startswith(_GONE)


def database(settings: Settings) -> Iterator[Finding]:
    """Look at the database and at its disk."""
    try:
        server = server_of(settings.database_url)
        if server is not None:
            said, amiss = server.look()
            yield warn("database", f"{said}. {amiss}") if amiss else ok("database", said)
            return
        path = path_of(settings.database_url)
    except CannotOpen as error:
        yield wrong("database", str(error))
        return
    found = inspect(path, SECONDS)
    yield _contents(found)
    if found.unwritten:
        yield wrong(
            "writing",
            f"nothing can be written: {found.unwritten}. Let the bot's user write the directory "
            "and the files in it (user 10001 in the image), or make room.",
        )
    else:
        yield ok("writing", f"{found.path.parent} can be written")
    yield disk(found)
    yield backups(settings.backups)


def _contents(found: Inspection) -> Finding:
    if found.refused:
        return wrong("database", found.refused)
    if not found.exists:
        return ok("database", f"{found.path} will be made at the first start")
    if found.trouble:
        text = f"{found.path} cannot be read: {found.trouble}"
        return wrong("database", f'{text}. See "When the database is in trouble" in hosting.md.')
    if found.damage:
        text = f"{found.path} is damaged ({found.damage}). Stop the bot and restore a backup:"
        return wrong("database", f"{text} python -m bot restore FILE.")
    text = f"{found.path}, {found.size / MEGABYTE:.1f} MB, revision {found.revision}"
    if not found.whole:
        return warn("database", f"{text}: whole as far as could be seen in {SECONDS:.0f} s")
    next_ = ", which the next start brings up to date" if found.is_old else ""
    return ok("database", f"{text}{next_}: whole")


def disk(found: Inspection) -> Finding:
    """Say whether there is room for what the bot writes, and for a copy of its database."""
    text = f"{found.free / MEGABYTE:,.0f} MB are free"
    if found.free < LEAST:
        return wrong("disk", f"{text}. Make room: soon nothing can be saved any more.")
    if found.free < LITTLE + found.size:
        return warn("disk", f"{text}: little for the database and a backup of it. Make room.")
    return ok("disk", text)


def backups(directory: Path) -> Finding:
    """Say whether backups can be written."""
    if trouble := unwritten(directory):
        return wrong(
            "backups",
            f"none can be written: {trouble}. Let the bot's user write there, or name another "
            "directory in NIMBUS_BACKUP_DIR.",
        )
    return ok("backups", f"{directory} can be written")


def fonts() -> Iterator[Finding]:
    """Paint a picture, and say which scripts cannot be painted."""
    try:
        prepare()
        size = len(emoji("KH").data)
    except Exception as error:  # noqa: BLE001 - whatever it is, the host is told
        text = f"no picture can be painted: {type(error).__name__}: {error}"
        yield wrong("pictures", f"{text}. Install what requirements.lock names anew.")
        return
    yield ok("pictures", f"a card was painted ({size} bytes)")
    missing = missing_fonts()
    if missing:
        text = f"missing: {', '.join(missing)}. Names in some scripts become boxes."
        yield warn("fonts", f"{text} Install what requirements.lock names anew.")
    elif not HAS_RAQM:
        yield warn(
            "fonts",
            "all are there, but Pillow finds no fribidi: Arabic and Hebrew names are not shaped. "
            "Install it (apt-get install libfribidi0).",
        )
    else:
        yield ok("fonts", "all are there, and every script is shaped")


def compiled(settings: Settings) -> Finding:
    """Say whether what house players think with is compiled, and kept."""
    if not kernels.are_compiled():
        return warn(
            "kernels",
            "numba is not installed, so house players of Nimbly and Clumond think slowly and play "
            "worse. There are wheels for Linux and for macOS on arm64, with Python 3.11 to 3.14.",
        )
    kept = kernels.kept(settings.data.absolute())
    if kept is None:
        return ok("kernels", "numba is there; the bot compiles them, or python -m bot compile")
    return ok("kernels", f"compiled, kept in {kept}")


def thinking(settings: Settings) -> Finding:
    """Say how many processes think, and whether house players could not keep up of late."""
    told = settings.data / FILE
    try:
        since, said = time.time() - told.stat().st_mtime, told.read_text(encoding="utf-8")
    except (OSError, ValueError):
        since, said = DAY, ""
    if since < DAY:
        return warn("thinking", f"{since / 3600:.1f} hours ago {said}")
    n = settings.thinkers
    where = f"in {n} processes, on {cores()} cores" if n else "in the bot's own process"
    return ok("thinking", f"house players think {where}; none was late for a day")

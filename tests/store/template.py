"""A database that is there already, for tests that are about something else than making one."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

from bot.store import Store


class _Template:
    """A file that nobody has written to yet, of the newest version: made once in each process."""

    path: Path | None = None

    @classmethod
    async def get(cls) -> Path:
        if cls.path is None:
            folder = tempfile.TemporaryDirectory(prefix="store-")
            atexit.register(folder.cleanup)
            path = Path(folder.name) / "nimbus.sqlite3"
            await (await Store.open(_url(path))).close()
            assert [path] == list(path.parent.iterdir())
            cls.path = path
        return cls.path


async def laid(directory: Path) -> str:
    """Return the URL of a directory's database; one without a row is put there if there is none.

    Copying a file takes a tenth of the time of all migrations.
    """
    path = directory / "nimbus.sqlite3"
    if not path.exists():
        shutil.copyfile(await _Template.get(), path)
    return _url(path)


def _url(path: Path) -> str:
    return f"sqlite+aiosqlite:///{path}"

"""A server without room for new rows: what is written over still fits, and health is red."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from bot.store import StoreFailed
from tests.postgresql import Server
from tests.store.samples import TABLE, OnServer, ask, opened, tamper

_AS_A_FULL_DISK = """
CREATE FUNCTION refuse() RETURNS TRIGGER LANGUAGE plpgsql AS
$$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON match FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE FUNCTION refuse_tables() RETURNS EVENT_TRIGGER LANGUAGE plpgsql AS
$$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
CREATE EVENT TRIGGER full_disk_for_tables ON ddl_command_end WHEN TAG IN ('CREATE TABLE')
EXECUTE FUNCTION refuse_tables();
"""


async def test_a_store_that_has_no_room_for_what_is_pressed_is_not_healthy(
    on_server: OnServer,
) -> None:
    async with opened(on_server, alone=True) as store:
        await store.new_match(TABLE)
        for statement in _AS_A_FULL_DISK.split(";\n"):
            tamper(on_server, statement)
        # What is written over has room.
        assert not await store.trouble()
        with pytest.raises(StoreFailed, match="could not extend file"):
            await store.new_match(TABLE)
        for _ in range(3):
            assert "could not extend file" in await store.trouble()
        tamper(on_server, "DROP TRIGGER full_disk ON match")
        tamper(on_server, "DROP EVENT TRIGGER full_disk_for_tables")
        assert not await store.trouble()
        await store.new_match(TABLE)
        tables = "SELECT tablename FROM pg_tables WHERE tablename LIKE 'nimbus%'"
        assert ask(on_server, tables) == []


@contextmanager
def small_disk(server: Server, size: str) -> Iterator[Path]:
    """Mount a disk of a size in memory as the tablespace `small` of a server, where one may."""
    place = server.directory / "small"
    place.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root may mount a small disk, and not everywhere")
    try:
        owner = server.directory.stat()
        os.chown(place, owner.st_uid, owner.st_gid)
        server.run("postgres", f"CREATE TABLESPACE small LOCATION '{place}'")
        yield place
        server.run("postgres", "DROP TABLESPACE small")
    finally:
        subprocess.run(["umount", "--lazy", str(place)], check=True)  # noqa: S607 - as mount


async def test_a_server_whose_disk_is_full_is_not_healthy_until_there_is_room(
    postgresql: Server,
) -> None:
    with small_disk(postgresql, "20m") as place, postgresql.database() as name:
        postgresql.run("postgres", f"ALTER DATABASE {name} SET TABLESPACE small")
        async with opened(OnServer(postgresql, name), alone=True) as store:
            filling = place / "filling"
            with suppress(OSError), filling.open("wb", buffering=0) as file:
                while file.write(bytes(4096)):
                    pass
            assert not await store.trouble()
            # What fits into pages that are there is stored.
            rows = (await store.new_match(TABLE) for _ in range(1000))
            with pytest.raises(StoreFailed, match="could not extend file"):
                assert [row async for row in rows] == []
            for _ in range(3):
                assert "could not extend file" in await store.trouble()
            filling.unlink()
            assert not await store.trouble()
            await store.new_match(TABLE)
        postgresql.run("postgres", f"ALTER DATABASE {name} SET TABLESPACE pg_default")

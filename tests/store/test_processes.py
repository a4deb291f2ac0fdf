from __future__ import annotations

import pytest

from bot.store import Store
from bot.store.cluster.process_rows import LIFE
from tests.store.samples import OnServer, ask, opened, tamper


def run_out(on_server: OnServer, store: Store) -> None:
    """Let the row of a process run out, as if it had not been renewed for long."""
    tamper(on_server, "UPDATE process SET until = until - 100 WHERE name = ?", store.processes.name)


async def test_a_process_lives_from_when_it_joins_until_it_leaves(store: Store) -> None:
    processes = store.processes
    assert not processes.is_alive
    await processes.join()
    first = processes.name
    assert processes.is_alive
    assert first
    assert await processes.renew()
    await processes.leave()
    assert not processes.is_alive
    assert not await processes.renew()
    await processes.join()
    assert processes.name not in ("", first)


async def test_alone_on_its_database_a_process_writes_nothing(store: Store, at: object) -> None:
    if isinstance(at, OnServer):
        pytest.skip("others may be there")
    await store.processes.join()
    assert await store.leases.take("leader")
    assert await store.leases.holder("leader") == store.processes.name
    await store.leases.release("leader")
    assert ask(at, "SELECT * FROM process UNION SELECT * FROM lease") == []  # type: ignore[arg-type]
    assert not store.processes.is_shared


async def test_a_row_that_ran_out_is_never_renewed_and_goes_when_another_joins(
    emptied: OnServer,
) -> None:
    async with opened(emptied) as one, opened(emptied) as other:
        await one.processes.join()
        ((until, now),) = ask(emptied, "SELECT until, extract(epoch FROM now()) FROM process")
        assert until - float(now) == pytest.approx(LIFE, abs=LIFE / 2)
        run_out(emptied, one)
        assert not await one.processes.renew()
        assert not one.processes.is_alive
        assert not await one.processes.renew()
        await other.processes.join()
        assert ask(emptied, "SELECT name FROM process") == [(other.processes.name,)]
        await one.processes.join()
        assert await one.processes.renew()


async def test_a_process_that_has_not_renewed_for_its_life_takes_itself_for_dead(
    emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(emptied) as store:
        monkeypatch.setattr("bot.store.cluster.processes.LIFE", -1.0)
        await store.processes.join()
        assert not store.processes.is_alive

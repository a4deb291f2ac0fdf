from __future__ import annotations

import pytest

from bot.store.cluster.process_rows import LIFE
from tests.cluster.joined import Joined, joined
from tests.store.samples import OnServer, ask, opened, tamper


def run_out(on_server: OnServer, process: Joined) -> None:
    """Let the row of a process run out, as if it had not been renewed for long."""
    tamper(
        on_server, "UPDATE process SET until = until - 100 WHERE name = ?", process.processes.name
    )


async def test_a_process_lives_from_when_it_joins_until_it_leaves(emptied: OnServer) -> None:
    async with joined(emptied) as one:
        processes = one.processes
        first = processes.name
        assert processes.is_alive
        assert first
        assert await processes.renew()
        await processes.leave()
        assert not processes.is_alive
        assert not await processes.renew()
        await processes.join()
        assert processes.name not in ("", first)


async def test_a_process_that_has_not_joined_is_not_alive_and_takes_nothing(
    emptied: OnServer,
) -> None:
    async with opened(emptied) as store:
        one = Joined(store)
        assert not one.processes.is_alive
        assert not await one.leases.take("leader")
        assert ask(emptied, "SELECT name FROM process UNION SELECT name FROM lease") == []


async def test_a_row_that_ran_out_is_never_renewed_and_goes_when_another_joins(
    emptied: OnServer,
) -> None:
    async with joined(emptied) as one, opened(emptied) as store:
        other = Joined(store)
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
    monkeypatch.setattr("bot.store.cluster.processes.LIFE", -1.0)
    async with joined(emptied) as one:
        assert not one.processes.is_alive

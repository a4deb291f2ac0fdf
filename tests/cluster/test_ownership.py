"""Which process has which table, and how one takes over what another had."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from itertools import chain, count
from pathlib import Path
from unittest.mock import patch

import discord
import pytest

from bot.client import Nimbus
from bot.cluster.takeover import Takeover, clashes, lease_of, standby_of
from bot.discord.connection import Limits
from bot.discord.inbound import Once
from bot.settings import Settings, Shards
from bot.store.rows import MatchId, Publication
from bot.store.signals import Signal
from sandbox import Sandbox
from tests.store.conftest import emptied, shared
from tests.store.samples import TABLE, Joined, OnServer, after, ask, joined, move_on, tamper
from tests.store.test_cluster import run_out, two
from tests.waits import rounds, until

__all__ = ["emptied", "shared", "two"]

DUE = replace(TABLE, deadline=5.0)


async def orphans(at: OnServer, process: Joined, count: int) -> list[MatchId]:
    """Store live matches that nobody looks after."""
    rows = [await process.store.new_match(DUE) for _ in range(count)]
    tamper(at, "UPDATE match SET home = NULL")
    process.ownership.clear()
    return [row.id for row in rows]


async def test_who_opens_a_match_looks_after_it_and_nobody_else(two: tuple[Joined, Joined]) -> None:
    one, other = two
    row = await one.store.new_match(DUE)
    assert one.ownership.has(row.id)
    assert not other.ownership.has(row.id)
    assert not await other.ownership.take(row.id)
    for process, found in ((one, [row.id]), (other, [])):
        assert [match_id for match_id, _ in await process.store.due(9.0)] == found
        assert await process.store.live() == found
        assert await process.store.unpublished() == found
    assert await one.store.deadlines(9.0) == {row.id: 5.0}
    assert await other.store.deadlines(9.0) == {}


async def test_any_process_may_move_and_one_of_two_at_once_is_stored(
    two: tuple[Joined, Joined],
) -> None:
    one, other = two
    row = await one.store.new_match(TABLE)
    stored = await asyncio.gather(
        one.store.commit(move_on(row)), other.store.commit(move_on(row, "QH"))
    )
    assert sorted(stored) == [False, True]
    assert one.ownership.has(row.id)
    found = await other.store.match(row.id)
    assert found is not None
    assert await other.store.commit(move_on(found))


async def test_what_is_due_is_never_given_twice(
    two: tuple[Joined, Joined], emptied: OnServer
) -> None:
    one, other = two
    ids = await orphans(emptied, one, 60)
    found = await asyncio.gather(
        *(process.store.due(9.0, limit=60) for process in (one, other) * 3)
    )
    mine, theirs = set(chain(*found[::2])), set(chain(*found[1::2]))
    assert not mine & theirs
    left = [match_id for match_id, _ in mine | theirs]
    for process in two:
        left += await process.ownership.adopt()
    assert set(left) == set(ids)
    homes = ask(emptied, "SELECT DISTINCT home FROM match")
    assert {name for (name,) in homes} <= {process.processes.name for process in two}


async def test_orphans_are_adopted_once(two: tuple[Joined, Joined], emptied: OnServer) -> None:
    one, other = two
    ids = await orphans(emptied, one, 30)
    found = await asyncio.gather(*(process.ownership.adopt() for process in (one, other) * 2))
    taken = sorted(chain(*found))
    assert len(taken) == len(set(taken))
    for process in two:
        taken += await process.ownership.adopt()
    assert sorted(taken) == ids


async def test_what_another_transaction_holds_is_not_waited_for(
    two: tuple[Joined, Joined], emptied: OnServer
) -> None:
    import psycopg  # noqa: PLC0415 - where there is no libpq this cannot be imported

    one, _ = two
    first, second = await orphans(emptied, one, 2)
    at = f"host={emptied.server.directory} dbname={emptied.name} user=nimbus"
    with psycopg.connect(at) as holding:
        holding.execute("SELECT 1 FROM match WHERE id = %s FOR UPDATE", [first])
        assert await one.ownership.adopt() == [second]
        assert await one.store.due(9.0) == [(second, 1)]
    assert await one.ownership.adopt() == [first]


async def test_the_tables_of_a_dead_process_go_on_in_another(
    two: tuple[Joined, Joined], emptied: OnServer
) -> None:
    one, other = two
    row = await one.store.new_match(DUE)
    assert await other.ownership.adopt() == []
    run_out(emptied, one)
    assert await other.ownership.adopt() == [row.id]
    assert await other.store.due(9.0) == [(row.id, 1)]
    # The one that was dead finds out, and begins again without it.
    assert not await one.processes.renew()
    assert not one.ownership.has(row.id)
    one.ownership.clear()
    await one.processes.join()
    assert not await one.ownership.take(row.id)
    assert await one.store.due(9.0) == []


async def test_a_dead_process_takes_nothing(two: tuple[Joined, Joined], emptied: OnServer) -> None:
    one, _ = two
    await orphans(emptied, one, 2)
    run_out(emptied, one)
    assert await one.ownership.adopt() == []
    assert await one.store.due(9.0) == []
    assert await one.store.unpublished() == []


async def test_what_was_over_and_not_shown_is_shown_by_another(two: tuple[Joined, Joined]) -> None:
    one, other = two
    row = await one.store.new_match(TABLE)
    await one.store.set_publication(Publication(row.id, published=1))
    assert await one.store.commit(move_on(row))
    await one.processes.leave()
    assert await other.store.unpublished() == [row.id]


async def test_a_match_shown_by_presses_goes_where_somebody_presses(
    two: tuple[Joined, Joined],
) -> None:
    one, other = two
    row = await one.store.new_match(TABLE)
    assert await other.ownership.acquire(row.id)
    one.ownership.release(row.id)
    assert not await one.ownership.take(row.id)
    assert await one.store.commit(move_on(row))
    assert other.ownership.has(row.id)


async def test_what_was_acquired_under_another_token_counts_for_nothing(
    two: tuple[Joined, Joined], emptied: OnServer
) -> None:
    """A process that was late is nobody's home any more, from the instant in which it rejoins."""
    one, other = two
    row = await one.store.new_match(DUE)
    one.ownership.lead(one.ownership.token)
    assert one.ownership.leads
    run_out(emptied, one)
    assert await other.ownership.adopt() == [row.id]
    await one.processes.join()
    assert not one.ownership.has(row.id)
    assert not one.ownership.leads
    await one.ownership.look_after(row.id)
    assert not one.ownership.has(row.id)


async def test_who_neither_owns_nor_leads_tells_the_process_that_does(
    two: tuple[Joined, Joined],
) -> None:
    one, other = two
    row = await one.store.new_match(DUE)
    one.ownership.lead(one.ownership.token)
    heard, listens = list[Signal](), asyncio.Event()
    one.peers.listen(heard.append, listens.set)
    await listens.wait()
    assert one.ownership.has_or_tells(row.id, "show")
    assert one.ownership.leads_or_tells("league")
    assert not other.ownership.has_or_tells(row.id, "show", ("hand", 7))
    assert not other.ownership.leads_or_tells("digest", 7)
    await until(lambda: len(heard) == 2)
    assert heard == [Signal("show", [row.id, ["hand", 7]]), Signal("digest", [7])]


async def test_a_lease_is_held_for_a_moment_by_one_after_the_other(
    two: tuple[Joined, Joined],
) -> None:
    inside: list[str] = []

    async def work(process: Joined) -> None:
        async with process.ownership.held("after 7"):
            inside.append(process.processes.name)
            assert len(inside) == 1
            await rounds()
            inside.pop()

    await asyncio.gather(*map(work, two))
    assert await two[0].leases.holder("after 7") is None


async def test_a_row_says_nothing_of_who_looks_after_it(two: tuple[Joined, Joined]) -> None:
    one, _ = two
    row = await one.store.new_match(TABLE)
    assert await one.store.match(row.id) == row == replace(after(row), version=1)


# What an active process and its standby say to each other, and which of them answers a press.

SHARDS = Shards((0,), 1)
HASTY = Limits(tenure=0.0, overlap=0.0, waiting=0.0)


class Refused(Exception):
    """A process was not let in."""


class Server:
    """A process with its takeover, and what it hears."""

    def __init__(self, process: Joined, limits: Limits = HASTY) -> None:
        self.process = process
        self.inbox = Once(lambda _: None)
        self.takeover = Takeover(process, self.inbox, limits)

    @property
    def name(self) -> str:
        return self.process.processes.name

    @property
    def claims(self) -> bool:
        return self.inbox.is_claimed()

    async def answers(self, number: int) -> bool:
        assert self.inbox.claim is not None
        return await self.inbox.claim(str(number))

    async def step(self, *, hears_all: bool = False) -> bool:
        """Look at what the others say, once; tells whether this process is to go."""
        return await self.takeover._step(lambda: hears_all)

    async def asks(self) -> bool:
        """Ask until it may connect, or has looked twice; tells whether it may."""
        looks, look = count(), self.takeover._may_connect

        async def may_connect() -> bool:
            if next(looks) == 2:
                raise Refused
            return await look()

        with patch.object(self.takeover, "_may_connect", may_connect), suppress(Refused):
            await self.takeover.ask(SHARDS)
            return True
        return False


@pytest.fixture
async def pair(two: tuple[Joined, Joined]) -> tuple[Server, Server]:
    """Return a process that serves the shards, and one that starts beside it."""
    active, standby = map(Server, two)
    assert await active.asks()
    return active, standby


async def test_what_takes_long_is_done_before_another_process_is_asked_to_make_way(
    pair: tuple[Server, Server],
) -> None:
    active, standby = pair
    begun, gate = asyncio.Event(), asyncio.Event()

    async def prepare() -> None:
        begun.set()
        await gate.wait()

    active.takeover._prepare = standby.takeover._prepare = prepare
    assert await active.asks()
    assert not begun.is_set()
    asking = asyncio.create_task(standby.takeover.ask(SHARDS))
    await begun.wait()
    assert not await active.step()
    assert not active.claims
    gate.set()
    while not active.claims:
        assert not await active.step()
        await asyncio.sleep(0)
    await asking


async def test_a_standby_connects_once_the_active_process_makes_way(
    pair: tuple[Server, Server],
) -> None:
    active, standby = pair
    assert not await standby.asks()
    assert not active.claims
    assert not await active.step()
    assert active.claims
    assert await standby.asks()
    assert standby.claims
    assert not await active.step()
    assert not await standby.step()
    assert not await active.step()
    assert not await standby.step(hears_all=True)
    assert await active.step()
    await active.process.processes.leave()
    assert not await standby.step(hears_all=True)
    assert not standby.claims
    shard = lease_of(0, 1)
    assert await standby.process.leases.holder(shard) == standby.name


async def test_the_active_process_claims_on_for_a_while_when_its_standby_has_gone(
    pair: tuple[Server, Server], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It might only have been slow, and answers what it hears all the same."""
    active, standby = pair
    assert not await standby.asks()
    assert not await active.step()
    assert await standby.asks()
    gone = standby.name
    await standby.process.processes.leave()
    assert not await active.step()
    assert active.claims
    assert "this one goes on" in caplog.text
    assert await active.process.leases.holder(f"makes way for {gone} by {active.name}") is None
    monkeypatch.setattr("bot.cluster.takeover.DOUBT", 0.0)
    await standby.process.processes.join()
    assert not await standby.asks()
    assert not await active.step()
    await standby.process.processes.leave()
    assert not await active.step()
    assert not active.claims


async def test_a_process_that_has_just_begun_to_serve_makes_no_way(
    two: tuple[Joined, Joined],
) -> None:
    active, standby = Server(two[0], Limits(tenure=60.0, waiting=0.0)), Server(two[1])
    assert await active.asks()
    assert not await standby.asks()
    assert not await active.step()
    assert not active.claims
    assert not await standby.asks()


async def test_a_process_that_was_late_waits_until_it_has_joined_again(
    two: tuple[Joined, Joined], emptied: OnServer
) -> None:
    late = Server(two[0])
    run_out(emptied, late.process)
    assert not await late.asks()
    assert await two[1].leases.holder(standby_of(late.name)) is None
    await late.process.processes.join()
    assert await late.asks()
    assert await two[1].leases.holder(lease_of(0, 1)) == late.name


async def test_one_that_was_late_takes_its_shards_anew_or_stops(
    pair: tuple[Server, Server], emptied: OnServer
) -> None:
    active, other = pair
    for _ in range(2):
        run_out(emptied, active.process)
        await other.process.processes.join()  # with which the rows of the dead go
        assert not await active.step()
        await active.process.processes.join()
        assert not await active.step()
        assert await other.process.leases.holder(lease_of(0, 1)) == active.name
    run_out(emptied, active.process)
    assert await other.asks()
    await active.process.processes.join()
    assert await active.step()


async def test_a_standby_that_was_late_asks_under_its_new_name(
    pair: tuple[Server, Server], emptied: OnServer
) -> None:
    active, standby = pair
    assert not await standby.asks()
    assert not await active.step()
    assert await standby.asks()
    run_out(emptied, standby.process)
    assert not await standby.step(hears_all=True)
    await standby.process.processes.join()
    assert not await active.step()
    assert not await standby.step(hears_all=True)
    assert await active.step()


async def test_of_two_that_hear_a_press_one_answers_and_nobody_who_slept(
    pair: tuple[Server, Server], emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.cluster.takeover.RESCUE", 0.05)
    active, standby = pair
    assert await active.answers(1)
    assert await active.answers(1)  # nobody else hears it: nothing is claimed
    assert not await standby.asks()
    assert not await active.step()
    assert await standby.asks()
    answered = await asyncio.gather(active.answers(2), standby.answers(2))
    assert sorted(answered) == [False, True]
    active.process.processes._late_at = 0.0
    run_out(emptied, active.process)
    assert active.claims
    assert await active.answers(3)  # it was late, but nobody has its shards
    assert not await standby.step()
    assert not await active.answers(4)


async def test_a_process_has_all_it_needs_before_it_asks_another_to_make_way(
    emptied: OnServer, sandbox: Sandbox, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord.http.Route, "BASE", sandbox.api_base)
    bot = Nimbus(Settings(sandbox.token, data=tmp_path, database_url=emptied.url))
    async with joined(emptied) as serving:
        active = Server(serving)
        assert await active.asks()
        starting = asyncio.create_task(bot.login(sandbox.token))
        try:
            async with asyncio.timeout(60):
                while await serving.leases.holder(standby_of(active.name)) is None:
                    assert not starting.done()
                    await asyncio.sleep(0.01)
            assert bot.app.painter._prepared.done()
            assert bot.tree.get_commands()
        finally:
            starting.cancel()
            await bot.close()
        assert await serving.leases.holder(standby_of(active.name)) is None


@pytest.mark.parametrize(
    ("name", "is_clash"),
    [
        ("shard 3/4", True), ("shard 1/2", True), ("shard 0/1", True), ("shard 7/8", True),
        ("shard 2/4", False), ("shard 0/2", False), ("leader", False), ("heir of x", False),
    ],
)  # fmt: skip
def test_shards_clash_where_discord_may_tell_both_of_a_server(name: str, *, is_clash: bool) -> None:
    assert clashes(name, Shards((3,), 4)) is is_clash

"""Tables in memory: locked by key, none left behind, and those that cannot be understood."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import Stale
from bot.match.clock.clocks import RETRY
from bot.match.house.house_queue import HouseQueue
from bot.match.house.thinkers import InlineThinker
from bot.match.table.cache import Locks, TableCache
from bot.match.table.state import Table
from bot.match.table.tables import Tables
from bot.store.errors import StoreFailed, UnreadableMatch
from bot.store.rows import Commit, MatchId, Status
from tests.match.finished import ADA, Hall, opened, start
from tests.match.stand import Parts
from tests.match.table.test_tables import mover, playing
from tests.match.test_clocks import sweep
from tests.store.samples import tamper

# Locks by key: the same one for the same key, and none left behind.


async def test_one_key_is_held_once_and_keeps_no_other_waiting() -> None:
    locks, order = Locks[int](), list[str]()

    async def hold(key: int, name: str) -> None:
        async with locks[key]:
            order.append(f"{name} in")
            for _ in range(3):
                await asyncio.sleep(0)
            order.append(f"{name} out")

    await asyncio.gather(hold(1, "a"), hold(1, "b"), hold(2, "c"))
    assert [step for step in order if step[0] != "c"] == ["a in", "a out", "b in", "b out"]
    assert order.index("c in") < order.index("a out")


async def test_who_waits_is_not_passed_by_who_comes_later() -> None:
    locks, order = Locks[str](), list[int]()

    async def hold(number: int) -> None:
        async with locks["key"]:
            await asyncio.sleep(0)
            order.append(number)

    tasks = [asyncio.create_task(hold(number)) for number in range(2)]
    await asyncio.wait({tasks[0]})
    tasks.append(asyncio.create_task(hold(2)))
    await asyncio.gather(*tasks)
    assert order == [0, 1, 2]


async def test_a_lock_that_nobody_has_is_gone() -> None:
    locks = Locks[int]()
    async with locks[1]:
        assert len(locks) == 1
        assert locks[1].locked()
    assert len(locks) == 0


# Tables in hand are what is stored, or they are not used.


async def moved(tables: Tables, table: Table) -> Table:
    """Make the first legal move at a table by some tables."""
    user, code = mover(table)
    return await tables.play(table.row.id, user, None, code)


def elsewhere(hall: Hall) -> Tables:
    """Return tables over the same store, as another process has them."""
    return Tables(hall.store, hall.tables._clock, HouseQueue(InlineThinker()))


async def test_a_kept_table_is_what_the_log_replays_to(hall: Hall) -> None:
    table = await playing(hall, people=(101,))
    for _ in range(6):
        table = await hall.tables.replayed(table.row.id)
        if table.member(table.to_act()[0]).user_id is None:
            assert await hall.tables.play_house(table.row.id)
        else:
            await moved(hall.tables, table)
    await hall.tables.leave(table.row.id, 101)
    kept = await hall.tables.replayed(table.row.id)
    anew = await elsewhere(hall).replayed(table.row.id)
    assert kept.row.moves == 6
    assert (kept.row, kept.begun, kept.stood_in) == (anew.row, anew.begun, anew.stood_in)


async def test_nothing_is_read_again_between_two_moves(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await playing(hall)
    await hall.tables.replayed(table.row.id)
    table = await moved(hall.tables, table)
    for name in ("match", "moves", "version"):
        monkeypatch.delattr(type(hall.store), name)
    for _ in range(3):
        table = await moved(hall.tables, table)
    assert (await hall.tables.replayed(table.row.id)).row == table.row


async def test_what_another_process_stored_is_read_after_a_stale_write(hall: Hall) -> None:
    table, others = await playing(hall), elsewhere(hall)
    await hall.tables.replayed(table.row.id)
    table = await moved(hall.tables, table)
    after = await moved(others, table)
    with pytest.raises(Stale):
        await moved(hall.tables, table)
    assert (await hall.tables.load(table.row.id)).row == after.row
    assert (await moved(hall.tables, after)).row.moves == 3


async def test_of_what_is_changed_past_the_tables_only_what_differs_is_read_again(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await playing(hall)
    await hall.tables.replayed(table.row.id)
    table = await moved(hall.tables, table)
    await hall.store.channel_gone(table.row.channel_id + 1)
    with monkeypatch.context() as patch:
        patch.delattr(type(hall.store), "match")
        assert (await hall.tables.replayed(table.row.id)).row == table.row
    await hall.store.channel_gone(table.row.channel_id)
    assert (await hall.tables.load(table.row.id)).row.status is Status.CLOSED


async def test_what_is_looked_up_while_it_changes_is_not_taken_for_the_stored_one(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await playing(hall)
    await hall.tables.replayed(table.row.id)
    looked_up, changed = asyncio.Event(), asyncio.Event()
    version = hall.store.version

    async def slowly(match_id: MatchId) -> int | None:
        found = await version(match_id)
        looked_up.set()
        await changed.wait()
        return found

    monkeypatch.setattr(hall.store, "version", slowly)
    loading = asyncio.create_task(hall.tables.load(table.row.id))
    await looked_up.wait()
    after = await hall.tables.store(Commit(replace(table.row, version=table.row.version + 1)))
    changed.set()
    await loading
    assert (await hall.tables.load(table.row.id)).row == after


async def test_only_so_many_are_kept_none_that_was_not_replayed_and_none_older(hall: Hall) -> None:
    kept, rows = TableCache(hall.store, most=2), []
    for _ in range(3):
        row = (await playing(hall)).row
        kept.keep(Table.load(row))
        assert kept.of(row) is None
        await kept.replayed(row)
        rows.append(row)
    assert len(kept) == 2
    assert [kept.of(row) is not None for row in rows] == [False, True, True]
    kept.drop(rows[2].id)
    assert len(kept) == 1
    table = await playing(hall)
    old = await hall.tables.replayed(table.row.id)
    new = await moved(hall.tables, old)
    kept = TableCache(hall.store)
    kept.keep(new)
    kept.keep(old)
    assert kept.of(new.row) is not None


async def test_a_version_that_was_seen_in_the_store_is_read(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sweep reads deadlines from the store, and tells of the versions it saw there."""
    table = await playing(hall)
    await hall.tables.replayed(table.row.id)
    table = await moved(hall.tables, table)
    after = await moved(elsewhere(hall), table)
    hall.tables.cache.note_version(table.row.id, table.row.version)
    assert (await hall.tables.load(table.row.id)).row == table.row
    hall.tables.cache.note_version(table.row.id, after.row.version)
    monkeypatch.delattr(type(hall.store), "version")  # what it would say is known
    for load in (hall.tables.load, hall.tables.replayed):
        assert (await load(table.row.id)).row == after.row


async def test_moves_made_elsewhere_are_played_on_from_what_is_kept(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, others = await playing(hall), elsewhere(hall)
    first = await hall.tables.replayed(table.row.id)
    for _ in range(5):
        await moved(others, await others.load(table.row.id))
    after = await others.replayed(table.row.id)
    hall.tables.cache.note_version(table.row.id, after.row.version)
    monkeypatch.setattr(hall.store.ownership, "is_sole_writer", False)
    monkeypatch.delattr(Table, "_replayed")
    carried = await hall.tables.replayed(table.row.id)
    assert (carried.row, carried.begun) == (after.row, after.begun)
    assert tuple(carried.begun.happened)[:1] == tuple(first.begun.happened)


async def test_who_reads_while_a_move_is_written_keeps_nothing_older(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await playing(hall)
    commit = hall.store.commit

    async def after_a_look(change: Commit) -> bool:
        assert (await hall.tables.replayed(table.row.id)).row.moves == 0
        await hall.tables.load(table.row.id)
        return await commit(change)

    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "commit", after_a_look)
        after = await moved(hall.tables, table)
    assert (await hall.tables.load(table.row.id)).row == after.row
    assert (await moved(hall.tables, after)).row.moves == 2


# A table that cannot be understood: its players are told, the log names it once, others go on.

STRANGE = [
    "state = '{\"a\": 1}'",
    "state = '[]'",
    "state = replace(state, 'H', 'Z')",
    "game = 'thunder'",
]


async def two(parts: Parts) -> tuple[MatchId, MatchId]:
    """Start two games in which a house player is to act, and let its time come."""
    found: list[MatchId] = []
    while len(found) < 2:
        row = await start(parts.lobbies, await opened(parts.lobbies, (ADA,)))
        if await parts.mover(row.id) == "Ada":
            await parts.tables.close(row.id)
        else:
            found.append(row.id)
    parts.clock.time += 100
    return found[0], found[1]


def spoil(tmp_path: Path, match_id: MatchId, damage: str) -> None:
    """Damage a match."""
    path = tmp_path / "nimbus.sqlite3"
    tamper(path, f"UPDATE match SET {damage} WHERE id = {match_id}")  # noqa: S608 - our own words


@pytest.mark.parametrize("damage", STRANGE)
async def test_a_state_that_cannot_be_understood_is_refused_and_named_once(
    parts: Parts, tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    bad, good = await two(parts)
    spoil(tmp_path, bad, damage)
    for _ in range(2):
        with pytest.raises(UnreadableMatch) as caught:
            await parts.tables.play(bad, ADA, None, "play KH")
        assert caught.value.match_id == bad
        with pytest.raises(UnreadableMatch):
            await parts.tables.load(bad)
    assert await parts.store.live() == [good]
    (line,) = caplog.messages
    assert line.startswith(f"match {bad} cannot be read: its state cannot be understood (")


async def test_a_log_that_cannot_be_played_again_is_named_without_its_moves(
    parts: Parts, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = await two(parts)
    assert await parts.tables.play_house(bad)
    tamper(tmp_path / "nimbus.sqlite3", "UPDATE move SET code = 'play a trumpet'")
    tamper(tmp_path / "nimbus.sqlite3", "UPDATE match SET version = version + 1")
    parts.store.rewrites.note()
    for _ in range(2):
        with pytest.raises(UnreadableMatch, match="its log cannot be understood"):
            await parts.tables.replayed(bad)
    assert (await parts.tables.replayed(good)).row.id == good
    assert len(caplog.messages) == 1
    assert "trumpet" not in caplog.text


async def test_the_clocks_go_on_without_a_table_that_cannot_be_read(
    parts: Parts, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = await two(parts)
    spoil(tmp_path, bad, 'options = \'{"deals": "x"}\'')
    before = (await parts.tables.load(good)).row.moves
    for _ in range(3):
        await sweep(parts.clocks)
        await parts.clocks.wind_up()
        parts.clock.time += RETRY
    await parts.clocks.close()
    assert (await parts.tables.load(good)).row.moves > before
    (line,) = caplog.messages
    assert line.startswith(f"match {bad} cannot be read: its log cannot be understood (")
    assert "Traceback" not in caplog.text


async def test_a_database_that_fails_costs_the_clocks_a_line_and_no_traceback(
    parts: Parts, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    match_id, other = await two(parts)

    async def full(_: object) -> bool:
        raise StoreFailed("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(parts.store, "commit", full)
        await sweep(parts.clocks)
    assert sorted(caplog.messages) == [
        f"match {key} could not go on: database or disk is full" for key in (match_id, other)
    ]
    assert "Traceback" not in caplog.text
    parts.clock.time += RETRY
    await sweep(parts.clocks)
    assert (await parts.tables.load(match_id)).row.moves == 1

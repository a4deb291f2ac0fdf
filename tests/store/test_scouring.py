"""What was erased leaves SQLite's files: the database, its log and the log's index."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bot.privacy.store import PrivacyStore
from bot.store import Commit, MatchRow, Member, Store
from bot.store.backends import scouring, sqlite
from tests.store.samples import ALICE, BOB, CAROL, TABLE, after, ask, ending, move_on, opened
from tests.waits import until

NAME = "Zoe of Oz"
MARKS = (NAME.encode(), str(ALICE).encode(), ALICE.to_bytes(8, "big"))
"""A person's name and id, as text and as SQLite writes a number."""

TABLES = 150

CAROLS = replace(TABLE, opener_id=CAROL, members=(Member(str(CAROL), "Carol"),))


def held(path: Path) -> dict[str, int]:
    """Return how often the files say who a person is, by the end of their names."""
    files = sorted(path.parent.glob(f"{path.name}*"))
    found = {file.name.removeprefix(path.name): file.read_bytes() for file in files}
    return {end: count for end, data in found.items() if (count := sum(map(data.count, MARKS)))}


def members(chance: random.Random) -> tuple[Member, ...]:
    """Return a table at which people of names of many lengths sit, one of them Alice."""
    others = [Member(str(BOB), "b" * chance.randrange(1, 32)), Member("house:1", "Nim")]
    return (Member(str(ALICE), NAME, joined=str(chance.randrange(10**18))), *others)


async def _table(store: Store, chance: random.Random) -> None:
    """Play a table of hers to its end; its row grows and is written anew with every move."""
    row = await store.new_match(replace(TABLE, members=members(chance)))
    for _ in range(chance.randrange(1, 9)):
        state = {"trick": [chance.randrange(10**9)] * chance.randrange(1, 200)}
        moving = move_on(row, state=state, members=members(chance))
        await store.commit(moving)
        row = moving.row
    end = ending(row, {ALICE: 7, BOB: 5, None: 1})
    await store.commit(replace(end, results=tuple(replace(r, name=NAME) for r in end.results[:1])))


async def lived_in(store: Store) -> None:
    """Have Alice play at many tables at once, among those of others."""
    chance = random.Random(7)  # the same pages in every run
    await asyncio.gather(
        *(_table(store, chance) for _ in range(TABLES)),
        *(store.new_match(CAROLS) for _ in range(TABLES)),
    )


@contextmanager
def reading(path: Path) -> Iterator[None]:
    """Keep another connection in the middle of a question."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM match").fetchone()
        yield


def is_scoured(path: Path) -> bool:
    """Return whether nothing is owed any more."""
    return ask(path, "PRAGMA user_version") == [(0,)]


async def plays_on(store: Store) -> MatchRow:
    """Store a move of somebody else, and read it again."""
    row = await store.new_match(CAROLS)
    commit = Commit(after(row))
    assert await store.commit(commit)
    assert await store.match(row.id) is not None
    return commit.row


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "x.sqlite3"


async def test_after_an_erasure_no_byte_names_the_person_while_the_bot_runs(path: Path) -> None:
    async with opened(path, alone=True) as store:
        await lived_in(store)
        assert held(path)
        assert await PrivacyStore(store).erase(ALICE, "Someone", 7.0, ())
        await until(lambda: is_scoured(path))
        assert held(path) == {}
        await plays_on(store)
        assert held(path) == {}
    assert held(path) == {}


async def test_no_byte_does_where_no_zeros_were_written_before(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As all did before, wherever SQLite was not built to do so by itself."""
    with monkeypatch.context() as before:
        before.setattr(sqlite, "DURABLE", (*sqlite.DURABLE, "PRAGMA secure_delete=OFF"))
        async with opened(path) as store:
            await lived_in(store)
    async with opened(path, alone=True) as store:
        assert await PrivacyStore(store).erase(ALICE, "Someone", 7.0, ())
        await until(lambda: is_scoured(path))
        assert held(path) == {}


async def test_a_reader_only_puts_it_off_and_holds_up_nobody(path: Path) -> None:
    async with opened(path, alone=True) as store:
        await lived_in(store)
        with reading(path):
            assert await PrivacyStore(store).erase(ALICE, "Someone", 7.0, ())
            for _ in range(20):
                await plays_on(store)
            assert "-wal" in held(path)
        await until(lambda: is_scoured(path))
        assert held(path) == {}


async def test_the_loop_goes_on_meanwhile(path: Path) -> None:
    async with opened(path, alone=True) as store:
        await lived_in(store)
        loop, longest = asyncio.get_running_loop(), 0.0
        assert await PrivacyStore(store).erase(ALICE, "Someone", 7.0, ())
        while not is_scoured(path):
            began = loop.time()
            await asyncio.sleep(0)
            longest = max(longest, loop.time() - began)
        assert longest < 0.5


async def test_what_takes_too_long_is_done_at_the_next_start(
    path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(scouring.Scouring.scour, "__defaults__", (0.0,))
    async with opened(path, alone=True) as store:
        await lived_in(store)
        assert await PrivacyStore(store).erase(ALICE, "Someone", 7.0, ())
        wal = path.with_name("x.sqlite3-wal")
        await until(lambda: "too large" in caplog.text and not wal.stat().st_size)
        assert not is_scoured(path)
    async with opened(path, alone=True):
        assert is_scoured(path)
        assert held(path) == {}


async def test_two_erasures_in_a_row_are_both_done(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scouring, "APART", 0.5)
    async with opened(path, alone=True) as store:
        await lived_in(store)
        live = await PrivacyStore(store).live_with(CAROL)
        assert await PrivacyStore(store).erase(CAROL, "Someone", 7.0, (), unreadable=live)
        assert await PrivacyStore(store).erase(ALICE, "Someone", 7.0, ())
        await until(lambda: is_scoured(path))
        assert held(path) == {}


async def test_deleting_nothing_owes_nothing(path: Path) -> None:
    async with opened(path, alone=True) as store:
        await plays_on(store)
        assert await PrivacyStore(store).erase(404, "Someone", 7.0, ())
        assert is_scoured(path)


def test_a_file_that_was_taken_away_is_not_made_anew(path: Path) -> None:
    assert not scouring.Scouring(path).scour()
    assert not path.exists()

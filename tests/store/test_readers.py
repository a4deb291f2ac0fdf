"""Reading and writing: on both engines, presses before all else, and nobody waits for long."""

from __future__ import annotations

import asyncio
import inspect
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest
from sqlalchemy import Connection, Table, create_engine, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from bot.daily.store import Post, Try
from bot.evenings import store as evenings
from bot.evenings.rows import Appointment, ChallengeRow, EveningPerson, EveningRow, Place
from bot.evenings.store import Beginning, BoardRow
from bot.privacy.store import Erasure
from bot.puzzles import store as puzzles
from bot.puzzles.store import PuzzleAnswer, PuzzleReturn, PuzzleRow, Wish
from bot.reviews.store import ReviewRow
from bot.seekers.store import Seeker
from bot.store import Store, matches, writer
from bot.store.backends.postgresql import writing_engine
from bot.store.backends.readers import PlainThread, Pool
from bot.store.backends.sqlite import ReadingThread
from bot.store.changes import Missed, change_of
from bot.store.database import is_urgent, make_urgent
from bot.store.errors import StoreBusy, StoreFailed, UnknownMatch
from bot.store.rows import (
    HandMessage,
    InvitationCall,
    InvitationRow,
    MatchId,
    MoveRow,
    Publication,
    SeriesRow,
    Status,
)
from bot.store.schema import league, match, metadata
from bot.store.signals import Signal
from bot.store.writer import Answer, Task, flush
from tests.source_tree import modules
from tests.store.samples import (
    ALICE,
    LOBBY,
    TABLE,
    At,
    OnServer,
    ask,
    by_score,
    ending,
    league_in,
    move_on,
    opened,
    url_of,
)
from tests.store.troubles import held
from tests.waits import PATIENCE, rounds, until

# Reading: one trip to a thread, presses before all else, and nobody waits for long.

T = TypeVar("T")


def where(connection: Connection) -> set[str]:
    """Ask several questions, and tell in which threads that was done."""
    found = set()
    for number in range(3):
        assert connection.execute(text(f"SELECT {number}")).scalar_one() == number
        found.add(threading.current_thread().name.partition("_")[0])
    return found


async def urgently(store: Store) -> set[str]:
    make_urgent()
    return await store.database.read(where)


async def test_all_that_one_read_asks_is_asked_in_one_trip_to_a_thread(store: Store) -> None:
    assert await store.database.read(where) == {"store reader"}
    assert await asyncio.create_task(urgently(store)) == {"urgent store reader"}


async def test_what_a_press_asks_waits_for_nothing_that_is_read_for_boards(store: Store) -> None:
    async with held(store.database, urgent=False) as gate:
        behind = asyncio.create_task(store.database.read(where))
        await asyncio.create_task(urgently(store))
        assert not behind.done()
        gate.set()
        await behind


async def test_what_a_press_begins_is_not_urgent_itself() -> None:
    async def press() -> tuple[bool, bool]:
        make_urgent()
        return is_urgent(), await asyncio.create_task(begun())

    async def begun() -> bool:
        return is_urgent()

    assert await asyncio.create_task(press()) == (True, False)


async def test_a_press_whose_read_cannot_begin_is_refused_as_busy_and_others_wait(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with held(store.database) as gate:
        waiting = asyncio.create_task(store.database.read(where))
        with monkeypatch.context() as patched:
            patched.setattr("bot.store.backends.readers.BEGUN_WITHIN", 0.01)
            with pytest.raises(StoreBusy, match="could not begin"):
                await asyncio.create_task(urgently(store))
        gate.set()
        await waiting
    await asyncio.create_task(urgently(store))


async def test_a_press_waits_in_a_row_that_moves(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, now = list[float](), [0.0]

    def clock() -> float:
        looks.append(now[0])
        return now[0]

    async with held(store.database) as gate:
        monkeypatch.setattr("bot.store.backends.readers.BEGUN_WITHIN", 0.01)
        monkeypatch.setattr("bot.store.backends.readers.time", SimpleNamespace(monotonic=clock))
        waiting = asyncio.create_task(urgently(store))
        looks.clear()
        await until(lambda: len(looks) > 3)
        assert not waiting.done()
        now[0] = 1.0
        with pytest.raises(StoreBusy):
            await waiting
        gate.set()


async def test_a_thread_goes_on_while_the_event_loop_is_busy(store: Store) -> None:
    done = threading.Event()

    def end(_: Connection) -> None:
        done.set()

    asking = [asyncio.create_task(store.database.read(where)) for _ in range(20)]
    ending = asyncio.create_task(store.database.read(end))
    await until(asking[0].done)
    assert done.wait(PATIENCE)
    await asyncio.gather(ending, *asking)


async def test_the_end_waits_for_a_thread_that_is_only_opening_its_connection() -> None:
    begun, gate = asyncio.Event(), asyncio.Event()

    class Slow(PlainThread):
        async def run(self, job: Callable[[], T]) -> T:
            begun.set()
            await gate.wait()
            return await super().run(job)

    threads = [PlainThread("quick"), Slow("slow")]
    pool = Pool(threads)
    assert await asyncio.gather(*(pool.run(lambda: 1, limited=False) for _ in range(2))) == [1, 1]
    await begun.wait()
    closing = asyncio.create_task(pool.close())
    await rounds()
    assert not closing.done()
    gate.set()
    await closing


def test_a_loop_that_ends_waits_for_the_answer_of_a_thread(tmp_path: Path) -> None:
    path = tmp_path / "nimbus.sqlite"
    sqlite3.connect(path).close()
    begun, gate = threading.Event(), threading.Event()
    reader = ReadingThread(make_url(f"sqlite:///{path}"), "one that reads")

    def job() -> None:
        begun.set()
        assert gate.wait(PATIENCE)

    def release(reading: asyncio.Task[None]) -> None:
        while not reading.cancelling():
            time.sleep(0.001)
        gate.set()

    async def end() -> None:
        reading = asyncio.create_task(reader.run(job))
        threading.Thread(target=release, args=[reading]).start()
        await until(begun.is_set)

    asyncio.run(end())
    assert "one that reads" not in {thread.name for thread in threading.enumerate()}


async def test_a_read_that_fails_is_no_matter_of_being_busy(store: Store) -> None:
    def ask(connection: Connection) -> None:
        connection.execute(text("SELECT x FROM nothing"))

    with pytest.raises(StoreFailed) as caught:
        await store.database.read(ask)
    assert not isinstance(caught.value, StoreBusy)


async def test_a_file_that_another_program_holds_is_busy_and_is_asked_for_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.sqlite.DURABLE", ("PRAGMA busy_timeout=1",))
    async with opened(path) as store:
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            done = await asyncio.gather(
                *(store.new_match(LOBBY) for _ in range(3)), return_exceptions=True
            )
            assert [type(each) for each in done] == [StoreBusy] * 3
            other.execute("ROLLBACK")
        assert (await store.new_match(LOBBY)).id == 1


async def test_a_table_that_another_program_holds_is_busy(
    emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.postgresql.BEGUN_WITHIN", 0.01)
    async with opened(emptied) as store, opened(emptied) as other:
        release, begun = threading.Event(), threading.Event()

        def hold(connection: Connection) -> None:
            connection.execute(text("LOCK TABLE setting IN ACCESS EXCLUSIVE MODE"))
            begun.set()
            release.wait()

        holding = asyncio.create_task(other.database.write(hold))
        await asyncio.to_thread(begun.wait)
        with pytest.raises(StoreBusy):
            await store.settings("person 1")
        release.set()
        await holding
        assert await store.settings("person 1") == {}


async def test_what_waits_while_one_writes_goes_out_together(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []

    def counting(connection: Connection, tasks: Sequence[Task]) -> list[Answer]:
        sizes.append(len(tasks))
        return flush(connection, tasks)

    rows = await asyncio.gather(*(store.new_match(TABLE) for _ in range(30)))
    monkeypatch.setattr(writer, "flush", counting)
    begun, go_on = threading.Event(), threading.Event()
    holding = asyncio.create_task(store.database.write(_hold, begun, go_on))
    await asyncio.to_thread(begun.wait, 5)
    waiting = [asyncio.create_task(store.commit(move_on(row))) for row in rows]
    await asyncio.sleep(0)
    go_on.set()
    await holding
    assert [await task for task in waiting] == [True] * 30
    assert sizes == [1, 30]


def _hold(_connection: Connection, begun: threading.Event, go_on: threading.Event) -> None:
    begun.set()
    go_on.wait(5)


async def test_a_cancelled_caller_disturbs_nobody(store: Store, at: At) -> None:
    waiting = [asyncio.create_task(store.new_match(LOBBY)) for _ in range(10)]
    await asyncio.sleep(0)
    for task in waiting[::2]:
        task.cancel()
    rows = await asyncio.gather(*waiting[1::2])
    assert len({row.id for row in rows}) == 5
    assert not await store.trouble()
    assert ask(at, "SELECT count(*) FROM match") == [(10,)]


async def test_publications_and_moves_do_not_lock_each_other_out(store: Store) -> None:
    rows = await asyncio.gather(*(store.new_match(TABLE) for _ in range(10)))

    async def play(index: int) -> None:
        row = rows[index]
        for _ in range(10):
            commit = move_on(row)
            assert await store.commit(commit)
            row = commit.row
            assert await store.match(row.id) == row
            await store.set_publication(Publication(row.id, published=row.version))

    await asyncio.gather(*(play(index) for index in range(10)))
    assert await store.unpublished() == []


def test_a_store_left_open_does_not_keep_the_process(path: Path) -> None:
    async def leave_open() -> Store:
        return await Store.open(url_of(path))

    asyncio.run(leave_open())
    ours = [thread for thread in threading.enumerate() if thread.name == "store writer"]
    assert ours
    assert all(thread.daemon for thread in ours)


async def test_closing_ends_the_thread(at: At) -> None:
    before = set(threading.enumerate())
    async with opened(at) as store:
        await store.live()
        assert set(threading.enumerate()) - before
    for thread in set(threading.enumerate()) - before:
        thread.join(1)
    assert not set(threading.enumerate()) - before


async def test_closing_waits_for_nothing_that_nobody_holds(
    at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "RETRY_AFTER", 600.0)
    async with opened(at) as store:
        await store.new_match(TABLE)
        await store.close()


async def test_an_error_of_a_job_reaches_its_caller_as_it_is(store: Store) -> None:
    def fail(_connection: Connection) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        await store.database.write(fail)
    assert not await store.trouble()


# What SQLite lets pass and PostgreSQL does not: every function with SQL runs on a real server.

FUNCTIONS = {
    f"{module.name.removeprefix('bot.').removeprefix('store.')}.{name}": function
    for module in modules("bot")
    if not module.is_within("bot.store.migrations")
    for name, function in inspect.getmembers(import_module(module.name), inspect.isfunction)
    if function.__module__ == module.name
    and not name.startswith("_")
    and next(iter(inspect.signature(function).parameters), None) == "connection"
}
ELSEWHERE = re.compile(r"codec|sqlite|writer|postgresql")
"""Modules that are about one engine alone, or are run by all the others."""

ROW = replace(TABLE, id=MatchId(1))
SERIES = SeriesRow("daily 1", "nimbly", {}, b"secret", 1, 1, 1.0, 9.0)
EVENING, BOARD = EveningRow(1, begun=5.0, rounds=2), BoardRow(1, 5, 1, "en")
ADA = EveningPerson(1, ALICE, 5, "Ada", "9")


def beginning(number: int) -> Beginning:
    """Return all that is stored of an evening of a number when it begins."""
    row, board = replace(EVENING, id=number), replace(BOARD, evening_id=number)
    deals, people = replace(SERIES, key=row.key), [replace(ADA, evening_id=number)]
    return Beginning(row, [board], deals, people)


WEEKLY = Appointment(1, 5, 6, "en", "nimbly", 3, "60", 3, 1230, "UTC", 9.0)
GIVEN: dict[str, Any] = {
    "post": Post(20_000, 3, 5),
    "row": ROW, "publication": Publication(MatchId(1)), "judge": by_score,
    "hand": HandMessage(MatchId(1), ALICE, 1, 1, 1, 1), "numbers": (1, 2), "guild_ids": (1, 2),
    "interaction_ids": (1, 2), "scopes": ("a", "b"),
    "answer": PuzzleAnswer(ALICE, "p", "a", is_right=True, at=5.0, mu=25.0, sigma=8.0),
    "erasure": Erasure(ALICE, "Someone", 5.0, (), (MatchId(1),), 7), "statuses": tuple(Status),
    "deed": "skip", "keys": ("a", "b"), "user_ids": (1, 2), "present": (1,), "aside": (MatchId(9),),
    "condition": league.c.guild_id == 1, "where": match.c.id == 1, "values": {"options": "{}"},
    "match_ids": (MatchId(1),), "found": Try(1, ALICE, MatchId(1), 5.0),
    "change": change_of(move_on(ROW)),
    "doors.note_told invitations": (InvitationRow(MatchId(1), 2, 3, 5.0, InvitationCall.DIRECT),),
    # Where one name means several things.
    "publications.note changes": {"board_message": 5, "published": 1},
    "settings.put_all changes": {"a": "b", "c": None},
    "changes.apply_together changes": (change_of(move_on(ROW)), change_of(ending(ROW, {ALICE: 1}))),
    "leagues.store.add row": league_in(5), "follows": league_in(6),
    "new": beginning(2), "board": BOARD, "person": ADA,
    "evenings.store.end_round row": EVENING, "evenings.store.set_clock row": EVENING,
    "evenings.store.direct values": {"hosts": True},
    "evenings.store.resume row": replace(EVENING, paused=1.0),
    "evenings.store.agree row": EVENING,
    "evenings.store.add_appointment new": WEEKLY, "evenings.store.open_lobby one": WEEKLY,
    "evenings.store.open_lobby lobby": TABLE,
    "evenings.store.change_appointment changed": {"handicap": True, "lobby_id": None},
    "evenings.store.rated_places contest": "evening 1",
    "evenings.store.exchange pair": (ALICE, ALICE),
    "places": (Place(ALICE, 1, 50.0),), "gone": (ALICE,), "deals": SERIES,
    "evenings.store.offer new": ChallengeRow(
        "x", MatchId(1), None, None, until=9.0
    ),
    "lobbies": (change_of(move_on(ROW)),), "others": (TABLE,), "tables": (TABLE,), "home": "x",
    "reviews.store.put row": ReviewRow(MatchId(1), 1, ALICE, 1, 5.0, ""),
    "reviews.store.practise moves": (MoveRow(1, 1, "a", ALICE, 5.0),),
    "seeker": Seeker(ALICE, 5), "puzzles.store.bring_back row": PuzzleReturn(ALICE, "p", 5.0),
    "puzzles.store.settle rows": (PuzzleRow("p", "nimbly", "", 1, "", None, 0, 25.0, 8.0),),
    "puzzles.store.add rows": (PuzzleRow("p", "nimbly", "", 1, "", None, 0, 25.0, 8.0),),
    "puzzles.store.ship rows": (PuzzleRow("p", "nimbly", "", 1, "", None, 0, 25.0, 8.0),),
    "withdrawn": ("p",),
    "wish": Wish("nimbly", "run"), "themes": {"p": "run"},
    "series.add rows": (SERIES,), "signals": (Signal("match", (1, 2)),),
    "names": ("a", "b"), "clashes": str.isupper, "number_of": len,
}  # fmt: skip
PLAIN = {"int": 1, "str": "x", "float": 5.0, "bool": True, "MatchId": MatchId(1)}


DIALECT = create_engine("postgresql+psycopg://").dialect
TRIED = sorted(name for name in FUNCTIONS if not ELSEWHERE.search(name))


def test_every_function_with_sql_runs_on_postgresql(emptied: OnServer) -> None:
    assert len(TRIED) > 90
    failed = {}
    engine = writing_engine(make_url(emptied.url))
    with engine.connect() as connection:
        assert matches.add(connection, TABLE).id == 1
        evenings.begin(connection, beginning(1), [], [], None)
        connection.commit()
        for name in TRIED:
            puzzles.add(connection, GIVEN["puzzles.store.add rows"])
            try:
                FUNCTIONS[name](connection, *_arguments(name))
            except (SQLAlchemyError, engine.dialect.loaded_dbapi.Error) as error:
                failed[name] = str(error)
            except (Missed, UnknownMatch):
                pass  # of a match that is not there
            connection.rollback()
    engine.dispose()
    assert not failed


def _arguments(name: str) -> list[Any]:
    _, *parameters = inspect.signature(FUNCTIONS[name]).parameters.values()
    return [
        GIVEN[key] if (key := f"{name} {one.name}") in GIVEN
        else GIVEN[one.name] if one.name in GIVEN
        else PLAIN[str(one.annotation).removesuffix(" | None")]
        for one in parameters
        if one.kind is not inspect.Parameter.KEYWORD_ONLY
    ]  # fmt: skip


@pytest.mark.parametrize("table", metadata.sorted_tables, ids=lambda table: table.name)
def test_columns_hold_what_discord_and_clocks_give(table: Table) -> None:
    """Ids of Discord take 64 bits, times whole floats, and no index is for SQLite alone."""
    for column in table.columns:
        kind = column.type.compile(dialect=DIALECT)
        if column.name.endswith(("_id", "_user", "_channel", "_message")) or column.name == "by":
            assert kind == "BIGINT", column
        assert kind in ("BIGINT", "BOOLEAN", "BYTEA", "DOUBLE PRECISION", "INTEGER", "TEXT"), column
    for index in table.indexes:
        options = {name: index.dialect_options[name]["where"] for name in ("sqlite", "postgresql")}
        assert (options["sqlite"] is None) == (options["postgresql"] is None), index

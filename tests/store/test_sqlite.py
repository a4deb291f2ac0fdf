from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from bot.store import MatchId, Status, Store
from bot.store.schema import metadata
from tests.store.samples import ALICE, CHANNEL, GUILD, LOBBY, ask

LIVE = (Status.LOBBY, Status.PLAYING)


@pytest.fixture
async def asked(store: Store) -> AsyncIterator[list[tuple[str, Any]]]:
    """Return the statements that are sent, with their values."""
    statements: list[tuple[str, Any]] = []

    def note(*call: Any) -> None:
        statements.append((call[2], call[3]))

    engine = store.database._readers.engine
    event.listen(engine, "before_cursor_execute", note)
    yield statements
    event.remove(engine, "before_cursor_execute", note)


@pytest.mark.parametrize(
    ("question", "values", "index"),
    [
        ("match", (MatchId(1),), "PRIMARY KEY"),
        ("moves", (MatchId(1),), "PRIMARY KEY"),
        ("matches_of", (ALICE, LIVE), "ix_seat_user_id_match_id"),
        ("matches_in", (CHANNEL, LIVE), "ix_match_channel_id_status"),
        ("match_of_thread", (CHANNEL, ALICE), "ix_match_thread_id_status"),
        ("due", (5.0,), "ix_match_status_deadline"),
        ("deadlines", (5.0,), "ix_match_status_deadline"),
        ("unpublished", (), "ix_match_unpublished"),
        ("live", (), "ix_match_status_deadline"),
        ("publication", (MatchId(1),), "PRIMARY KEY"),
        ("ended_threads", (5.0,), "ix_publication_thread_open"),
        ("hands", (MatchId(1),), "PRIMARY KEY"),
        ("results", (MatchId(1),), "PRIMARY KEY"),
        ("leaderboard", ("cloud_nine", GUILD), "ix_match_game_status_rated_guild_id"),
        ("leaderboard", ("cloud_nine", None), "ix_match_game_status_rated_guild_id"),
        ("past", (ALICE, None, 5), "ix_result_user_id_match_id"),
        ("past", (None, CHANNEL, 5), "ix_match_channel_id_status"),
        ("setting", ("", "x"), "PRIMARY KEY"),
    ],
)
async def test_no_question_reads_a_whole_table(
    store: Store,
    asked: list[tuple[str, Any]],
    path: Path,
    question: str,
    values: tuple[Any, ...],
    index: str,
) -> None:
    await getattr(store, question)(*values)
    statement, given = asked[0]
    plan = [line for *_, line in ask(path, f"EXPLAIN QUERY PLAN {statement}", *given)]
    assert any(index in line for line in plan), plan
    tables = set(metadata.tables)
    scanned = [line for line in plan if line.startswith("SCAN") and line.split()[1] in tables]
    assert [line for line in scanned if "INDEX" not in line] == []


async def test_readers_do_not_wait_for_the_writer(store: Store) -> None:
    row = await store.new_match(LOBBY)
    reading = asyncio.Event()
    loop = asyncio.get_running_loop()
    done = asyncio.run_coroutine_threadsafe

    def hold(connection: Any) -> object:
        connection.exec_driver_sql("UPDATE match SET locale = 'fr'")
        loop.call_soon_threadsafe(reading.set)
        return done(store.match(row.id), loop).result(5)

    writing = asyncio.create_task(store.database.write(hold))
    await reading.wait()
    assert await writing == row
    assert await store.match(row.id) == replace(row, locale="fr")

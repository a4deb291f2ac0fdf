"""A database of the version before the refit of the code: it opens, and its games go on.

`written_by_3bd431d.sql` is what that version left when it was killed: games of every kind in the
middle of a deal, one that is over, a person who is late, and lobbies. It is never written anew.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.match.table import Table
from bot.records.service import Finished, record_files
from bot.records.verify import checks_of
from bot.store import Store
from bot.store.members import Presence
from bot.store.rows import MatchId, Status
from tests.match.finished import Hall, play_out
from tests.store.samples import ask, url_of

HERE = Path(__file__).parent
OVER = MatchId(1)
PLAYED = tuple(map(MatchId, range(2, 10)))
LOBBIES = tuple(map(MatchId, range(10, 12)))


@pytest.fixture
async def hall(path: Path) -> AsyncIterator[Hall]:
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((HERE / "written_by_3bd431d.sql").read_text(encoding="utf-8"))
    store = await Store.open(url_of(path))
    yield Hall(store)
    await store.close()


async def finished(store: Store, match_id: MatchId) -> Finished:
    row = await store.match(match_id)
    assert row is not None
    assert row.status is Status.OVER
    return Finished(row, tuple(await store.moves(match_id)), tuple(await store.results(match_id)))


async def test_a_game_that_was_over_has_its_record_and_its_proof(hall: Hall) -> None:
    old = await finished(hall.store, OVER)
    assert all(check.holds for check in checks_of(old))
    (_, record), *_ = record_files(old)
    assert record.decode() == (HERE / "written_by_3bd431d.record.txt").read_text(encoding="utf-8")
    assert [result.name for result in old.results if result.hinted] == ["Ada"]


@pytest.mark.parametrize("match_id", PLAYED)
async def test_a_game_in_course_goes_on_to_its_end(hall: Hall, match_id: MatchId) -> None:
    row = await hall.store.match(match_id)
    assert row is not None
    assert row.status is Status.PLAYING
    replayed = Table.replay(row, await hall.store.moves(match_id))
    assert Table.load(row).begun.state == replayed.begun.state
    await play_out(hall.tables, match_id)
    assert all(check.holds for check in checks_of(await finished(hall.store, match_id)))


@pytest.mark.parametrize("match_id", LOBBIES)
async def test_a_lobby_starts(hall: Hall, match_id: MatchId) -> None:
    row = await hall.store.match(match_id)
    assert row is not None
    started = await hall.lobbies.start(match_id, row.opener_id, 9999, moderator=False)
    assert Table.load(started).to_act()
    assert Table.replay(started, ()).begun.state == Table.load(started).begun.state


async def test_it_has_games_of_every_kind(hall: Hall, path: Path) -> None:
    played = ask(path, "SELECT DISTINCT game FROM match WHERE status = 'playing' AND moves > 0")
    assert {game for (game,) in played} == {"cloud_nine", "nimbly", "balloon", "clumond"}
    rows = [await hall.store.match(match_id) for match_id in PLAYED]
    assert any(member.presence is Presence.LATE for row in rows if row for member in row.members)

"""A start opens the oldest database there is, or ends in one sentence that says what is wrong."""

# ruff: noqa: ASYNC240 - files are what these tests are about

from __future__ import annotations

import logging
import re
import resource
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import orjson
import pytest
from sqlalchemy import make_url

import bot.features  # noqa: F401 - registers the kinds of tables
from bot.leagues.store import LeagueStore
from bot.match.table.state import Table
from bot.preferences.hours import QuietHours
from bot.preferences.person import PersonSettings, Place
from bot.preferences.server import Feature, ServerSettings
from bot.privacy.exports import Exports
from bot.privacy.service import Erasing
from bot.privacy.store import PrivacyStore
from bot.puzzles.store import PuzzleStore
from bot.ratings.service import Rater, Recomputed, recompute
from bot.records.service import Finished, checks_of, record_files
from bot.replays.service import Codes, read_code
from bot.reviews.store import ReviewStore
from bot.store import Store
from bot.store.backends.backup import Versions, back_up
from bot.store.backends.sqlite import refuse_damaged, writing_engine
from bot.store.backends.sqlite_backend import inspect
from bot.store.backends.transfer import move
from bot.store.doors import Doors
from bot.store.errors import CannotOpen, InUse, NewerDatabase
from bot.store.rows import MatchId, Presence, Proposal, Status
from bot.store.settings import person_scope, server_scope
from bot.texts import Texts
from engine.analysis.review import Review
from tests.match.finished import Hall, play_out
from tests.store.samples import TABLE, ask, opened, tamper, url_of
from tests.store.test_migrations import HERE, lay_oldest

# Every start that cannot succeed ends in one sentence that says what is wrong and what to do.

PAGE = 4096


async def refused(path: Path, kind: type[CannotOpen] = CannotOpen) -> str:
    """Open a database as the bot does and give the sentence with which that fails."""
    with pytest.raises(kind) as caught:
        await Store.open(url_of(path), alone=True)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    assert "Traceback" not in sentence
    assert "SELECT" not in sentence
    assert str(path) in sentence
    return sentence


async def made(path: Path) -> None:
    """Make a database with enough in it that tables fill pages of their own."""
    async with opened(path) as store:
        for _ in range(40):
            await store.new_match(replace(TABLE, state={"long": "x" * 900}))


def overwrite(path: Path, offset: int, data: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(offset)
        file.write(data)


@pytest.mark.parametrize("content", [b"x", b"Dear Nimbus, " * 100])
async def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    assert "is not a SQLite database" in await refused(path)
    assert path.read_bytes() == content


async def test_the_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "places.sqlite3"
    tamper(path, "CREATE TABLE places (url TEXT)")
    for journal in ("delete", "wal"):
        tamper(path, f"PRAGMA journal_mode={journal}")
        before = path.read_bytes()
        assert "another program" in await refused(path)
        with pytest.raises(CannotOpen, match="another program"):
            await Store.open(url_of(path))
        assert path.read_bytes() == before
        assert list(tmp_path.iterdir()) == [path]


async def test_a_directory_in_the_place_of_the_file_is_named(tmp_path: Path) -> None:
    assert "is a directory" in await refused(tmp_path)


async def test_a_directory_that_cannot_be_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert f"{tmp_path / 'file'} is not a directory" in await refused(tmp_path / "file" / "x.db")


async def test_links_that_lead_in_a_circle_are_named(path: Path) -> None:
    path.parent.mkdir()
    path.symlink_to(path.name)
    # Python says so itself until 3.12, and the system from then on.
    assert re.search("symlink loop|levels of symbolic links", (await refused(path)).lower())


async def test_a_broken_page_is_found_at_the_start(path: Path) -> None:
    await made(path)
    root = ask(path, "SELECT rootpage FROM sqlite_master WHERE name = 'match'")[0][0]
    overwrite(path, (root - 1) * PAGE, b"\xff" * 64)
    sentence = await refused(path)
    assert "is damaged" in sentence
    assert ".recover" in sentence
    assert "backup" in sentence


async def test_a_broken_schema_is_found_at_the_start(path: Path) -> None:
    await made(path)
    overwrite(path, 100, b"\xff" * 64)
    assert "is damaged" in await refused(path)


@pytest.mark.parametrize(
    "sql", ["DROP TABLE hand", "ALTER TABLE publication DROP COLUMN ping_user"]
)
async def test_what_is_missing_is_found_at_the_start(path: Path, sql: str) -> None:
    await made(path)
    tamper(path, sql)
    assert "is damaged (its table" in await refused(path)


async def test_a_newer_database_says_what_to_do(path: Path) -> None:
    await made(path)
    tamper(path, "UPDATE alembic_version SET version_num = '9999'")
    sentence = await refused(path, NewerDatabase)
    assert "9999" in sentence
    assert "Install that version, or restore the backup" in sentence


async def test_a_database_that_another_program_locks_is_named(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await made(path)
    monkeypatch.setattr("bot.store.backends.sqlite.DURABLE", ("PRAGMA busy_timeout=1",))
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert "locked by another program" in await refused(path, InUse)
        other.rollback()
    async with opened(path, alone=True) as store:
        assert await store.match((await store.live())[0])


async def test_a_database_whose_newest_moves_wait_for_it_is_not_begun_anew(path: Path) -> None:
    store = await Store.open(url_of(path))
    await store.new_match(TABLE)
    away = path.with_name("elsewhere.sqlite3")
    path.rename(away)
    await store.close()
    assert "Put it back" in await refused(path)
    assert not path.exists()
    away.rename(path)
    async with opened(path, alone=True) as store:
        assert len(await store.live()) == 1


def test_a_place_without_a_write_ahead_log_is_refused() -> None:
    # A database in memory answers as those network file systems do that share no memory.
    engine = writing_engine(make_url("sqlite+aiosqlite://"))
    with pytest.raises(CannotOpen, match="local disk"):
        engine.connect()
    engine.dispose()


async def test_a_check_cut_short_says_what_it_did_not_come_to(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await made(path)
    engine = writing_engine(make_url(url_of(path)))
    with engine.connect() as connection:
        refuse_damaged(connection, path)
        assert caplog.text == ""
        refuse_damaged(connection, path, seconds=0.0)
        assert "cut short after 0 s, without alembic_version, match" in caplog.text
    engine.dispose()


async def test_a_check_that_takes_long_is_broken_off(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await made(path)
    seconds = iter([0.0, 0.0])  # the time at the start, at the first table, and then it is late
    monkeypatch.setattr("bot.store.backends.sqlite.time.monotonic", lambda: next(seconds, 9.0))
    monkeypatch.setattr("bot.store.backends.sqlite._EVERY", 1)
    engine = writing_engine(make_url(url_of(path)))
    with engine.connect() as connection:
        refuse_damaged(connection, path, seconds=5.0)
    engine.dispose()
    assert "cut short after 5 s" in caplog.text


async def test_what_a_start_raises_is_one_sentence_for_every_code_of_sqlite(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = {
        sqlite3.SQLITE_FULL: "no space left",
        sqlite3.SQLITE_READONLY: "read-only",
        sqlite3.SQLITE_CANTOPEN: "cannot be opened",
        sqlite3.SQLITE_IOERR_WRITE: "does not work as it should",
        sqlite3.SQLITE_NOMEM: "cannot be opened",
    }
    for code, said in codes.items():
        monkeypatch.setattr("bot.store.backends.sqlite_backend.upgrade", _failing(code))
        assert said in await refused(path)


def _failing(code: int) -> Callable[[object], None]:
    def upgrade(_: object) -> None:
        error = sqlite3.OperationalError("as SQLite says it")
        error.sqlite_errorcode = code
        raise error

    return upgrade


async def test_a_whole_database_is_opened_without_a_word(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await made(path)
    with caplog.at_level(logging.WARNING):
        async with opened(path, alone=True) as store:
            assert len(await store.live()) == 40
    assert caplog.text == ""


async def test_an_empty_file_is_told_of_and_not_begun_anew(path: Path) -> None:
    await made(path)
    path.write_bytes(b"")
    said = await refused(path)
    assert "is an empty file (0 bytes)" in said
    assert "Restore a backup, or remove the file to begin with an empty database" in said
    assert inspect(path, 1.0).refused == said
    with pytest.raises(CannotOpen, match="is an empty file"):
        back_up(path, path.with_name("one"), Versions("1", {}), 0.0)
    for source, target, name in ((path, "new", "FROM"), (path.with_name("other"), path.name, "TO")):
        if name == "TO":
            await made(source)
        with pytest.raises(CannotOpen, match="is an empty file"):
            move(url_of(source), url_of(path.with_name(target)))
    assert path.read_bytes() == b""
    # The log, which SQLite would delete, has the newest moves.
    path.with_name(f"{path.name}-wal").write_bytes(b"moves")
    assert "is empty, but its newest moves are still in" in await refused(path)
    assert path.with_name(f"{path.name}-wal").read_bytes() == b"moves"


async def test_a_file_that_is_being_made_is_waited_for(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path.parent.mkdir()
    path.touch()
    async with opened(path.with_name("made")):
        pass
    clock = SimpleNamespace(sleep=lambda _: path.with_name("made").replace(path))
    monkeypatch.setattr("bot.store.backends.sqlite_backend.time", clock)
    async with opened(path) as store:
        assert await store.live() == []


async def test_a_first_start_on_a_full_disk_leaves_no_empty_file(path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, before[1]))
    try:
        with pytest.raises(CannotOpen):
            await Store.open(url_of(path), alone=True)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert not path.exists()
    async with opened(path, alone=True) as store:
        assert await store.live() == []


async def test_a_database_that_does_not_say_its_version_is_left_as_it_is(path: Path) -> None:
    await made(path)
    tamper(path, "DELETE FROM alembic_version")
    said = await refused(path)
    assert "does not say of which version of the bot it is: its table alembic_version is " in said
    assert "Restore a backup" in said
    assert inspect(path, 1.0).refused == said
    with pytest.raises(CannotOpen, match=r"it has no revision.*restore a backup"):
        back_up(path, path.with_name("one"), Versions("1", {}), 0.0)
    with pytest.raises(CannotOpen, match="does not say of which version"):
        move(url_of(path), url_of(path.with_name("new")))
    assert len(ask(path, "SELECT id FROM match")) == 40


# A database of the oldest version that opens: it opens, and its games go on.
#
# `written_by_2ad4c595.sql` is what that version wrote: an evening of two servers at mixed tables
# (`tests.evenings.test_meetings` plays it), one that is over, a game of every kind in the middle
# of a deal, one that is late, one that stands still and one that somebody has left, others that
# are over, a lobby, a daily, a league, a review, ratings, a puzzle that was answered, and
# settings. It is never written again.

ADA, BEN, CLEO, DORA = range(101, 105)
MONA, SERVER = 190, 5
OF_EVENING, HINTED, LATE, PAUSED, LEFT, LOBBY, DAILY, DAILY_OVER = map(
    MatchId, (3, 7, 8, 9, 10, 11, 12, 13)
)
PLAYED = LATE, LEFT, DAILY
CODE = "7-12-A-GHR73R"
"""A code of a moment that somebody keeps."""


@pytest.fixture
async def hall(path: Path) -> AsyncIterator[Hall]:
    path.parent.mkdir()
    lay_oldest(path)
    store = await Store.open(url_of(path))
    yield Hall(store)
    await store.close()


async def finished(store: Store, match_id: MatchId) -> Finished:
    row = await store.match(match_id)
    assert row is not None
    assert row.status is Status.OVER
    return Finished(row, tuple(await store.moves(match_id)), tuple(await store.results(match_id)))


async def test_a_game_that_was_over_has_its_record_and_its_proof(hall: Hall) -> None:
    for match_id in (OF_EVENING, HINTED, DAILY_OVER):
        assert all(check.holds for check in checks_of(await finished(hall.store, match_id)))
    hinted = await finished(hall.store, HINTED)
    (_, record), *_ = record_files(hinted)
    assert record.decode() == (HERE / "written_by_2ad4c595.record.txt").read_text(encoding="utf-8")
    assert [result.name for result in hinted.results if result.hinted] == ["B"]


@pytest.mark.parametrize("match_id", PLAYED)
async def test_a_game_in_course_goes_on_to_its_end(hall: Hall, match_id: MatchId) -> None:
    row = await hall.store.match(match_id)
    assert row is not None
    assert row.status is Status.PLAYING
    replayed = Table.replay(row, await hall.store.moves(match_id))
    assert Table.load(row).begun.state == replayed.begun.state
    await play_out(hall.tables, match_id)
    assert all(check.holds for check in checks_of(await finished(hall.store, match_id)))


async def test_a_game_that_stands_still_is_resumed(hall: Hall) -> None:
    row = await hall.store.match(PAUSED)
    assert row is not None
    assert [(pause.why, pause.by) for pause in row.pauses] == [("moderator", MONA)]
    await hall.tables.resume(PAUSED, "moderator")
    await play_out(hall.tables, PAUSED)
    assert all(check.holds for check in checks_of(await finished(hall.store, PAUSED)))


async def test_a_lobby_starts(hall: Hall) -> None:
    started = await hall.lobbies.start(LOBBY, ADA, 9999, moderator=False)
    assert Table.load(started).to_act()
    assert Table.replay(started, ()).begun.state == Table.load(started).begun.state


async def test_it_has_games_of_every_kind(hall: Hall, path: Path) -> None:
    played = ask(path, "SELECT DISTINCT game FROM match WHERE status = 'playing' AND moves > 0")
    assert {game for (game,) in played} == {"cloud_nine", "nimbly", "balloon", "clumond"}
    late, left, lobby = [await hall.store.match(match_id) for match_id in (LATE, LEFT, LOBBY)]
    assert late
    assert left
    assert lobby
    assert [m.name for m in late.members if m.presence is Presence.LATE] == ["A"]
    assert late.proposal == Proposal(13, (CLEO,), 3600, 0, hints=True, until=1795829582.0)
    assert [m.name for m in left.members if m.presence is Presence.LEFT] == ["C"]
    assert left.votes == (ADA,)
    assert (lobby.door.private, lobby.door.invited) == (True, (CLEO,))


async def test_what_people_have_and_set_is_as_it_was(hall: Hall) -> None:
    store = hall.store
    person = PersonSettings.read(await store.settings(person_scope(ADA)))
    assert (person.place, person.quiet) == (Place.DM, QuietHours.read("22:00-07:00"))
    server = ServerSettings.read(await store.settings(server_scope(SERVER)))
    assert (server.clock, server.level, server.off) == (3600, "easy", (Feature.REVIEW,))
    assert await Doors(store.database).blocked_by(ADA) == [DORA]
    (league,) = await LeagueStore(store.database).of_server(SERVER)
    assert (league.game, league.weeks, league.week) == ("nimbly", 2, 1)
    review = await ReviewStore(store.database).get(HINTED, 2, 3)
    assert review is not None
    assert Review.from_json(orjson.loads(review.body)).accuracy == review.accuracy
    assert (await PuzzleStore(store.database).solver(ADA))[1:] == (1, 1)
    # That version rated each game of an evening by itself, and a result against somebody new whole.
    assert await recompute(store) == Recomputed(2, 18, different=18)
    await Rater(store).rate_anew()
    assert await recompute(store) == Recomputed(2, 18, different=0)


async def test_a_code_of_a_moment_leads_where_it_led(hall: Hall) -> None:
    row = await hall.store.match(HINTED)
    assert row is not None
    Codes.of(row, await hall.store.code_secret()).require(*read_code(CODE))


async def test_its_people_get_what_is_kept_of_them_and_have_it_deleted(hall: Hall) -> None:
    made = await Exports(hall.store).of(ADA, 8 << 20, Texts.load().words("en"))
    assert (made.games, made.left_out) == (10, 0)
    await Erasing(hall.store, hall.tables, hall.clock).erase(ADA, "Somebody")
    assert (await PrivacyStore(hall.store).personal(ADA)).matches == ()

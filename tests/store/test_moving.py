"""A database carried over to another engine and back: everything, or nothing and one sentence."""

# ruff: noqa: ASYNC240 - files are what these tests are about
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.leagues.store import LeagueStore
from bot.store import CannotOpen, InUse, NewerDatabase, Unsupported
from bot.store.backends.moving import move
from bot.store.errors import NotMoved, StoreError
from bot.store.schema import metadata
from tests.store.cut_line import CutLine
from tests.store.samples import (
    LOBBY,
    TABLE,
    At,
    OnServer,
    ask,
    league_in,
    move_on,
    opened,
    tamper,
    url_of,
)
from tests.store.test_erasing import full


def content(at: At) -> dict[str, list[str]]:
    """Return what all tables hold, in an order of our own."""
    return {
        table.name: sorted(
            repr([bytes(one) if isinstance(one, memoryview) else _plain(one) for one in row])
            for row in ask(at, f'SELECT * FROM "{table.name}"')  # noqa: S608 - our own words
        )
        for table in metadata.sorted_tables
    }


def _plain(value: object) -> object:
    """Return a truth as SQLite keeps it."""
    return int(value) if isinstance(value, bool) else value


async def filled(at: At) -> None:
    """Store something in every table, and more rows than are carried at a time."""
    async with opened(at) as store:
        await full(store)
        row = await store.new_match(replace(TABLE, state={"text": "Ünï\u0000côde 🂡 %s"}))
        for code in ("KH", "%s ? :x"):
            commit = move_on(row, code)
            assert await store.commit(commit)
            row = commit.row
        await store.set_settings("many", {f"key {n}": "Zebra" for n in range(25)})
        assert await LeagueStore(store.database).open(league_in(5)) is not None
        last = await store.new_match(LOBBY)
    tamper(at, "INSERT INTO process VALUES ('one', 5.0)")
    tamper(at, "INSERT INTO lease VALUES ('leader', 'one')")
    tamper(at, "INSERT INTO claim VALUES (5, 6, 7.0)")
    for sql in (
        "DELETE FROM seat WHERE match_id = ?",
        "DELETE FROM publication WHERE match_id = ?",
        "DELETE FROM match WHERE id = ?",
    ):
        tamper(at, sql, last.id)


def refused(source: At, target: At, kind: type[StoreError] = NotMoved) -> str:
    with pytest.raises(kind) as caught:
        move(url_of(source), url_of(target))
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


def tables_of(at: OnServer) -> list[tuple[str]]:
    return ask(at, "SELECT tablename FROM pg_tables WHERE schemaname = 'public'")


async def test_everything_arrives_on_a_server_and_comes_back(
    path: Path, tmp_path: Path, on_server: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.backends.moving.BATCH", 10)
    await filled(path)
    async with opened(path, alone=True):
        pass
    before = content(path)
    empty = {name for name, rows in before.items() if not rows}
    assert empty <= {"series", "daily_try", "daily_place", "evening", "challenge", "club"}
    rows = sum(map(len, before.values()))
    assert move(url_of(path), on_server.url) == rows
    before = content(path)
    assert content(on_server) == before
    assert move(on_server.url, url_of(tmp_path / "back.sqlite3")) == rows
    back = tmp_path / "back.sqlite3"
    assert content(back) == content(on_server)
    used = len(before["match"]) + 1
    for at in (path, on_server, back):
        async with opened(at, alone=True) as store:
            assert (await store.new_match(LOBBY)).id == used + 1


async def test_a_target_that_is_not_empty_is_left_as_it_is(
    path: Path, emptied: OnServer, tmp_path: Path
) -> None:
    async with opened(path) as store:
        await store.new_match(TABLE)
    async with opened(emptied) as store:
        await store.new_match(LOBBY)
    before = content(emptied)
    assert f"The database {emptied.name} on " in (said := refused(path, emptied))
    assert "(TO) is not empty" in said
    assert content(emptied) == before
    tamper(tmp_path / "places.sqlite3", "CREATE TABLE places (url TEXT)")
    assert "is not empty" in refused(path, tmp_path / "places.sqlite3")
    assert "is not empty" in refused(path, path)
    # Nothing is left beside either file.
    assert sorted(tmp_path.iterdir()) == [path.parent, tmp_path / "places.sqlite3"]
    assert list(path.parent.iterdir()) == [path]


async def test_a_source_that_cannot_be_carried_over_is_named(
    path: Path, on_server: OnServer, tmp_path: Path
) -> None:
    said = f"There is no database of the bot at {tmp_path}/nowhere.sqlite3 (FROM)"
    assert said in refused(tmp_path / "nowhere.sqlite3", on_server)
    assert not (tmp_path / "nowhere.sqlite3").exists()
    async with opened(path, alone=True):
        assert "Another bot is running" in refused(path, on_server, InUse)
    tamper(path, "UPDATE alembic_version SET version_num = '9999'")
    assert "Install that version" in refused(path, on_server, NewerDatabase)
    (tmp_path / "letter").write_text("Dear Nimbus, " * 100)
    assert "is not a SQLite database" in refused(tmp_path / "letter", on_server, CannotOpen)
    assert tables_of(on_server) == []


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        ("moves = 'much'", "row of the table match (id 2) is damaged"),
        ("locale = 'e' || char(0) || 'n'", "row of the table match (id 2) is damaged"),
        ("rated = 'maybe'", "The table match cannot be read whole"),
    ],
)
async def test_a_damaged_row_stops_all_and_is_named(
    path: Path, on_server: OnServer, damage: str, said: str
) -> None:
    async with opened(path) as store:
        for _ in range(3):
            await store.new_match(TABLE)
    tamper(path, f"UPDATE match SET {damage} WHERE id = 2")  # noqa: S608 - our own words
    assert said in refused(path, on_server)
    assert tables_of(on_server) == []


async def test_a_server_that_goes_away_in_the_middle_leaves_nothing(
    path: Path, emptied: OnServer, on_server: OnServer
) -> None:
    async with opened(path) as store:
        await store.new_match(TABLE)
    with CutLine(emptied.server, on_server.name) as line:
        line.cut_at(b"INSERT INTO seat", arrives=True)
        with pytest.raises(CannotOpen, match=r"The server of the database .* cannot be reached: "):
            move(url_of(path), line.url)
    assert move(url_of(path), on_server.url) > 0


async def test_the_wrong_one_of_two_addresses_is_named(path: Path, on_server: OnServer) -> None:
    async with opened(path):
        pass
    for source, target, said in (
        (str(path), on_server.url, "FROM is not the address of a database"),
        (url_of(path), "mysql://me:hush@localhost/x", "TO names a database of kind mysql"),
        (on_server.url.replace("/test_", "/no_"), url_of(path), "or correct FROM"),
        (url_of(path), f"{on_server.url}&port=1", "Start it, or correct TO"),
    ):
        with pytest.raises(CannotOpen) as caught:
            move(source, target)
        assert said in str(caught.value)
        assert "DATABASE_URL" not in str(caught.value)
        assert "hush" not in str(caught.value)


async def test_a_user_who_may_not_make_tables_is_told_of(path: Path, on_server: OnServer) -> None:
    async with opened(path) as store:
        await store.new_match(TABLE)
    tamper(on_server, "CREATE ROLE newcomer LOGIN")
    try:
        with pytest.raises(Unsupported, match=r"The user in TO may not do .* Make it the owner"):
            move(url_of(path), on_server.url.replace("nimbus@", "newcomer@"))
    finally:
        tamper(on_server, "DROP ROLE newcomer")
    assert tables_of(on_server) == []


async def test_a_table_that_may_not_be_read_is_no_damaged_row(
    tmp_path: Path, on_server: OnServer
) -> None:
    async with opened(on_server) as store:
        await store.new_match(TABLE)
    tamper(on_server, "CREATE ROLE reader LOGIN")
    tamper(on_server, "GRANT ALL ON ALL TABLES IN SCHEMA public TO reader")
    tamper(on_server, "REVOKE ALL ON seat FROM reader")
    try:
        with pytest.raises(Unsupported, match=r"The user in FROM may not do .* table seat"):
            move(on_server.url.replace("nimbus@", "reader@"), url_of(tmp_path / "back.sqlite3"))
    finally:
        tamper(on_server, "DROP OWNED BY reader")
        tamper(on_server, "DROP ROLE reader")


async def test_a_broken_page_of_the_source_is_no_damaged_row(
    path: Path, on_server: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(path) as store:
        await store.new_match(TABLE)
    # A page can break between the look at the start and the reading.
    monkeypatch.setattr("bot.store.backends.sqlite_backend.refuse_damaged", lambda *_: None)
    root = ask(path, "SELECT rootpage FROM sqlite_master WHERE name = 'seat'")[0][0]
    content = path.read_bytes()
    place = (root - 1) * 4096
    path.write_bytes(content[:place] + b"\xff" * 64 + content[place + 64 :])
    with pytest.raises(CannotOpen, match=r"nimbus\.sqlite3 is damaged \(.*restore a backup"):
        move(url_of(path), on_server.url)
    assert tables_of(on_server) == []

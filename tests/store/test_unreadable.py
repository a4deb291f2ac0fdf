"""A match that cannot be read is set aside, named once, and the others go on."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store import MatchId, MatchRow, Status, Store, UnreadableMatch
from tests.store.samples import ALICE, BOB, CHANNEL, LOBBY, TABLE, At, after, ending, opened, tamper

PLAYING = (Status.PLAYING,)

DAMAGE = [
    "members = '{'",
    'members = \'[{"key": 5, "name": "Alice"}]\'',
    'members = \'[{"who": "Alice"}]\'',
    "members = 'null'",
    "options = '[]'",
    "options = ''",
    "state = '{\"trick\": [1, 2'",
    "votes = '7'",
    "terms = '{\"speed\": 1}'",
    "pauses = '[1]'",
    "proposal = '[]'",
    'proposal = \'{"number": 1, "yes": [], "clock": 1, "bank": 1, "hints": true, "until": 1}\'',
    "door = '{\"shut\": []}'",
    "door = '{\"invited\": 5}'",
    'door = \'{"invited": ["Ada"]}\'',
    "status = 'asleep'",
]

WRONG_KIND = [
    "members = CAST(x'5b7b22ff22' AS TEXT)",
    "follows = 'another'",
    "version = 'one'",
    "secret = 'text'",
    "deadline = 'soon'",
    "moves = 1.5",
    "touched = 'then'",
]
"""What only SQLite keeps, which takes any value in any column."""


async def two(store: Store) -> tuple[MatchRow, MatchRow]:
    """Store two matches of one person in one channel."""
    return await store.new_match(TABLE), await store.new_match(TABLE)


def spoil(at: At, row: MatchRow, damage: str) -> None:
    tamper(at, f"UPDATE match SET {damage} WHERE id = {row.id}")  # noqa: S608 - our own words


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_damaged_row_is_named_once_and_left_out_of_every_list(
    store: Store, at: At, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    await _is_named_once(store, at, caplog, damage)


@pytest.mark.parametrize("damage", WRONG_KIND)
async def test_so_is_a_row_with_a_value_that_its_column_was_not_made_for(
    store: Store, path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    await _is_named_once(store, path, caplog, damage)


async def _is_named_once(
    store: Store, at: At, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    bad, good = await two(store)
    tamper(at, "UPDATE match SET deadline = 1.0")
    spoil(at, bad, damage)
    for _ in range(2):
        with pytest.raises(UnreadableMatch) as caught:
            await store.match(bad.id)
        assert caught.value.match_id == bad.id
    for statuses in (PLAYING, tuple(Status)):
        assert [row.id for row in await store.matches_of(ALICE, statuses)] == [good.id]
        assert [row.id for row in await store.matches_in(CHANNEL, statuses)] == [good.id]
    assert await store.due(2.0) == [(good.id, good.version)]
    assert await store.unpublished() == [good.id]
    assert await store.live() == [good.id]
    (line,) = caplog.messages
    assert line.startswith(f"match {bad.id} cannot be read: its row is damaged (")
    assert "Alice" not in line


async def test_a_list_finds_a_damaged_row_too(
    store: Store, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = await two(store)
    spoil(path, bad, "members = '{'")
    assert [row.id for row in await store.matches_of(ALICE, PLAYING)] == [good.id]
    assert await store.live() == [good.id]
    assert len(caplog.messages) == 1


async def test_matches_of_games_and_rules_to_come_are_set_aside(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened(path) as store:
        known = await store.new_match(TABLE)
        newer = await store.new_match(after(TABLE, rules_version=2))
        other = await store.new_match(after(LOBBY, game="thunder"))
    async with opened(path, rules={TABLE.game: 1}) as store:
        assert [row.id for row in await store.matches_of(ALICE, tuple(Status))] == [known.id]
        assert await store.live() == [known.id]
        with pytest.raises(UnreadableMatch, match="its rules are of version 2, newer than 1"):
            await store.match(newer.id)
        with pytest.raises(UnreadableMatch, match="this version has no game 'thunder'"):
            await store.match(other.id)
    assert len(caplog.messages) == 2
    async with opened(path) as store:
        assert len(await store.live()) == 3


async def test_deadlines_of_what_is_set_aside_crowd_out_nobody(store: Store, at: At) -> None:
    rows = [await store.new_match(TABLE) for _ in range(4)]
    tamper(at, "UPDATE match SET deadline = id")
    for row in rows[:3]:
        store.set_aside(UnreadableMatch(row.id, "for a test"))
    assert await store.due(9.0, limit=1) == [(rows[3].id, 1)]
    assert await store.deadlines(9.0) == {rows[3].id: rows[3].id}


async def test_a_match_that_is_not_there_is_none_still(store: Store) -> None:
    assert await store.match(MatchId(5)) is None


async def test_a_name_that_is_no_text_costs_nobody_the_leaderboard(
    store: Store, path: Path
) -> None:
    row = await store.new_match(TABLE)
    assert await store.commit(ending(row, {ALICE: 7, BOB: 5}))
    for table in ("result", "person"):
        spoiled = f"UPDATE {table} SET name = CAST(x'5aff' AS TEXT) WHERE user_id = {ALICE}"  # noqa: S608 - our own words
        tamper(path, spoiled)
    ranking = await store.leaderboard(TABLE.game, None)
    assert [line.name for line in ranking] == ["Z?", f"name of {BOB}"]
    assert [result.name for result in await store.results(row.id)] == ["Z?", f"name of {BOB}"]

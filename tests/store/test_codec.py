"""Rows are written and read again; a match that cannot be read is set aside, named once."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import Store
from bot.store.codec import match_values, member_fields, read_member
from bot.store.errors import UnreadableMatch
from bot.store.rows import (
    Commit,
    Door,
    MatchId,
    MatchRow,
    Member,
    MoveRow,
    Presence,
    ResultRow,
    Status,
    TurnClock,
)
from tests.soak.amounts import amount, later
from tests.store.samples import (
    ALICE,
    BOB,
    CHANNEL,
    LOBBY,
    TABLE,
    At,
    OnServer,
    after,
    ending,
    opened,
    tamper,
    url_of,
)

INTS = st.integers(-(2**63), 2**63 - 1)
COUNTS = st.integers(0, 2**31 - 1)
TIMES = st.floats(allow_nan=False, allow_infinity=False)
# Discord sends no lone surrogates; UTF-8 has none.
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
# A NUL, which PostgreSQL keeps in no text, can only come in names, and those are cleaned of them.
TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
JSON = st.recursive(
    st.none() | st.booleans() | INTS | TIMES | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)
MEMBERS = st.builds(
    Member,
    key=st.integers(1, 2**63 - 1).map(str) | st.just("house:1"),
    name=WORDS, joined=WORDS, level=WORDS,
    presence=st.sampled_from(Presence), acted=TIMES, dm=st.booleans(),
)  # fmt: skip
ROWS = st.builds(
    MatchRow,
    id=st.just(MatchId(0)), version=st.just(1), status=st.sampled_from(Status), game=TEXT,
    rules_version=COUNTS, options=st.dictionaries(WORDS, JSON, max_size=4),
    guild_id=st.none() | INTS, channel_id=INTS, opener_id=INTS, locale=TEXT,
    secret=st.binary(max_size=40), members=st.lists(MEMBERS, max_size=4).map(tuple),
    created=TIMES, touched=TIMES, entropy=TEXT, seed=st.binary(max_size=40), state=JSON,
    moves=COUNTS, deadline=st.none() | TIMES, votes=st.lists(INTS, max_size=4).map(tuple),
    rated=st.booleans(), follows=st.none() | INTS,
    door=st.builds(
        Door,
        invited=st.lists(INTS, max_size=3).map(tuple),
        quiet=st.lists(INTS, max_size=3).map(tuple),
    ),
)  # fmt: skip
MOVES = st.builds(MoveRow, number=COUNTS, seat=COUNTS, code=TEXT, by=st.none() | INTS, at=TIMES)
RESULTS = st.builds(
    ResultRow,
    seat=COUNTS, user_id=st.none() | INTS, name=TEXT, score=st.integers(-(2**31), 2**31 - 1),
    won=st.booleans(), best_deal=COUNTS, deals=COUNTS, level=st.none() | TEXT,
    hinted=st.booleans(),
)  # fmt: skip


@pytest.mark.parametrize("is_long", [False, later(True)])
def test_rows_come_back_as_they_went(at: At, is_long: bool) -> None:
    examples = 25 if isinstance(at, OnServer) else amount(100) if is_long else 40
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(url_of(at)))

        @settings(max_examples=examples, deadline=None)
        @given(ROWS, ROWS, MOVES, st.lists(RESULTS, unique_by=lambda result: result.seat))
        def check(
            first: MatchRow, second: MatchRow, move: MoveRow, results: list[ResultRow]
        ) -> None:
            runner.run(_there_and_back(store, first, Commit(second, move, tuple(results))))

        try:
            check()
        finally:
            runner.run(store.close())


async def _there_and_back(store: Store, first: MatchRow, commit: Commit) -> None:
    row = await store.new_match(first)
    assert await store.match(row.id) == row
    commit = replace(commit, row=replace(commit.row, id=row.id, version=2), members_changed=True)
    assert await store.commit(commit)
    assert await store.match(row.id) == commit.row
    assert await store.moves(row.id) == [commit.move]
    assert await store.results(row.id) == sorted(commit.results, key=lambda result: result.seat)


@pytest.mark.parametrize("state", [2**64, {1: 2}, {"x": object()}])
def test_what_would_not_come_back_the_same_is_refused(state: object) -> None:
    row = MatchRow(MatchId(1), 1, Status.PLAYING, "g", 1, {}, None, 1, 1, "en", b"", (), 0.0, 0.0)
    with pytest.raises(TypeError):
        match_values(after(row, state=state))


@pytest.mark.parametrize(
    ("flags", "presence"),
    [
        ({}, Presence.HERE),
        ({"away": False, "late": False}, Presence.HERE),
        ({"away": True}, Presence.LEFT),
        ({"away": True, "late": True}, Presence.LATE),
        ({"away": True, "late": False, "kicked": True}, Presence.REMOVED),
    ],
)
def test_members_of_tidied_games_are_read(flags: dict[str, bool], presence: Presence) -> None:
    row = read_member({"key": "5", "name": "Ada", "due": 7.5, "bank": 3.0, **flags})
    assert (row.presence, row.clock) == (presence, TurnClock(due=7.5, bank=3.0))
    assert read_member(member_fields(row)) == row


# A match that cannot be read is set aside, named once, and the others go on.

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

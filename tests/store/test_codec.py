from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.store import Commit, Door, MatchId, MatchRow, Member, MoveRow, ResultRow, Status, Store
from bot.store.codec import match_values, member_fields, read_member
from bot.store.rows import Presence, TurnClock
from tests.soak.amounts import amount, later
from tests.store.samples import At, OnServer, after, url_of

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

from __future__ import annotations

import asyncio
from dataclasses import fields, replace

import pytest

from bot.store import Store
from bot.store.changes import MOVED
from bot.store.codec import MATCH_COLUMNS
from bot.store.errors import StoreFailed
from bot.store.rows import (
    Commit,
    Door,
    MatchId,
    MatchRow,
    Member,
    MoveRow,
    Pause,
    Proposal,
    Status,
    Terms,
)
from bot.store.schema import match
from tests.store.samples import ALICE, LOBBY, TABLE, At, after, ask, ending, move_on

CHANGED = replace(
    LOBBY,
    status=Status.PLAYING,
    game="nimbly",
    rules_version=2,
    options={"deals": 5},
    guild_id=None,
    channel_id=3,
    opener_id=4,
    locale="fr",
    secret=b"other",
    members=(Member("house:1", "Nim"),),
    created=1.5,
    touched=2.5,
    entropy="e",
    seed=b"s",
    state=[1],
    moves=1,
    deadline=3.5,
    votes=(ALICE,),
    rated=False,
    terms=Terms(hints=False, clock=60, fast=True),
    pauses=(Pause("permissions", 9.5, None, ("attach_files",)),),
    by_token=True,
    proposal=Proposal(3, (ALICE,), 90, 180, hints=True, until=99.5),
    follows=MatchId(8),
    door=Door(invited=(ALICE,), quiet=(ALICE,)),
    thread_id=5,
    thread_gone=True,
    closed_for="channel",
    series="daily 2026-11-22",
)


async def test_a_commit_on_the_stored_version_is_stored(store: Store) -> None:
    row = await store.new_match(TABLE)
    commit = move_on(row, state={"trick": []}, deadline=7.0, touched=6.0)
    assert await store.commit(commit)
    assert await store.match(row.id) == commit.row
    assert await store.moves(row.id) == [commit.move]


@pytest.mark.parametrize("version", [1, 3, 100])
async def test_a_stale_commit_stores_nothing(store: Store, version: int) -> None:
    row = await store.new_match(TABLE)
    stale = replace(ending(row, {ALICE: 5}), move=MoveRow(1, 1, "KH", ALICE, 5.0))
    stale = replace(stale, row=replace(stale.row, version=version), members_changed=True)
    assert not await store.commit(stale)
    assert await store.match(row.id) == row
    assert await store.moves(row.id) == []
    assert await store.results(row.id) == []
    assert await store.leaderboard(row.game, None) == []


async def test_a_commit_of_an_unknown_match_is_stale(store: Store) -> None:
    assert not await store.commit(move_on(TABLE))


@pytest.mark.parametrize("with_move", [False, True])
@pytest.mark.parametrize(
    "name", [field.name for field in fields(MatchRow) if field.name not in ("id", "version")]
)
async def test_every_column_can_change(store: Store, name: str, with_move: bool) -> None:
    row = await store.new_match(LOBBY)
    changed = after(row, **{name: getattr(CHANGED, name)})
    move = MoveRow(1, 1, "KH", ALICE, 5.0) if with_move else None
    assert changed != after(row)
    assert await store.commit(Commit(changed, move))
    assert await store.match(row.id) == changed


def test_every_column_is_written() -> None:
    assert {"id", "published", "home", *MATCH_COLUMNS} == set(match.c.keys())
    assert set(MOVED) < set(MATCH_COLUMNS)


async def test_of_two_commits_on_one_version_exactly_one_wins(store: Store) -> None:
    row = await store.new_match(TABLE)
    commits = [move_on(row, code) for code in ("KH", "QH")]
    stored = await asyncio.gather(*(store.commit(commit) for commit in commits))
    assert sorted(stored) == [False, True]
    assert await store.moves(row.id) == [commits[stored.index(True)].move]


async def test_versions_queued_in_order_are_all_stored(store: Store) -> None:
    row = await store.new_match(LOBBY)
    commits = [Commit(after(row, status=Status.PLAYING))]
    for _ in range(5):
        commits.append(move_on(commits[-1].row))
    commits.append(ending(commits[-1].row, {ALICE: 5}))
    commits.append(Commit(after(commits[-1].row, rated=False)))
    assert all(await asyncio.gather(*(store.commit(commit) for commit in commits)))
    assert await store.match(row.id) == commits[-1].row


async def test_a_stale_commit_does_not_sink_its_neighbours(store: Store) -> None:
    rows = await asyncio.gather(*(store.new_match(TABLE) for _ in range(40)))
    commits = [move_on(row) for row in rows]
    commits[13] = replace(commits[13], row=replace(commits[13].row, version=7))
    stored = await asyncio.gather(*(store.commit(commit) for commit in commits))
    assert stored == [number != 13 for number in range(40)]
    assert [len(await store.moves(row.id)) for row in rows] == [int(hit) for hit in stored]


async def test_a_broken_commit_does_not_sink_its_neighbours(store: Store) -> None:
    rows = await asyncio.gather(*(store.new_match(TABLE) for _ in range(20)))
    first = move_on(rows[7])
    assert await store.commit(first)
    again = Commit(after(first.row, moves=9), first.move)  # the log has a move 1 already
    commits = [move_on(row) for row in rows]
    commits[7] = again
    answers = await asyncio.gather(*(store.commit(c) for c in commits), return_exceptions=True)
    assert isinstance(answers.pop(7), StoreFailed)
    assert answers == [True] * 19
    assert await store.match(rows[7].id) == first.row


async def test_what_json_cannot_hold_is_refused_at_once(store: Store) -> None:
    row = await store.new_match(TABLE)
    with pytest.raises(TypeError):
        await store.commit(Commit(after(row, state=object())))
    assert await store.match(row.id) == row


async def test_many_commits_at_once_share_transactions(store: Store, at: At) -> None:
    rows = await asyncio.gather(*(store.new_match(TABLE) for _ in range(200)))
    assert all(await asyncio.gather(*(store.commit(move_on(row)) for row in rows)))
    assert ask(at, "SELECT count(*), sum(moves) FROM match") == [(200, 200)]
    assert ask(at, "SELECT count(*) FROM move") == [(200,)]


async def test_results_of_a_match_are_stored_with_its_end(store: Store) -> None:
    row = await store.new_match(TABLE)
    commit = ending(row, {ALICE: 5, None: 3})
    assert await store.commit(commit)
    assert await store.results(row.id) == list(commit.results)

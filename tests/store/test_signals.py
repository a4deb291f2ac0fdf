"""What one process tells the others, which servers it serves, and changes that it stores."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, fields, replace

import pytest

from bot.store import Store
from bot.store.changes import MOVED
from bot.store.cluster.process_rows import Shard, unserved
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
from bot.store.signals import MATCH, PAYLOAD_BYTES, NoPeers, Signal, _payloads, received
from tests.store.samples import (
    ALICE,
    LOBBY,
    TABLE,
    At,
    Joined,
    OnServer,
    after,
    ask,
    ending,
    joined,
    move_on,
    opened,
    tamper,
)
from tests.waits import until

# Who is alone on a database, or only looks on, owns everything and leads.


async def test_alone_on_its_database_everything_is_owned(store: Store) -> None:
    row = await store.new_match(replace(TABLE, deadline=5.0))
    ownership = store.ownership
    assert ownership.has(row.id)
    assert ownership.has(MatchId(99))
    assert ownership.has_or_tells(row.id, "show")
    assert ownership.leads
    assert ownership.leads_or_tells("league")
    assert ownership.is_sole_writer
    assert not await ownership.acquire(row.id)
    ownership.release(row.id)
    assert await store.due(9.0) == [(row.id, 1)]
    assert await store.live() == [row.id]
    async with ownership.held("after 7"), ownership.held("after 8"):
        pass


async def test_who_only_looks_on_sees_the_matches_of_every_process(emptied: OnServer) -> None:
    async with joined(emptied) as one, opened(emptied) as store:
        row = await one.store.new_match(replace(TABLE, deadline=5.0))
        assert await store.due(9.0) == [(row.id, 1)]
        assert one.ownership.has(row.id)
        assert not one.ownership.is_sole_writer


@dataclass
class Ear:
    """What a store hears of others."""

    heard: list[Signal] = field(default_factory=list)
    missed: int = 0

    def listen(self, process: Joined) -> None:
        process.peers.listen(self.heard.append, self._miss)

    def _miss(self) -> None:
        self.missed += 1

    async def until(self, count: int) -> list[Signal]:
        await until(lambda: len(self.heard) >= count)
        return self.heard

    async def until_listening(self, times: int = 1) -> None:
        await until(lambda: self.missed >= times)


@pytest.fixture
async def two(emptied: OnServer) -> AsyncIterator[tuple[Joined, Joined, Ear]]:
    """Return two processes on one database, and what the second hears."""
    async with joined(emptied) as one, joined(emptied) as other:
        ear = Ear()
        ear.listen(other)
        await ear.until_listening()
        yield one, other, ear


async def test_a_change_of_a_match_is_heard_by_the_others_and_not_by_oneself(
    two: tuple[Joined, Joined, Ear],
) -> None:
    one, other, ear = two
    row = await one.store.new_match(TABLE)
    own = move_on(row)
    assert await other.store.commit(own)
    assert not await one.store.commit(move_on(row, "QH"))
    last = ending(own.row, {5: 1})
    assert await one.store.commit(last)
    assert await ear.until(1) == [Signal(MATCH, [row.id, 3, "over"])]


async def test_what_was_written_together_is_told_together(two: tuple[Joined, Joined, Ear]) -> None:
    one, _, ear = two
    rows = await asyncio.gather(*(one.store.new_match(TABLE) for _ in range(5)))
    await asyncio.gather(*(one.store.commit(move_on(row)) for row in rows))
    heard = await ear.until(5)
    assert {signal.about[0] for signal in heard} == {row.id for row in rows}


async def test_settings_are_read_anew_when_another_process_has_changed_them(
    two: tuple[Joined, Joined, Ear],
) -> None:
    one, other, ear = two
    await other.store.set_setting("server 1", "theme", "day")
    assert await other.store.settings("server 1") == {"theme": "day"}
    await one.store.set_setting("server 1", "theme", "night")
    await one.peers.tell(Signal("done"))
    await ear.until(1)
    assert await other.store.settings("server 1") == {"theme": "night"}


async def test_what_was_rewritten_by_another_process_is_looked_up(
    two: tuple[Joined, Joined, Ear],
) -> None:
    one, other, ear = two
    row, before = await one.store.new_match(TABLE), other.store.rewrites.stamp()
    assert await one.store.channel_gone(row.channel_id) == [row.id]
    await one.peers.tell(Signal("done"))
    await ear.until(1)
    assert other.store.rewrites.stamp() > before


async def test_who_lost_their_line_listens_anew_and_knows_that_some_was_missed(
    two: tuple[Joined, Joined, Ear], emptied: OnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other, ear = two
    monkeypatch.setattr("bot.store.backends.backend.PAUSE", 0.01)
    await other.store.set_setting("server 1", "theme", "day")
    assert await other.store.settings("server 1")
    tamper(emptied, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
           "WHERE query LIKE 'LISTEN%'")  # fmt: skip
    await one.store.set_setting("server 1", "theme", "night")
    await ear.until_listening(2)
    assert not other.store.rewrites.is_deaf
    assert other.store.rewrites.stamp() == other.store.rewrites.stamp()
    assert await other.store.settings("server 1") == {"theme": "night"}
    await one.peers.tell(Signal("again", (1, "x")))
    assert (await ear.until(1))[-1] == Signal("again", [1, "x"])


async def test_a_signal_that_cannot_be_taken_keeps_no_other_from_being_heard(
    emptied: OnServer,
) -> None:
    heard: list[Signal] = []

    def hear(signal: Signal) -> None:
        heard.append(signal)
        if len(heard) == 1:
            raise ValueError

    async with joined(emptied) as one, joined(emptied) as other:
        ready = asyncio.Event()
        other.peers.listen(hear, ready.set)
        await ready.wait()
        await one.peers.tell(Signal("first"), Signal("second"))
        await until(lambda: len(heard) == 2)


def test_many_signals_go_in_payloads_that_the_server_takes() -> None:
    many = [Signal(MATCH, (10**12 + n, 10**6, "playing")) for n in range(1000)]
    payloads = list(_payloads("one", [*many, *many]))
    assert max(map(len, payloads)) < PAYLOAD_BYTES + 100
    told = [signal for payload in payloads for signal in received(payload, "other")]
    assert [signal.about[0] for signal in told] == [signal.about[0] for signal in many]


@pytest.mark.parametrize("payload", ["", "7", "[1]", '["a",[1]]', '["a",7]', "["])
def test_what_others_send_under_our_name_is_left_alone(payload: str) -> None:
    assert received(payload, "b") == []


async def test_alone_on_its_database_nobody_is_told(store: Store) -> None:
    assert isinstance(store.peers, NoPeers)
    store.peers.tell_soon("x")
    store.peers.listen(lambda _: None, lambda: None)


async def test_while_others_cannot_be_heard_nothing_is_taken_for_known(store: Store) -> None:
    rewrites = store.rewrites
    assert rewrites.stamp() == rewrites.stamp()
    rewrites.is_deaf = True
    assert rewrites.stamp() != rewrites.stamp()


@pytest.mark.parametrize(
    ("found", "counts", "said"),
    [
        ([], set[int](), ""),
        ([(0, 2), (1, 2)], {2}, ""),
        ([(0, 2)], {2}, "1/2"),
        ([(4, 8), (6, 8)], {8}, "0-3,5,7/8"),
        ([(1, 2), (0, 4)], {2, 4}, "0/2, 1-3/4"),
        ([(1, 2), (0, 4)], {4}, "1-3/4"),
    ],
)
def test_shards_that_nobody_serves_are_named_as_a_setting_names_them(
    found: list[Shard], counts: set[int], said: str
) -> None:
    assert unserved(found, counts) == said


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
